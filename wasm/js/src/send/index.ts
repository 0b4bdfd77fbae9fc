/** Sending: the loop around the decision. */
export { deliver, resume } from "./deliver.js";
export { withRetries, type Fetch, type WithRetriesOptions } from "./fetch.js";
export { outcomeOf, type ResponseLike } from "./outcome.js";
export { outcomeOfError } from "./outcome-of-error.js";
export type * from "./types.js";
