/** The module and JavaScript agree on what lies where on the desk they share. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const text = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const [rust, script] = [text("../src/desk.rs"), text("../js/src/boundary/core.ts")];
/** The one place where it is said. */
const said = (source, pattern) => {
  const [found, ...more] = source.matchAll(pattern);
  assert.ok(found !== undefined && more.length === 0, `${pattern}: ${more.length + 1} of them`);
  return found[1];
};

for (const name of ["POLICIES", "GUARDS", "FLOATS", "WORDS", "BYTES"]) {
  test(`${name} is the same`, () => {
    assert.equal(said(script, RegExp(`const ${name} = (.+);`, "g")), said(rust, RegExp(`const ${name}: usize = (.+);`, "g")));
  });
}

test("points, words and bytes are as many as the constants say", () => {
  assert.equal(said(rust, /floats: \[f64; (.+)\],/g), "FLOATS");
  assert.equal(said(rust, /words: \[u32; (.+)\],/g), "WORDS");
  assert.equal(said(rust, /bytes: \[u8; (.+)\],/g), "BYTES");
});
