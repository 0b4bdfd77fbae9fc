/**
 * Any value as an option of `deliver`, `resume` and a `fetch` with retries gives an error of ours, what a function of
 * the caller's threw, or a result: never an error from inside.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as reknock from "reknock";
import { hasty } from "../peers/time.mjs";
import { anything, Own, spoiled } from "./hostile.mjs";

const { deliver, resume, Destination, newDelivery, ReknockError } = reknock;
const numRuns = Number(process.env.FUZZ_RUNS ?? 40);
const seed = Number(process.env.FUZZ_SEED ?? 20_260_102);

const busy = async () => new Response("busy", { status: 503, headers: { "retry-after": "1" } });

const valid = () => ({
  policy: { backoff: { constant: { delay: "1s" } }, maxAttempts: 2 },
  id: "evt_1",
  seed: "0x5eed",
  body: { type: "order.paid", lines: [1, 2] },
  method: "POST",
  headers: { "x-a": "b" },
  headerNames: { id: "x-id", attempt: ["x-try"] },
  timeout: "5s",
  init: { keepalive: false },
  replay: false,
  destination: new Destination({ now: 0 }),
  fetch: busy,
  save: () => {},
  onAttempt: () => {},
  interpret: (_answer, outcome) => outcome,
  clock: hasty(),
});

/** How a call may end besides with a result. */
async function holds(run) {
  const controller = new AbortController();
  const late = Symbol("stopped by the test");
  const timer = setTimeout(() => controller.abort(late), 250);
  try {
    const result = await run(controller.signal);
    assert.ok(["delivered", "deadLetter", "held"].includes(result.kind), result.kind);
    assert.ok(Number.isInteger(result.attempts), `${result.attempts}`);
  } catch (error) {
    // A wait that a wrong clock made endless ends with the signal, as it must.
    if (error === late || error instanceof Own || error instanceof assert.AssertionError) {
      if (error instanceof assert.AssertionError) throw error;
      return;
    }
    assert.ok(error instanceof ReknockError, `not ours: ${error?.stack ?? String(error)}`);
  } finally {
    clearTimeout(timer);
  }
}

/** A call as it is made, with guards whose places must all be free again afterwards. */
async function returns(options) {
  const clock = hasty();
  const destination = new Destination({ now: clock.now() });
  await holds((signal) => deliver("http://127.0.0.1/hook", { ...valid(), clock, signal, ...options(destination) }));
  assert.equal(destination.status(clock.now()).inFlight, 0, "a place was not given back");
}

/** Functions of the caller's that give, or throw, anything at all; the guards' own answers stay. */
const ANSWERS = {
  "fetch resolves": (value) => (destination) => ({ destination, fetch: async () => value() }),
  "fetch gives a body": (value) => (destination) => ({ destination, fetch: async () => ({ status: 503, headers: {}, body: value() }) }),
  "fetch throws": (value) => (destination) => ({ destination, fetch: async () => { throw value(); } }),
  "fetch throws with an outcome": (value) => (destination) => ({
    destination,
    fetch: async () => { throw Object.assign(new Error("x"), { outcome: value() }); },
  }),
  "interpret gives": (value) => (destination) => ({ destination, interpret: () => value() }),
  "storm gives": (value) => (destination) => ({
    destination: {
      admit: (options) => destination.admit(options),
      report: (...args) => destination.report(...args),
      storm: () => value(),
    },
  }),
};
for (const [what, options] of Object.entries(ANSWERS)) {
  test(`deliver: ${what} anything`, async () => {
    const property = fc.asyncProperty(anything, (make) => returns(options(make)));
    await fc.assert(property, { numRuns, seed, includeErrorInReport: true });
  });
}

/** Options of data: what is wrong with them is ours to say. */
const DATA = ["policy", "id", "seed", "body", "method", "headers", "headerNames", "timeout", "init", "replay"];
/** Functions and objects of the caller's: that they are none is ours to say; what they do is theirs. */
const OWN = ["fetch", "save", "onAttempt", "interpret", "clock", "destination"];

for (const name of [...DATA, ...OWN]) {
  test(`deliver: any ${name}`, async () => {
    const value = fc.oneof(anything, spoiled(() => valid()[name]));
    const property = fc.asyncProperty(value, (make) =>
      holds((signal) => deliver("http://127.0.0.1/hook", { ...valid(), signal, [name]: make() })),
    );
    await fc.assert(property, { numRuns, seed, includeErrorInReport: true });
  });
}

test("deliver: any url, any options", async () => {
  const property = fc.asyncProperty(anything, fc.oneof(anything, spoiled(valid)), (url, options) =>
    holds((signal) => {
      const given = options();
      const safe = typeof given === "object" && given !== null && Object.hasOwn(given, "fetch");
      return deliver(url(), safe ? given : { ...valid(), signal });
    }),
  );
  await fc.assert(property, { numRuns, seed, includeErrorInReport: true });
});

test("resume: any state", async () => {
  const state = () => ({ v: 1, id: "evt_1", url: "http://127.0.0.1/hook", delivery: newDelivery(0) });
  const property = fc.asyncProperty(fc.oneof(anything, spoiled(state)), (make) =>
    holds((signal) => resume(make(), { ...valid(), signal })),
  );
  await fc.assert(property, { numRuns: 5 * numRuns, seed, includeErrorInReport: true });
});
