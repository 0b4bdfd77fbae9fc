/** Every golden vector through the package, in Node. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as reknock from "../../npm/index.js";
import * as delivery from "./delivery.mjs";
import * as destination from "./destination.mjs";
import { vectorFiles } from "./files.mjs";

for (const [folder, { answer, expected }] of [["", delivery], ["destination/", destination]]) {
  for (const [file, vectors] of vectorFiles(folder)) {
    test(`${file}: ${vectors.length} answers are as the model says`, () => {
      for (const vector of vectors) {
        assert.deepEqual(answer(reknock, vector), expected(vector), vector.name);
      }
    });
  }
}

test("there are as many vectors as there should be", () => {
  const count = (folder) => vectorFiles(folder).reduce((sum, [, vectors]) => sum + vectors.length, 0);
  assert.ok(count("") > 10_000, `${count("")} vectors of deliveries`);
  assert.ok(count("destination/") > 500, `${count("destination/")} vectors of destinations`);
});
