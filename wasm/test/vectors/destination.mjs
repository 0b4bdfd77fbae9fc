/** What the package answers to a golden vector of a destination or of a guard, wherever JavaScript runs. */

/** The answer to every event, the state after them, and that state once more, from its bytes. */
export function answer(reknock, { guard: kind, rules, start, state, seed, key, events }) {
  const calls = guards(reknock)[kind];
  const guard = calls.make({ now: start ?? 0, rules }, state);
  const draws = reknock.derived(seed, BigInt(key));
  const permits = [];
  const results = events.map((event) => {
    const permit = event.permit === undefined ? undefined : permits[event.permit];
    const answered = calls[event.do](guard, event, draws, permit);
    permits.push(answered?.kind === "go" ? answered.permit : undefined);
    return written(answered);
  });
  const again = calls.make({ now: 0, rules }, guard.toBytes());
  return { results, after: guard.toJSON(), again: again.toJSON() };
}

/** What the model says. */
export function expected({ results, after }) {
  return { results, after, again: after };
}

/** How each guard is made, and how each of its calls is written in JavaScript. */
const guards = ({ Breaker, Budget, Destination, Gate, Health, Replay, Storm }) => ({
  destination: {
    make: made(Destination),
    admit: (guard, { now, kind }, draws) => guard.admit({ now, kind, draws }),
    report: (guard, { now, outcome, class: meaning, attempts, ended }, draws, permit) => {
      const heard = guard.report(permit, { outcome, class: meaning, attempts, ended }, { now, draws });
      return heard.kind === "late" ? "late" : { heard: { breaker: heard.breaker, disabled: heard.disabled } };
    },
    waiting: (guard, { now, depth }) => guard.waiting(depth, { now }),
    health: (guard, event) => guard.health(measured(event)),
    ...plain("disable", "enable", "isolate", "reset", "replay", "stopReplay", "tell", "storm", "status"),
  },
  breaker: {
    make: made(Breaker),
    admit: (guard, { now }, draws) => guard.admit({ now, draws }),
    result: (guard, { now, weight }, draws, pass) => guard.result(pass, weight, { now, draws }),
    ...plain("isolate", "reset"),
  },
  gate: {
    make: made(Gate),
    admit: (guard, { now }, draws) => guard.admit({ now, draws }),
    release: (guard, { now }, _, place) => (guard.release(place, { now }) ? "released" : "late"),
  },
  budget: {
    make: made(Budget),
    admit: (guard, { now }, draws) => guard.admit({ now, draws }),
    result: (guard, { now, kind, delivered, failed, timeout }) => {
      const meaning = delivered ? "delivered" : failed ? "transient" : "permanent";
      guard.result(kind, meaning, { now, timeout });
    },
    ...plain("giveBack"),
  },
  storm: {
    make: made(Storm),
    count: (guard, { now, kind }) => guard.count(kind, { now }),
    waiting: (guard, { now, depth }) => guard.waiting(depth, { now }),
    storm: (guard, { now }) => guard.report(now),
  },
  replay: {
    make: made(Replay),
    admit: (guard, { now }, draws) => guard.admit({ now, draws }),
    result: (guard, { now, weight }) => guard.result(weight, { now }),
    ...plain("begin", "stop", "opened"),
  },
  health: {
    make: made(Health),
    result: (guard, { now, kind, attempts, delivered }) => guard.result(kind, { now, attempts, delivered }),
    ended: (guard, { now, ended, attempts, local }) => guard.ended(ended, { now, attempts, local }),
    health: (guard, event) => guard.report(measured(event)),
  },
});

/** A new one, or one from what was stored. */
function made(Guard) {
  return (options, state) => (state === null || state === undefined ? new Guard(options) : Guard.from(state, options.rules));
}

/** What health asks for. */
function measured({ now, waiting, overdue, thresholds }) {
  return { now, waiting, overdue, thresholds };
}

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
