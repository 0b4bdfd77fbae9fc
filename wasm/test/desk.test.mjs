/** The module and JavaScript agree on what lies where on the desk they share. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { source } from "./sources.mjs";

const text = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const [rust, script] = [text("../src/desk.rs"), text("../js/src/boundary/core.ts")];
/** The one place where it is said. */
const said = (source, pattern) => {
  const [found, ...more] = source.matchAll(pattern);
  assert.ok(found !== undefined && more.length === 0, `${pattern}: ${more.length + 1} of them`);
  return found[1];
};

for (const name of ["POLICIES", "GUARDS", "PLAN", "BYTES"]) {
  test(`${name} is the same`, () => {
    assert.equal(said(script, RegExp(`const ${name} = (.+);`, "g")), said(rust, RegExp(`const ${name}: usize = (.+);`, "g")));
  });
}

test("points and words are as many", () => {
  assert.equal(said(script, /const FLOATS = (.+);/g), said(rust, /floats: \[f64; (.+)\],/g));
  assert.equal(said(script, /const WORDS = (.+);/g), said(rust, /words: \[u32; (.+)\],/g));
});

test("what the module does not take, though it was checked, is our fault and not the caller's", async () => {
  const { taken } = await source("boundary/core.ts");
  taken(0);
  for (const answer of [1, 17, -2]) {
    assert.throws(() => taken(answer), (error) => error.name === "Error" && /bug in reknock/.test(error.message));
  }
});
