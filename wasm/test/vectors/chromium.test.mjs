/** Every golden vector through the package, in a headless Chromium. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "../browser/chromium.mjs";
import { serve } from "../browser/site.mjs";
import * as delivery from "./delivery.mjs";
import * as destination from "./destination.mjs";
import { vectorFiles } from "./files.mjs";

const vectors = (folder) => vectorFiles(folder).flatMap(([, vectors]) => vectors);

test("every answer in a page is as the model says", async (context) => {
  const deliveries = vectors("");
  const destinations = vectors("destination/");
  const site = await serve({
    files: { "/npm/": new URL("../../npm/", import.meta.url), "/": new URL("./", import.meta.url) },
    texts: {
      "/": '<!doctype html><script type="module" src="/page.mjs"></script>',
      "/vectors.json": JSON.stringify({ deliveries, destinations }),
    },
  });
  context.after(site.close);
  const answers = await visit(site);
  assert.deepEqual(answers.deliveries.length, deliveries.length);
  assert.deepEqual(answers.destinations.length, destinations.length);
  deliveries.forEach((vector, place) => {
    assert.deepEqual(answers.deliveries[place], delivery.expected(vector), vector.name);
  });
  destinations.forEach((vector, place) => {
    assert.deepEqual(answers.destinations[place], destination.expected(vector), vector.name);
  });
  context.diagnostic(`${deliveries.length} decisions, ${destinations.length} stories of destinations`);
});
