/** The slim entry before its `init`: alone in its process, since all entries share one module. */
import assert from "node:assert/strict";
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
