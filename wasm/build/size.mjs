/**
 * What the package weighs, in bytes, one `name number` a line: its module, and what it adds to a page
 * beside other libraries, all bundled, minified and compressed alike. `cargo xtask size` prints it.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

const module = readFileSync(here("../npm/reknock.wasm"));
console.log(`wasm_raw ${module.length}`);
console.log(`wasm_gzip ${gzipped(module)}`);
console.log(`npm_entry_gzip ${weight("../npm/index.js")}`);
console.log(`npm_slim_gzip ${weight("../npm/slim.js")}`);
for (const peer of ["cockatiel", "p-retry", "exponential-backoff"]) {
  console.log(`npm_entry_gzip_${peer.replace("-", "_")} ${weight(peer)}`);
}

/** All that an entry exports, as a page would load it. */
function weight(entry) {
  const { outputFiles } = esbuild.buildSync({
    stdin: { contents: `export * from ${JSON.stringify(entry)};`, resolveDir: here("../test") },
    bundle: true, minify: true, write: false, format: "esm", platform: "browser", target: "es2022", logLevel: "error",
  });
  return gzipped(outputFiles[0].contents);
}
