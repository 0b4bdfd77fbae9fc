/**
 * Builds the npm package into `npm/`, from the module that wasm-bindgen left in `js/src/generated`.
 * `cargo xtask npm` runs everything before this; see there.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { conditions, entries } from "./entries.mjs";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const GENERATED = "js/src/generated";
const WASM = `${GENERATED}/reknock.wasm`;

/** What rustc makes use of; binaryen must know to keep to it. */
const FEATURES = [
  "bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext",
];

/** As `js/src/boundary/core.ts` knows them. */
const EXPORTS = ["memory", "desk", "load_policy", "derive", "decide", "load_guard", "act"];

rmSync(at("npm"), { recursive: true, force: true });
mkdirSync(at("npm/cjs"), { recursive: true });
step("wasm-opt", shrink);
step("types", declare);
step("bundles", bundle);
step("package.json and texts", describe);

function step(name, work) {
  const started = performance.now();
  process.stdout.write(`  ${name} … `);
  work();
  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/**
 * The module, as small as it gets, once as a file and once as text. Core cannot trap, so that nothing need be kept
 * for a trap's sake; and the first kilobyte of the memory, the far end of the stack, is never reached.
 */
function shrink() {
  const passes = [
    "--traps-never-happen", "--low-memory-unused", "-Oz", "--converge",
    "--strip-debug", "--strip-producers", "--strip-target-features",
  ];
  const features = FEATURES.map((feature) => `--enable-${feature}`);
  const source = at(`${GENERATED}/reknock_bg.wasm`);
  const reduced = at(`${GENERATED}/reduced.wasm`);
  once([source, at("node_modules/binaryen/package.json"), fileURLToPath(import.meta.url)], at(WASM), () => {
    run("node_modules/binaryen/bin/wasm-metadce", [...features, source, "-f", reachable(), "-o", reduced], "ignore");
    run("node_modules/binaryen/bin/wasm-opt", [...passes, ...features, reduced, "-o", at(WASM)]);
  });
  writeFileSync(at(`${GENERATED}/inline.js`), inlined(readFileSync(at(WASM)).toString("hex")));
  writeFileSync(at(`${GENERATED}/inline.d.ts`), "export declare const module: Uint8Array<ArrayBuffer>;\n");
}

/** What JavaScript reaches of the module, for the tool that drops the rest: wasm-bindgen's own, which nothing uses. */
function reachable() {
  const nodes = EXPORTS.map((name) => ({ name, export: name }));
  const graph = at(`${GENERATED}/reachable.json`);
  writeFileSync(graph, JSON.stringify([{ name: "JavaScript", root: true, reaches: EXPORTS }, ...nodes]));
  return graph;
}

/**
 * Makes `target` only if one of its sources, or itself, is not as it was when it was made: by far the longest
 * step, which `cargo xtask size` and `cargo xtask npm` would each take.
 */
function once(sources, target, make) {
  const note = `${target}.made-from`;
  const hash = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");
  const made = () => [...sources, target].map(hash).join("\n");
  if (existsSync(target) && existsSync(note) && readFileSync(note, "utf8") === made()) return;
  make();
  writeFileSync(note, made());
}

/**
 * Two digits a byte, not base64: compressed, as it travels, it is a sixth smaller, since what is alike
 * in the module stays alike in the text.
 */
function inlined(hex) {
  return `const hex = "${hex}";
const digit = (place) => parseInt(hex[place], 16);
export const module = new Uint8Array(hex.length / 2).map((_, byte) => digit(2 * byte) * 16 + digit(2 * byte + 1));
`;
}

/** Checks the sources and writes their types, once for each module system. */
function declare() {
  run("node_modules/typescript/bin/tsc", ["-p", at("js")]);
  cpSync(at("npm/types"), at("npm/cjs/types"), { recursive: true });
  // In this folder a `.js` and a `.d.ts` are CommonJS.
  writeFileSync(at("npm/cjs/package.json"), '{ "type": "commonjs" }\n');
}

/** Readable, since whoever minds the bytes minifies the whole program. */
function bundle() {
  const common = {
    bundle: true, platform: "neutral", target: "es2022", charset: "utf8", legalComments: "none", logLevel: "warning",
    external: ["*.wasm", "*.wasm?module", "bullmq", "node:*"],
  };
  const esm = entries.map(({ name, source }) => ({ in: at(`js/src/entries/${source}.ts`), out: name }));
  esbuild.buildSync({
    ...common, entryPoints: esm, outdir: at("npm"), format: "esm", splitting: true, chunkNames: "chunks/[hash]",
  });
  // CommonJS is made of the same files, so that what two entries share is there once.
  const chunks = readdirSync(at("npm/chunks")).map((file) => `chunks/${file}`);
  const shared = entries.filter(({ commonjs }) => commonjs).map(({ name }) => `${name}.js`);
  esbuild.buildSync({
    entryPoints: [...shared, ...chunks].map((file) => at(`npm/${file}`)), outdir: at("npm/cjs"), outbase: at("npm"),
    bundle: false, platform: "node", format: "cjs", target: "es2022", charset: "utf8", logLevel: "warning",
  });
  cpSync(at(WASM), at("npm/reknock.wasm"));
}

function describe() {
  const manifest = JSON.parse(readFileSync(at("js/package.json"), "utf8"));
  manifest.exports = conditions();
  // The sources are bundled under the same list, and are not in the package.
  manifest.sideEffects = manifest.sideEffects.filter((path) => !path.startsWith("./src/"));
  writeFileSync(at("npm/package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(at("README.md"), at("npm/README.md"));
  for (const text of ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"]) cpSync(at(`../${text}`), at(`npm/${text}`));
}

function run(script, args, stdout = "inherit") {
  execFileSync(process.execPath, [at(script), ...args], { stdio: ["inherit", stdout, "inherit"] });
}
