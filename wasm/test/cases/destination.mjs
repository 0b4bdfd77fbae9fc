/**
 * Answers one sequence of calls a line with the built package, as `tests/src/bin/destination.rs` does with core:
 *
 *     node wasm/test/cases/destination.mjs < cases.jsonl > answers.jsonl
 */
import { resultsOf } from "./answers.mjs";
import { answerLines } from "./lines.mjs";

await answerLines(resultsOf);
