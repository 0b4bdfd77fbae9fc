import assert from "node:assert/strict";
import { test } from "node:test";
import { deliver, withRetries } from "reknock";

const settle = () => new Promise((resolve) => setImmediate(resolve));
const ONCE = { backoff: { constant: { delay: 1 } }, maxAttempts: 1 };

test("an attempt is given up after 30 seconds unless another limit is said, and not before", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 0 });
  const silent = () => new Promise(() => {});
  const deliveries = [];
  void deliver("http://127.0.0.1/", { policy: ONCE, fetch: silent }).then(({ last }) => deliveries.push(last.error));
  void withRetries(silent, { policy: ONCE })("http://127.0.0.1/").catch(({ name }) => deliveries.push(name));
  await settle();
  t.mock.timers.tick(29_999);
  await settle();
  assert.deepEqual(deliveries, []);
  t.mock.timers.tick(1);
  for (let turn = 0; turn < 5; turn += 1) await settle();
  assert.deepEqual(deliveries.sort(), ["TimeoutError", "timeout"]);
});
