/** The entry for Cloudflare Workers and edge runtimes, which compile modules before a program runs. */
import { start } from "../boundary/core.js";
import module from "./reknock.wasm";

start(module);

export * from "../index.js";
