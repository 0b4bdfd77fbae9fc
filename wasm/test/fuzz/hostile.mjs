/**
 * Values that no caller should pass, and valid ones with such values somewhere inside.
 *
 * What is drawn is how to make a value, not the value: fast-check looks into what it draws, and these
 * do not let themselves be looked at.
 */
import fc from "fast-check";

/** What a getter, a proxy or a function of ours throws: seen only as the cause of an error, or passed through. */
export class Own extends Error {}

const thrower = () => {
  throw new Own("thrown by the caller's own code");
};
const TRAPS = [
  "get", "has", "ownKeys", "getOwnPropertyDescriptor", "getPrototypeOf", "set", "defineProperty", "deleteProperty",
];

/** An object or array that throws whatever is done to it, or one of these things. */
function throwing(target, trap) {
  return new Proxy(target, Object.fromEntries((trap === undefined ? TRAPS : [trap]).map((name) => [name, thrower])));
}

function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function cyclic() {
  const ring = { status: 503, backoff: {} };
  ring.backoff.constant = ring;
  ring.self = [ring];
  return ring;
}

/** Another value at every look. */
function fickle(...values) {
  let look = 0;
  return () => values[look++ % values.length];
}

function detached() {
  const bytes = new Uint8Array(16);
  structuredClone(bytes, { transfer: [bytes.buffer] });
  return bytes;
}

const SCALARS = [
  undefined, null, true, false, "", "x", "0", "30s", "stormSafe", "__proto__", "constructor", "toString", "\ud800", "\0",
  "9".repeat(400), "1s".repeat(5_000), 0, -0, 1, -1, 0.5, 255, 256, 1000, 65535, 65536, 2 ** 31, 2 ** 32 - 1, 2 ** 32,
  2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e300, Number.MIN_VALUE, NaN, Infinity, -Infinity, 0n, 5n, -1n, 1n << 64n, 1n << 200n,
  Symbol("s"), Symbol.iterator,
];

const OBJECTS = [
  () => ({}), () => [], () => Object.create(null), () => () => 0, () => () => 0n, () => () => "0.5", () => () => NaN,
  () => thrower, () => throwing({}), () => throwing([]), () => throwing(() => 0), () => revoked(), () => cyclic(),
  () => Object.freeze({}), () => JSON.parse('{"__proto__":{"status":200,"maxAttempts":1},"constructor":1}'),
  () => Object.create({ status: 503, backoff: { constant: { delay: "1s" } }, now: 0 }),
  () => ({ valueOf: thrower, toString: thrower, [Symbol.toPrimitive]: thrower }), () => ({ valueOf: () => 503 }),
  () => Object.defineProperty({}, "status", { get: fickle(503, "x", NaN, 5n), enumerable: true }),
  () => Object.defineProperty({}, "status", { get: thrower, enumerable: true }),
  () => new Array(2 ** 32 - 1), () => [, 1, , 2], () => new Date(NaN), () => new Date(0), () => /x/, () => new Map([["status", 503]]),
  () => new Number(503), () => new String("30s"), () => new Uint8Array(4), () => new Uint8Array(20_000), () => detached(),
  () => new Float64Array([NaN]), () => new Error("x"), () => Promise.resolve(503), () => class {}, () => globalThis,
  () => Object.assign(() => 0, { status: 503, kind: "retry" }), () => ({ length: 5, 0: 1 }), () => new Proxy({}, {}),
];

/** Any value at all. */
export const anything = fc.oneof(
  fc.constantFrom(...SCALARS).map((value) => () => value),
  fc.constantFrom(...OBJECTS),
  fc.anything({
    maxDepth: 2, withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withObjectString: true,
    withSet: true, withSparseArray: true, withTypedArray: true, withUnicodeString: true, withBoxedValues: true,
  }).map((value) => () => value),
);

/** How a part of a valid value goes wrong. */
const spoiling = fc.oneof(
  { weight: 4, arbitrary: anything },
  { weight: 1, arbitrary: fc.constantFrom(...TRAPS).map((trap) => (part) => (isObject(part) ? throwing(part, trap) : trap)) },
  { weight: 1, arbitrary: fc.constant((part) => (isObject(part) ? new Proxy(part, {}) : part)) },
  { weight: 1, arbitrary: fc.constant((part) => (isObject(part) && !ArrayBuffer.isView(part) ? Object.freeze(part) : part)) },
);

const HOW = ["replace", "getter", "throwingGetter", "fickleGetter", "extra", "delete", "whole"];

/** A valid value, made by `make`, with one part of it spoiled; or as it is. */
export function spoiled(make) {
  return fc
    .record({ picks: fc.array(fc.nat(50), { maxLength: 4 }), how: fc.constantFrom(...HOW, "not"), spoil: spoiling, name: fieldName })
    .map(({ picks, how, spoil, name }) => {
      const recipe = () => {
        const value = make();
        if (how === "not") return value;
        if (how === "whole" || !isObject(value)) return spoil(value);
        const [holder, key] = part(value, picks);
        apply(holder, key, how, spoil, name);
        return value;
      };
      // For the report of a failure.
      return Object.assign(recipe, { [fc.toStringMethod]: () => `${make}: ${how} at ${picks}, ${fc.stringify(name)}, with ${spoil}` });
    });
}

const fieldName = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "status", "kind", "v", "then", "toJSON", "preset", "length", ""),
  fc.string({ maxLength: 8 }),
);

/** Follows the picks down into the value; gives the last object and a field of it. */
function part(value, picks) {
  let holder = value;
  let key = Object.keys(holder)[0];
  for (const pick of picks) {
    const keys = Object.keys(holder);
    key = keys[pick % Math.max(keys.length, 1)];
    if (!isObject(holder[key]) || ArrayBuffer.isView(holder[key])) break;
    holder = holder[key];
    key = Object.keys(holder)[0];
  }
  return [holder, key];
}

function apply(holder, key, how, spoil, name) {
  const define = (field, get) => Object.defineProperty(holder, field, { get, enumerable: true, configurable: true });
  const now = key === undefined ? undefined : holder[key];
  try {
    switch (how) {
      case "replace":
        return void (holder[key] = spoil(now));
      case "getter":
        return void define(key, () => now);
      case "throwingGetter":
        return void define(key, thrower);
      case "fickleGetter":
        return void define(key, fickle(now, spoil(now), now, NaN, 5n));
      case "delete":
        return void delete holder[key];
      default:
        Object.defineProperty(holder, name, { value: spoil(now), enumerable: true, configurable: true, writable: true });
    }
  } catch (error) {
    // A typed array or a length, which take numbers only, or a frozen part stays as it is.
    if (!(error instanceof TypeError || error instanceof RangeError || error instanceof Own)) throw error;
  }
}

function isObject(value) {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
