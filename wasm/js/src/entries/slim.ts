/** The entry for those who bring the module themselves, such as under a strict Content-Security-Policy. */
import { start } from "../boundary/core.js";

/**
 * Brings the module to life; everything else of `reknock/slim` works from then on. The module is
 * `reknock/reknock.wasm`, compiled or as bytes.
 *
 * @example
 * ```js
 * import { init, policy } from "reknock/slim";
 *
 * init(await WebAssembly.compileStreaming(fetch("/assets/reknock.wasm")));
 * policy("stormSafe");
 * ```
 */
export function init(module: WebAssembly.Module | BufferSource): void {
  start(module);
}

export * from "../index.js";
