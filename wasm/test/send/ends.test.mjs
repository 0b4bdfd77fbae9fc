/** A program that uses everything ends by itself: no timer, no socket, no listener keeps it alive. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { listen } from "./server.mjs";

test("a program ends when its deliveries have ended", { timeout: 60_000 }, async () => {
  const server = await listen([503, 200, 200, "stall"]);
  const program = `
    import { deliver, Destination, withRetries } from "reknock";
    const [url] = process.argv.slice(1);
    const policy = { backoff: { constant: { delay: 10 } }, jitter: "none" };
    const destination = new Destination({ now: Date.now() });
    const controller = new AbortController();
    const { signal } = controller;
    const sent = await deliver(url, { policy, destination, signal, body: "x" });
    const got = await (await withRetries(fetch)(url, { signal })).text();
    setTimeout(() => controller.abort(), 50);
    const ended = await deliver(url, { policy, destination, signal, timeout: "24d" }).catch((error) => error.name);
    console.log(JSON.stringify([sent.kind, got, ended]));
  `;
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, server.url], { cwd });
  let [said, wrong] = ["", ""];
  child.stdout.on("data", (chunk) => (said += chunk));
  child.stderr.on("data", (chunk) => (wrong += chunk));
  // Connections that are kept for the next request are the pool's, which does not keep a program alive.
  const [code] = await once(child, "close");
  await server.close();
  assert.deepEqual([wrong, code], ["", 0]);
  assert.deepEqual(JSON.parse(said), ["delivered", "", "AbortError"]);
});
