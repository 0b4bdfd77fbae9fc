/** Checked, not run: what `retries` gives fits the types of BullMQ as they are. */
import { type Job, Queue, Worker } from "bullmq";
import { retries } from "reknock/bullmq";

interface Hook {
  url: string;
  event: { order: number };
}

const connection = { host: "127.0.0.1", port: 6379 };
const { jobOptions, settings, processor } = retries<Job<Hook>>({
  policy: "svix",
  onDecision: (job, outcome, decision) => console.log(job.data.url, outcome.status, decision.kind),
});
const send = processor((job) => ({ url: job.data.url, body: { order: job.data.event.order } }));
new Worker<Hook, { status: number }>("webhooks", send, { connection, settings });
await new Queue<Hook>("webhooks", { connection, defaultJobOptions: jobOptions }).add("order.paid", {
  url: "https://example.com/hook",
  event: { order: 42 },
});

const plain = retries();
new Worker("webhooks", plain.processor(() => ({ url: "https://example.com/hook" })), { connection, settings: plain.settings });
