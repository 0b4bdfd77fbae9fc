/** The entry for edge functions that import a module with `?module`. */
import { start } from "../boundary/core.js";
import module from "./reknock.wasm?module";

start(module);

export * from "../index.js";
