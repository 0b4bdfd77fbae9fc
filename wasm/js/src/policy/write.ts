/** The numbers of a policy → its JSON form, every field said. */
import { CLASSES, FAILURES } from "../outcome.js";
import { lengthText, MAX_LENGTH } from "../time.js";
import { AT, JITTERS, KINDS, MODES, THEN } from "./numbers.js";
import type { Backoff, Jitter, PolicyJSON } from "./types.js";

export function toJSON(numbers: Uint32Array, maxAttempts: number | null, maxDelay: number): PolicyJSON {
  const at = (place: keyof typeof AT) => numbers[AT[place]]!;
  const text = (place: keyof typeof AT) => lengthText(at(place));
  const grows = at("backoff") % 3 !== 0;
  return {
    backoff: backoffOf(numbers),
    jitter: jitterOf(numbers),
    ...(grows || maxDelay < MAX_LENGTH ? { maxDelay: lengthText(maxDelay) } : {}),
    maxAttempts,
    window: at("hasWindow") === 0 ? null : text("window"),
    dnsAttempts: at("dns"),
    throttleFactor: at("throttleFactor"),
    hints:
      at("hasHints") === 0
        ? null
        : { longest: text("longest"), mode: MODES[at("atLeast")]!, jitter: at("hintJitter") },
    ...(at("classCount") > 0 ? { classes: classesOf(numbers) } : {}),
  };
}

function backoffOf(numbers: Uint32Array): Backoff {
  const first = lengthText(numbers[AT.first]!);
  switch (KINDS[numbers[AT.backoff]!]!) {
    case "constant":
      return { constant: { delay: first } };
    case "linear":
      return { linear: { step: first } };
    case "exponential": {
      const [num, den] = [numbers[AT.num]!, numbers[AT.den]!];
      return { exponential: { base: first, factor: den === 1 ? num : [num, den] } };
    }
    case "schedule": {
      const delays = numbers.slice(AT.delays, AT.delays + numbers[AT.delayCount]!);
      return { schedule: { delays: Array.from(delays, (delay) => lengthText(delay)), then: THEN[numbers[AT.then]!] } };
    }
  }
}

function jitterOf(numbers: Uint32Array): Jitter {
  const [kind, perMille] = [JITTERS[numbers[AT.jitter]!]!, numbers[AT.perMille]!];
  if (kind === "proportional") return { proportional: perMille };
  if (kind !== "additive") return kind;
  const [min, max] = [lengthText(numbers[AT.min]!), lengthText(numbers[AT.max]!)];
  return { additive: { perMille, min, max } };
}

function classesOf(numbers: Uint32Array): NonNullable<PolicyJSON["classes"]> {
  const classes: NonNullable<PolicyJSON["classes"]> = {};
  for (let place = 0; place < numbers[AT.classCount]!; place++) {
    const [statuses, meaning] = [numbers[AT.classes + 2 * place]!, numbers[AT.classes + 2 * place + 1]!];
    const [first, last] = [statuses & 0xffff, statuses >>> 16];
    const which = ([`${first}`, `${first}-${last}`, FAILURES[first]!] as const)[meaning >> 3]!;
    classes[which] = CLASSES[meaning & 7]!;
  }
  return classes;
}
