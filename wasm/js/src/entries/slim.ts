/** The entry for those who bring the module themselves, such as under a strict Content-Security-Policy. */
import { start } from "../boundary/core.js";
import { ReknockError } from "../errors.js";

/**
 * Brings the module to life; everything else of `reknock/slim` works from then on. The module is
 * `reknock/reknock.wasm`: a `WebAssembly.Module`, or its bytes.
 *
 * Browsers compile under a Content-Security-Policy only with `script-src 'wasm-unsafe-eval'`. Where a
 * page must do without, a worker served with that policy compiles, and hands the module over with
 * `postMessage`.
 *
 * @example
 * ```js
 * import { init, policy } from "reknock/slim";
 *
 * init(await WebAssembly.compileStreaming(fetch("/assets/reknock.wasm")));
 * policy("stormSafe");
 * ```
 *
 * @throws {ReknockError} `INVALID_ARGUMENT`, for what is no such module; `cause` is what WebAssembly said, such as that the
 * page may not compile.
 */
// `object`, since without a browser's types there is no name for a module.
export function init(module: object): void {
  try {
    start(module);
  } catch (cause) {
    const fix =
      "must be reknock/reknock.wasm of this version: a WebAssembly.Module, once what compiles it was awaited, or its bytes";
    throw new ReknockError("INVALID_ARGUMENT", "module", fix, { cause });
  }
}

export * from "../index.js";
