/** Types that narrow: compiled, never run. What must not compile says so, and fails if it does. */
import {
  Breaker, Budget, deliver, derived, Destination, fromRandom, Gate, Health, newDelivery, outcomeOf, parseRetryAfter, policy,
  presets, readDelivery, ReknockError, Replay, reportOf, resume, Storm,
  type Admission, type Class, type DeadReason, type Decision, type DeliverOptions, type Delivery, type DestinationRules, type Failure,
  type Last, type Length, type Outcome, type PolicyInput, type PolicyJSON, type PresetName, type ReknockErrorCode,
  type RetryReason, type SendState, type StateJSON, type Thresholds, type Why,
} from "reknock";

/** Holds only where both are the same type. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => {};
const never = (value: never): never => value;

const draws = derived(process.env["RETRY_SEED"] ?? "0x5eed", "evt_1");
const storm = policy("stormSafe");
const delivery: Delivery = newDelivery(0);
const decision: Decision = storm.decide(delivery, { status: 503 }, { now: 0, draws });

// A decision is a tagged union.
switch (decision.kind) {
  case "delivered":
    // @ts-expect-error: there is nothing to wait for
    decision.at;
    break;
  case "retry":
    same<typeof decision.at, number>(true);
    same<typeof decision.reason, RetryReason>(true);
    same<RetryReason, "backoff" | "throttled" | "hint" | "local">(true);
    // @ts-expect-error: a retry has no last outcome
    decision.last;
    break;
  case "deadLetter":
    same<typeof decision.reason, DeadReason>(true);
    same<DeadReason, "permanent" | "gone" | "dns" | "attempts" | "window">(true);
    same<typeof decision.last, Last>(true);
    if (decision.last.error === undefined) same<typeof decision.last.status, number>(true);
    else same<typeof decision.last.error, Failure>(true);
    // @ts-expect-error: a decision is not changed
    decision.reason = "gone";
    break;
  default:
    never(decision);
}

// An outcome is a status or an error, never both.
const answered: Outcome = { status: 503, retryAfter: "120", date: null, hint: "2m30s", class: "throttled" };
const silent: Outcome = { error: "timeout", hint: 5 };
// @ts-expect-error: both
const both: Outcome = { status: 503, error: "timeout" };
// @ts-expect-error: neither
const neither: Outcome = { hint: 5 };
// @ts-expect-error: not an error's name
const misnamed: Outcome = { error: "econnreset" };
// @ts-expect-error: an error has no headers
const headed: Outcome = { error: "dns", retryAfter: "5" };
const fromFetch: Outcome = outcomeOf(new Response(null, { status: 503 }));

same<Class, "delivered" | "transient" | "throttled" | "permanent" | "gone">(true);
same<ReturnType<typeof storm.classify>, Class>(true);
same<ReturnType<typeof storm.hint>, number | null>(true);
same<ReturnType<typeof parseRetryAfter>, number | null>(true);
parseRetryAfter(new Headers().get("retry-after"), { wall: Date.now() });

// Policies: a preset, an object, or both; what JSON gives goes in again.
const inputs: PolicyInput[] = [
  "svix",
  { backoff: { exponential: { base: "30s", factor: [3, 2] } }, jitter: { proportional: 200 }, window: null },
  { preset: "hookMesh", maxAttempts: 4, classes: { 409: "transient", "500-599": "permanent", tls: "gone" } },
  storm.toJSON(),
  presets.gitHub,
];
const names: PresetName[] = Object.keys(presets) as PresetName[];
// @ts-expect-error: Stripe publishes no numbers, and has no preset
policy("stripe");
// @ts-expect-error: two kinds of backoff, or none
policy({ backoff: {} });
// @ts-expect-error: a misspelt field
policy({ preset: "svix", maxAttempt: 4 });
// @ts-expect-error: a backoff is needed where there is no preset
policy({ maxAttempts: 4 });
// @ts-expect-error: not a kind of jitter
policy({ backoff: { linear: { step: "1s" } }, jitter: "half" });
// @ts-expect-error: not a class
policy({ preset: "svix", classes: { 409: "retry" } });
// @ts-expect-error: nor here
policy({ preset: "svix", classes: { "409": "retry" } });
// @ts-expect-error: nor for a range
policy({ preset: "svix", classes: { "500-599": "retry" } });
// @ts-expect-error: not an outcome
policy({ preset: "svix", classes: { "5xx": "transient" } });
const lengths: Length[] = [0, "30s", "2m30s", "250ms", "7d"];
// @ts-expect-error: no unit
const unitless: Length = "30";
// @ts-expect-error: not a unit
const weeks: Length = "1w";
same<ReturnType<typeof storm.toJSON>, PolicyJSON>(true);
storm.with({ maxAttempts: 12 });
for (const { attempt, delay, sinceFirst } of storm.timeline()) void [attempt, delay.earliest, sinceFirst.latest];

// Draws come from somewhere: there is no default.
// @ts-expect-error: no draws
storm.decide(delivery, answered, { now: 0 });
// @ts-expect-error: not a source
storm.decide(delivery, answered, { now: 0, draws: Math.random });
storm.decide(delivery, silent, { now: 0, draws: fromRandom(Math.random), wall: undefined, stretch: 1500 });

// Deliveries go through JSON.
const again: Delivery = readDelivery(JSON.parse(JSON.stringify(delivery)));
// @ts-expect-error: an event is not its delivery
storm.decide({ id: "evt_1" }, answered, { now: 0, draws });

// Destinations: what an admission gives is what a report takes.
const rules: DestinationRules = { breaker: { consecutive: null, throttled: "ignore" }, budget: "aws", disable: { failing: null } };
const server = new Destination({ now: 0, rules });
const admission = server.admit({ now: 0, kind: "first", draws });
if (admission.kind === "go") {
  const heard = server.report(admission.permit, reportOf(storm, answered, again, decision), { now: 0, draws });
  if (heard.kind === "heard") same<typeof heard.disabled, Why | null>(true);
  // @ts-expect-error: late says no more
  else heard.breaker;
} else if (admission.kind === "wait") {
  same<typeof admission.until, number>(true);
} else {
  // @ts-expect-error: nobody knows until when
  admission.until;
}
// @ts-expect-error: not a kind of attempt
server.admit({ now: 0, kind: "second", draws });
// @ts-expect-error: not a budget
new Destination({ now: 0, rules: { budget: "azure" } });
const stored: StateJSON = server.toJSON();
Destination.from(JSON.parse(JSON.stringify(stored)), rules);

const gate = new Gate({ now: 0 });
const place = gate.admit({ now: 0, draws });
if (place.kind === "go") same<ReturnType<typeof gate.release>, boolean>(true), gate.release(place.permit, { now: 0 });
const breaker = Breaker.from(new Breaker({ now: 0 }).toBytes(), { probes: 2 });
const pass = breaker.admit({ now: 0, draws });
// @ts-expect-error: a breaker's pass is no place
if (pass.kind === "go") gate.release(pass.permit, { now: 0 });
same<ReturnType<Budget["admit"]>, Admission<null>>(true);
const thresholds: Thresholds = { waiting: { healthy: 100, alert: 1000 }, overdue: null };
const { level, retryRate } = new Health({ now: 0 }).report({ now: 0, thresholds });
same<typeof level, "off" | "few" | "healthy" | "watch" | "alert">(true);
same<typeof retryRate.value, number | null>(true);
new Storm({ now: 0 }).report(0).level satisfies "calm" | "warning" | "storm";
new Replay({ now: 0 }).rate(0) satisfies number | null;

// Any value is a body, but for what can be read only once.
interface Order {
  order: number;
}
class Paid implements Order {
  order = 42;
}
const order: Order = new Paid();
const bodies: DeliverOptions[] = [
  { body: order }, { body: new Paid() }, { body: [order] }, { body: 42 }, { body: true }, { body: "x" }, { body: null },
  { body: new Uint8Array(1) }, { body: new ArrayBuffer(1) }, { body: new Blob([]) }, { body: new FormData() },
  { body: new URLSearchParams() }, { body: new Date() }, { body: order as object }, { body: undefined },
  { body: {} }, { body: { type: "order.paid", order: { lines: [1, 2] } } }, { body: { a: 1 } as Record<string, unknown> },
];
// @ts-expect-error: a stream can be sent only once
bodies.push({ body: new Blob([]).stream() });
// @ts-expect-error: nor can JSON hold this
bodies.push({ body: 1n });

// Only guards hold a delivery back.
const unguarded = await deliver("https://example.com/hook", { body: order });
same<typeof unguarded.kind, "delivered" | "deadLetter">(true);
same<(typeof unguarded)["state"], SendState>(true);
const guarded = await deliver("https://example.com/hook", { body: order, destination: server });
same<typeof guarded.kind, "delivered" | "deadLetter" | "held">(true);
const later = await resume(guarded.state, { body: order });
same<typeof later.kind, "delivered" | "deadLetter">(true);
const held = await resume(guarded.state, bodies[0]!);
same<typeof held.kind, "delivered" | "deadLetter" | "held">(true);
// @ts-expect-error: a misspelt option
await deliver("https://example.com/hook", { bdoy: order });

// Errors.
try {
  policy(inputs[0]!);
} catch (error) {
  if (error instanceof ReknockError) {
    const code: ReknockErrorCode = error.code;
    const { field, fix, cause } = error;
    void [code, field, fix, cause];
    // @ts-expect-error: not a code
    if (error.code === "EINVAL") void 0;
  }
}

void [both, neither, misnamed, headed, fromFetch, names, lengths, unitless, weeks];
declare const process: { env: Record<string, string | undefined> };
