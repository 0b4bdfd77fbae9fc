/** The golden vectors of the project: every line of every file, with its name. */
import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("../../../tests/vectors/", import.meta.url);

/** The vectors of one file each, as `[file, vectors]`; `folder` is `""` or `"destination/"`. */
export function vectorFiles(folder = "") {
  const files = readdirSync(new URL(folder, FOLDER)).filter((name) => name.endsWith(".jsonl"));
  return files.map((file) => {
    const lines = readFileSync(new URL(folder + file, FOLDER), "utf8").trimEnd().split("\n");
    return [folder + file, lines.map((line) => JSON.parse(line))];
  });
}
