/**
 * What the `fetch` of this runtime throws for each address, and what becomes of it. The addresses come
 * as JSON in the first argument; the answer is one line of JSON.
 */
import { deliver, outcomeOfError } from "reknock";

const { failures, delivery } = JSON.parse(process.argv[2]);
const shown = (error) => ({ name: error?.name, code: error?.code, message: error?.message, cause: error?.cause && shown(error.cause) });

const found = {};
for (const [what, { url, init, timeout }] of Object.entries(failures)) {
  try {
    const response = await fetch(url, { ...init, ...(timeout && { signal: AbortSignal.timeout(timeout) }) });
    found[what] = { answered: response.status };
    await response.text();
  } catch (error) {
    found[what] = { outcome: outcomeOfError(error), error: shown(error) };
  }
}

const outcomes = [];
const result = await deliver(delivery.url, {
  ...delivery.options,
  onAttempt: ({ attempt, outcome }) => outcomes.push([attempt, outcome.error ?? outcome.status]),
});
console.log(JSON.stringify({ found, delivered: { kind: result.kind, attempts: result.attempts, text: result.answer?.text, outcomes } }));
