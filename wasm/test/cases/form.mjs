/**
 * The form of a case, where it is stricter than JavaScript is on purpose; everything else is left to the package to
 * refuse. `cases.test.mjs` shows of each difference that the package takes it.
 *
 * - `5.0` is no whole number in a case, and neither is `-0`; to `JSON.parse` they are 5 and 0. So they are put as 0.5.
 * - A moment that is an argument is brought into range, and loses a fraction; a stretch likewise.
 * - Seed and key are text in a case. In JavaScript a seed may be a number, and a text for a key would be hashed.
 * - A header that is not there is `null` in JavaScript, as `headers.get` gives it.
 * - A policy may name a preset and change it.
 * - A report's outcome may be a whole one, with its headers; `"replay"` is a kind of attempt for every guard; and
 *   what counts what is waiting may be left out.
 * - The case itself, that is, which fields it has, which events there are and which of them gave a permit, is nothing
 *   that the package ever sees.
 */

/** The case is none, whatever the package would say to its parts. */
export class NotOfTheForm extends Error {
  constructor(field, message) {
    super(message);
    this.field = field;
  }
}

const HEADERS = ["retryAfter", "date", "rateLimit", "rateLimitReset", "xRateLimitReset"];

/** A vector of a delivery; `decision` and `after` are not looked at. */
export function readCase(line) {
  const vector = parse(line);
  const known = ["policy", "delivery", "outcome", "now", "wall", "stretch", "seed", "key"];
  objectOf(vector, "", [...known, "name", "decision", "after"]);
  const { policy, outcome, now, wall = 0, stretch = 1000, seed, key } = vector;
  if (isObject(policy) && Object.hasOwn(policy, "preset")) refuse("preset", "is JavaScript's alone");
  for (const name of HEADERS) if (outcome?.[name] === null) refuse(`outcome.${name}`, "must be text");
  point(now, "now");
  point(wall, "wall");
  if (!(Number.isInteger(stretch) && stretch >= 1000 && stretch <= 10000)) refuse("stretch", "must be 1000 to 10000");
  hex64(seed, "seed");
  hex64(key, "key");
  return vector;
}

/** What each call has besides `now` and `do`. */
const MEASURED = ["waiting", "overdue", "thresholds"];
const CALLS = {
  destination: {
    admit: ["kind"], report: ["permit", "outcome", "class", "attempts", "ended"], waiting: ["depth"], health: MEASURED,
    disable: [], enable: [], isolate: [], reset: [], replay: [], stopReplay: [], tell: [], storm: [], status: [],
  },
  breaker: { admit: [], result: ["permit", "weight"], isolate: [], reset: [] },
  gate: { admit: [], release: ["permit"] },
  budget: { admit: [], result: ["kind", "delivered", "failed", "timeout"], giveBack: [] },
  storm: { count: ["kind"], waiting: ["depth"], storm: [] },
  replay: { begin: [], stop: [], opened: [], admit: [], result: ["weight"] },
  health: { result: ["kind", "attempts", "delivered"], ended: ["ended", "attempts", "local"], health: MEASURED },
};

/** A vector of a destination or a guard; `results` and `after` are not looked at. */
export function readSequence(line) {
  const vector = parse(line);
  const needed = ["guard", "rules", "state", "seed", "key", "events"];
  objectOf(vector, "", [...needed, "start", "name", "results", "after"], needed);
  const { guard, state, start, seed, key, events } = vector;
  if (typeof guard !== "string" || !Object.hasOwn(CALLS, guard)) refuse("guard", "must be the name of a guard, or destination");
  if ((state === null) !== Object.hasOwn(vector, "start")) refuse("start", "must be there where state is null, and only there");
  if (state === null) point(start, "start");
  hex64(seed, "seed");
  hex64(key, "key");
  if (!Array.isArray(events)) refuse("events", "must be a list");
  events.forEach((event, place) => readEvent(event, guard, `events.${place}`));
  return vector;
}

function readEvent(event, guard, path) {
  const call = isObject(event) ? event.do : undefined;
  if (typeof call !== "string" || !Object.hasOwn(CALLS[guard], call)) refuse(`${path}.do`, `must be a call of ${guard}`);
  const needed = ["now", "do", ...CALLS[guard][call]];
  objectOf(event, path, needed, needed);
  point(event.now, `${path}.now`);
  if (guard !== "destination" && event.kind === "replay") refuse(`${path}.kind`, "must be first or retry");
  if (call === "report") objectOf(event.outcome, `${path}.outcome`, ["status", "error"]);
  // By these the vector is followed, before the package sees anything of it.
  if (needed.includes("permit") && !Number.isInteger(event.permit)) refuse(`${path}.permit`, "must name an event");
  for (const name of ["delivered", "failed"]) {
    if (needed.includes(name) && typeof event[name] !== "boolean") refuse(`${path}.${name}`, "must be true or false");
  }
}

/** A text as a whole, so that a number in it is none, or a number. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const WHOLE = /^(?:0|-?[1-9]\d*)$/;

/** JSON in which `5.0` is no whole number; as another that is none, it is for the package to refuse. */
function parse(line) {
  try {
    const value = JSON.parse(line);
    const strict = line.replace(TOKENS, (token) => (token.startsWith('"') || WHOLE.test(token) ? token : fraction(token)));
    return strict === line ? value : JSON.parse(strict);
  } catch (error) {
    return refuse("", `must be valid JSON (${error.message})`);
  }
}

/** The number, or a half, if JavaScript could not tell it from a whole number. */
function fraction(token) {
  return Number.isInteger(Number(token)) ? "0.5" : token;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objectOf(value, path, known, needed = []) {
  if (!isObject(value)) refuse(path, "must be an object");
  const at = (name) => (path === "" ? name : `${path}.${name}`);
  for (const name of Object.keys(value)) if (!known.includes(name)) refuse(at(name), "is not known here");
  for (const name of needed) if (!Object.hasOwn(value, name)) refuse(at(name), "is missing");
}

function point(value, path) {
  if (!Number.isSafeInteger(value)) refuse(path, "must be a whole number within ±(2^53 − 1)");
}

function hex64(value, path) {
  if (!/^0x[0-9a-f]{1,16}$/i.test(typeof value === "string" ? value : "")) {
    refuse(path, 'must be "0x" and 1 to 16 hexadecimal digits');
  }
}

function refuse(field, message) {
  throw new NotOfTheForm(field, message);
}
