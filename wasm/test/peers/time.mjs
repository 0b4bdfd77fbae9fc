/** Time that passes at once, for us and for libraries that know only the system's. */

/** A clock for `deliver` that does not wait, and remembers how long it should have. */
export function hasty(start = Date.UTC(2026, 0, 1)) {
  let now = start;
  const naps = [];
  return {
    naps,
    waited: () => now - start,
    now: () => now,
    sleep: async (millis, signal) => {
      signal?.throwIfAborted();
      naps.push(millis);
      now += millis;
    },
  };
}

/**
 * Lets every timer of a second or more fire at once while `work` runs, and gives how long they should
 * have waited. A number that `setTimeout` cannot hold goes to the real one as it is: what happens then
 * is the point.
 */
export async function hurried(work) {
  const real = globalThis.setTimeout;
  const waits = [];
  globalThis.setTimeout = (then, millis, ...rest) => {
    if (millis >= 1000) waits.push(millis);
    return real(then, millis >= 1000 && millis < 2 ** 31 ? 0 : millis, ...rest);
  };
  try {
    return { result: await work(), waits };
  } finally {
    globalThis.setTimeout = real;
  }
}

/** A `fetch` that answers with these, one after the other, and then with the last; it counts its calls. */
export function answering(...answers) {
  const fetch = async () => {
    const { status, headers = {} } = answers[Math.min(fetch.calls++, answers.length - 1)];
    return new Response(null, { status, headers });
  };
  fetch.calls = 0;
  return fetch;
}
