/** What every project does with the package it installed: real work, told as plain data. */
import { answer } from "./delivery.mjs";

/** Ten milliseconds between tries. */
const QUICK = { backoff: { constant: { delay: 10 } }, jitter: "none", maxAttempts: 4 };

/** Decides on golden vectors, and delivers a webhook that is refused once. */
export async function prove(reknock, origin) {
  const vectors = await (await fetch(`${origin}/vectors.json`)).json();
  const attempts = [];
  const { kind, status } = await reknock.deliver(`${origin}/hook`, {
    body: { type: "package.tried" },
    policy: QUICK,
    onAttempt: ({ decision }) => attempts.push(decision.kind),
  });
  return { answers: vectors.map((vector) => answer(reknock, vector)), attempts, kind, status };
}

/** Tells the server that served this page. */
export async function report(outcome) {
  await fetch("/report", { method: "POST", body: JSON.stringify(outcome) });
}
