/**
 * A worker of BullMQ in a process of its own. Its settings come as JSON in the first argument; what it
 * decides goes to its parent, one message for each decision.
 */
import { Worker } from "bullmq";
import { retries } from "reknock/bullmq";

const { port, queue, policy, seed, timeout, dieAfterDeciding = false, lock = 30_000 } = JSON.parse(process.argv[2]);

const { settings, processor } = retries({
  policy,
  seed,
  onDecision(job, outcome, decision) {
    process.send({ job: job.id, outcome, decision });
    // Decided and stored, but not yet waiting: the worst moment to die.
    if (dieAfterDeciding) process.kill(process.pid, "SIGKILL");
  },
});
const headers = { "x-worker": `${process.pid}` };
const send = processor((job) => ({ url: job.data.url, body: job.data.event, headers, timeout }));
const worker = new Worker(queue, send, {
  connection: { host: "127.0.0.1", port },
  settings,
  drainDelay: 1,
  lockDuration: lock,
  stalledInterval: lock,
  maxStalledCount: 5,
});
await worker.waitUntilReady();
process.send("ready");
process.on("message", async () => {
  await worker.close();
  process.disconnect();
});
