/** What a caller may pass for a policy: the name of a preset, an object, or a preset with changes. */
import { ReknockError } from "../errors.js";
import { presets } from "./presets.js";

/** The policy object that an input stands for. */
export function objectOf(input: unknown): unknown {
  const named = (name: unknown, field: string) => {
    if (typeof name === "string" && Object.hasOwn(presets, name)) return presets[name as "svix"];
    const known = Object.keys(presets);
    const said = typeof name === "string" ? `, and ${JSON.stringify(name.slice(0, 40))} is none${suggestion(name, known)}` : "";
    throw new ReknockError("INVALID_POLICY", field, `must be an object or the name of a preset${said}: ${known.join(", ")}`);
  };
  if (typeof input === "object" && input !== null && !Array.isArray(input)) {
    if (isPolicy(input)) return input.toJSON();
    if (!Object.hasOwn(input, "preset")) return input;
    const { preset, ...said } = input as { preset?: unknown };
    return preset === undefined ? said : { ...named(preset, "preset"), ...dropUndefined(said) };
  }
  return named(input, "policy");
}

/** By this a policy is known that another copy of the package made: `import` and `require` have one each. */
export const POLICY = Symbol.for("reknock.policy");

function isPolicy(input: object): input is { toJSON(): unknown } {
  return (input as { [POLICY]?: unknown })[POLICY] === true && typeof (input as { toJSON?: unknown }).toJSON === "function";
}

/** The name that was meant, perhaps. */
function suggestion(said: string, known: readonly string[]): string {
  const bare = (name: string) => name.slice(0, 40).replace(/[^a-z0-9]/gi, "").toLowerCase();
  const meant = known.find((name) => bare(name) === bare(said)) ?? known.find((name) => oneApart(bare(name), bare(said)));
  return meant === undefined ? "" : `; did you mean "${meant}"?`;
}

/** Whether one letter more, less or other makes the one of the other. */
function oneApart(a: string, b: string): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const [restA, restB] = [a.slice(same), b.slice(same)];
  return restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1);
}

/** What was said: a field that is `undefined` was not. */
export function dropUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
