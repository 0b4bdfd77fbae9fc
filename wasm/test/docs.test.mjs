/** The docs of the package: everything public has them, types narrow as they say, and their examples run. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as reknock from "../npm/index.js";

const TYPES = new URL("../npm/types/", import.meta.url);
const at = (path) => fileURLToPath(new URL(path, import.meta.url));

test("types narrow, and what must not compile does not", () => {
  execFileSync(process.execPath, [at("../node_modules/typescript/bin/tsc"), "-p", at("types")], { stdio: "inherit" });
});

/** Every file of declarations that the entry exports something of, with what: some names, or all. */
function exported(file = "index.d.ts") {
  const text = readFileSync(new URL(file, TYPES), "utf8");
  const from = (path) => new URL(path.replace(/\.js$/, ".d.ts"), new URL(file, TYPES)).href.slice(TYPES.href.length);
  return [...text.matchAll(/export (?:type )?(\*|\{[^}]*\}) from "([^"]+)"/g)].flatMap(([, what, path]) => {
    if (what === "*" && path.includes("/index")) return exported(from(path));
    return [[from(path), what === "*" ? null : what.match(/\w+/g).filter((name) => name !== "type")]];
  });
}

const files = exported().map(([file, names]) => ({ text: readFileSync(new URL(file, TYPES), "utf8"), names }));

/** Every exported name of the entry, with its declaration and the comment before it. */
function* declarations() {
  for (const { text, names } of files) {
    const found = text.matchAll(/(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^export (?:declare )?(?:abstract )?(class|function|const|interface|type) (\w+)/gm);
    for (const match of found) {
      const [whole, comment = "", kind, name] = match;
      if (names !== null && !names.includes(name)) continue;
      yield { name, kind, comment, body: bodyOf(text, match.index + whole.length) };
    }
  }
}

/** The lines of a declaration, up to the brace that ends it. */
function bodyOf(text, from) {
  const end = text.indexOf("\n}", from);
  const next = text.indexOf("\nexport ", from);
  return end < 0 || (next >= 0 && next < end) ? "" : text.slice(from, end);
}

test("everything public is documented; what is called has an example", () => {
  const bare = [];
  let count = 0;
  for (const { name, kind, comment, body } of declarations()) {
    count++;
    if (comment === "") bare.push(name);
    if (name in reknock && !comment.includes("@example")) bare.push(`${name}: no example`);
    if (kind !== "class" && kind !== "interface") continue;
    const lines = body.split("\n");
    lines.forEach((line, place) => {
      const member = /^    (?!private |protected |#|\*|\/|\}|\]|constructor)(?:readonly |static |get |abstract )*([\w[][\w: \]]*)\??[(:<]/.exec(line);
      if (member && !/\*\/$/.test(lines[place - 1] ?? "")) bare.push(`${name}.${member[1]}`);
    });
  }
  assert.ok(count > 80, `${count} declarations`);
  assert.deepEqual(bare, []);
});

/** What the examples take for granted. */
function surroundings() {
  const { derived, Destination, newDelivery, policy } = reknock;
  const rows = new Map();
  const answer = () => new Response("{}", { status: 200, headers: { "retry-after": "120" } });
  const storm = policy("stormSafe");
  return {
    ...reknock, rows, storm,
    draws: derived("0x5eed", "example"),
    now: Date.now(),
    delivery: newDelivery(Date.now()),
    row: JSON.stringify(newDelivery(0)),
    outcome: { status: 503, retryAfter: "120" },
    decision: { kind: "retry", at: 0, delay: 5, attempt: 2, reason: "hint" },
    event: { id: "evt_1", url: "http://127.0.0.1/hook" },
    server: new Destination({ now: Date.now() }),
    permit: new Destination({ now: Date.now() }).admit({ now: Date.now(), kind: "first", draws: derived("0x1", "a") }).permit,
    response: answer(),
    text: JSON.stringify(new Destination({ now: 0 })),
    bytes: new Destination({ now: 0 }).toBytes(),
    fetch: globalThis.fetch,
    store: async () => {}, post: async () => ({ status: 503 }), schedule: () => {}, keep: () => {},
    console: { log: () => {} },
  };
}

/** `expression; // value` becomes a comparison; what is not a value is left alone. */
function held(line) {
  const [, indent, expression, value] = /^(\s*)(?!const |let |await |if |for |return )([^\s].*?);\s+\/\/ ("[^"]*"|-?\d[\d_]*|null|true|false|\{.*\})(?=$|:|,| )/.exec(line) ?? [];
  return value === undefined ? line : `${indent}same(${expression}, ${value});`;
}

/** The world outside: it answers, but for one address. */
async function fetched(url) {
  if (url === "http://127.0.0.1:9") throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
  return new Response("{}", { status: 200 });
}

test("the examples run, and give what they say", async (context) => {
  context.mock.method(globalThis, "fetch", fetched);
  const seen = new Set();
  let compared = 0;
  for (const { text } of files) {
    for (const [block, code] of text.matchAll(/```js\n([\s\S]*?)```/g)) {
      const lines = code.split("\n").map((line) => line.replace(/^\s*\* ?/, ""));
      // Other packages and the other entries are tried where they can be.
      if (seen.has(block) || /from "(bullmq|reknock\/)/.test(code)) continue;
      seen.add(block);
      const body = lines.filter((line) => !/^import /.test(line)).map(held).join("\n");
      const same = (got, expected) => {
        compared++;
        assert.deepEqual(got, expected, body);
      };
      const names = { ...surroundings(), same };
      // A name that the example makes itself is its own.
      const given = Object.keys(names).filter((name) => !new RegExp(`(const|let|function) (\\{[^}]*)?\\b${name}\\b`).test(body));
      const run = new Function(...given, `return (async () => {\n${body}\n})();`);
      await run(...given.map((name) => names[name])).catch((error) => assert.fail(`${error.stack}\nin the example\n${body}`));
    }
  }
  assert.ok(seen.size >= 30, `${seen.size} examples`);
  assert.ok(compared >= 10, `${compared} comparisons`);
});
