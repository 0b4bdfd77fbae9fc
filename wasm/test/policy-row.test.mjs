/** The row of words that a policy becomes. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { policy } from "../npm/index.js";
import { source } from "./sources.mjs";

const { numbersOf } = await source("policy/numbers.ts");
const { delaysOf, limitsOf } = await source("policy/check.ts");
const { rowOf } = await source("policy/row.ts");

const MAX = 2 ** 32 - 1;
const delays = (backoff) => [...delaysOf(numbersOf({ backoff }))];
const times = (count, value) => Array(count).fill(value);

test("a row has everything worked out, each word in its place", () => {
  const row = rowOf(numbersOf({
    backoff: { exponential: { base: 1000, factor: [3, 2] } },
    jitter: { additive: { perMille: 100, min: 2000, max: 3000 } },
    maxDelay: "10m", maxAttempts: 7, window: "1d", dnsAttempts: 4, throttleFactor: 6,
    hints: { longest: "6h", mode: "atLeast", jitter: 250 },
    classes: { 409: "transient", "500-599": "permanent", tls: "gone" },
  }));
  assert.equal(row.length, 68);
  assert.deepEqual([...row.slice(0, 4)], [1000, 1500, 2250, 3375]);
  assert.deepEqual([...row.slice(32, 36)], [32, 2, 3, 2], "listed, kind, ratio");
  assert.deepEqual([...row.slice(36, 40)], [5, 100, 2000, 3000], "jitter");
  assert.deepEqual([...row.slice(40, 43)], [600_000, 7, 7], "longest delay, attempts, last try");
  assert.deepEqual([...row.slice(43, 47)], [1, 86_400_000, 4, 6], "window, DNS, throttle factor");
  assert.deepEqual([...row.slice(47, 51)], [1, 21_600_000, 1, 250], "hints");
  const [transient, permanent, gone] = [1, 3, 4];
  assert.deepEqual(
    [...row.slice(51)],
    [3, 409 | (409 << 16), transient, 500 | (599 << 16), permanent, 5 | (5 << 16), gone | 8, ...times(10, 0)],
  );
});

test("a row of what is hardly said has the defaults", () => {
  const row = rowOf(numbersOf({ backoff: { schedule: { delays: [5, 0, 7], then: "repeatLast" } }, hints: null }));
  assert.deepEqual([...row], [
    5, 0, 7, ...times(29, 0), 3, 4, 1, 1, 1, 0, 0, 0, MAX, 5, 5, 0, 0, 3, 2, 0, 0, 0, 0, 0, ...times(16, 0),
  ]);
  const kind = (backoff) => rowOf(numbersOf({ backoff }))[33];
  assert.equal(kind({ constant: { delay: 1 } }), 0);
  assert.equal(kind({ linear: { step: 1 } }), 1);
  assert.equal(kind({ exponential: { base: 1, factor: 2 } }), 2);
  assert.equal(kind({ schedule: { delays: [1] } }), 3);
});

test("eight exceptions fill a row, whatever they are for", () => {
  const errors = ["timeout", "dns", "tls"];
  const classes = Object.fromEntries([...errors.map((error) => [error, "gone"]), ...[0, 1, 7, 8, 65535].map((status) => [status, "delivered"])]);
  const row = rowOf(numbersOf({ backoff: { constant: { delay: 1 } }, classes }));
  assert.equal(row[51], 8);
  const pairs = Array.from({ length: 8 }, (_, place) => [row[52 + 2 * place] & 0xffff, row[52 + 2 * place] >>> 16, row[53 + 2 * place] >> 3]);
  assert.ok(pairs.every(([first, last]) => first === last));
  assert.deepEqual(pairs.filter(([, , isError]) => isError === 0).map(([status]) => status), [0, 1, 7, 8, 65535]);
  assert.equal(pairs.filter(([, , isError]) => isError === 1).length, 3);
});

test("delays grow as they should, and stop at the longest length", () => {
  assert.deepEqual(delays({ constant: { delay: 7 } }), times(32, 7));
  assert.deepEqual(delays({ linear: { step: 7 } }), Array.from({ length: 32 }, (_, place) => 7 * (place + 1)));
  const third = (MAX - 1) / 2;
  assert.deepEqual(delays({ linear: { step: third } }), [third, 2 * third, ...times(30, MAX)]);
  assert.deepEqual(delays({ schedule: { delays: [0, MAX] } }), [0, MAX, ...times(30, 0)]);
  // Against whole numbers of any size.
  for (const [base, num, den] of [
    [1, 2, 1], [1000, 3, 2], [5000, 11, 10], [MAX, 65535, 65534], [MAX - 1, 65535, 65534], [1, 65535, 1],
    [65535, 65535, 65534], [65534, 65535, 65534], [4_000_000_000, 32768, 32767], [3, 1, 1], [1_000_003, 65521, 65519],
  ]) {
    let exact = BigInt(base);
    for (const [place, delay] of delays({ exponential: { base, factor: [num, den] } }).entries()) {
      assert.equal(BigInt(delay), exact, `${base} · (${num}/${den})^${place}`);
      const next = (exact * BigInt(num)) / BigInt(den);
      exact = next > BigInt(MAX) ? BigInt(MAX) : next;
    }
  }
});

test("the last try is the attempts' or the schedule's, whichever comes first", () => {
  const limits = (input) => limitsOf(numbersOf(input));
  const stops = { schedule: { delays: [1, 2, 3], then: "stop" } };
  const repeats = { schedule: { delays: [1, 2, 3], then: "repeatLast" } };
  for (const [input, attempts, lastTry] of [
    [{ backoff: stops }, 4, 4],
    [{ backoff: stops, maxAttempts: 3 }, 3, 3],
    [{ backoff: stops, maxAttempts: 4 }, 4, 4],
    [{ backoff: stops, maxAttempts: 5 }, 5, 4],
    [{ backoff: stops, maxAttempts: null, window: 1 }, 0, 4],
    [{ backoff: repeats }, 5, 5],
    [{ backoff: repeats, maxAttempts: MAX }, MAX, MAX],
    [{ backoff: repeats, maxAttempts: null, window: 1 }, 0, 0],
  ]) {
    const { maxDelay, ...rest } = limits(input);
    assert.deepEqual(rest, { attempts, lastTry }, JSON.stringify(input));
    assert.equal(maxDelay, MAX);
  }
  assert.equal(limits({ backoff: stops, maxDelay: 3 }).maxDelay, 3);
  assert.equal(limits({ backoff: { linear: { step: 1 } } }).maxDelay, 3_600_000);
  assert.equal(limits({ backoff: { exponential: { base: 1, factor: 2 } } }).maxDelay, 3_600_000);
});

test("every good policy's row plans what core plans", () => {
  const lines = readFileSync(new URL("../../tests/policies/policies.jsonl", import.meta.url), "utf8").trimEnd().split("\n");
  let compared = 0;
  for (const { name, ok } of lines.map((line) => JSON.parse(line))) {
    if (!ok) continue;
    const plain = { ...ok, jitter: "none", window: null, maxAttempts: ok.maxAttempts ?? 40 };
    const row = rowOf(numbersOf(plain));
    const planned = [];
    for (const { delay } of policy(plain).timeline()) {
      // Without jitter the earliest is the module's word; the nominal one is JavaScript's own.
      planned.push(delay.earliest);
      if (planned.length === row[32]) break;
    }
    const tries = row[42] - 1;
    assert.deepEqual([...row.slice(0, Math.min(row[32], tries))].map((delay) => Math.min(delay, row[40])), planned, name);
    compared++;
  }
  assert.ok(compared >= 150, `${compared}`);
});
