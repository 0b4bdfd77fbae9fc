import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { setTimeout as later } from "node:timers/promises";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { deliver, withRetries } from "reknock";
import { listen } from "./server.mjs";

const MANY = 30;
/** At once: so a connection that is not back yet would be missed. */
const AT_ONCE = { backoff: { schedule: { delays: [0], then: "repeatLast" } }, jitter: "none", maxAttempts: MANY, window: "1h" };
const POLICIES = { "at once": AT_ONCE, "after a wait": { ...AT_ONCE, backoff: { constant: { delay: 5 } } } };
const BODIES = { "a small body": "y".repeat(1_000), "a body of 60 kilobytes": "z".repeat(60_000), "no body": "" };

/** How many connections a server saw for so many requests. */
const connections = ({ seen }) => new Set(seen.map(({ socket }) => socket)).size;

for (const [when, policy] of Object.entries(POLICIES)) {
  for (const [what, body] of Object.entries(BODIES)) {
    test(`${MANY} tries with ${what}, each ${when}, share one connection`, async () => {
      const senders = [
        (url) => deliver(url, { policy, body: "hi" }),
        (url) => withRetries(fetch, { policy })(url).then((response) => response.text()),
      ];
      for (const send of senders) {
        const server = await listen([{ status: 503, body }]);
        await send(server.url);
        await server.close();
        assert.deepEqual([server.seen.length, connections(server)], [MANY, 1]);
      }
    });
  }
}

test("who leaves the bodies unread has a connection for every try: what the tests above can see", async () => {
  const server = await listen([{ status: 503, body: "y".repeat(100_000) }]);
  const unread = [];
  for (let turn = 0; turn < 5; turn += 1) unread.push(await fetch(server.url));
  await server.close();
  assert.equal(connections(server), 5);
});

test("a signal that lives long is let go of by every request that is over", async () => {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc");
  const server = await listen([503, { status: 200, body: "hello" }, 503, 200]);
  const { signal } = new AbortController();
  const steady = withRetries(fetch, { policy: AT_ONCE });
  for (let turn = 0; turn < 20; turn += 1) await (await steady(server.url, { signal })).text();
  await deliver(server.url, { policy: AT_ONCE, signal });
  for (let turn = 0; turn < 100 && getEventListeners(signal, "abort").length > 5; turn += 1) {
    await later(20);
    gc();
  }
  await server.close();
  assert.ok(getEventListeners(signal, "abort").length <= 5, `${getEventListeners(signal, "abort").length} still listen`);
});
