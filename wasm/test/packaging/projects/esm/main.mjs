import * as reknock from "reknock";
import process from "node:process";
import { prove } from "./proof.mjs";

console.log(JSON.stringify(await prove(reknock, process.argv[2])));
