const reknock = require("reknock");

import("./proof.mjs").then(async ({ prove }) => {
  console.log(JSON.stringify(await prove(reknock, process.argv[2])));
});
