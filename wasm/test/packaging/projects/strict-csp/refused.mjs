/** Under default-src 'self' alone the entry that compiles by itself is refused; it has to say why. */
import { report } from "/proof.mjs";

await report(await import("/node_modules/reknock/index.js").then(
  () => ({ name: "none", message: "" }),
  ({ name, message }) => ({ name, message }),
));
