/** Every golden vector of a delivery, through the package as it will be published. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { derived, policy, readDelivery } from "../npm/index.js";
import { vectorFiles } from "./vectors.mjs";

const files = vectorFiles();

for (const [file, vectors] of files) {
  test(`${file}: ${vectors.length} decisions are as the model says`, () => {
    for (const vector of vectors) {
      const delivery = readDelivery(vector.delivery);
      const decision = policy(vector.policy).decide(delivery, vector.outcome, {
        now: vector.now,
        wall: vector.wall,
        stretch: vector.stretch,
        draws: derived(vector.seed, BigInt(vector.key)),
      });
      assert.deepEqual(decision, vector.decision, vector.name);
      assert.deepEqual(delivery, vector.after, vector.name);
    }
  });
}

test("there are as many vectors as there should be", () => {
  const count = files.reduce((sum, [, vectors]) => sum + vectors.length, 0);
  assert.ok(count > 10_000, `${count} vectors`);
});
