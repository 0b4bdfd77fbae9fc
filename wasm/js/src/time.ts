type Unit = `${number}d` | `${number}h` | `${number}m` | `${number}s` | `${number}ms`;

/**
 * A length of time: whole milliseconds from 0 to 2^32 − 1 (49 days), or text such as `"30s"`,
 * `"2m30s"`, `"48h"`, `"250ms"` or `"7d"`: counts with the units d, h, m, s, ms, the largest first.
 */
export type Length = number | Unit | `${Unit}${string}`;
