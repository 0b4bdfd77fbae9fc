/**
 * What the rules of each guard keep to, alone and together: as `build` of the guard in `core/src/destination`
 * has it, in its order and its words, so that every reader names the same thing first.
 */
import { join, type Reader } from "../read.js";
import { MAX_LENGTH } from "../time.js";
import type { GuardName } from "./rules.js";

/** The rules of one guard, by name; weights and booleans as numbers. */
export type Said = Readonly<Record<string, number | null>>;
type Check = readonly [name: string, broken: (said: Said) => boolean, fix: string];

/** `null` is in every range: where it may stand, it stands for no such rule. */
const within = (name: string, least: number, most: number, range: string): Check => [
  name, (said) => (said[name] ?? least) < least || (said[name] ?? most) > most, `must be ${range}`,
];
const range = (name: string, least: number, most: number, unit = ""): Check =>
  within(name, least, most, `${least} to ${most}${unit}`);
const some = (name: string): Check => within(name, 1, MAX_LENGTH, "1 or more");
const aboveZero = (name: string, more = ""): Check => within(name, 1, MAX_LENGTH, `above 0${more}`);
const aSecond = (name: string): Check => within(name, 1_000, MAX_LENGTH, "1 s or more");
const tokens = (name: string): Check => range(name, 0, 1_000_000);

const CHECKS: Readonly<Record<GuardName, readonly Check[]>> = {
  breaker: [
    range("consecutive", 1, 65535, ", or none"),
    range("rate", 1, 1000, " per mille, or none"),
    [
      "rate", ({ rate, consecutive }) => rate === null && consecutive === null,
      "must be there where consecutive is not, or nothing ever opens it",
    ],
    range("minimum", 1, 32767),
    aSecond("window"),
    aboveZero("cooldown"),
    range("factor", 1, 100),
    ["maxCooldown", ({ maxCooldown, cooldown }) => maxCooldown! < cooldown!, "must not be below cooldown"],
    range("spread", 0, 1000, " per mille"),
    range("probes", 1, 4),
    range("successesToClose", 1, 255),
    aboveZero("probeLease"),
  ],
  gate: [range("max", 1, 16), aSecond("lease")],
  budget: [
    range("cap", 1, 4_000_000, " thousandths of a token"),
    ...["floor", "deposit", "cost", "refund", "success", "failure", "timeout"].map(tokens),
    ["reserve", ({ reserve, cap }) => reserve! >= cap!, "must be below the cap"],
    [
      "reserve", ({ reserve, cap, cost }) => cost! > cap! - reserve!,
      "must leave room for the cost of one retry under the cap",
    ],
  ],
  storm: [aSecond("window"), range("ratio", 1, 1000), range("minimum", 1, 32767), some("depth"), some("growing")],
  replay: [
    range("slowest", 1, 60_000, " a minute"),
    range("fastest", 1, 60_000, " a minute"),
    [
      "start", ({ start, slowest, fastest }) => start! < slowest! || start! > fastest!,
      "must lie between slowest and fastest",
    ],
    range("ramp", 1, 1000, " per mille"),
  ],
  health: [aSecond("window")],
  disable: [
    range("exhausted", 1, 32767, ", or none"),
    aboveZero("failing", "; leave it out for none"),
    range("failures", 1, 65535),
  ],
};

/** Refuses the rules of a guard that break one of these; `path` is where they stand. */
export function check(reader: Reader, guard: GuardName, said: Said, path: string): void {
  for (const [name, broken, fix] of CHECKS[guard]) if (broken(said)) reader.refuse(join(path, name), fix);
}
