/** Under default-src 'self' alone: a worker with a policy of its own compiles the module and hands it over. */
import * as reknock from "/node_modules/reknock/slim.js";
import { prove, report } from "/proof.mjs";

const worker = new Worker("/compile.mjs", { type: "module" });
const module = await new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = reject;
});
worker.terminate();
reknock.init(module);
await report(await prove(reknock, location.origin));
