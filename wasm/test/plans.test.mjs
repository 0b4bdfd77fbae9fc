/** What a policy plans is what core plans: every line of `tests/policies/plans.jsonl`, which Rust writes and checks. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fromRandom, newDelivery, policy } from "../npm/index.js";

const cases = readFileSync(new URL("../../tests/policies/plans.jsonl", import.meta.url), "utf8")
  .trimEnd().split("\n").map((line) => JSON.parse(line));

const range = (earliest, nominal, latest) => ({ earliest, nominal, latest });
const retryOf = ([attempt, ...times]) => ({ attempt, delay: range(...times.slice(0, 3)), sinceFirst: range(...times.slice(3)) });

test("there are enough plans, of every kind", () => {
  assert.ok(cases.length >= 280, `${cases.length}`);
  assert.ok(cases.filter(({ count }) => count === 100_000).length >= 5, "that are cut off");
  assert.ok(cases.filter(({ survives }) => survives.some((millis) => typeof millis === "string")).length >= 5, "past 53 bits");
});

test("every timeline is core's, retry by retry", () => {
  for (const { name, policy: input, count, retries, last } of cases) {
    const planned = [];
    let retry = null;
    let counted = 0;
    for (retry of policy(input).timeline()) if (counted++ < retries.length) planned.push(retry);
    assert.equal(counted, count, name);
    assert.deepEqual(planned, retries.map(retryOf), name);
    if (last !== null) assert.deepEqual(retry, retryOf(last), name);
  }
});

test("every outage survived is core's; what no number holds is infinite", () => {
  for (const { name, policy: input, survives } of cases) {
    const expected = range(...survives.map((millis) => (typeof millis === "string" ? Infinity : millis)));
    assert.deepEqual(policy(input).survives(), expected, name);
  }
});

test("a plan goes on where it was, whatever is done between two retries", () => {
  const input = { backoff: { constant: { delay: 1000 } }, jitter: "decorrelated", maxDelay: "5m", maxAttempts: 200 };
  const expected = structuredClone([...policy(input).timeline()]);
  const got = [];
  for (const retry of policy(input).timeline()) {
    got.push(structuredClone(retry));
    // The desk is written to, the slot is taken by others, and what was handed out is changed.
    for (let others = 0; others < 70; others++) policy("svix").survives();
    policy("gitHub").decide(newDelivery(0), { status: 503, retryAfter: "5" }, { now: 0, draws: fromRandom(() => 0.5) });
    for (const part of [retry, retry.delay, retry.sinceFirst]) for (const name in part) part[name] = NaN;
  }
  assert.deepEqual(got, expected);
});

test("two plans of one policy do not disturb each other", () => {
  const mesh = policy("hookMesh");
  const [one, other] = [mesh.timeline(), mesh.timeline()];
  one.next();
  assert.deepEqual(other.next(), policy("hookMesh").timeline().next());
  assert.deepEqual([...one], [...other]);
});

test("a plan is refused at once to what is not a policy", () => {
  const { timeline, survives } = policy("svix");
  for (const other of [undefined, {}, Object.create(policy("svix"))]) {
    assert.throws(() => timeline.call(other), { code: "INVALID_ARGUMENT", field: "this" });
    assert.throws(() => survives.call(other), { code: "INVALID_ARGUMENT", field: "this" });
  }
});

test("a plan of 100,000 retries takes as long for the last as for the first", () => {
  const long = policy({ backoff: { constant: { delay: 1 } }, jitter: "none", maxAttempts: 200_000 });
  const took = (count) => {
    const started = performance.now();
    for (const { attempt } of long.timeline()) if (attempt > count) break;
    return performance.now() - started;
  };
  // The best of some: whatever else the machine does only makes them longer.
  const best = (count) => Math.min(...[1, 2, 3].map(() => took(count)));
  const [all, short] = [best(100_000), best(10_000)];
  // Ten times the retries; quadratic, they would take a hundred times as long.
  assert.ok(all < 50 * Math.max(short, 1), `${short} ms for 10,000, ${all} ms for 100,000`);
});
