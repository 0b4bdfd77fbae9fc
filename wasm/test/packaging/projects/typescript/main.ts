/** Strict TypeScript: what must compile does, what must not compile is marked as such. */
import { deliver, derived, newDelivery, policy, ReknockError } from "reknock";
import type { Decision, DeliverResult } from "reknock";
import { init } from "reknock/slim";

function told(decision: Decision): string {
  switch (decision.kind) {
    case "delivered":
      return "delivered";
    case "retry":
      return `attempt ${decision.attempt} in ${decision.delay.toFixed()} ms: ${decision.reason}`;
    case "deadLetter":
      return decision.reason;
  }
}

function ended(result: DeliverResult): string {
  return result.kind === "delivered" ? `${result.kind} ${result.status.toFixed()}` : result.kind;
}

// @ts-expect-error: there is no such preset
const wrong = () => policy("stormsafe");
// @ts-expect-error: a dead letter has no next attempt
const missing = (decision: Decision & { kind: "deadLetter" }): number => decision.at;
// @ts-expect-error: a module, not its address
const address = () => init("reknock.wasm");

async function main(origin: string): Promise<string[]> {
  const quick = policy({ backoff: { constant: { delay: "10ms" } }, jitter: "none", hints: { jitter: 0 } });
  const draws = derived("0x5eed", "evt_1");
  const decision = quick.decide(newDelivery(0), { status: 503, retryAfter: "120" }, { now: 0, draws });
  const result = await deliver(`${origin}/hook`, { body: { type: "package.tried" }, policy: quick });
  let refusal = "none";
  try {
    wrong();
  } catch (error) {
    if (error instanceof ReknockError) refusal = error.code;
  }
  return [told(decision), ended(result), refusal, typeof missing, typeof address];
}

main(process.argv[2] ?? "").then((lines) => console.log(JSON.stringify(lines)));
