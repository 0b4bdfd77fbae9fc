/** One line in, one line out. */
import { once } from "node:events";

/** Answers what comes on standard input; whoever waits for an answer before the next question gets it. */
export async function answerLines(answerOf) {
  process.stdin.setEncoding("utf8");
  let rest = "";
  for await (const text of process.stdin) {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    await write(lines, answerOf);
  }
  await write([rest], answerOf);
}

async function write(lines, answerOf) {
  const answers = lines.filter((line) => line.trim() !== "").map((line) => `${answerOf(line)}\n`);
  if (answers.length > 0 && !process.stdout.write(answers.join(""))) await once(process.stdout, "drain");
}
