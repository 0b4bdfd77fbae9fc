/** A server on loopback that does what a script says, attempt by attempt, and remembers what it saw. */
import { createServer } from "node:http";
import { once } from "node:events";

/**
 * One act for each request, the last one for all that follow: a status, `{ status, headers, body }`,
 * or one of the misdeeds below.
 */
export async function listen(script, { port = 0 } = {}) {
  const seen = [];
  const sockets = new Set();
  const server = createServer(async (request, response) => {
    const entry = { at: Date.now(), method: request.method, path: request.url, headers: request.headers, body: "" };
    seen.push(entry);
    const act = script[Math.min(seen.length, script.length) - 1];
    try {
      for await (const chunk of request) entry.body += chunk;
      entry.socket = request.socket;
      await perform(act, request, response, entry);
    } catch (error) {
      if (!response.destroyed && error?.code !== "ECONNRESET") throw error;
    }
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { url: `http://127.0.0.1:${server.address().port}/hook`, port: server.address().port, seen, server, close };
}

async function perform(act, request, response, entry) {
  if (typeof act === "function") return perform(await act(entry), request, response, entry);
  switch (act) {
    case "reset":
      return request.socket.resetAndDestroy();
    case "close":
      return request.socket.destroy();
    case "stall":
      return; // no headers, ever
    case "stallBody":
      response.writeHead(200, { "content-length": "100" });
      return void response.write("half");
    case "cutBody":
      response.writeHead(503, { "content-length": "100" });
      return void response.write("half", () => request.socket.destroy());
    case "junk":
      return void request.socket.end("SSH-2.0-OpenSSH_9.2\r\n\r\n");
    default: {
      const { status, headers = {}, body = "" } = typeof act === "number" ? { status: act } : act;
      response.sendDate = headers.date === undefined;
      response.writeHead(status, headers);
      return void response.end(body);
    }
  }
}

/** A port on which nothing listens. */
export async function freePort() {
  const { port, close } = await listen([200]);
  await close();
  return port;
}

/** Time that passes only by sleeping: waits of days take no time, and none is ever too early. */
export function virtualClock(start = Date.UTC(2026, 0, 1)) {
  const slept = [];
  const clock = {
    time: start,
    slept,
    now: () => clock.time,
    sleep: async (millis, signal) => {
      signal?.throwIfAborted();
      slept.push(millis);
      clock.time += millis;
    },
  };
  return clock;
}

/** Ten milliseconds between tries, without spread. */
export const QUICK = { backoff: { constant: { delay: 10 } }, jitter: "none", maxAttempts: 4, hints: { jitter: 0 } };
