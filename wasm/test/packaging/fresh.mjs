/** The package as npm packs it, in fresh projects. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { serve } from "../browser/site.mjs";
import { expected } from "../vectors/delivery.mjs";
import { vectorFiles } from "../vectors/files.mjs";

const run = promisify(execFile);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** One of each kind. */
const vectors = vectorFiles().map(([, vectors]) => vectors[0]);

/** A program of this folder's packages. */
export const tool = (name) => here(`node_modules/.bin/${name}`);

/** Runs a program to its end; what it wrote is the answer. A failure shows all of it. */
export async function output(program, args, options = {}) {
  try {
    const { stdout } = await run(program, args, { maxBuffer: 64 << 20, ...options });
    return stdout;
  } catch (error) {
    throw new Error(`${program} ${args.join(" ")} failed (${error.message})\n${error.stdout}\n${error.stderr}`);
  }
}

/** The tarball that `npm publish` would send. */
let packed;
export function tarball() {
  packed ??= (async () => {
    assert.ok(existsSync(here("../../npm/package.json")), "the package is not built: cargo xtask npm");
    const folder = mkdtempSync(join(tmpdir(), "reknock-packed-"));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    const args = ["pack", here("../../npm"), "--pack-destination", folder, "--json"];
    const said = JSON.parse(await output("npm", args));
    // A list until npm 10, an object by name since 11.
    const [{ filename, files }] = Array.isArray(said) ? said : Object.values(said);
    return { path: join(folder, filename), files: files.map(({ path }) => path) };
  })();
  return packed;
}

/** A copy of `projects/<name>` that has installed the tarball, and nothing else. */
export async function fresh(context, name, manifest = {}) {
  const { path } = await tarball();
  const folder = mkdtempSync(join(tmpdir(), `reknock-${name}-`));
  context.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  cpSync(here(`projects/${name}`), folder, { recursive: true });
  cpSync(here("projects/proof.mjs"), join(folder, "proof.mjs"));
  cpSync(here("../vectors/delivery.mjs"), join(folder, "delivery.mjs"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: `try-${name}`, private: true, ...manifest }));
  await output("npm", ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", path], { cwd: folder });
  return folder;
}

/** A site with what `proof.mjs` asks for; `files` as in `serve`. */
export async function site(context, { texts = {}, ...more } = {}) {
  const served = await serve({ texts: { "/vectors.json": JSON.stringify(vectors), ...texts }, ...more });
  context.after(served.close);
  return served;
}

/** Holds what a project told against the model, and against what the server saw. */
export function judge(told, { hooks }) {
  assert.equal(told.answers.length, vectors.length);
  vectors.forEach((vector, place) => assert.deepEqual(told.answers[place], expected(vector), vector.name));
  assert.deepEqual([told.attempts, told.kind, told.status], [["retry", "delivered"], "delivered", 204]);
  assert.deepEqual(hooks.map(({ attempt, body }) => [attempt, body]), [
    ["1", '{"type":"package.tried"}'],
    ["2", '{"type":"package.tried"}'],
  ]);
  assert.equal(hooks[0].id, hooks[1].id);
}
