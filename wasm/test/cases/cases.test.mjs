/** The runners of `cargo xtask differential`: where they are stricter than the package, and that they hide nothing. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as reknock from "../../npm/index.js";
import * as delivery from "../vectors/delivery.mjs";
import * as destination from "../vectors/destination.mjs";
import { vectorFiles } from "../vectors/files.mjs";
import { decisionOf, resultsOf, told } from "./answers.mjs";

const CASE = {
  policy: "svix", delivery: { v: 1, attempts: 0, dns: 0, createdAt: 0, nextAt: 0, delay: 0 },
  outcome: { status: 503, retryAfter: "120" }, now: 5, seed: "0x5eed", key: "0x1",
};
const SEQUENCE = {
  guard: "destination", rules: {}, start: 0, state: null, seed: "0x5eed", key: "0x1",
  events: [
    { now: 0, do: "admit", kind: "first" },
    { now: 5, do: "report", permit: 0, outcome: { status: 500 }, class: "transient", attempts: 1, ended: "no" },
    { now: 5, do: "health", waiting: 0, overdue: 0, thresholds: "getHook" },
  ],
};
const alone = (guard, ...events) => ({ guard, events });
const replaced = (place, event) => ({ events: SEQUENCE.events.with(place, { ...SEQUENCE.events[place], ...event }) });
const { waiting: _, ...unsaid } = SEQUENCE.events[2];

/** `[what, field, what is changed in the text or in the case]`: refused in a case, and fine in JavaScript. */
const STRICTER = [
  [decisionOf, delivery, CASE, [
    ["a count written with a point", "delivery.attempts", ['"attempts":0', '"attempts":0.0']],
    ["a status written with a point", "outcome.status", ['"status":503', '"status":503.0']],
    ["a status written as -0", "outcome.status", ['"status":503', '"status":-0']],
    ["a moment written with an exponent", "now", ['"now":5', '"now":5e0']],
    ["a moment after the last", "now", { now: 2 ** 53 }],
    ["a fraction of a millisecond", "now", { now: 5.5 }],
    ["a wall time with a fraction", "wall", { wall: 1.5 }],
    ["a stretch below 1000", "stretch", { stretch: 999 }],
    ["a stretch above 10000", "stretch", { stretch: 10001 }],
    ["a seed that is a number", "seed", { seed: 5 }],
    ["an id for a key", "key", { key: "5" }],
    ["a key of 17 digits", "key", { key: `0x${"0".repeat(17)}` }],
    ["null for a header", "outcome.retryAfter", { outcome: { status: 503, retryAfter: null } }],
    ["a preset with changes", "preset", { policy: { preset: "svix", maxAttempts: 3 } }],
    ["a field that a case does not have", "surplus", { surplus: 1 }],
  ]],
  [resultsOf, destination, SEQUENCE, [
    ["a start with a fraction", "start", { start: 0.5 }],
    ["a new state without a start", "start", { start: undefined }],
    ["an event before the first moment", "events.1.now", replaced(1, { now: -(2 ** 53) })],
    ["a field that an event does not have", "events.1.surplus", replaced(1, { surplus: 1 })],
    ["a header in what is reported", "events.1.outcome.retryAfter", replaced(1, { outcome: { status: 500, retryAfter: "5" } })],
    ["a permit that is named by a text", "events.1.permit", replaced(1, { permit: "0" })],
    ["a count of those waiting that is left out", "events.2.waiting", { events: SEQUENCE.events.with(2, unsaid) }],
    ["a replay that a storm counts", "events.0.kind", alone("storm", { now: 0, do: "count", kind: "replay" })],
    [
      "a replay that health counts", "events.0.kind",
      alone("health", { now: 0, do: "result", kind: "replay", attempts: 1, delivered: true }),
    ],
    [
      "a result of a budget with a number for a truth", "events.0.failed",
      alone("budget", { now: 0, do: "result", kind: "first", delivered: false, failed: 1, timeout: true }),
    ],
  ]],
];

for (const [answerOf, { answer }, sound, changes] of STRICTER) {
  for (const [what, field, change] of changes) {
    test(`${what} is refused in a case, and JavaScript takes it`, () => {
      const text = JSON.stringify(Array.isArray(change) ? sound : { ...sound, ...change });
      const line = Array.isArray(change) ? text.replace(...change) : text;
      assert.equal(JSON.parse(answerOf(line)).error?.field, field, answerOf(line));
      assert.doesNotThrow(() => answer(reknock, JSON.parse(line)));
    });
  }
}

test("what the package refuses is named by where it stands in the case", () => {
  const fieldOf = (answer) => JSON.parse(answer).error?.field;
  assert.equal(fieldOf(decisionOf(JSON.stringify({ ...CASE, delivery: { ...CASE.delivery, dns: 256 } }))), "delivery.dns");
  assert.equal(fieldOf(decisionOf(JSON.stringify({ ...CASE, outcome: {} }))), "outcome");
  assert.equal(fieldOf(decisionOf(JSON.stringify({ ...CASE, policy: { backoff: {} } }))), "backoff");
  const { start: __, ...stored } = { ...SEQUENCE, state: {} };
  assert.equal(fieldOf(resultsOf(JSON.stringify(stored))), "state.v");
  assert.equal(fieldOf(resultsOf(JSON.stringify({ ...SEQUENCE, rules: { gate: { max: 0 } } }))), "gate.max");
  assert.equal(fieldOf(decisionOf("{")), "");
});

test("an error that is none of the package's own is no refusal", () => {
  const answer = told({}, () => {
    throw new TypeError("oops");
  });
  assert.equal(answer, '{"threw":"TypeError: oops"}');
});

test("numbers in texts are left as they are", () => {
  const told = (retryAfter) => JSON.parse(decisionOf(JSON.stringify({ ...CASE, outcome: { status: 503, retryAfter } })));
  assert.ok(told("120").decision.delay >= 120_000);
  assert.ok(told('\\" 5.0 "').decision.delay < 120_000);
});

for (const [runner, folder, { expected }] of [["decide", "", delivery], ["destination", "destination/", destination]]) {
  test(`${runner}.mjs answers one line to each, also where the last has no end`, () => {
    const [, vectors] = vectorFiles(folder)[0];
    const input = `\n${vectors.map((vector) => JSON.stringify(vector)).join("\n\n")}\n{`;
    const script = fileURLToPath(new URL(`./${runner}.mjs`, import.meta.url));
    const { status, stdout } = spawnSync(process.execPath, [script], { input, encoding: "utf8" });
    assert.equal(status, 0);
    const answers = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.equal(answers.pop().error.field, "");
    assert.deepEqual(answers, vectors.map((vector) => {
      const { again: ___, ...answer } = expected(vector);
      return answer;
    }));
  });
}
