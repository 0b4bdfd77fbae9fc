import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { deliver } from "reknock";
import { listen, QUICK } from "./server.mjs";

const LIMIT = { timeout: 60_000 };

test("one signal for a hundred deliveries: one listener, no warning, and all of them end with it", LIMIT, async () => {
  const warnings = [];
  const warned = (warning) => warnings.push(warning);
  process.on("warning", warned);
  const server = await listen([503]);
  const controller = new AbortController();
  const reason = new Error("enough");
  const policy = { ...QUICK, backoff: { constant: { delay: "1h" } } };
  let [tried, all] = [0, () => {}];
  const everyone = new Promise((resolve) => (all = resolve));
  const onAttempt = () => void ((tried += 1) === 100 && all());
  const running = Array.from({ length: 100 }, () => deliver(server.url, { policy, signal: controller.signal, onAttempt }));
  const ended = Promise.all(running.map((one) => assert.rejects(one, (error) => error === reason)));
  await everyone;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(getEventListeners(controller.signal, "abort").length, 1);
  controller.abort(reason);
  await ended;
  assert.equal(getEventListeners(controller.signal, "abort").length, 0);
  await server.close();
  process.off("warning", warned);
  assert.deepEqual(warnings, []);
});
