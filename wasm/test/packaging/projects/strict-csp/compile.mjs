/** Served with 'wasm-unsafe-eval', which holds for this worker alone. */
postMessage(await WebAssembly.compileStreaming(fetch("/node_modules/reknock/reknock.wasm")));
