/** The packed package in Node, Deno, Bun and workerd. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { fresh, judge, output, site, tool } from "./fresh.mjs";

const PROGRAMS = [
  ["Node, as a module", "esm", (origin) => [process.execPath, "main.mjs", origin]],
  ["Node, as CommonJS", "cjs", (origin) => [process.execPath, "main.cjs", origin]],
  ["Deno", "esm", (origin) => [tool("deno"), "run", "--allow-net=127.0.0.1", "--no-prompt", "main.mjs", origin]],
  ["Bun, as a module", "esm", (origin) => [tool("bun"), "main.mjs", origin]],
  ["Bun, as CommonJS", "cjs", (origin) => [tool("bun"), "main.cjs", origin]],
];

for (const [name, project, command] of PROGRAMS) {
  test(`${name} decides and delivers`, async (context) => {
    const folder = await fresh(context, project);
    const served = await site(context);
    const [program, ...args] = command(served.origin);
    judge(JSON.parse(await output(program, args, { cwd: folder })), served);
  });
}

test("Node's two module systems get the same names, and are refused with the same codes", async (context) => {
  const folder = await fresh(context, "esm");
  const program = `
    import { createRequire } from "node:module";
    import * as one from "reknock";
    const other = createRequire(import.meta.url)("reknock");
    const codes = [one, other].map(({ policy }) => { try { policy("none") } catch ({ name, code }) { return name + code } });
    console.log(JSON.stringify({ codes, names: [Object.keys(one), Object.keys(other)].map((names) => names.sort().join()) }));
  `;
  const args = ["--input-type=module", "--eval", program];
  const { codes, names } = JSON.parse(await output(process.execPath, args, { cwd: folder }));
  assert.equal(codes[0], codes[1]);
  assert.equal(names[0], names[1]);
});

test("workerd decides and delivers, in a bundle as Cloudflare's tools make it", async (context) => {
  const folder = await fresh(context, "workerd");
  await bundle(folder, ["workerd", "worker", "browser"]);
  const served = await site(context);
  const worker = spawn(tool("workerd"), ["serve", "config.capnp", "--control-fd=3"], {
    cwd: folder,
    env: { ...process.env, ORIGIN: served.origin },
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  context.after(async () => {
    const ended = once(worker, "close");
    worker.kill();
    await ended;
  });
  const response = await fetch(`http://127.0.0.1:${await listening(worker)}/`);
  assert.equal(response.status, 200, await response.clone().text());
  judge(await response.json(), served);
});

/** workerd says on its control channel which port it was given. */
async function listening(worker) {
  let said = "";
  for await (const chunk of worker.stdio[3]) {
    said += chunk;
    const line = said.split("\n").find((line) => line.includes('"listen"'));
    if (line !== undefined) return JSON.parse(line).port;
  }
  throw new Error(`workerd did not listen: ${said}`);
}

test("an edge function decides, where `?module` imports a compiled module", async (context) => {
  const folder = await fresh(context, "workerd");
  const compiled = {
    name: "compiled",
    setup(build) {
      build.onResolve({ filter: /\.wasm\?module$/ }, ({ path, resolveDir }) => ({
        path: fileURLToPath(new URL(path.replace("?module", ""), pathToFileURL(`${resolveDir}/`))),
        namespace: "compiled",
      }));
      build.onLoad({ filter: /.*/, namespace: "compiled" }, ({ path }) => ({
        contents: `import { readFileSync } from "node:fs";
          export default new WebAssembly.Module(readFileSync(${JSON.stringify(path)}));`,
      }));
    },
  };
  await bundle(folder, ["edge-light"], [compiled]);
  const served = await site(context);
  const program = `
    import worker from "./dist/worker.js";
    console.log(await (await worker.fetch(null, { ORIGIN: ${JSON.stringify(served.origin)} })).text());
  `;
  const args = ["--input-type=module", "--eval", program];
  judge(JSON.parse(await output(process.execPath, args, { cwd: folder })), served);
});

async function bundle(folder, conditions, plugins = []) {
  await esbuild.build({
    entryPoints: [`${folder}/worker.mjs`], outfile: `${folder}/dist/worker.js`, bundle: true, format: "esm",
    platform: "neutral", conditions, plugins, loader: { ".wasm": "copy" }, assetNames: "[name]",
    external: ["node:*"], logLevel: "error",
  });
}
