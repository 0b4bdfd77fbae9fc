/** A queue on a real Redis, and workers in processes of their own. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { setTimeout as later } from "node:timers/promises";
import { Queue } from "bullmq";
import { retries } from "reknock/bullmq";

const WORKER = fileURLToPath(new URL("worker.mjs", import.meta.url));
let count = 0;

/** A queue of its own, and everything that must be closed after the test. */
export async function fleet(redis, work) {
  const queue = new Queue(`hooks-${(count += 1)}`, { connection: { host: "127.0.0.1", port: redis.port } });
  const workers = [];
  const decisions = [];
  const start = async (settings) => {
    const said = JSON.stringify({ port: redis.port, queue: queue.name, ...settings });
    const child = fork(WORKER, [said]);
    child.on("message", (message) => message !== "ready" && decisions.push({ pid: child.pid, ...message }));
    workers.push(child);
    await Promise.race([once(child, "message"), once(child, "exit").then(() => Promise.reject(new Error("a worker ended")))]);
    return child;
  };
  const add = (data) => queue.add("event", data, retries().jobOptions);
  try {
    return await work({ queue, start, add, decisions });
  } finally {
    await Promise.all(workers.map(stopped));
    await queue.close();
  }
}

/** Ends a worker as a deployment does: what is under way is finished. */
export async function stopped(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.send("stop");
  await exit;
}

export async function killed(child) {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

/** Waits until it holds; the test's own time limit ends a wait in vain. */
export async function until(holds) {
  for (;;) {
    const value = await holds();
    if (value) return value;
    await later(5);
  }
}

/** Waits until a job has ended, one way or the other. */
export async function ended(queue, job) {
  return until(async () => {
    const state = await queue.getJobState(job.id);
    return (state === "completed" || state === "failed") && { state, job: await queue.getJob(job.id) };
  });
}
