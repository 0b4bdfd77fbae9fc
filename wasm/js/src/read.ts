/**
 * Reading untrusted values: every refusal names its field.
 *
 * What is refused here is the *form* of a value: its type, its range, a field that is unknown or
 * missing. What the values mean together is checked after it, in the files named `check`.
 */
import { ReknockError, type ReknockErrorCode } from "./errors.js";
import { lengthText, MAX_LENGTH, MAX_POINT, parseLength } from "./time.js";

/** An object whose fields are being read. */
export type Fields = Readonly<Record<string, unknown>>;

/** Reads the values of one kind of document. */
export class Reader {
  constructor(readonly code: ReknockErrorCode) {}

  refuse(path: string, fix: string): never {
    throw new ReknockError(this.code, path, fix);
  }

  /** An object with no field but these. A field that is `undefined` counts as left out. */
  object(value: unknown, path: string, known: readonly string[], example: string | readonly string[]): Fields {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      // The names alone where they are all that is to be said: most calls are right, and put no example together.
      const shown = typeof example === "string" ? example : `{ ${example.join(", ")} }`;
      const hint = typeof value === "string" && path === "" ? "; text is to go through JSON.parse first" : "";
      return this.refuse(path, `must be an object such as ${shown}${hint}`);
    }
    for (const name of Object.keys(value)) {
      if (!known.includes(name) && (value as Fields)[name] !== undefined) {
        this.refuse(join(path, name), `is not known here; known are ${known.join(", ")}`);
      }
    }
    return value as Fields;
  }

  /** A field of it; inherited ones do not count. */
  field(object: Fields, name: string): unknown {
    return Object.hasOwn(object, name) ? object[name] : undefined;
  }

  /** An object with exactly one of these fields. */
  one(value: unknown, path: string, known: readonly string[], example: string): [string, unknown] {
    const object = this.object(value, path, known, example);
    const said = known.filter((name) => this.field(object, name) !== undefined);
    const [name] = said;
    if (name === undefined || said.length > 1) {
      return this.refuse(path, `must have exactly one of ${known.join(", ")}`);
    }
    return [name, object[name]];
  }

  whole(value: unknown, path: string, min: number, max: number): number {
    if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) {
      return value + 0; // −0 is 0
    }
    return this.mustBe(value, path, min === max ? `${min}` : `a whole number from ${min} to ${max}`);
  }

  length(value: unknown, path: string): number {
    if (typeof value === "string") return this.#lengthOfText(value, path);
    if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_LENGTH) {
      return value + 0;
    }
    return this.mustBe(value, path, `a length such as "2m30s", or milliseconds from 0 to ${MAX_LENGTH}`);
  }

  #lengthOfText(text: string, path: string): number {
    const length = parseLength(text);
    if (length <= MAX_LENGTH) return length;
    const fix =
      length > MAX_LENGTH
        ? `the longest length is ${lengthText(MAX_LENGTH)}`
        : 'write a length as numbers with the units d, h, m, s, ms, largest first, such as "2m30s"';
    return this.refuse(path, `${JSON.stringify(shortened(text))}: ${fix}`);
  }

  point(value: unknown, path: string): number {
    return this.whole(value, path, -MAX_POINT, MAX_POINT);
  }

  /** The place of a word in the list. */
  word(value: unknown, path: string, words: readonly string[]): number {
    const place = words.indexOf(value as string);
    if (place < 0) this.mustBe(value, path, `one of ${words.map((word) => `"${word}"`).join(" ")}`);
    return place;
  }

  boolean(value: unknown, path: string): boolean {
    return typeof value === "boolean" ? value : this.mustBe(value, path, "true or false");
  }

  list(value: unknown, path: string, size: number): readonly unknown[] {
    if (Array.isArray(value) && value.length === size) return Array.from({ length: size }, (_, place) => value[place]);
    return this.mustBe(value, path, `a list of ${size} numbers`);
  }

  /** Refuses a value that is something else, or is not there at all. */
  mustBe(value: unknown, path: string, what: string): never {
    return this.refuse(path, `${value === undefined ? "is missing; it " : ""}must be ${what}`);
  }
}

export function join(path: string, name: string | number): string {
  return path === "" ? `${name}` : `${path}.${name}`;
}

/** A text that an error repeats, in a length for people. */
function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** A method was called on something else than its own object. */
export function notItself(what: string): never {
  return ARGUMENTS.refuse("this", `must be ${what} itself: call a method on its object, and not on a proxy around it; in Vue, markRaw() keeps it as it is`);
}

/**
 * Reads a caller's value. What a getter or a proxy in it throws becomes an error of ours, with that
 * as its cause.
 */
export function reading<T>(code: ReknockErrorCode, field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw ours(error, code, field);
  }
}

/** An error of ours: as it is, or for what was thrown while a value was read. */
export function ours(error: unknown, code: ReknockErrorCode, field: string): ReknockError {
  if (isOurs(error)) return error;
  return new ReknockError(code, field, "cannot be read: a getter or a proxy in it threw", { cause: error });
}

/** What is thrown may be a proxy too, which does not even let itself be asked. */
function isOurs(error: unknown): error is ReknockError {
  try {
    return error instanceof ReknockError;
  } catch {
    return false;
  }
}

const ARGUMENTS = new Reader("INVALID_ARGUMENT");

/**
 * A moment given by the caller, such as `Date.now()`: what is beyond the last moment counts as the
 * last one, and a fraction of a millisecond is dropped.
 */
export function moment(value: unknown, name: string): number {
  if (typeof value !== "number" || value !== value) {
    return ARGUMENTS.refuse(name, "must be a number of milliseconds, such as Date.now()");
  }
  return Math.floor(Math.min(Math.max(value, -MAX_POINT), MAX_POINT)) + 0;
}

/** The moment in options that hold nothing else. */
export function nowIn(value: unknown): number {
  return moment(options(value, "now").now, "now");
}

/** A count given by the caller, 0 to 2^32 − 1. */
export function count(value: unknown, name: string): number {
  return ARGUMENTS.whole(value, name, 0, MAX_LENGTH);
}

/** The options of a call, each of them read once. A misspelt one would be silently without effect. */
export function options<K extends string>(value: unknown, ...names: readonly K[]): { readonly [name in K]: unknown } {
  return reading("INVALID_ARGUMENT", "options", () => {
    const object = ARGUMENTS.object(value, "options", names, names);
    const read = {} as { [name in K]: unknown };
    for (const name of names) read[name] = object[name];
    return read;
  });
}
