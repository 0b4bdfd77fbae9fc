/**
 * Header text from anyone: whatever it is, the answer is a length or one of the words for none, and takes as long as the
 * text is. And dates that were written by hand here, without a look at core, are read as the moments that they mean.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { source } from "../sources.mjs";

const { retryAfterPause } = await source("http/retry-after.ts");
const { rateLimitPause } = await source("http/rate-limit.ts");
const numRuns = 10 * Number(process.env.FUZZ_RUNS ?? 300);
const seed = Number(process.env.FUZZ_SEED ?? 20_260_103);
const MAX_LENGTH = 2 ** 32 - 1;
const NONE = { date: null, rateLimit: null, rateLimitReset: null, xRateLimitReset: null };

const DATES = ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"];
const PIECES = [
  ...DATES, ..."0123456789", ..." \t,;=:?.\"\\-+*_/()", "r=0", "t=30", "\"a\"", ";r=0;t=30", ", ", "GMT", "Sun", "Nov", "1e9", "0x10",
  "NaN", "Infinity", "\0", "\n", "\x7f", "\x80", "\xa0", "é", "ſ", "\u212a", "\ufeff", "\u2028", "٣", "１", "😀", "\ud800", "\udc00",
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
);
const wall = fc.option(fc.oneof(fc.maxSafeInteger(), fc.integer({ min: 0, max: 4e12 })));

const isLength = (value) => Number.isInteger(value) && value >= 0 && value <= MAX_LENGTH && !Object.is(value, -0);

test("any text gives a length, or one of the words for none", () => {
  const headers = fc.record({ date: fc.option(text), rateLimit: fc.option(text), rateLimitReset: fc.option(text), xRateLimitReset: fc.option(text) });
  const property = fc.property(text, headers, wall, (value, headers, wall) => {
    const pause = retryAfterPause(value, headers.date, wall);
    assert.ok(pause === null || (pause === "unmeasured" && wall === null) || isLength(pause), `${pause}`);
    const limit = rateLimitPause(headers, wall);
    assert.ok(isLength(limit), `${limit}`);
  });
  fc.assert(property, { numRuns, seed });
});

test("a character beyond ASCII is right nowhere, lone surrogates among them", () => {
  const good = [...DATES.map((date) => [date, 0]), ["120", 0]];
  const beyond = fc.oneof(fc.integer({ min: 0x80, max: 0xffff }), fc.constantFrom(0x80, 0xa0, 0x17f, 0x212a, 0xd800, 0xdfff, 0xfeff, 0xff11));
  const property = fc.property(fc.constantFrom(...good), beyond, fc.nat(40), fc.boolean(), ([text, wall], unit, pick, instead) => {
    const spoil = (text) => {
      const at = pick % (text.length + (instead ? 0 : 1));
      return text.slice(0, at) + String.fromCharCode(unit) + text.slice(at + (instead ? 1 : 0));
    };
    assert.equal(retryAfterPause(spoil(text), null, wall), null);
    assert.equal(rateLimitPause({ ...NONE, rateLimit: spoil('"a\\"b"; x=tok*;y=:YQ==:;z=?1;r=0;t=30, 1.5') }, null), 0);
    assert.equal(rateLimitPause({ ...NONE, rateLimitReset: spoil("30") }, null), 0);
    assert.equal(rateLimitPause({ ...NONE, xRateLimitReset: spoil("30") }, null), 0);
  });
  assert.equal(rateLimitPause({ ...NONE, rateLimit: '"a\\"b"; x=tok*;y=:YQ==:;z=?1;r=0;t=30, 1.5' }, null), 30_000);
  fc.assert(property, { numRuns, seed });
});

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The three forms of a moment, by JavaScript's own calendar. */
function formsOf(millis) {
  const date = new Date(millis);
  const weekday = WEEKDAYS[date.getUTCDay()];
  const month = MONTHS[date.getUTCMonth()];
  const [day, year] = [`${date.getUTCDate()}`, `${date.getUTCFullYear()}`.padStart(4, "0")];
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map((part) => `${part}`.padStart(2, "0")).join(":");
  return {
    imfFixdate: `${weekday.slice(0, 3)}, ${day.padStart(2, "0")} ${month} ${year} ${time} GMT`,
    rfc850: `${weekday}, ${day.padStart(2, "0")}-${month}-${year.slice(-2)} ${time} GMT`,
    asctime: `${weekday.slice(0, 3)} ${month} ${day.padStart(2, " ")} ${time} ${year}`,
  };
}

const YEAR_0 = Date.UTC(2000, 0, 1) - 5 * 146_097 * 86_400_000;
const YEAR_10000 = Date.UTC(10_000, 0, 1);
const second = fc.oneof(
  fc.integer({ min: YEAR_0 / 1000, max: YEAR_10000 / 1000 - 1 }),
  // Around the days that a leap year has or has not.
  fc.tuple(fc.integer({ min: 0, max: 9999 }), fc.constantFrom(0, 58, 59, 60, 364, 365), fc.integer({ min: -1, max: 1 }))
    .map(([year, days, seconds]) => {
      const newYear = new Date(0).setUTCFullYear(year, 0, 1);
      return Math.min(Math.max((newYear / 1000) + days * 86_400 + seconds, YEAR_0 / 1000), YEAR_10000 / 1000 - 1);
    }),
);

test("every moment of the years 0 to 9999 is read in its three forms", () => {
  const earlier = fc.integer({ min: 0, max: MAX_LENGTH });
  const property = fc.property(second, earlier, (seconds, earlier) => {
    const wall = seconds * 1000 - earlier;
    const { imfFixdate, rfc850, asctime } = formsOf(seconds * 1000);
    for (const form of [imfFixdate, rfc850, asctime]) assert.equal(retryAfterPause(form, null, wall), earlier, form);
    for (const form of [imfFixdate, asctime]) {
      assert.equal(retryAfterPause(imfFixdate, form, wall - 5), 0);
      assert.equal(retryAfterPause(form, null, null), "unmeasured");
      assert.equal(retryAfterPause(form, null, wall + 2 * earlier + 1), 0);
    }
  });
  fc.assert(property, { numRuns, seed });
});

test("another weekday is no date", () => {
  const property = fc.property(second, fc.integer({ min: 1, max: 6 }), (seconds, later) => {
    const other = WEEKDAYS[(new Date(seconds * 1000).getUTCDay() + later) % 7];
    const { imfFixdate, rfc850, asctime } = formsOf(seconds * 1000);
    assert.equal(retryAfterPause(other.slice(0, 3) + imfFixdate.slice(3), null, 0), null);
    assert.equal(retryAfterPause(other.slice(0, 3) + asctime.slice(3), null, 0), null);
    assert.equal(retryAfterPause(other + rfc850.slice(rfc850.indexOf(",")), null, seconds * 1000), null);
  });
  fc.assert(property, { numRuns, seed });
});

test("a hostile text takes as long as it is, whatever it repeats", () => {
  const read = (value) => {
    retryAfterPause(value, value, 0);
    rateLimitPause({ date: value, rateLimit: value, rateLimitReset: value, xRateLimitReset: value }, 0);
  };
  const took = (make, size) => {
    const value = make(size);
    const started = performance.now();
    read(value);
    return performance.now() - started;
  };
  for (const [name, make] of Object.entries(HOSTILE)) {
    read(make(1_000));
    // The best of some: whatever else the machine does only makes them longer. Quadratic, a megabyte would take 256
    // times as long as a sixteenth of it, and minutes.
    const best = (size) => Math.min(...[1, 2, 3].map(() => took(make, size)));
    const [short, long] = [best(2 ** 16), best(2 ** 20)];
    assert.ok(long < 100 * Math.max(short, 5), `${name}: ${short} ms for 64 KiB, ${long} ms for 1 MiB`);
  }
});

const around = (before, piece, after) => (size) => before + piece.repeat(size / piece.length) + after;
const HOSTILE = {
  digits: around("", "9", ""),
  "digits that end wrong": around("", "9", "x"),
  zeros: around("", "0", "1"),
  blanks: around("", " ", ""),
  "blanks within": around("1", " ", "1"),
  "blanks around": around("\t ", " ", "120".padEnd(2 ** 12)),
  "a weekday without an end": around("S", "u", ""),
  "a date and more": around(DATES[0], " ", "x"),
  dates: around("", DATES[2], ""),
  items: around("a", ",a", ""),
  "items and blanks": around("a", " \t,\t a", ""),
  "a comma far off": around("a", " ", ",a"),
  "no comma": around("a", " ", "a"),
  parameters: around("a", ";r=0;t=1", ""),
  "many keys": around("a", ";aaaaaaaaaaaaaaa", ""),
  "a long key": around("a;", "a", "=0"),
  "blanks before a key": around("a;", " ", "a"),
  "blanks before no key": around("a;", " ", "A"),
  "a string": around('"', "a", '"'),
  "a string without an end": around('"', "a", ""),
  "a string of escapes": around('"', "\\\\", '"'),
  "a string of other escapes": around('"', 'a\\"', ""),
  strings: around('""', ',""', ""),
  "a token": around("", "a", ""),
  "tokens and colons": around("a", ":", ""),
  bytes: around(":", "a", ":"),
  "bytes without an end": around(":", "=", ""),
  numbers: around("1.5", ",1.5", ""),
  minus: around("", "-", ""),
  "beyond ASCII": around("", "é", ""),
};
