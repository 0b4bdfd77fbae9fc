/** Runs every program of the README as it stands there, against a server on loopback. */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as later } from "node:timers/promises";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startRedis } from "../bullmq/redis.mjs";
import { listen } from "../send/server.mjs";
import { transformSync } from "esbuild";
import { blocks } from "./blocks.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const LIMIT = { timeout: 120_000 };

// Inside the tests' folder, so that a program finds the packages that it imports.
mkdirSync(at("../.readme"), { recursive: true });
const folder = mkdtempSync(at("../.readme/run-"));
const redis = await startRedis();
const answers = { "/flaky": [503, 200], "/gone": [410, 200] };
const server = await listen([({ path }) => answers[path]?.shift() ?? 200]);
const origin = new URL(server.url).origin;
after(async () => {
  await server.close();
  await redis.stop();
  rmSync(folder, { recursive: true });
});

/** Writes a program down, with the server on loopback for the one in the text. */
function written(name, code) {
  const file = join(folder, name);
  writeFileSync(file, code.replaceAll("https://example.com", origin));
  return file;
}

/** Runs a program until it ends, or has printed all it promised: a worker would run for ever. */
async function printed(file, promised) {
  const child = spawn(process.execPath, [file], { cwd: folder, env: { ...process.env, REDIS_PORT: `${redis.port}` } });
  const [lines, errors] = [[], []];
  const ended = once(child, "exit");
  child.stdout.on("data", (chunk) => lines.push(...String(chunk).split("\n").filter(Boolean)));
  child.stderr.on("data", (chunk) => errors.push(String(chunk)));
  while (child.exitCode === null && !kept(lines, promised)) await later(20);
  await Promise.race([ended, later(500)]);
  child.kill("SIGKILL");
  await ended;
  assert.equal(errors.join(""), "");
  return lines;
}

/** Whether the lines begin as promised, in this order. */
function kept(lines, promised) {
  let next = 0;
  for (const line of lines) if (next < promised.length && line.startsWith(promised[next])) next += 1;
  return next === promised.length;
}

const programs = blocks().filter(({ language }) => language === "js" || language === "ts");

for (const [index, { heading, language, code, promised }] of programs.entries()) {
  test(`the README's program runs and prints what it says: ${heading}`, LIMIT, async () => {
    assert.ok(promised.length > 0, "a program that promises nothing proves nothing");
    const javascript = language === "ts" ? transformSync(code, { loader: "ts" }).code : code;
    const lines = await printed(written(`${index}.mjs`, javascript), promised);
    assert.ok(kept(lines, promised), `promised:\n${promised.join("\n")}\nprinted:\n${lines.join("\n")}`);
  });
}

test("the first program has five lines", () => {
  const [{ code, heading }] = programs;
  assert.equal(heading, "the first program");
  assert.equal(code.split("\n").filter(Boolean).length, 5);
});

test("what is TypeScript is so, as strictly as it gets; and BullMQ's own types fit", LIMIT, async () => {
  const files = programs.flatMap(({ code, language }, index) => (language === "ts" ? [written(`${index}.mts`, code)] : []));
  assert.ok(files.length > 5);
  // Node's own types are not what is looked at.
  const node = written("node.d.ts", ["fs", "crypto"].map((name) => `declare module "node:${name}";\n`).join("") + "declare var Buffer: any;\n");
  const tsc = at("../../node_modules/typescript/bin/tsc");
  const options = "--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2022 --lib es2023,dom,dom.iterable --skipLibCheck";
  const args = [tsc, ...options.split(" "), node, ...files, at("../bullmq/types.mts")];
  await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(({ stdout, message }) => assert.fail(stdout || message));
});

test("the programs leave nothing behind", () => {
  const written = /^(\d+\.m[jt]s|node\.d\.ts)$/; // by this file
  assert.deepEqual(readdirSync(folder).filter((file) => !written.test(file)), []);
});
