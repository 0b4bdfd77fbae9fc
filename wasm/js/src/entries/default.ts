/** The entry for Node, browsers, Deno and Bun: the module stands in the file, and is there at once. */
import { start } from "../boundary/core.js";
import { module } from "../generated/inline.js";

start(module);

export * from "../index.js";
