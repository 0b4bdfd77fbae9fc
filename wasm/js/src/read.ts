/**
 * Reading untrusted values: every refusal names its field.
 *
 * What is refused here is the *form* of a value: its type, its range, a field that is unknown or
 * missing. What the values mean together is checked once, in core.
 */
import { ReknockError, type ReknockErrorCode } from "./errors.js";
import { MAX_LENGTH, MAX_POINT, parseLength } from "./time.js";

/** An object whose fields are being read. */
export type Fields = Readonly<Record<string, unknown>>;

/** Reads the values of one kind of document. */
export class Reader {
  constructor(readonly code: ReknockErrorCode) {}

  refuse(path: string, fix: string): never {
    throw new ReknockError(this.code, path, fix);
  }

  /** An object with no field but these. A field that is `undefined` counts as left out. */
  object(value: unknown, path: string, known: readonly string[], example: string): Fields {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return this.refuse(path, `must be an object such as ${example}`);
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
    return this.refuse(path, `must be a whole number from ${min} to ${max}${missing(value)}`);
  }

  length(value: unknown, path: string): number {
    const length = typeof value === "string" ? parseLength(value) : value;
    if (typeof length === "number" && Number.isInteger(length) && length >= 0 && length <= MAX_LENGTH) {
      return length + 0;
    }
    return this.refuse(
      path,
      `must be a length such as "2m30s", or milliseconds from 0 to ${MAX_LENGTH}${missing(value)}`,
    );
  }

  point(value: unknown, path: string): number {
    return this.whole(value, path, -MAX_POINT, MAX_POINT);
  }

  /** The place of a word in the list. */
  word(value: unknown, path: string, words: readonly string[]): number {
    const place = words.indexOf(value as string);
    if (place < 0) this.refuse(path, `must be one of ${words.join(", ")}${missing(value)}`);
    return place;
  }

  boolean(value: unknown, path: string): boolean {
    return typeof value === "boolean" ? value : this.refuse(path, `must be true or false${missing(value)}`);
  }

  list(value: unknown, path: string, size: number): readonly unknown[] {
    if (Array.isArray(value) && value.length === size) return value;
    return this.refuse(path, `must be a list of ${size} numbers${missing(value)}`);
  }
}

export function join(path: string, name: string | number): string {
  return path === "" ? `${name}` : `${path}.${name}`;
}

function missing(value: unknown): string {
  return value === undefined ? "; it is missing" : "";
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

/** A count given by the caller, 0 to 2^32 − 1. */
export function count(value: unknown, name: string): number {
  return ARGUMENTS.whole(value, name, 0, MAX_LENGTH);
}

/** The options of a call. */
export function options(value: unknown, example: string): Fields {
  if (typeof value === "object" && value !== null) return value as Fields;
  return ARGUMENTS.refuse("options", `must be an object such as ${example}`);
}
