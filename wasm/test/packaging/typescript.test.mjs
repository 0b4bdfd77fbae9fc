/** The packed package in strict TypeScript, today's and the oldest that is supported. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fresh, output, site } from "./fresh.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const COMPILERS = {
  "TypeScript 7": here("../../node_modules/typescript/bin/tsc"),
  "TypeScript 5.4": here("node_modules/typescript-oldest/bin/tsc"),
};
const STRICT = {
  target: "es2022",
  lib: ["es2022"],
  types: ["node"],
  typeRoots: [here("node_modules/@types")],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
};

for (const [compiler, tsc] of Object.entries(COMPILERS)) {
  for (const type of ["module", "commonjs"]) {
    test(`${compiler} compiles a package of type ${type}, and Node runs it`, async (context) => {
      const folder = await fresh(context, "typescript", { type });
      const options = { ...STRICT, module: "nodenext", moduleResolution: "nodenext" };
      writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions: options, include: ["main.ts"] }));
      await output(process.execPath, [tsc, "-p", folder]);
      const { origin } = await site(context);
      const said = JSON.parse(await output(process.execPath, ["main.js", origin], { cwd: folder }));
      assert.deepEqual(said, ["attempt 2 in 120000 ms: hint", "delivered 204", "INVALID_POLICY", "function", "function"]);
    });
  }

  test(`${compiler} takes it the way bundlers resolve, with a browser's types`, async (context) => {
    const folder = await fresh(context, "vite");
    await output(process.execPath, [tsc, "-p", folder]);
  });
}
