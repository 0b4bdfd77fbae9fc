/** The rules of a destination: their form → the numbers that core builds them from, and back. */
import { join, Reader, reading, type Fields } from "../read.js";
import { lengthText, MAX_LENGTH } from "../time.js";
import { check, type Said } from "./check.js";
import type { BudgetName, BudgetRules } from "./types.js";

export const WEIGHTS = ["success", "failure", "ignore"] as const;

/** What a rule may be; narrower ranges are checked once the form of all is read. */
type Kind = "u8" | "u16" | "u32" | "u16 or null" | "length" | "length or null" | "weight" | "boolean";
type Rule = readonly [name: string, kind: Kind, unless: number | null];

/** Every guard's rules with their defaults, in the order of `core/src/raw/rules.rs`. */
const RULES = {
  breaker: [
    ["consecutive", "u16 or null", 5],
    ["rate", "u16 or null", 500],
    ["minimum", "u16", 20],
    ["window", "length", 300_000],
    ["cooldown", "length", 30_000],
    ["factor", "u8", 2],
    ["maxCooldown", "length", 300_000],
    ["spread", "u16", 500],
    ["probes", "u8", 1],
    ["successesToClose", "u8", 1],
    ["probeLease", "length", 60_000],
    ["throttled", "weight", 1],
    ["permanent", "weight", 0],
    ["own", "weight", 2],
  ],
  gate: [
    ["max", "u8", 10],
    ["lease", "length", 120_000],
  ],
  budget: [
    ["cap", "u32", 100_000],
    ["floor", "u32", 1_000],
    ["deposit", "u32", 200],
    ["cost", "u32", 1_000],
    ["reserve", "u32", 0],
    ["refund", "u32", 1_000],
    ["success", "u32", 0],
    ["failure", "u32", 0],
    ["timeout", "u32", 0],
  ],
  storm: [
    ["window", "length", 900_000],
    ["ratio", "u16", 5],
    ["minimum", "u16", 100],
    ["depth", "u32", 1_000],
    ["growing", "u32", 100],
  ],
  replay: [
    ["start", "u16", 100],
    ["slowest", "u16", 10],
    ["fastest", "u16", 1_000],
    ["ramp", "u16", 500],
  ],
  health: [["window", "length", 86_400_000]],
  disable: [
    ["gone", "boolean", 1],
    ["exhausted", "u16 or null", 10],
    ["failing", "length or null", 432_000_000],
    ["failures", "u16", 10],
  ],
} as const satisfies Record<string, readonly Rule[]>;

export type GuardName = keyof typeof RULES;
const GUARDS = Object.keys(RULES) as GuardName[];

/** Budgets of known systems; what is not said is 0. */
const BUDGETS: Record<BudgetName, BudgetRules> = {
  default: {},
  aws: { cap: 500_000, floor: 1_000, deposit: 0, cost: 5_000, refund: 5_000, success: 1_000, timeout: 5_000 },
  grpc: { cap: 10_000, floor: 100, deposit: 0, cost: 0, reserve: 5_000, refund: 100, success: 100, failure: 1_000 },
  finagle: { cap: 100_000, floor: 10_000, deposit: 200, cost: 1_000, refund: 0 },
};

const SAID = new Reader("INVALID_RULES");
const NULL = MAX_LENGTH;

/** The numbers of a whole set of rules. */
export function rulesOf(value: unknown): Uint32Array {
  return reading("INVALID_RULES", "rules", () => {
    const rules = objectAt(value === undefined ? {} : value, "", GUARDS, '{"gate":{"max":4}}');
    return numbersOf((guard) => [SAID.field(rules, guard), guard]);
  });
}

/** The same where only one guard's rules are said, at the top: the others have their defaults. */
export function rulesOfGuard(guard: GuardName, value: unknown): Uint32Array {
  return reading("INVALID_RULES", "rules", () => numbersOf((other) => [other === guard ? value : undefined, ""]));
}

/** What a budget begins with, in millionths: all it may hold. */
export function tokensOf(numbers: Uint32Array): number {
  return 1_000 * numbers[RULES.breaker.length + RULES.gate.length]!;
}

/** First the form of every guard's rules is read, then what they say is checked, guard by guard. */
function numbersOf(find: (guard: GuardName) => [value: unknown, path: string]): Uint32Array {
  const read = GUARDS.map((guard) => {
    const [value, path] = find(guard);
    return { guard, path, said: saidOf(guard, value, path) };
  });
  for (const { guard, path, said } of read) check(SAID, guard, said, path);
  const rows = read.flatMap(({ guard, said }) => RULES[guard].flatMap(([name, kind]) => words(kind, said[name] ?? null)));
  return Uint32Array.from(rows);
}

/** An object of rules; one that is none at all is named as the option it came in. */
function objectAt(value: unknown, path: string, known: readonly string[], example: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    SAID.refuse(path === "" ? "rules" : path, `must be an object such as ${example}`);
  }
  return SAID.object(value, path, known, example);
}

function saidOf(guard: GuardName, value: unknown, path: string): Said {
  const rules: readonly Rule[] = RULES[guard];
  const names = rules.map(([name]) => name);
  const said = objectAt(objectOf(guard, value, path), path, names, `{"${names[0]}":${rules[0]![1] === "boolean" ? "true" : rules[0]![2]}}`);
  return Object.fromEntries(
    rules.map(([name, kind, unless]) => {
      const rule = SAID.field(said, name);
      return [name, rule === undefined ? unless : numberOf(kind, rule, join(path, name))];
    }),
  );
}

/** A budget may be the name of one. */
function objectOf(guard: GuardName, value: unknown, path: string): unknown {
  if (value === undefined) return {};
  if (guard !== "budget" || typeof value !== "string") return value;
  if (Object.hasOwn(BUDGETS, value)) return BUDGETS[value as BudgetName];
  return SAID.refuse(path === "" ? "rules" : path, `must be an object, or one of ${Object.keys(BUDGETS).join(", ")}`);
}

function numberOf(kind: Kind, value: unknown, path: string): number | null {
  switch (kind) {
    case "u8":
      return SAID.whole(value, path, 0, 255);
    case "u16":
      return SAID.whole(value, path, 0, 65535);
    case "u32":
      return SAID.whole(value, path, 0, MAX_LENGTH);
    case "u16 or null":
      return value === null ? null : SAID.whole(value, path, 0, 65535);
    case "length":
      return SAID.length(value, path);
    case "length or null":
      return value === null ? null : SAID.length(value, path);
    case "weight":
      return SAID.word(value, path, WEIGHTS);
    case "boolean":
      return SAID.boolean(value, path) ? 1 : 0;
  }
}

/** A rule as it crosses. A length may be any number: whether there is one stands in front. */
function words(kind: Kind, value: number | null): number[] {
  if (kind === "length or null") return value === null ? [0, 0] : [1, value];
  return [value ?? NULL];
}

/** Every rule, said; lengths as text for people to read. */
export function rulesJSON(numbers: Uint32Array): Record<GuardName, Record<string, unknown>> {
  let at = 0;
  const next = (kind: Kind): unknown => {
    const number = numbers[at++]!;
    switch (kind) {
      case "length":
        return lengthText(number);
      case "length or null": {
        const length = numbers[at++]!;
        return number === 0 ? null : lengthText(length);
      }
      case "u16 or null":
        return number === NULL ? null : number;
      case "weight":
        return WEIGHTS[number];
      case "boolean":
        return number === 1;
      default:
        return number;
    }
  };
  const guard = (rules: readonly Rule[]) => Object.fromEntries(rules.map(([name, kind]) => [name, next(kind)]));
  return Object.fromEntries(GUARDS.map((name) => [name, guard(RULES[name])])) as Record<GuardName, Record<string, unknown>>;
}
