/** Every policy, set of rules and set of thresholds of `tests/policies/`, as Rust's reader is held to them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Breaker, Budget, Destination, Gate, Health, policy, ReknockError, Replay, Storm } from "../npm/index.js";

const casesOf = (file) =>
  readFileSync(new URL(`../../tests/policies/${file}`, import.meta.url), "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));

/** Holds one reader to one verdict; `prefix` stands before a field in the corpus, and not here. */
function hold({ name, ok, refused }, code, read, prefix = "") {
  let written;
  try {
    written = read();
  } catch (error) {
    assert.ok(error instanceof ReknockError, `${name}: ${error.stack}`);
    assert.ok(refused, `${name}: is refused: ${error.message}`);
    assert.equal(error.code, code, name);
    assert.equal(prefix + error.field, refused.field, `${name}: ${error.message}`);
    assert.equal(error.message, error.field === "" ? error.fix : `${error.field}: ${error.fix}`, name);
    assert.ok(refused.says === null || error.fix.includes(refused.says), `${name}: says ${error.fix}\n and not ${refused.says}`);
    return;
  }
  assert.ok(ok, `${name}: is read as ${JSON.stringify(written)}`);
  assert.deepEqual(written, ok, name);
}

test("policies", () => {
  const cases = casesOf("policies.jsonl");
  assert.ok(cases.length >= 500, `${cases.length}`);
  for (const one of cases) {
    hold(one, "INVALID_POLICY", () => policy(one.policy).toJSON());
    if (one.ok) assert.deepEqual(policy(one.ok).toJSON(), one.ok, `${one.name}: written twice`);
  }
});

test("rules of destinations", () => {
  const cases = casesOf("rules.jsonl");
  assert.ok(cases.length >= 500, `${cases.length}`);
  for (const one of cases) {
    hold(one, "INVALID_RULES", () => new Destination({ now: 0, rules: one.rules }).rules);
    if (one.ok) assert.deepEqual(new Destination({ now: 0, rules: one.ok }).rules, one.ok, `${one.name}: written twice`);
  }
});

const GUARDS = { breaker: Breaker, gate: Gate, budget: Budget, storm: Storm, replay: Replay, health: Health };

test("rules of one guard alone, which begin at the guard", () => {
  let count = 0;
  for (const one of casesOf("rules.jsonl")) {
    const [[guard, rules] = [], more] = Object.entries(one.rules ?? {});
    const Guard = Object.hasOwn(GUARDS, guard) && more === undefined ? GUARDS[guard] : null;
    // What stands for no object at all is named as the option it came in.
    if (Guard === null || one.refused?.field === guard) continue;
    hold({ ...one, ok: one.ok?.[guard] }, "INVALID_RULES", () => new Guard({ now: 0, rules }).rules, `${guard}.`);
    count++;
  }
  assert.ok(count >= 400, `${count}`);
});

test("thresholds, for a destination and for health alone", () => {
  const cases = casesOf("thresholds.jsonl");
  assert.ok(cases.length >= 100, `${cases.length}`);
  for (const one of cases) {
    const refused = one.refused && { ...one.refused, field: ["thresholds", one.refused.field].filter(Boolean).join(".") };
    for (const report of [
      (options) => new Destination({ now: 0 }).health(options),
      (options) => new Health({ now: 0 }).report(options),
    ]) {
      // What was read is not written again; that it was compared shows in the levels.
      const compared = () => {
        const { level: _, ...readings } = report({ now: 0, thresholds: one.thresholds });
        return Object.fromEntries(Object.entries(readings).map(([metric, { level }]) => [metric, level !== "off"]));
      };
      const ok = one.ok && Object.fromEntries(Object.entries(one.ok).map(([metric, bounds]) => [metric, bounds !== null]));
      hold({ ...one, ok, refused }, "INVALID_RULES", compared);
    }
  }
});

test("a preset with changes is the preset's object with those fields replaced", () => {
  const svix = policy("svix").toJSON();
  assert.deepEqual(policy({ preset: "svix" }).toJSON(), svix);
  assert.deepEqual(policy({ preset: "svix", maxAttempts: 4 }).toJSON(), { ...svix, maxAttempts: 4 });
  assert.deepEqual(policy({ preset: "svix", maxAttempts: undefined }).toJSON(), svix);
  assert.deepEqual(policy("svix").with({ jitter: "none" }).toJSON(), { ...svix, jitter: "none" });
  assert.deepEqual(policy("svix").with({ jitter: undefined }).toJSON(), svix);
  // What was not said goes on to follow its default.
  const schedule = { schedule: { delays: ["1s", "2s"], then: "stop" } };
  assert.equal(policy({ preset: "svix", backoff: schedule }).toJSON().maxAttempts, 3);
  assert.equal(policy("svix").with({ backoff: schedule }).toJSON().maxAttempts, 3);
  assert.equal(policy("stormSafe").with({ backoff: schedule }).toJSON().maxAttempts, 5);
  assert.equal(policy({ backoff: { linear: { step: "1s" } } }).with({ backoff: schedule }).toJSON().maxDelay, undefined);
});

test("a preset that there is not is repeated, with the one that was meant", () => {
  for (const [input, said] of [
    ["svx", '"svx" is none; did you mean "svix"?'],
    ["GitHub", '"GitHub" is none; did you mean "gitHub"?'],
    ["storm-safe", '"storm-safe" is none; did you mean "stormSafe"?'],
    ["slacks", '"slacks" is none; did you mean "slack"?'],
    [{ preset: "Svix" }, '"Svix" is none; did you mean "svix"?'],
    ["stripe", '"stripe" is none: stormSafe, '],
    ["", '"" is none: stormSafe, '],
    [5, "the name of a preset: stormSafe, "],
  ]) {
    assert.throws(() => policy(input), (error) => error.code === "INVALID_POLICY" && error.fix.includes(said), said);
  }
});

test("a share is in per mille, and the error says so", () => {
  const backoff = { constant: { delay: "1s" } };
  for (const changes of [
    { jitter: { proportional: 0.2 } },
    { jitter: { additive: { perMille: 0.1, min: 0, max: 0 } } },
    { hints: { jitter: 2000 } },
  ]) {
    assert.throws(() => policy({ backoff, ...changes }), /from 0 to 1000, in per mille: 200 is 20 %/);
  }
});

test("what is refused of a preset with changes names the field", () => {
  for (const [input, field] of [
    [{ preset: "stripe" }, "preset"],
    [{ preset: null }, "preset"],
    [{ preset: "svix", maxAttempts: 0 }, "maxAttempts"],
    [{ preset: "svix", jitter: "decorrelated" }, "jitter"],
    [{ preset: "svix", surplus: 1 }, "surplus"],
  ]) {
    assert.throws(() => policy(input), { name: "ReknockError", code: "INVALID_POLICY", field });
  }
  for (const changes of [undefined, null, 5, "svix"]) {
    assert.throws(() => policy("svix").with(changes), { code: "INVALID_ARGUMENT", field: "changes" });
  }
});
