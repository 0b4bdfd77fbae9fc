/** The packed package in Chromium: as it is, through vite and webpack, and under strict policies. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";
import webpack from "webpack";
import { visit } from "../browser/chromium.mjs";
import { fresh, judge, site } from "./fresh.mjs";

const folderUrl = (folder) => pathToFileURL(`${folder}/`);

test("a module script decides and delivers", async (context) => {
  const folder = await fresh(context, "module-script");
  const served = await site(context, { files: { "/": folderUrl(folder) } });
  judge(await visit(served), served);
});

test("a page that vite built decides and delivers", async (context) => {
  const folder = await fresh(context, "vite");
  await build({ root: folder, logLevel: "error", build: { target: "es2022" } });
  const served = await site(context, { files: { "/": folderUrl(`${folder}/dist`) } });
  judge(await visit(served), served);
});

test("a page that webpack built decides and delivers", async (context) => {
  const folder = await fresh(context, "webpack");
  const compiler = webpack({ context: folder, entry: "./main.js", mode: "production", output: { path: `${folder}/dist` } });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  assert.ok(!stats.hasErrors() && !stats.hasWarnings(), stats.toString());
  const served = await site(context, {
    files: { "/": folderUrl(`${folder}/dist`) },
    texts: { "/": '<!doctype html><script src="/main.js"></script>' },
  });
  judge(await visit(served), served);
});

/** A page with one script, under one policy; the worker that compiles has its own. */
const STRICT = "default-src 'self'";
const WASM_ALLOWED = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

async function underPolicy(context, script, policy) {
  const folder = await fresh(context, "strict-csp");
  return site(context, {
    files: { "/": folderUrl(folder) },
    texts: { "/": `<!doctype html><script type="module" src="/${script}.mjs"></script>` },
    headers: (path) => ({ "content-security-policy": path === "/compile.mjs" ? WASM_ALLOWED : policy }),
  });
}

test("slim, with a module that streams, runs under 'wasm-unsafe-eval'", async (context) => {
  const served = await underPolicy(context, "streamed", WASM_ALLOWED);
  judge(await visit(served), served);
});

test("slim, with a module that a worker compiled, runs under default-src 'self' alone", async (context) => {
  const served = await underPolicy(context, "handed", STRICT);
  judge(await visit(served), served);
});

test("the default entry says that default-src 'self' alone keeps it from compiling", async (context) => {
  const served = await underPolicy(context, "refused", STRICT);
  const { name, message } = await visit(served);
  assert.equal(name, "CompileError");
  assert.match(message, /Content Security Policy/i);
});
