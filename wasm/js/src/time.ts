type Unit = `${number}d` | `${number}h` | `${number}m` | `${number}s` | `${number}ms`;

/**
 * A length of time: whole milliseconds from 0 to 2^32 − 1 (49 days), or text such as `"30s"`,
 * `"2m30s"`, `"48h"`, `"250ms"` or `"7d"`: counts with the units d, h, m, s, ms, the largest first.
 */
export type Length = number | LengthText;

/** A length of time as text. */
export type LengthText = Unit | `${Unit}${string}`;

/** The longest length, in milliseconds. */
export const MAX_LENGTH = 2 ** 32 - 1;
/** The last moment; the first one is as far on the other side. */
export const MAX_POINT = Number.MAX_SAFE_INTEGER;

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
  ["ms", 1],
] as const;
const FORM = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?$/;

/** Milliseconds of a text such as `"2m30s"`; `NaN` where it is none. May be too long for a length. */
export function parseLength(text: string): number {
  const counts = text === "" ? null : FORM.exec(text);
  if (counts === null) return NaN;
  // Sums of doubles: exact below 2^53, and far too long above.
  return UNITS.reduce((sum, [, size], place) => sum + Number(counts[place + 1] ?? 0) * size, 0);
}

/** A length as people write it; zero is `"0s"`. */
export function lengthText(millis: number): LengthText {
  let text = "";
  for (const [unit, size] of UNITS) {
    const count = Math.floor(millis / size);
    if (count > 0) text += count + unit;
    millis %= size;
  }
  return text === "" ? "0s" : (text as LengthText);
}

/** point + to − from, brought to a point; exact although the sum may need more than 53 bits. */
export function moved(point: number, from: number, to: number): number {
  const sum = BigInt(point) + BigInt(to) - BigInt(from);
  return Number(sum > MAX_POINT ? BigInt(MAX_POINT) : sum < -MAX_POINT ? BigInt(-MAX_POINT) : sum);
}
