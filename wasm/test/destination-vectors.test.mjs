/** Every golden vector of a destination and of its guards, through the package as it will be published. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Breaker, Budget, derived, Destination, Gate, Health, Replay, Storm } from "../npm/index.js";
import { vectorFiles } from "./vectors.mjs";

/** How each guard is made, and how each of its calls is written in JavaScript. */
const GUARDS = {
  destination: {
    make: (options, state) => (state === null ? new Destination(options) : Destination.from(state, options.rules)),
    admit: (guard, { now, kind }, draws) => guard.admit({ now, kind, draws }),
    report: (guard, { now, outcome, class: meaning, attempts, ended }, draws, permit) => {
      const heard = guard.report(permit, { outcome, class: meaning, attempts, ended }, { now, draws });
      return heard.kind === "late" ? "late" : { heard: { breaker: heard.breaker, disabled: heard.disabled } };
    },
    waiting: (guard, { now, depth }) => guard.waiting(now, depth),
    health: (guard, event) => guard.health(event),
    ...plain("disable", "enable", "isolate", "reset", "replay", "stopReplay", "tell", "storm", "status"),
  },
  breaker: {
    make: (options, state) => new Breaker(options, state ?? undefined),
    admit: (guard, { now }, draws) => guard.admit({ now, draws }),
    result: (guard, { now, weight }, draws, pass) => guard.result(pass, weight, { now, draws }),
    ...plain("isolate", "reset"),
  },
  gate: {
    make: (options, state) => new Gate(options, state ?? undefined),
    admit: (guard, { now }, draws) => guard.admit({ now, draws }),
    release: (guard, { now }, _, place) => (guard.release(place, now) ? "released" : "late"),
  },
  budget: {
    make: (options, state) => new Budget(options, state ?? undefined),
    admit: (guard, { now }, draws) => guard.admit({ now, draws }),
    result: (guard, { now, kind, delivered, failed, timeout }) => {
      const meaning = delivered ? "delivered" : failed ? "transient" : "permanent";
      guard.result(kind, meaning, { now, timeout });
    },
    ...plain("giveBack"),
  },
  storm: {
    make: (options, state) => new Storm(options, state ?? undefined),
    count: (guard, { now, kind }) => guard.count(kind, now),
    waiting: (guard, { now, depth }) => guard.waiting(now, depth),
    storm: (guard, { now }) => guard.report(now),
  },
  replay: {
    make: (options, state) => new Replay(options, state ?? undefined),
    admit: (guard, { now }, draws) => guard.admit({ now, draws }),
    result: (guard, { now, weight }) => guard.result(weight, now),
    ...plain("begin", "stop", "opened"),
  },
  health: {
    make: (options, state) => new Health(options, state ?? undefined),
    result: (guard, { now, kind, attempts, delivered }) => guard.result(kind, attempts, delivered, now),
    ended: (guard, { now, ended, attempts, local }) => guard.ended(ended, attempts, local, now),
    health: (guard, event) => guard.report(event),
  },
};

function plain(...names) {
  return Object.fromEntries(names.map((name) => [name, (guard, { now }) => guard[name](now)]));
}

/** An answer as the vectors write it. */
function written(answer) {
  switch (answer?.kind) {
    case "go":
      return answer.permit === null ? "go" : { go: answer.permit };
    case "wait":
      return { wait: { until: answer.until, because: answer.because } };
    case "hold":
      return { hold: answer.because };
    default:
      return answer ?? null;
  }
}

function run({ guard: kind, rules, start, state, seed, key, events, name }, results) {
  const calls = GUARDS[kind];
  const guard = calls.make({ now: start ?? 0, rules }, state);
  const draws = derived(seed, BigInt(key));
  const permits = [];
  events.forEach((event, place) => {
    const permit = event.permit === undefined ? undefined : permits[event.permit];
    const answer = calls[event.do](guard, event, draws, permit);
    permits.push(answer?.kind === "go" ? answer.permit : undefined);
    assert.deepEqual(written(answer), results[place], `${name}, event ${place}`);
  });
  return guard;
}

for (const [file, vectors] of vectorFiles("destination/")) {
  test(`${file}: ${vectors.length} sequences are as the model says`, () => {
    for (const vector of vectors) {
      const guard = run(vector, vector.results);
      assert.deepEqual(guard.toJSON(), vector.after, vector.name);
      const again = GUARDS[vector.guard].make({ now: 0, rules: vector.rules }, guard.toBytes());
      assert.deepEqual(again.toJSON(), vector.after, `${vector.name}, from its bytes`);
    }
  });
}
