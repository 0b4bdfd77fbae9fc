/**
 * Forms of stored states, each described once: read from untrusted JSON, written to bytes and read
 * from bytes. The bytes are postcard's, as in core.
 */
import { join, type Reader } from "../read.js";
import { MAX_LENGTH, MAX_POINT } from "../time.js";

/** One kind of value. */
export interface Form {
  /** The value, looked at. */
  read(reader: Reader, value: unknown, path: string): unknown;
  write(value: unknown, to: number[]): void;
  take(from: Cursor, path: string): unknown;
}

/** Bytes being read. */
export class Cursor {
  #at = 0;

  constructor(
    readonly reader: Reader,
    readonly bytes: Uint8Array,
  ) {}

  byte(path: string): number {
    const byte = this.bytes[this.#at++];
    return byte === undefined ? this.reader.refuse(path, "the bytes end before it") : byte;
  }

  /** A variable-length integer of so many groups of seven bits, not above `most`. */
  varint(path: string, groups: number, most: bigint): bigint {
    let number = 0n;
    for (let group = 0; group < groups; group++) {
      const byte = this.byte(path);
      number |= BigInt(byte & 0x7f) << BigInt(7 * group);
      if (byte < 0x80) {
        if (number > most) break;
        return number;
      }
    }
    return this.reader.refuse(path, "the number is out of range");
  }

  end(path: string): void {
    if (this.#at < this.bytes.length) this.reader.refuse(path, "more bytes follow where none should");
  }
}

/** A whole number from `min` to `max`, stored as one byte or as a varint of so many groups. */
const whole = (min: number, max: number, groups: number): Form => ({
  read: (reader, value, path) => reader.whole(value, path, min, max),
  write: (value, to) => (groups === 1 ? to.push(value as number) : push(BigInt(value as number), to)),
  take(from, path) {
    const number = groups === 1 ? from.byte(path) : Number(from.varint(path, groups, BigInt(max)));
    return number >= min && number <= max ? number : from.reader.refuse(path, "the number is out of range");
  },
});

export const version: Form = whole(1, 1, 1);
export const u8: Form = whole(0, 255, 1);
export const u16: Form = whole(0, 65535, 3);
export const u32: Form = whole(0, MAX_LENGTH, 5);
export const rate: Form = whole(1, 65535, 3);
export const length: Form = { ...u32, read: (reader, value, path) => reader.length(value, path) };

/** A point; the sign is in the lowest bit. */
export const point: Form = {
  read: (reader, value, path) => reader.point(value, path),
  write(value, to) {
    const number = BigInt(value as number);
    push(number < 0n ? -2n * number - 1n : 2n * number, to);
  },
  take(from, path) {
    const number = from.varint(path, 8, (1n << 64n) - 1n);
    const signed = Number(number & 1n ? -(number >> 1n) - 1n : number >> 1n);
    return Math.abs(signed) <= MAX_POINT ? signed : from.reader.refuse(path, "the number is out of range");
  },
};

export const bool: Form = {
  read: (reader, value, path) => reader.boolean(value, path),
  write: (value, to) => to.push(value ? 1 : 0),
  take(from, path) {
    const byte = from.byte(path);
    return byte > 1 ? from.reader.refuse(path, "the number is out of range") : byte === 1;
  },
};

export const word = (...words: string[]): Form => ({
  read: (reader, value, path) => words[reader.word(value, path, words)],
  write: (value, to) => to.push(words.indexOf(value as string)),
  take(from, path) {
    const place = Number(from.varint(path, 5, BigInt(MAX_LENGTH)));
    return words[place] ?? from.reader.refuse(path, "the number is out of range");
  },
});

export const list = (of: Form, size: number): Form => ({
  read: (reader, value, path) =>
    reader.list(value, path, size).map((entry, place) => of.read(reader, entry, join(path, place))),
  write: (value, to) => (value as unknown[]).forEach((entry) => of.write(entry, to)),
  take: (from, path) => Array.from({ length: size }, () => of.take(from, path)),
});

/** An object of these fields, all of them there and no other. */
export const object = (fields: Readonly<Record<string, Form>>): Form => {
  const names = Object.keys(fields);
  const all = <T>(value: (name: string, form: Form) => T) =>
    Object.fromEntries(names.map((name) => [name, value(name, fields[name]!)]));
  return {
    read(reader, value, path) {
      const read = reader.object(value, path, names, `{"${names.join('":…,"')}":…}`);
      return all((name, form) => {
        const field = reader.field(read, name);
        return field === undefined ? reader.refuse(join(path, name), "is missing") : form.read(reader, field, join(path, name));
      });
    },
    write: (value, to) => names.forEach((name) => fields[name]!.write((value as Record<string, unknown>)[name], to)),
    take: (from, path) => all((name, form) => form.take(from, join(path, name))),
  };
};

/** One of several kinds: `{ kind: fields }`, or the word alone where a kind has no fields. */
export const union = (kinds: Readonly<Record<string, Form | null>>): Form => {
  const names = Object.keys(kinds);
  const wrap = (name: string, inner: unknown) => (kinds[name] === null ? name : { [name]: inner });
  return {
    read(reader, value, path) {
      if (typeof value === "string" && kinds[value] === null && Object.hasOwn(kinds, value)) return value;
      const [name, inner] = reader.one(value, path, names.filter((kind) => kinds[kind] !== null), "one of its kinds");
      return wrap(name, kinds[name]!.read(reader, inner, join(path, name)));
    },
    write(value, to) {
      const name = typeof value === "string" ? value : Object.keys(value as object)[0]!;
      to.push(names.indexOf(name));
      kinds[name]?.write((value as Record<string, unknown>)[name], to);
    },
    take(from, path) {
      const name = names[Number(from.varint(path, 5, BigInt(MAX_LENGTH)))];
      if (name === undefined) return from.reader.refuse(path, "the number is out of range");
      return wrap(name, kinds[name]?.take(from, join(path, name)));
    },
  };
};

/** `null`-like: the word, or the fields themselves, without a name around them. */
export const wordOr = (none: string, some: Form): Form => ({
  read: (reader, value, path) => (value === none ? none : some.read(reader, value, path)),
  write(value, to) {
    to.push(value === none ? 0 : 1);
    if (value !== none) some.write(value, to);
  },
  take(from, path) {
    const tag = Number(from.varint(path, 5, BigInt(MAX_LENGTH)));
    if (tag > 1) from.reader.refuse(path, "the number is out of range");
    return tag === 0 ? none : some.take(from, path);
  },
});

function push(number: bigint, to: number[]): void {
  for (; number > 0x7fn; number >>= 7n) to.push(Number(number & 0x7fn) | 0x80);
  to.push(Number(number));
}
