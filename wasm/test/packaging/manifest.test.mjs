/** What is in the tarball, and whether those who check packages for a living agree with it. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { output, tarball, tool } from "./fresh.mjs";

const PACKAGE = new URL("../../npm/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("package.json", PACKAGE), "utf8"));
const javascript = readdirSync(PACKAGE, { recursive: true }).filter((file) => file.endsWith(".js"));

test("every file that package.json names is packed, and one module only", async () => {
  const { files } = await tarball();
  const named = [manifest.main, manifest.module, manifest.types, ...leaves(manifest.exports)];
  for (const path of named) assert.ok(files.includes(path.slice(2)), path);
  assert.deepEqual(files.filter((file) => file.endsWith(".wasm")), ["reknock.wasm"]);
  for (const text of ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"]) assert.ok(files.includes(text), text);
  assert.deepEqual(files.filter((file) => !/\.(js|d\.ts|md|wasm|json)$|^LICENSE-/.test(file)), []);
});

test("every pattern of files with side effects fits one that is packed", async () => {
  const { files } = await tarball();
  for (const pattern of manifest.sideEffects) {
    const fits = new RegExp(`^${pattern.slice(2).replaceAll(".", "\\.").replaceAll(/\*+\/?/g, (stars) => (stars.startsWith("**") ? "(.*/)?" : "[^/]*"))}$`);
    assert.ok(files.some((file) => fits.test(file)), pattern);
  }
});

test("the first condition that a runtime knows is the right one", () => {
  assert.deepEqual(Object.keys(manifest.exports["."]), ["workerd", "edge-light", "require", "default"]);
  for (const [entry, conditions] of Object.entries(manifest.exports)) {
    if (typeof conditions === "string") continue;
    for (const [condition, target] of Object.entries(conditions)) {
      assert.deepEqual(Object.keys(target), ["types", "default"], `${entry}, ${condition}`);
    }
  }
});

test("no file awaits at its top, and none says where it was built", () => {
  assert.ok(javascript.length > 5);
  for (const file of javascript) {
    const text = readFileSync(new URL(file, PACKAGE), "utf8");
    assert.doesNotMatch(text, /^(?:const .* = |let .* = )?await /m, file);
  }
  const module = readFileSync(new URL("reknock.wasm", PACKAGE), "latin1");
  assert.deepEqual(module.match(/[\w/.-]*\.rs\b/g), null, "a path in the module comes from a panic");
});

test("publint has nothing to say", async () => {
  const { messages } = await publint({ pkgDir: PACKAGE.pathname, strict: true });
  assert.deepEqual(messages.map((message) => formatMessage(message, manifest, { color: false })), []);
});

test("the types are right for every way of resolving them", async () => {
  const { path } = await tarball();
  // The module itself has no types: it is imported by bundlers, not by programs.
  await output(tool("attw"), [path, "--profile", "node16", "--exclude-entrypoints", "./reknock.wasm", "--no-emoji"]);
});

function leaves(conditions) {
  return typeof conditions === "string" ? [conditions] : Object.values(conditions).flatMap(leaves);
}
