/** The numbers of a state on their way: into bytes that are stored, or into words for the module, and back. */
import { join, type Reader } from "../read.js";
import { MAX_POINT } from "../time.js";

/** Where numbers go. */
export interface Sink {
  byte(number: number): void;
  number(number: number): void;
  point(number: number): void;
}

/** Where numbers come from. */
export interface Source {
  byte(path: string): number;
  /** A number that takes so many groups of seven bits at most, and is not above `most`. */
  number(path: string, groups: number, most: number): number;
  point(path: string): number;
  /** Where a field lies, for a refusal. */
  path(of: string, field: string): string;
  refuse(path: string): never;
}

export class BytesSink implements Sink {
  readonly bytes: number[] = [];

  byte(number: number): void {
    this.bytes.push(number);
  }

  number(number: number): void {
    this.#varint(BigInt(number));
  }

  /** The sign is in the lowest bit. */
  point(number: number): void {
    const point = BigInt(number);
    this.#varint(point < 0n ? -2n * point - 1n : 2n * point);
  }

  #varint(number: bigint): void {
    for (; number > 0x7fn; number >>= 7n) this.byte(Number(number & 0x7fn) | 0x80);
    this.byte(Number(number));
  }
}

/** Bytes from a store, which may be anything. */
export class BytesSource implements Source {
  readonly #reader: Reader;
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(reader: Reader, bytes: Uint8Array) {
    this.#reader = reader;
    this.#bytes = bytes;
  }

  byte(path: string): number {
    return this.#bytes[this.#at++] ?? this.#reader.refuse(path, "the bytes end before it");
  }

  number(path: string, groups: number, most: number): number {
    const number = this.#varint(path, groups);
    return number > BigInt(most) ? this.refuse(path) : Number(number);
  }

  point(path: string): number {
    const number = this.#varint(path, 8);
    const point = Number(number & 1n ? -(number >> 1n) - 1n : number >> 1n);
    return Math.abs(point) <= MAX_POINT ? point : this.refuse(path);
  }

  path(of: string, field: string): string {
    return join(of, field);
  }

  refuse(path: string): never {
    return this.#reader.refuse(path, "the number is out of range");
  }

  end(path: string): void {
    if (this.#at < this.#bytes.length) this.#reader.refuse(path, "more bytes follow where none should");
  }

  #varint(path: string, groups: number): bigint {
    let number = 0n;
    for (let group = 0; group < groups; group++) {
      const byte = this.byte(path);
      number |= BigInt(byte & 0x7f) << BigInt(7 * group);
      if (byte < 0x80) return number;
    }
    return this.refuse(path);
  }
}

/** Half of a point: two words hold one, the lower first. */
const HALF = 2 ** 32;

export class WordsSink implements Sink {
  readonly words: number[] = [];

  byte(number: number): void {
    this.words.push(number);
  }

  number(number: number): void {
    this.words.push(number);
  }

  point(number: number): void {
    this.words.push(number >>> 0, Math.floor(number / HALF) >>> 0);
  }
}

/** Words that the module laid down; they are right. */
export class WordsSource implements Source {
  readonly #words: Uint32Array;
  #at = 0;

  constructor(words: Uint32Array) {
    this.#words = words;
  }

  byte(): number {
    return this.#words[this.#at++]!;
  }

  number(): number {
    return this.byte();
  }

  point(): number {
    const low = this.byte();
    return (this.byte() | 0) * HALF + low;
  }

  /** Nothing is refused, and to name each of a hundred numbers would take longest of all. */
  path(): string {
    return "";
  }

  refuse(): never {
    throw new Error("reknock: a state of the module cannot be read; this is a bug in reknock");
  }
}
