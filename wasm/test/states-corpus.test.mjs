/**
 * Stored states are core's: every line of `tests/policies/states.jsonl`, which Rust writes and checks. Here JavaScript
 * writes the bytes and reads them, so that a fault of both would go unnoticed without a word of core's.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Breaker, Budget, Destination, Gate, Health, Replay, Storm } from "../npm/index.js";

const KINDS = { destination: Destination, breaker: Breaker, gate: Gate, budget: Budget, storm: Storm, replay: Replay, health: Health };
const cases = readFileSync(new URL("../../tests/policies/states.jsonl", import.meta.url), "utf8")
  .trimEnd().split("\n").map((line) => JSON.parse(line));
const good = cases.filter(({ field }) => field === undefined);
const bad = cases.filter(({ field }) => field !== undefined);

const bytesOf = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
const hexOf = (bytes) => Buffer.from(bytes).toString("hex");

test("there are enough states of every kind, and enough bytes that are none", () => {
  assert.ok(good.length >= 60, `${good.length}`);
  for (const name in KINDS) {
    assert.ok(good.filter(({ kind }) => kind === name).length >= 4, name);
    assert.ok(bad.filter(({ kind }) => kind === name).length >= 12, name);
  }
});

test("every state read from JSON is written as core's bytes", () => {
  for (const { kind, name, json, bytes } of good) {
    assert.equal(hexOf(KINDS[kind].from(json).toBytes()), bytes, `${kind}: ${name}`);
  }
});

test("every state read from bytes is written as core's JSON, its fields in the same order", () => {
  for (const { kind, name, json, bytes } of good) {
    assert.equal(JSON.stringify(KINDS[kind].from(bytesOf(bytes))), JSON.stringify(json), `${kind}: ${name}`);
  }
});

test("numbers with an empty group at their end are read as core reads them, and written without it", () => {
  const padded = good.filter((line) => line.padded !== undefined);
  assert.ok(padded.length >= 10, `${padded.length}`);
  for (const { kind, name, json, bytes, padded: long } of padded) {
    const state = KINDS[kind].from(bytesOf(long));
    assert.deepEqual(state.toJSON(), json, `${kind}: ${name}`);
    assert.equal(hexOf(state.toBytes()), bytes, `${kind}: ${name}`);
  }
});

test("bytes that are no state are refused, and the field is the one that core names", () => {
  for (const { kind, name, bytes, field } of bad) {
    assert.throws(() => KINDS[kind].from(bytesOf(bytes)), { code: "INVALID_STATE", field }, `${kind}: ${name}`);
  }
});
