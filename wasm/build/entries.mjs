/** What can be imported from the package, and which file answers where. */

/** Each entry: its file in the package, its source, and whether it exists for `require` too. */
export const entries = [
  { name: "index", source: "default", commonjs: true },
  { name: "workerd", source: "workerd", commonjs: false },
  { name: "edge-light", source: "edge-light", commonjs: false },
  { name: "slim", source: "slim", commonjs: true },
  { name: "bullmq", source: "bullmq", commonjs: true },
];

/** The field `exports` of package.json. The first condition that a runtime knows answers. */
export function conditions() {
  return {
    ".": {
      workerd: esm("workerd", "workerd"),
      "edge-light": esm("edge-light", "edge-light"),
      ...both("index", "default"),
    },
    "./slim": both("slim", "slim"),
    "./bullmq": both("bullmq", "bullmq"),
    "./reknock.wasm": "./reknock.wasm",
    "./package.json": "./package.json",
  };
}

function both(name, source) {
  return {
    require: { types: `./cjs/types/entries/${source}.d.ts`, default: `./cjs/${name}.js` },
    default: esm(name, source),
  };
}

function esm(name, source) {
  return { types: `./types/entries/${source}.d.ts`, default: `./${name}.js` };
}
