/** How Node, Bun and Deno print objects that have nothing but private fields. */

/** The method that their `console.log` looks for. */
export const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** The name of the class, and what `JSON.stringify` would write. */
export function inspected(self: { toJSON(): unknown }, depth: number, options: object, inspect: Inspect): string {
  // A class that names itself has a line before its name once it is bundled.
  const name = self.constructor.name.replace(/^_/, "");
  if (depth < 0 || typeof inspect !== "function") return `[${name}]`;
  try {
    return `${name} ${inspect(self.toJSON(), options)}`;
  } catch {
    // A proxy of one: to print it is no mistake.
    return `[${name}]`;
  }
}

/** Node's own, which it hands over. */
export type Inspect = (value: unknown, options: object) => string;
