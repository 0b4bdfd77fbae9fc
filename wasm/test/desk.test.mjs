/** The module and JavaScript agree on what lies where in the memory they share, and on what is called how. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { exports, reknock } from "./instance.mjs";
import * as delivery from "./vectors/delivery.mjs";
import * as destination from "./vectors/destination.mjs";
import { vectorFiles } from "./vectors/files.mjs";

const file = (path) => readFileSync(new URL(path, import.meta.url));
const text = (path) => file(path).toString();
const [rust, script] = [text("../src/desk.rs"), text("../js/src/boundary/core.ts")];
/** The one place where it is said. */
const said = (source, pattern) => {
  const [found, ...more] = source.matchAll(pattern);
  assert.ok(found !== undefined && more.length === 0, `${pattern}: ${more.length + 1} of them`);
  return found[1];
};

for (const name of ["POLICIES", "GUARDS", "FLOATS", "WORDS"]) {
  test(`${name} is the same`, () => {
    assert.equal(said(script, RegExp(`const ${name} = (.+);`, "g")), said(rust, RegExp(`const ${name}: usize = (.+);`, "g")));
  });
}

test("points and words are as many as the constants say", () => {
  assert.equal(said(rust, /floats: \[f64; (.+)\],/g), "FLOATS");
  assert.equal(said(rust, /words: \[u32; (.+)\],/g), "WORDS");
});

test("acts have the same numbers", () => {
  const words = (source) => source.replace(/\/\/\/.*/g, "").split(",").map((word) => word.trim()).filter((word) => word !== "");
  const here = words(said(text("../js/src/destination/kept.ts"), /const enum Act \{([^}]+)\}/g));
  assert.deepEqual(here, words(said(text("../../core/src/raw/act.rs"), /pub enum Act \{([^}]+)\}/g)));
});

test("guards have the same bits", () => {
  const bits = (source, pattern) =>
    Object.fromEntries([...source.matchAll(pattern)].map(([, name, bit]) => [name.toLowerCase(), Number(bit)]));
  const here = bits(said(text("../js/src/destination/permits.ts"), /const ASKED = \{([^}]+)\}/g), /(\w+): (\d+) << 2/g);
  assert.deepEqual(here, bits(text("../../core/src/destination/permit.rs"), /const (\w+): u8 = (\d+);/g));
  assert.equal(Object.keys(here).length, 5);
});

test("the module imports nothing, and exports what JavaScript calls and nothing else", () => {
  const module = new WebAssembly.Module(file("../npm/reknock.wasm"));
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  const declared = said(script, /export interface Exports \{\n([^]*?)\n\}/g);
  const known = [...declared.matchAll(/^ {2}(?:readonly )?(\w+)[:(]/gm)].map(([, name]) => name);
  assert.deepEqual(WebAssembly.Module.exports(module).map(({ name }) => name).sort(), known.sort());
});

test("the far end of the stack, which the optimiser takes for unused, is never reached", () => {
  for (const [folder, { answer }] of [["", delivery], ["destination/", destination]]) {
    for (const [, vectors] of vectorFiles(folder)) for (const vector of vectors) answer(reknock, vector);
  }
  // The stack is the beginning of the memory and grows down to 0; nothing else writes there. A frame that holds only
  // zeros is not seen; there is room for many.
  const memory = new Uint8Array(exports.memory.buffer);
  const lowest = memory.findIndex((byte) => byte !== 0);
  assert.ok(lowest > 2 * 1024 && lowest < 4 * 1024, `the stack came down to byte ${lowest} of 4096`);
});
