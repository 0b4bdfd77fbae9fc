/** A sender whose state stands in a file: start it again, and it goes on. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { deliver, resume } from "reknock";

const [url, row] = process.argv.slice(2);
const options = {
  body: { type: "order.paid" },
  policy: { backoff: { schedule: { delays: [10, 300, 300] } }, jitter: "none" },
  // Renamed, so that no half is ever read.
  save: (state) => {
    writeFileSync(`${row}.new`, JSON.stringify(state));
    renameSync(`${row}.new`, row);
  },
};
const result = existsSync(row)
  ? await resume(JSON.parse(readFileSync(row, "utf8")), options)
  : await deliver(url, options);
if (result.kind === "delivered") rmSync(row);
process.exitCode = result.kind === "delivered" ? 0 : 1;
