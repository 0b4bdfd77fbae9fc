/**
 * What all header values share. They are read as text where core reads bytes: neither takes anything but ASCII,
 * and so a character above 127 is as wrong as the bytes that it stands for.
 */
const TAB = 9;
const SPACE = 32;
const ZERO = 48;

/** The value without spaces and tabs around it. `String.trim` would drop more than these, which is malformed. */
export function trim(value: string): string {
  let start = 0;
  let end = value.length;
  while (isBlank(value.charCodeAt(start))) start++;
  while (end > start && isBlank(value.charCodeAt(end - 1))) end--;
  return value.slice(start, end);
}

/**
 * The number that one or more digits, and nothing else, mean; `null` for anything else. Exact up to 2^53, and for more
 * digits too large for whoever asks, in the end infinite: as good as core's, which stays at the largest there is.
 */
export function digits(value: string): number | null {
  let number = 0;
  for (let at = 0; at < value.length; at++) {
    const digit = value.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return null;
    number = number * 10 + digit;
  }
  return value === "" ? null : number;
}

function isBlank(char: number): boolean {
  return char === SPACE || char === TAB;
}
