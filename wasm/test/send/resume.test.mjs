import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as later } from "node:timers/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { deliver, restart, resume } from "reknock";
import { listen, QUICK, virtualClock } from "./server.mjs";

const SENDER = fileURLToPath(new URL("sender.mjs", import.meta.url));

/** A sender in a process of its own, which keeps its state in a file. */
const sender = (url, row) => spawn(process.execPath, [SENDER, url, row], { stdio: ["ignore", "pipe", "inherit"] });

/** Waits until it holds; the test's own time limit ends a wait in vain. */
async function until(holds) {
  while (!holds()) await later(2);
}

async function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "reknock-"));
  try {
    return await work(join(folder, "row.json"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a process killed in the middle of a wait is resumed from what it saved", { timeout: 60_000 }, () =>
  withFolder(async (row) => {
    const server = await listen([503, 503, 200]);
    const first = sender(server.url, row);
    // The second answer was decided on and stored, so the third attempt is being waited for.
    await until(() => existsSync(row) && JSON.parse(readFileSync(row, "utf8")).delivery.attempts === 2);
    first.kill("SIGKILL");
    const [, signal] = await once(first, "exit");
    assert.equal(signal, "SIGKILL");
    assert.equal(server.seen.length, 2);
    const { id, delivery } = JSON.parse(readFileSync(row, "utf8"));

    const second = sender(server.url, row);
    const [code] = await once(second, "exit");
    assert.equal(code, 0);
    await server.close();
    assert.deepEqual(
      server.seen.map(({ headers }) => [headers["webhook-id"], headers["webhook-attempt"]]),
      [[id, "1"], [id, "2"], [id, "3"]],
    );
    assert.ok(server.seen[2].at >= delivery.nextAt, "the wait was cut short by the restart");
    assert.ok(!existsSync(row), "a delivery that arrived leaves its row");
  }),
);

test("a process killed in the middle of an attempt makes that attempt again", { timeout: 60_000 }, () =>
  withFolder(async (row) => {
    const server = await listen([503, "stall", 200]);
    const first = sender(server.url, row);
    await until(() => server.seen.length === 2);
    first.kill("SIGKILL");
    await once(first, "exit");
    const second = sender(server.url, row);
    assert.deepEqual(await once(second, "exit"), [0, null]);
    await server.close();
    assert.deepEqual(server.seen.map(({ headers }) => headers["webhook-attempt"]), ["1", "2", "2"]);
    assert.equal(new Set(server.seen.map(({ headers }) => headers["webhook-id"])).size, 1);
  }),
);

test("what is left of a wait is waited for; what is over is not", async () => {
  const server = await listen([200]);
  const delivery = { v: 1, attempts: 1, dns: 0, createdAt: 0, nextAt: 100_000, delay: 100_000 };
  for (const [now, slept] of [[60_000, 40_001], [100_000, 0], [500_000, 0], [-1e12, 100_001]]) {
    const clock = virtualClock(now);
    await resume({ v: 1, id: "e1", url: server.url, delivery }, { policy: QUICK, clock });
    assert.equal(clock.slept.reduce((sum, nap) => sum + nap, 0), slept, `at ${now}`);
  }
  await server.close();
  assert.ok(server.seen.every(({ headers }) => headers["webhook-attempt"] === "2"));
});

test("a delivery is not resumed without its body, nor under another id", async () => {
  const server = await listen([200]);
  const states = [];
  const save = (state) => void states.push(state);
  await deliver(server.url, { id: "e1", body: { order: 42 }, save });
  await deliver(server.url, { id: "e2", save });
  const [full, empty] = JSON.parse(JSON.stringify(states));
  const refused = (field) => ({ name: "ReknockError", code: "INVALID_ARGUMENT", field });
  await assert.rejects(resume(full, { policy: QUICK }), refused("body"));
  await assert.rejects(resume(full, { policy: QUICK, body: null }), refused("body"));
  await assert.rejects(resume(full, { body: { order: 42 }, id: "e2" }), refused("id"));
  assert.equal(server.seen.length, 2, "nothing was sent");
  assert.equal((await resume(full, { body: { order: 42 }, id: "e1" })).kind, "delivered");
  assert.equal((await resume(empty)).kind, "delivered");
  await server.close();
  assert.deepEqual(server.seen.map(({ body }) => body), ['{"order":42}', "", '{"order":42}', ""]);
});

test("a dead letter begins anew when its delivery is restarted", async () => {
  const server = await listen([410, 503, 200]);
  const dead = await deliver(server.url, { id: "e1", body: "x", policy: QUICK });
  assert.equal(dead.kind, "deadLetter");
  const state = JSON.parse(JSON.stringify(dead.state));
  restart(state.delivery, Date.now());
  const result = await resume(state, { body: "x", policy: QUICK });
  await server.close();
  assert.deepEqual([result.kind, result.attempts], ["delivered", 2]);
  assert.deepEqual(server.seen.map(({ headers }) => headers["webhook-attempt"]), ["1", "1", "2"]);
});

test("a resumed delivery has no more attempts than were left", async () => {
  const server = await listen([503]);
  const delivery = { v: 1, attempts: 3, dns: 0, createdAt: 0, nextAt: 0, delay: 0 };
  const result = await resume({ v: 1, id: "e1", url: server.url, delivery }, { policy: QUICK });
  await server.close();
  assert.deepEqual([result.kind, result.reason, result.attempts], ["deadLetter", "attempts", 4]);
  assert.equal(server.seen.length, 1);
});
