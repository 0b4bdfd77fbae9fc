/** The slim entry before its `init`: alone in its process, since all entries share one module. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as slim from "../npm/slim.js";

test("before init, the slim entry says what is missing, whatever is called", () => {
  for (const use of [
    () => slim.policy("stormSafe"),
    () => new slim.Destination({ now: 0 }),
    () => new slim.Gate({ now: 0 }),
    () => slim.derived("0x5eed", "evt_1"),
  ]) {
    assert.throws(use, { name: "ReknockError", code: "NOT_READY", message: /init\(\)/ });
  }
});

test("before init, what only reads texts works already", () => {
  assert.equal(slim.parseRetryAfter("120"), 120_000);
  assert.deepEqual(slim.readDelivery(slim.newDelivery(7)), slim.newDelivery(7));
});

test("what is not the module is refused by name, and a good one comes to life after it", async () => {
  const other = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
  for (const module of [undefined, "module", Promise.resolve(), new Uint8Array(4), other, new WebAssembly.Module(other)]) {
    assert.throws(() => slim.init(module), { name: "ReknockError", code: "INVALID_ARGUMENT", field: "module" });
  }
  slim.init(readFileSync(new URL("../npm/reknock.wasm", import.meta.url)));
  assert.equal(slim.policy("stormSafe").classify({ status: 503 }), "transient");
});
