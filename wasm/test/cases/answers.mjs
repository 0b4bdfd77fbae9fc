/** The package's answer to one line: what it says, that it was refused, or that something went wrong. */
import assert from "node:assert/strict";
import * as reknock from "../../npm/index.js";
import * as delivery from "../vectors/delivery.mjs";
import * as destination from "../vectors/destination.mjs";
import { NotOfTheForm, readCase, readSequence } from "./form.mjs";

/** Where what the package reads by itself stands in a case. No random case breaks an event, whose place is not told. */
const IN_CASE = { INVALID_STATE: "delivery", INVALID_OUTCOME: "outcome" };
const IN_SEQUENCE = { INVALID_STATE: "state" };

/** `{"decision":…,"after":…}`. */
export function decisionOf(line) {
  return told(IN_CASE, () => delivery.answer(reknock, readCase(line)));
}

/** `{"results":…,"after":…}`. */
export function resultsOf(line) {
  return told(IN_SEQUENCE, () => {
    const { again, ...answer } = destination.answer(reknock, readSequence(line));
    assert.deepEqual(again, answer.after, "a state comes out of its bytes as it went in");
    return answer;
  });
}

/** As a line. An error that is not the package's own way to refuse is no refusal: `threw` agrees with no answer. */
export function told(places, answer) {
  try {
    return JSON.stringify(answer());
  } catch (error) {
    if (!(error instanceof reknock.ReknockError || error instanceof NotOfTheForm)) {
      return JSON.stringify({ threw: String(error) });
    }
    const field = [places[error.code], error.field].filter(Boolean).join(".");
    return JSON.stringify({ error: { field, message: error.message } });
  }
}
