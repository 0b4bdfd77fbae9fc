/** A file of the package's sources by itself, for what no entry exports. */
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

export async function source(path) {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(`../js/src/${path}`, import.meta.url))],
    bundle: true, write: false, format: "esm", platform: "neutral", target: "es2022", logLevel: "error",
  });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}
