// Runs the WebAssembly module in Node.js: node wasm.mjs MODULE SCRIPT

import { readFileSync } from "node:fs";

const [module, script] = process.argv.slice(2).map((path) => readFileSync(path));
let at = 0;

const host = {
  read(to, length) {
    const piece = script.subarray(at, at + length);
    new Uint8Array(follower.exports.memory.buffer).set(piece, to);
    at += piece.length;
    return piece.length;
  },
  say(text, length) {
    const bytes = new Uint8Array(follower.exports.memory.buffer, text, length);
    console.log(new TextDecoder().decode(bytes));
  },
};

const { instance: follower } = await WebAssembly.instantiate(module, { host });
process.exitCode = follower.exports.follow();
