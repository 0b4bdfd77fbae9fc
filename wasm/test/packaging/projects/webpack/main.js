import * as reknock from "reknock";
import { prove, report } from "./proof.mjs";

prove(reknock, location.origin).then(report);
