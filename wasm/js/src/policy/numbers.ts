/**
 * The form of a policy object → numbers, as they were said. `row.ts` works them out for the module, and takes two
 * stretches of them as they are: from `jitter` up to `hasMaxDelay`, and from `hasWindow` up to `delays`.
 */
import { CLASSES, FAILURES } from "../outcome.js";
import { Reader, type Fields } from "../read.js";
import { MAX_LENGTH } from "../time.js";

export const KINDS = ["constant", "linear", "exponential", "schedule"] as const;
export const JITTERS = ["none", "full", "equal", "decorrelated", "proportional", "additive"] as const;
const WORDS = JITTERS.slice(0, 4);
export const THEN = ["stop", "repeatLast"] as const;
export const MODES = ["replace", "atLeast"] as const;
const FIELDS = [
  "backoff", "jitter", "maxDelay", "maxAttempts", "window", "dnsAttempts", "throttleFactor", "hints", "classes",
] as const;

/** Where a number lies. */
export const AT = {
  backoff: 0, first: 1, num: 2, den: 3, then: 4, delayCount: 5,
  jitter: 6, perMille: 7, min: 8, max: 9,
  hasMaxDelay: 10, maxDelay: 11, attempts: 12, maxAttempts: 13, hasWindow: 14, window: 15,
  dns: 16, throttleFactor: 17, hasHints: 18, longest: 19, atLeast: 20, hintJitter: 21,
  classCount: 22, classes: 23, delays: 39,
} as const;

/** How `maxAttempts` was said. */
export const ATTEMPTS = { unsaid: 0, limit: 1, none: 2 } as const;

/** How many delays a schedule has at most. */
export const MOST_DELAYS = 32;
const MOST_CLASSES = 8;
const SIZE = AT.delays + MOST_DELAYS;

const POLICY = new Reader("INVALID_POLICY");

/** Reads the form; what the numbers mean together is checked after it. */
export function numbersOf(value: unknown): Uint32Array {
  const policy = POLICY.object(value, "", FIELDS, '{"backoff":{"exponential":{"base":"30s","factor":2}}}');
  const field = (name: (typeof FIELDS)[number]) => POLICY.field(policy, name);
  const numbers = new Uint32Array(SIZE);
  readBackoff(numbers, field("backoff"));
  readJitter(numbers, field("jitter"));
  readLimits(numbers, field);
  numbers[AT.dns] = POLICY.whole(unless(field("dnsAttempts"), 3), "dnsAttempts", 1, 255);
  numbers[AT.throttleFactor] = POLICY.whole(unless(field("throttleFactor"), 2), "throttleFactor", 1, 100);
  readHints(numbers, field("hints"));
  readClasses(numbers, field("classes"));
  return numbers;
}

function readBackoff(numbers: Uint32Array, value: unknown): void {
  const example = '{"exponential":{"base":"30s","factor":2}}';
  if (value === undefined) POLICY.refuse("backoff", `is missing; write one such as ${example}`);
  const [kind, inner] = POLICY.one(value, "backoff", KINDS, example);
  const path = `backoff.${kind}`;
  numbers[AT.backoff] = KINDS.indexOf(kind as "constant");
  switch (kind) {
    case "constant":
      numbers[AT.first] = readOnly(inner, path, "delay");
      break;
    case "linear":
      numbers[AT.first] = readOnly(inner, path, "step");
      break;
    case "exponential": {
      const fields = POLICY.object(inner, path, ["base", "factor"], '{"base":"30s","factor":2}');
      numbers[AT.first] = POLICY.length(POLICY.field(fields, "base"), `${path}.base`);
      const [num, den] = readFactor(POLICY.field(fields, "factor"), `${path}.factor`);
      numbers[AT.num] = num;
      numbers[AT.den] = den;
      break;
    }
    default:
      readSchedule(numbers, POLICY.object(inner, path, ["delays", "then"], '{"delays":["30s","2m"],"then":"stop"}'), path);
  }
}

function readOnly(value: unknown, path: string, name: string): number {
  const fields = POLICY.object(value, path, [name], `{"${name}":"30s"}`);
  return POLICY.length(POLICY.field(fields, name), `${path}.${name}`);
}

function readFactor(value: unknown, path: string): [number, number] {
  if (!Array.isArray(value)) {
    if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 65535) return [value, 1];
    return POLICY.mustBe(value, path, "a whole number such as 2, or a ratio such as [3, 2], each from 1 to 65535");
  }
  if (value.length !== 2) POLICY.refuse(path, "a ratio has two numbers, such as [3, 2]");
  return [POLICY.whole(value[0], path, 1, 65535), POLICY.whole(value[1], path, 1, 65535)];
}

function readSchedule(numbers: Uint32Array, fields: Fields, path: string): void {
  const delays = POLICY.field(fields, "delays");
  const then = POLICY.field(fields, "then");
  if (!Array.isArray(delays)) {
    return POLICY.mustBe(delays, `${path}.delays`, 'a list of 1 to 32 lengths, such as ["30s","2m"]');
  }
  const count = delays.length;
  if (!(count >= 1 && count <= MOST_DELAYS)) POLICY.refuse(`${path}.delays`, "must have 1 to 32 entries");
  numbers[AT.delayCount] = count;
  for (let place = 0; place < count; place++) {
    numbers[AT.delays + place] = POLICY.length(delays[place], `${path}.delays.${place}`);
  }
  numbers[AT.then] = then === undefined ? 0 : POLICY.word(then, `${path}.then`, THEN);
}

function readJitter(numbers: Uint32Array, value: unknown): void {
  if (value === undefined || WORDS.includes(value as "none")) {
    numbers[AT.jitter] = value === undefined ? 1 : WORDS.indexOf(value as "none");
    return;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    POLICY.mustBe(
      value, "jitter",
      '"none", "full", "equal", "decorrelated", {"proportional":200} or {"additive":{"perMille":100,"min":"2s","max":"15m"}}',
    );
  }
  const [kind, inner] = POLICY.one(value, "jitter", ["proportional", "additive"], '{"proportional":200}');
  numbers[AT.jitter] = JITTERS.indexOf(kind as "additive");
  if (kind === "proportional") {
    numbers[AT.perMille] = perMille(inner, "jitter.proportional");
    return;
  }
  const fields = POLICY.object(inner, "jitter.additive", ["perMille", "min", "max"], '{"perMille":100,"min":"2s","max":"15m"}');
  numbers[AT.perMille] = perMille(POLICY.field(fields, "perMille"), "jitter.additive.perMille");
  numbers[AT.min] = POLICY.length(POLICY.field(fields, "min"), "jitter.additive.min");
  numbers[AT.max] = POLICY.length(POLICY.field(fields, "max"), "jitter.additive.max");
}

function readLimits(numbers: Uint32Array, field: (name: "maxDelay" | "maxAttempts" | "window") => unknown): void {
  const [maxDelay, maxAttempts, window] = [field("maxDelay"), field("maxAttempts"), field("window")];
  if (maxDelay === null && numbers[AT.backoff]! % 3 !== 0) {
    POLICY.refuse("maxDelay", "a backoff that grows needs one; leave it out for 1h");
  }
  if (maxDelay != null) {
    numbers[AT.hasMaxDelay] = 1;
    numbers[AT.maxDelay] = POLICY.length(maxDelay, "maxDelay");
  }
  if (maxAttempts === null) {
    numbers[AT.attempts] = ATTEMPTS.none;
  } else if (maxAttempts !== undefined) {
    numbers[AT.attempts] = ATTEMPTS.limit;
    numbers[AT.maxAttempts] = POLICY.whole(maxAttempts, "maxAttempts", 1, MAX_LENGTH);
  }
  if (window != null) {
    numbers[AT.hasWindow] = 1;
    numbers[AT.window] = POLICY.length(window, "window");
  }
}

function readHints(numbers: Uint32Array, value: unknown): void {
  if (value === null) return;
  const fields = POLICY.object(
    unless(value, {}), "hints", ["longest", "mode", "jitter"],
    '{"longest":"24h","mode":"replace","jitter":500}, or null',
  );
  const said = (name: string, unsaid: unknown) => unless(POLICY.field(fields, name), unsaid);
  numbers[AT.hasHints] = 1;
  numbers[AT.longest] = POLICY.length(said("longest", 86_400_000), "hints.longest");
  numbers[AT.atLeast] = POLICY.word(said("mode", "replace"), "hints.mode", MODES);
  numbers[AT.hintJitter] = perMille(said("jitter", 500), "hints.jitter");
}

const STATUS = "(0|[1-9]\\d{0,4})";
const WHICH = new RegExp(`^${STATUS}(?:-${STATUS})?$`);

/** Statuses, ranges and errors; the class stands with its kind: 0, 1 and 2. */
function readClasses(numbers: Uint32Array, value: unknown): void {
  if (value === undefined) return;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return POLICY.refuse("classes", 'must be an object such as {"409":"transient","500-599":"permanent"}');
  }
  let count = 0;
  for (const [which, meaning] of Object.entries(value)) {
    if (meaning === undefined) continue;
    const [kind, statuses] = readWhich(which);
    const path = `classes.${which}`;
    if (count === MOST_CLASSES) POLICY.refuse("classes", "must have 8 exceptions at most");
    numbers[AT.classes + 2 * count] = statuses;
    numbers[AT.classes + 2 * count + 1] = POLICY.word(meaning, path, CLASSES) | (kind << 3);
    count++;
  }
  numbers[AT.classCount] = count;
}

function readWhich(which: string): [kind: number, statuses: number] {
  const failure = FAILURES.indexOf(which as "tls");
  if (failure >= 0) return [2, failure];
  const parts = WHICH.exec(which);
  const first = Number(parts?.[1] ?? NaN);
  const last = parts?.[2] === undefined ? first : Number(parts[2]);
  const range = parts?.[2] !== undefined;
  if (!(first <= 65535 && last <= 65535 && (!range || first < last))) {
    return POLICY.refuse(
      `classes.${which}`,
      'is not a status such as "409", a range such as "500-599" or an error name such as "tls"',
    );
  }
  return [range ? 1 : 0, first | (last << 16)];
}

/** A share, which people write as 0.2 or 20 as well. */
function perMille(value: unknown, path: string): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 1000) return value + 0;
  return POLICY.mustBe(value, path, "a whole number from 0 to 1000, in per mille: 200 is 20 %");
}

/** What was said, unless nothing was; `null` is something. */
function unless(said: unknown, unsaid: unknown): unknown {
  return said === undefined ? unsaid : said;
}
