import assert from "node:assert/strict";
import { test } from "node:test";
import { deliver } from "reknock";
import { freePort, listen, QUICK, virtualClock } from "./server.mjs";

/** Delivers to a server with this script; gives the result, the attempts and what the server saw. */
async function deliverTo(script, options = {}) {
  const server = await listen(script);
  const attempts = [];
  try {
    const onAttempt = (attempt) => attempts.push(attempt);
    const result = await deliver(server.url, { policy: QUICK, body: "hi", onAttempt, ...options });
    return { result, attempts, seen: server.seen, outcomes: attempts.map(({ outcome }) => outcome) };
  } finally {
    await server.close();
  }
}

/** The outcome without the time of day. */
const bare = ({ date, ...outcome }) => outcome;

test("an event arrives at the first try", async () => {
  const { result, seen, attempts } = await deliverTo([{ status: 202, body: "thanks" }], { body: { order: 42 } });
  assert.equal(result.kind, "delivered");
  assert.equal(result.status, 202);
  assert.equal(result.answer.text, "thanks");
  assert.equal(result.attempts, 1);
  assert.equal(seen.length, 1);
  assert.equal(seen[0].method, "POST");
  assert.equal(seen[0].body, '{"order":42}');
  assert.equal(seen[0].headers["content-type"], "application/json");
  assert.deepEqual(attempts.map(({ attempt, decision }) => [attempt, decision]), [[1, { kind: "delivered" }]]);
});

test("every attempt carries the same id, and its own number", async () => {
  const { result, seen } = await deliverTo([503, 500, 429, 200], { id: "evt_7" });
  assert.equal(result.kind, "delivered");
  assert.deepEqual(seen.map(({ headers }) => headers["webhook-id"]), Array(4).fill("evt_7"));
  assert.deepEqual(seen.map(({ headers }) => headers["idempotency-key"]), Array(4).fill("evt_7"));
  assert.deepEqual(seen.map(({ headers }) => headers["webhook-attempt"]), ["1", "2", "3", "4"]);
});

test("without an id, one is made that no other delivery has", async () => {
  const ids = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const { result, seen } = await deliverTo([503, 200]);
    assert.match(result.id, /^msg_[0-9a-f]{32}$/);
    assert.deepEqual(seen.map(({ headers }) => headers["webhook-id"]), [result.id, result.id]);
    ids.push(result.id);
  }
  assert.equal(new Set(ids).size, 3);
});

test("headers have other names, or none, and the caller's own win", async () => {
  const headerNames = { id: "x-event", attempt: null };
  const { seen } = await deliverTo([200], { id: "e1", headerNames, headers: { "Content-Type": "text/csv" }, body: [1] });
  assert.equal(seen[0].headers["x-event"], "e1");
  assert.equal(seen[0].headers["webhook-id"], undefined);
  assert.equal(seen[0].headers["webhook-attempt"], undefined);
  assert.equal(seen[0].headers["content-type"], "text/csv");
});

test("headers that change are made anew for every attempt, over the body as it goes out", async () => {
  const asked = [];
  const headers = async (sending) => {
    asked.push(sending);
    return { "webhook-signature": `v1,${sending.id}.${sending.attempt}.${sending.body}` };
  };
  const { seen } = await deliverTo([500, 200], { id: "e1", headers, body: { a: 1 } });
  assert.deepEqual(
    seen.map((request) => request.headers["webhook-signature"]),
    ['v1,e1.1.{"a":1}', 'v1,e1.2.{"a":1}'],
  );
  assert.equal(typeof asked[0].now, "number");
});

test("no attempt comes before the moment that was decided", async () => {
  const policy = { backoff: { schedule: { delays: [30, 60, 90] } }, jitter: "equal" };
  const { attempts, seen } = await deliverTo([503, 503, 503, 200], { policy });
  for (const [index, { decision }] of attempts.slice(0, 3).entries()) {
    assert.equal(decision.kind, "retry");
    assert.ok(seen[index + 1].at >= decision.at, `${seen[index + 1].at} is before ${decision.at}`);
  }
});

test("a refused connection is tried again until the server is up", async () => {
  const port = await freePort();
  let server;
  const outcomes = [];
  const result = await deliver(`http://127.0.0.1:${port}/`, {
    policy: QUICK,
    onAttempt: async ({ attempt, outcome }) => {
      outcomes.push(outcome);
      if (attempt === 2) server = await listen([200], { port });
    },
  });
  await server.close();
  assert.deepEqual(outcomes.slice(0, 2), [{ error: "refused" }, { error: "refused" }]);
  assert.equal(result.kind, "delivered");
  assert.equal(server.seen[0].headers["webhook-attempt"], "3");
});

for (const misdeed of ["reset", "close", "junk"]) {
  test(`a connection that ends with ${misdeed} is "reset", and tried again`, async () => {
    const { result, outcomes } = await deliverTo([misdeed, 200]);
    assert.deepEqual(outcomes[0], { error: "reset" });
    assert.equal(result.kind, "delivered");
  });
}

test("a server that stalls before its headers is a timeout", async () => {
  const { result, outcomes, attempts } = await deliverTo(["stall", 200], { timeout: 100 });
  assert.deepEqual(outcomes[0], { error: "timeout" });
  assert.equal(attempts[0].error.name, "TimeoutError");
  assert.equal(result.kind, "delivered");
});

test("a fetch that ignores its signal cannot outlast the time limit", async () => {
  const { outcomes } = await deliverTo([200], {
    timeout: 30,
    policy: { ...QUICK, maxAttempts: 1 },
    fetch: () => new Promise(() => {}),
  });
  assert.deepEqual(outcomes, [{ error: "timeout" }]);
});

test("the status is the answer, also where the body stalls or breaks off", async () => {
  const stalled = await deliverTo(["stallBody"]);
  assert.equal(stalled.result.kind, "delivered");
  assert.deepEqual([stalled.result.answer.text, stalled.result.answer.truncated], ["half", true]);
  const cut = await deliverTo(["cutBody", 200]);
  assert.equal(cut.outcomes[0].status, 503);
  assert.equal(cut.attempts[0].answer.truncated, true);
  assert.equal(cut.result.answer.truncated, false);
  assert.equal(cut.result.kind, "delivered");
});

test("a body without end is cut off, and its connection let go", async () => {
  const { result, seen } = await deliverTo([{ status: 200, body: "x".repeat(10_000_000) }]);
  assert.equal(result.answer.text, "x".repeat(65_536));
  assert.equal(result.answer.truncated, true);
  assert.equal(seen.length, 1);
});

test("a body that just fits is whole", async () => {
  for (const [size, truncated] of [[65_535, false], [65_536, false], [65_537, true]]) {
    const { result } = await deliverTo([{ status: 200, body: "x".repeat(size) }]);
    assert.deepEqual([result.answer.text.length, result.answer.truncated], [Math.min(size, 65_536), truncated]);
  }
});

test("a 410 ends it: nothing is sent again", async () => {
  const { result, seen } = await deliverTo([410, 200]);
  assert.equal(result.kind, "deadLetter");
  assert.equal(result.reason, "gone");
  assert.deepEqual(result.last, { status: 410, class: "gone" });
  assert.equal(seen.length, 1);
});

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect with ${status} is not followed`, async () => {
    const elsewhere = await listen([200]);
    const { result, seen } = await deliverTo([{ status, headers: { location: elsewhere.url } }]);
    await elsewhere.close();
    assert.deepEqual([result.kind, result.reason, result.last.status], ["deadLetter", "permanent", status]);
    assert.equal(seen.length, 1);
    assert.equal(elsewhere.seen.length, 0);
  });
}

test("a redirect that a browser hides is permanent too", async () => {
  const hidden = Object.defineProperty(new Response(null, { status: 200 }), "type", { value: "opaqueredirect" });
  const result = await deliver("http://127.0.0.1/", { policy: QUICK, fetch: async () => hidden });
  assert.deepEqual([result.kind, result.reason], ["deadLetter", "permanent"]);
});

test("tries end where the policy says, with the last answer", async () => {
  const { result, seen } = await deliverTo([{ status: 503, body: "maintenance" }]);
  assert.deepEqual([result.kind, result.reason, result.attempts], ["deadLetter", "attempts", 4]);
  assert.equal(result.answer.text, "maintenance");
  assert.equal(seen.length, 4);
});

test("an address that fetch never sends to is a dead letter at once", async () => {
  for (const url of ["http://user:secret@127.0.0.1/", "http://127.0.0.1:1/"]) {
    const result = await deliver(url, { policy: QUICK });
    assert.deepEqual([result.kind, result.reason, result.last.error], ["deadLetter", "permanent", "invalid"], url);
  }
});

test("the sender's own fault costs no attempt", async () => {
  let calls = 0;
  const full = () => Promise.reject(Object.assign(new TypeError("fetch failed"), { cause: { code: "EMFILE" } }));
  const server = await listen([200]);
  const numbers = [];
  const result = await deliver(server.url, {
    policy: { ...QUICK, maxAttempts: 1 },
    fetch: (url, init) => ((calls += 1) <= 5 ? full() : fetch(url, init)),
    onAttempt: ({ attempt }) => numbers.push(attempt),
  });
  await server.close();
  assert.deepEqual([result.kind, result.attempts], ["delivered", 1]);
  assert.deepEqual(numbers, [1, 1, 1, 1, 1, 1]);
});

test("a second look at the answer changes what it means", async () => {
  const interpret = ({ text }, outcome) => (text === "busy" ? { ...outcome, class: "throttled", hint: "2h" } : outcome);
  const clock = virtualClock();
  const { attempts, result } = await deliverTo([{ status: 200, body: "busy" }, 200], { interpret, clock });
  assert.deepEqual([attempts[0].decision.delay, attempts[0].decision.reason], [7_200_000, "hint"]);
  assert.equal(result.attempts, 2);
});

test("with a seed, any worker draws the same delays", async () => {
  const policy = { backoff: { exponential: { base: "1s", factor: 2 } }, maxAttempts: 4 };
  const delays = async (seed) => {
    const { attempts } = await deliverTo([503], { policy, id: "e1", seed, clock: virtualClock() });
    return attempts.slice(0, 3).map(({ decision }) => decision.delay);
  };
  assert.deepEqual(await delays("0x5eed"), await delays("0x5eed"));
  assert.notDeepEqual(await delays("0x5eed"), await delays("0xfeed"));
});

test("save gets the state before the first attempt and before every wait, and is awaited", async () => {
  const log = [];
  const save = async (state) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    log.push(["saved", state.delivery.attempts, JSON.parse(JSON.stringify(state)).id]);
  };
  const act = (status) => () => {
    log.push(["knock"]);
    return status;
  };
  await deliverTo([act(503), act(200)], { id: "e1", save });
  assert.deepEqual(log, [["saved", 0, "e1"], ["knock"], ["saved", 1, "e1"], ["knock"]]);
});

test("what save throws ends the delivery before anything is sent", async () => {
  const server = await listen([200]);
  const save = () => Promise.reject(new Error("disk full"));
  await assert.rejects(deliver(server.url, { policy: QUICK, save }), { message: "disk full" });
  await server.close();
  assert.equal(server.seen.length, 0);
});
