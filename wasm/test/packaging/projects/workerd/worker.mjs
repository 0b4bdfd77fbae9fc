import * as reknock from "reknock";
import { prove } from "./proof.mjs";

export default {
  async fetch(_request, { ORIGIN }) {
    return Response.json(await prove(reknock, ORIGIN));
  },
};
