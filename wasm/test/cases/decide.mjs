/**
 * Answers one case a line with the built package, as `tests/src/bin/decide.rs` does with core:
 *
 *     node wasm/test/cases/decide.mjs < cases.jsonl > answers.jsonl
 */
import { decisionOf } from "./answers.mjs";
import { answerLines } from "./lines.mjs";

await answerLines(decisionOf);
