/** Under a policy with 'wasm-unsafe-eval': the module comes as a file. */
import * as reknock from "/node_modules/reknock/slim.js";
import { prove, report } from "/proof.mjs";

reknock.init(await WebAssembly.compileStreaming(fetch("/node_modules/reknock/reknock.wasm")));
await report(await prove(reknock, location.origin));
