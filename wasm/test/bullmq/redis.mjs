/** A Redis server of its own on loopback, which keeps nothing and ends with the tests. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../send/server.mjs";

/** Starts one; `stop` ends it and removes its folder. */
export async function startRedis() {
  const folder = mkdtempSync(join(tmpdir(), "reknock-redis-"));
  for (let turn = 0; turn < 5; turn += 1) {
    const port = await freePort();
    const redis = spawn("redis-server", settings(port, folder), { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(redis, "exit");
    process.once("exit", () => redis.kill("SIGKILL")); // a test that is ended leaves nothing behind
    if (!(await isReady(redis))) continue; // someone else took the port meanwhile
    const stop = async () => {
      redis.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    };
    return { port, stop };
  }
  throw new Error("redis-server did not start; what it said stands above");
}

function settings(port, folder) {
  const said = { port, dir: folder, bind: "127.0.0.1", save: "", appendonly: "no", "maxmemory-policy": "noeviction" };
  return Object.entries(said).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

async function isReady(redis) {
  const failed = once(redis, "error").then(([error]) => {
    throw new Error(`${error.message}: the tests with BullMQ need Debian's package redis-server`);
  });
  const ready = (async () => {
    for await (const chunk of redis.stdout) if (String(chunk).includes("Ready to accept connections")) return true;
    return false;
  })();
  return Promise.race([ready, failed]);
}
