/** Every call of the package that answers at once: how it is made, and valid arguments for it. */
import * as reknock from "reknock";

const { policy, derived, fromRandom, newDelivery } = reknock;
const NOW = 1_700_000_000_000;
const draws = () => derived("0x5eed", "fuzz");

const object = {
  policy: () => ({
    backoff: { exponential: { base: "2s", factor: [3, 2] } },
    jitter: { additive: { perMille: 100, min: "1s", max: "1m" } },
    maxDelay: "2h", maxAttempts: 20, window: "3d", dnsAttempts: 4, throttleFactor: 3,
    hints: { longest: "6h", mode: "atLeast", jitter: 250 },
    classes: { 409: "transient", "500-599": "permanent", tls: "permanent" },
  }),
  schedule: () => ({ preset: "svix", backoff: { schedule: { delays: ["0s", "5s", 60_000], then: "repeatLast" } } }),
  outcome: () => ({
    status: 429, retryAfter: "120", date: "Sun, 06 Nov 1994 08:48:37 GMT", rateLimit: "limit;r=0;t=5",
    rateLimitReset: "5", xRateLimitReset: "5", hint: "1m", class: "throttled",
  }),
  failure: () => ({ error: "dns", hint: 5 }),
  delivery: () => ({ v: 1, attempts: 1, dns: 0, createdAt: NOW, nextAt: NOW, delay: 0 }),
  decision: () => ({ kind: "retry", at: NOW, delay: 5, attempt: 2, reason: "hint" }),
  dead: () => ({ kind: "deadLetter", reason: "window", last: { status: 503, class: "transient" } }),
  options: () => ({ now: NOW, draws: draws(), wall: NOW, stretch: 2000 }),
  random: () => ({ now: NOW, draws: fromRandom(() => 0.5) }),
  rules: () => ({
    breaker: { consecutive: 2, rate: null, window: "1m", throttled: "ignore" }, gate: { max: 2, lease: "1m" },
    budget: { cap: 5000 }, storm: { window: "1m" }, replay: { start: 50 }, health: { window: "1h" }, disable: { failing: null },
  }),
  permit: () => ({ kind: "first", generation: 0, probe: null, place: { index: 0, generation: 0, until: NOW + 120_000 } }),
  pass: () => ({ generation: 0, probe: { index: 0, until: NOW } }),
  place: () => ({ index: 0, generation: 0, until: NOW + 120_000 }),
  report: () => ({ outcome: { status: 503 }, class: "transient", attempts: 1, ended: "no" }),
  ask: () => ({ now: NOW, kind: "retry", draws: fromRandom(() => 0.5) }),
  thresholds: () => ({ now: NOW, waiting: 5, overdue: 1, thresholds: { waiting: { healthy: 1, alert: 2 }, deadRate: null } }),
  date: () => ({ date: "Sun, 06 Nov 1994 08:48:37 GMT", wall: NOW }),
};

/** A destination in which something has happened, so that refusals are met too. */
function busy() {
  const server = new reknock.Destination({ now: NOW, rules: { breaker: { consecutive: 1 }, gate: { max: 1 } } });
  server.admit({ now: NOW, kind: "first", draws: draws() });
  return server;
}

const now = () => NOW;
const at = () => ({ now: NOW });
const wall = () => ({ wall: NOW });
const make = { policy: () => policy("svix"), destination: busy };
for (const name of ["Breaker", "Gate", "Budget", "Storm", "Replay", "Health"]) {
  make[name] = () => new reknock[name]({ now: NOW });
}

const methods = (of, calls) =>
  Object.entries(calls).map(([name, args]) => ({
    name: `${of}.${name}`,
    call: (...given) => {
      const self = make[of]();
      const answer = self[name](...given);
      return self.toJSON === undefined ? answer : [answer, self.toJSON()];
    },
    args,
  }));
const functions = (calls) => Object.entries(calls).map(([name, args]) => ({ name, call: (...given) => reknock[name](...given), args }));
const kept = (Kind, state, rules) => [
  { name: `new ${Kind}`, call: (options) => new reknock[Kind](options).toJSON(), args: [() => ({ now: NOW, rules: rules() })] },
  { name: `${Kind}.from`, call: (...given) => reknock[Kind].from(...given).toJSON(), args: [state, rules] },
  { name: `${Kind}.from bytes`, call: (...given) => reknock[Kind].from(...given).toJSON(), args: [() => state.bytes(), rules] },
];
const stateOf = (from) => Object.assign(() => JSON.parse(JSON.stringify(from())), { bytes: () => from().toBytes() });

export const CALLS = [
  ...functions({
    policy: [object.policy],
    newDelivery: [now],
    readDelivery: [object.delivery],
    wait: [object.delivery, now],
    due: [object.delivery, now],
    restart: [object.delivery, now],
    rebase: [object.delivery, now, now],
    derived: [() => "0x5eed", () => "id"],
    fromRandom: [() => () => 0.5],
    fromBits: [() => () => 5],
    parseRetryAfter: [() => "120", object.date],
    reportOf: [make.policy, object.outcome, object.delivery, object.decision],
    outcomeOf: [() => ({ status: 503, headers: { "retry-after": "5" } })],
    outcomeOfError: [() => Object.assign(new Error("x"), { code: "ECONNRESET", cause: new Error("y") })],
  }).filter(({ name }) => name in reknock),
  { name: "policy of a preset", call: (input) => policy(input).toJSON(), args: [object.schedule] },
  { name: "timeline", call: (input) => [...policy(input).timeline()].slice(0, 50), args: [object.policy] },
  { name: "survives", call: (input) => Object.values(policy(input).survives()).map(String), args: [object.policy] },
  { name: "the draw of a function", call: (next) => make.policy().decide(newDelivery(NOW), { status: 503 }, { now: NOW, draws: reknock.fromBits(next) }), args: [() => () => 7] },
  { name: "the draw of a random function", call: (next) => make.policy().decide(newDelivery(NOW), { status: 503 }, { now: NOW, draws: fromRandom(next) }), args: [() => () => 0.5] },
  ...methods("policy", {
    decide: [object.delivery, object.outcome, object.options],
    classify: [object.outcome],
    hint: [object.outcome, wall],
    expired: [object.delivery, now],
    explain: [object.outcome, object.decision, wall],
    with: [object.policy],
  }),
  ...methods("policy", { decide: [object.delivery, object.failure, object.random], explain: [object.failure, object.dead, wall] }),
  ...methods("destination", {
    admit: [object.ask],
    report: [object.permit, object.report, object.random],
    tell: [now], disable: [now], enable: [now], isolate: [now], reset: [now], replay: [now], stopReplay: [now],
    waiting: [() => 5, at], storm: [now], health: [object.thresholds], status: [now], rebase: [now, now],
  }),
  ...methods("Breaker", { admit: [object.random], result: [object.pass, () => "failure", object.random], isolate: [now], reset: [now] }),
  ...methods("Gate", { admit: [object.random], release: [object.place, at], inFlight: [now] }),
  ...methods("Budget", { admit: [object.random], result: [() => "retry", () => "transient", () => ({ now: NOW, timeout: true })], giveBack: [now], tokens: [now] }),
  ...methods("Storm", { count: [() => "retry", at], waiting: [() => 5, at], report: [now] }),
  ...methods("Replay", { begin: [now], stop: [now], opened: [now], admit: [object.random], result: [() => "success", at], rate: [now] }),
  ...methods("Health", { result: [() => "first", () => ({ ...at(), attempts: 1, delivered: true })], ended: [() => "delivered", () => ({ ...at(), attempts: 1, local: false })], report: [object.thresholds] }),
  ...kept("Destination", stateOf(busy), object.rules),
  ...["Breaker", "Gate", "Budget", "Storm", "Replay", "Health"].flatMap((name) =>
    kept(name, stateOf(make[name]), () => object.rules()[name.toLowerCase()]),
  ),
];
