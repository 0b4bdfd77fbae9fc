/** Breakers: failures long past, and a stored state that is believed as it is. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleAll, SamplingBreaker } from "cockatiel";
import { Breaker, Destination, derived } from "reknock";

const draws = derived("0x5eed", "breakers");
const HOUR = 3_600_000;
const fail = () => Promise.reject(new Error("down"));

test("cockatiel: a sampling breaker of 30 s trips on failures an hour old", async () => {
  mock.timers.enable({ apis: ["Date"], now: HOUR });
  try {
    const options = { threshold: 0.5, duration: 30_000, minimumRps: 1 };
    const stale = circuitBreaker(handleAll, { halfOpenAfter: 10_000, breaker: new SamplingBreaker(options) });
    // 29 failures are too few to trip: 30 calls are the minimum.
    for (let call = 0; call < 29; call++) await assert.rejects(stale.execute(fail));
    assert.equal(stale.state, CircuitState.Closed);
    mock.timers.setTime(3 * HOUR);
    await assert.rejects(stale.execute(fail));
    assert.equal(stale.state, CircuitState.Open, "one failure in two hours, and it is open");

    const fresh = circuitBreaker(handleAll, { halfOpenAfter: 10_000, breaker: new SamplingBreaker(options) });
    await assert.rejects(fresh.execute(fail));
    assert.equal(fresh.state, CircuitState.Closed, "one failure alone does not open it");
  } finally {
    mock.timers.reset();
  }

  const rules = { consecutive: null, rate: 500, minimum: 30, window: "30s" };
  const breaker = new Breaker({ now: HOUR, rules });
  const failAt = (now) => {
    const answer = breaker.admit({ now, draws });
    assert.equal(answer.kind, "go");
    return breaker.result(answer.permit, "failure", { now, draws });
  };
  for (let call = 0; call < 29; call++) assert.equal(failAt(HOUR), "closed");
  assert.equal(failAt(3 * HOUR), "closed", "what is an hour old does not count");
  for (let call = 0; call < 28; call++) assert.equal(failAt(3 * HOUR), "closed");
  assert.equal(failAt(3 * HOUR), "open", "thirty within the window do");
});

test("cockatiel: a restored state is trusted as it is, and can keep a breaker from ever opening", async () => {
  const state = { ownState: { value: CircuitState.Closed }, breakerState: -1e9 };
  const believing = circuitBreaker(handleAll, { halfOpenAfter: 10_000, breaker: new ConsecutiveBreaker(3), initialState: state });
  for (let call = 0; call < 100; call++) await assert.rejects(believing.execute(fail), /down/);
  assert.equal(believing.state, CircuitState.Closed, "a hundred failures in a row, and it is closed");

  const sampling = { windows: [], currentWindow: 0, currentFailures: null, currentSuccesses: "many" };
  const broken = circuitBreaker(handleAll, {
    halfOpenAfter: 10_000,
    breaker: new SamplingBreaker({ threshold: 0.5, duration: 30_000, minimumRps: 1 }),
    initialState: { ownState: { value: CircuitState.Closed }, breakerState: sampling },
  });
  await assert.rejects(broken.execute(fail), TypeError, "the caller gets an error from inside, not its own");

  const breaker = new Breaker({ now: 0 }).toJSON();
  const { closed } = breaker.state;
  for (const [wrong, field] of [
    [{ ...breaker, state: { closed: { ...closed, consecutive: -1e9 } } }, "state.closed.consecutive"],
    [{ ...breaker, state: { closed: { ...closed, failures: [] } } }, "state.closed.failures"],
    [{ ...breaker, state: { closed: { ...closed, failures: [0, 0, null, 0, 0] } } }, "state.closed.failures.2"],
    [{ ...breaker, state: { ajar: {} } }, "state.ajar"],
    [{ ...breaker, state: "open" }, "state"],
    [{ ...breaker, base: "many" }, "base"],
    [{ v: 1 }, "at"],
    [null, ""],
  ]) {
    assert.throws(() => Breaker.from(wrong), { name: "ReknockError", code: "INVALID_STATE", field });
  }
  // Well-formed and absurd is brought into range: the longest pause of the rules.
  const destination = new Destination({ now: 0 }).toJSON();
  const ages = { open: { left: 2 ** 32 - 1, cooldown: 2 ** 32 - 1 } };
  const restored = Destination.from({ ...destination, breaker: { ...destination.breaker, state: ages } });
  const answer = restored.admit({ now: 0, kind: "first", draws });
  assert.equal(answer.because, "open");
  assert.ok(answer.until <= 10 * 60_000, `${answer.until}`);
});
