/** The programs of the README. */
import { readFileSync } from "node:fs";

const README = new URL("../../README.md", import.meta.url);

/** Every block of code: the heading above it, its language, its text, and the lines it promises to print. */
export function blocks() {
  const found = [];
  let heading = "the first program";
  for (const [, title, language, code] of readFileSync(README, "utf8").matchAll(/^## ([^\n]*)$|^```(\w+)\n(.*?)^```$/gms)) {
    if (title !== undefined) heading = title;
    else found.push({ heading, language, code, promised: promises(code) });
  }
  return found;
}

/** `// → text` after a line, or on a line of its own: how a line of the output begins. */
function promises(code) {
  return [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, text]) => text);
}
