/** Every golden vector through the package, in a page; `chromium.test.mjs` serves it and judges. */
import * as reknock from "/npm/index.js";
import * as delivery from "./delivery.mjs";
import * as destination from "./destination.mjs";

const { deliveries, destinations } = await (await fetch("/vectors.json")).json();
const answers = {
  deliveries: deliveries.map((vector) => delivery.answer(reknock, vector)),
  destinations: destinations.map((vector) => destination.answer(reknock, vector)),
};
await fetch("/report", { method: "POST", body: JSON.stringify(answers) });
