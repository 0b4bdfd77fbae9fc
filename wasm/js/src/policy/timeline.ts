/** What a policy will do: the plan that core lays on the desk, piece by piece. */
import { core, floats, PLAN } from "../boundary/core.js";
import type { Range, TimelineRetry } from "./types.js";

/** The retries of the policy whose slot `ready` gives; asked anew for every piece. */
export function* plan(ready: () => number): Generator<TimelineRetry, undefined, undefined> {
  for (let skip = 0; ; skip += PLAN) {
    const count = core.timeline(ready(), skip);
    // Copied: whoever iterates may use the desk between two retries.
    const numbers = floats.slice(0, 7 * count);
    for (let place = 0; place < numbers.length; place += 7) {
      yield {
        attempt: numbers[place]!,
        delay: rangeAt(numbers, place + 1),
        sinceFirst: rangeAt(numbers, place + 4),
      };
    }
    if (count < PLAN) return;
  }
}

export function survival(slot: number): Range {
  core.survives(slot);
  const { earliest, nominal, latest } = rangeAt(floats, 0);
  return { earliest: known(earliest), nominal: known(nominal), latest: known(latest) };
}

function rangeAt(numbers: Float64Array, place: number): Range {
  return { earliest: numbers[place]!, nominal: numbers[place + 1]!, latest: numbers[place + 2]! };
}

/** 300,000 years are as good as forever, and exact they are not. */
function known(millis: number): number {
  return millis > Number.MAX_SAFE_INTEGER ? Infinity : millis;
}
