/** Measuring several things side by side, so that the noise of a machine meets all of them alike. */

/**
 * Nanoseconds a call of every case: a function that makes so many calls and gives a number made of all
 * their answers, so that none can be left out. In every round each case runs once, in turn; the best
 * round is what the case can do, the median what it did. Rounds are short, so that on a busy machine
 * some of them are not disturbed.
 */
export function measure(cases, { rounds, millis, warm = 300 }) {
  const names = Object.keys(cases);
  let sink = 0;
  const timed = (name, calls) => {
    const started = process.hrtime.bigint();
    sink += cases[name](calls);
    return Number(process.hrtime.bigint() - started);
  };
  // Long enough that V8 has compiled everything for good, and in turn, so that none is compiled for itself alone:
  // whoever runs last would have the code that was made for it.
  const fastest = Object.fromEntries(names.map((name) => [name, Infinity]));
  for (let turn = 0; turn < warm; turn += 1) {
    for (const name of names) fastest[name] = Math.min(fastest[name], timed(name, 20_000) / 20_000);
  }
  const calls = Object.fromEntries(names.map((name) => [name, Math.max(1_000, Math.round((millis * 1e6) / fastest[name]))]));
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const turn = round % names.length;
    for (const name of [...names.slice(turn), ...names.slice(0, turn)]) {
      times[name].push(timed(name, calls[name]) / calls[name]);
    }
  }
  if (!Number.isFinite(sink)) throw new Error("a case gave something that is not a number");
  return Object.fromEntries(names.map((name) => [name, summary(times[name])]));
}

function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return { best: sorted[0], median: sorted[sorted.length >> 1] };
}
