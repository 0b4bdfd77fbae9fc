/**
 * Forms of stored states, each described once: read from untrusted JSON, written to bytes or to words for
 * the module, and taken from either. The bytes are postcard's, as in core; words are the same numbers in the
 * same order, one word each.
 */
import { join, type Reader } from "../read.js";
import { MAX_LENGTH } from "../time.js";
import type { Sink, Source } from "./numbers.js";

/** One kind of value. */
export interface Form {
  /** The value, looked at. */
  read(reader: Reader, value: unknown, path: string): unknown;
  write(value: unknown, to: Sink): void;
  take(from: Source, path: string): unknown;
}

/** A whole number from `min` to `max`, stored as one byte or as a varint of so many groups. */
const whole = (min: number, max: number, groups: number): Form => ({
  read: (reader, value, path) => reader.whole(value, path, min, max),
  write: (value, to) => (groups === 1 ? to.byte(value as number) : to.number(value as number)),
  take(from, path) {
    const number = groups === 1 ? from.byte(path) : from.number(path, groups, max);
    return number >= min && number <= max ? number : from.refuse(path);
  },
});

export const version: Form = whole(1, 1, 1);
export const u8: Form = whole(0, 255, 1);
export const u16: Form = whole(0, 65535, 3);
export const u32: Form = whole(0, MAX_LENGTH, 5);
export const rate: Form = whole(1, 65535, 3);
export const length: Form = { ...u32, read: (reader, value, path) => reader.length(value, path) };

export const point: Form = {
  read: (reader, value, path) => reader.point(value, path),
  write: (value, to) => to.point(value as number),
  take: (from, path) => from.point(path),
};

export const bool: Form = {
  read: (reader, value, path) => reader.boolean(value, path),
  write: (value, to) => to.byte(value ? 1 : 0),
  take(from, path) {
    const byte = from.byte(path);
    return byte > 1 ? from.refuse(path) : byte === 1;
  },
};

export const word = (...words: string[]): Form => ({
  read: (reader, value, path) => words[reader.word(value, path, words)],
  write: (value, to) => to.byte(words.indexOf(value as string)),
  take: (from, path) => words[tag(from, path)] ?? from.refuse(path),
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
  const example = `{"${names.join('":…,"')}":…}`;
  return {
    read(reader, value, path) {
      const read = reader.object(value, path, names, example);
      const all: Record<string, unknown> = {};
      for (const name of names) {
        const [at, field] = [join(path, name), reader.field(read, name)];
        all[name] = field === undefined ? reader.refuse(at, "is missing") : fields[name]!.read(reader, field, at);
      }
      return all;
    },
    write(value, to) {
      for (const name of names) fields[name]!.write((value as Record<string, unknown>)[name], to);
    },
    take(from, path) {
      const all: Record<string, unknown> = {};
      for (const name of names) all[name] = fields[name]!.take(from, from.path(path, name));
      return all;
    },
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
      to.byte(names.indexOf(name));
      kinds[name]?.write((value as Record<string, unknown>)[name], to);
    },
    take(from, path) {
      const name = names[tag(from, path)] ?? from.refuse(path);
      return wrap(name, kinds[name]?.take(from, from.path(path, name)));
    },
  };
};

/** `null`, or the fields. */
export const nullOr = (some: Form): Form => orNone("", null, some);

/**
 * `null`-like: the word, or the fields themselves, without a name around them. `name` is what bytes that are
 * neither are laid to, as core does.
 */
export const wordOr = (name: string, none: string, some: Form): Form => orNone(name, none, some);

const orNone = (name: string, none: string | null, some: Form): Form => ({
  read: (reader, value, path) => (value === none ? none : some.read(reader, value, path)),
  write(value, to) {
    to.byte(value === none ? 0 : 1);
    if (value !== none) some.write(value, to);
  },
  take(from, path) {
    const kind = tag(from, join(path, name));
    if (kind > 1) from.refuse(join(path, name));
    return kind === 0 ? none : some.take(from, path);
  },
});

/** The number of a kind; postcard writes it as a varint, of which those here take one byte. */
function tag(from: Source, path: string): number {
  return from.number(path, 5, MAX_LENGTH);
}
