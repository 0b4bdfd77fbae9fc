/** The benchmark runs: what nobody runs for weeks is broken by then. What it measures decides nothing here. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

test("the benchmark runs to its end, and the bare export decides as the package does", () => {
  const program = fileURLToPath(new URL("decide.mjs", import.meta.url));
  const output = execFileSync(process.execPath, [program, "--quick"], { encoding: "utf8" });
  const times = [...output.matchAll(/ (\d+\.\d) +(\d+\.\d)$/gm)].map(([, best, median]) => [Number(best), Number(median)]);
  assert.equal(times.length, 12, output);
  for (const [best, median] of times) assert.ok(best <= median, output);
});
