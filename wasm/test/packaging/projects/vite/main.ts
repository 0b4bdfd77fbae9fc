import * as reknock from "reknock";
import type { Decision } from "reknock";
import { prove, report } from "./proof.mjs";

const decision: Decision["kind"] = "delivered";
report({ ...(await prove(reknock, location.origin)), decision });
