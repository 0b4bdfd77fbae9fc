/** A server of bare sockets, which can say things that no HTTP library would. */
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * For each request one act, the last for all that follow: a function that gets the socket once the
 * request's headers are there. `count` is how many connections were made.
 */
export async function listenRaw(acts) {
  const sockets = new Set();
  const state = { requests: 0, connections: 0 };
  const server = createServer((socket) => {
    state.connections += 1;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    let heard = "";
    socket.on("data", (chunk) => {
      heard += chunk.toString("latin1");
      if (!heard.includes("\r\n\r\n")) return;
      heard = "";
      state.requests += 1;
      acts[Math.min(state.requests, acts.length) - 1](socket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { url: `http://127.0.0.1:${server.address().port}/hook`, state, open: () => sockets.size, close };
}

/** Says this and leaves the connection open. */
export const says = (text) => (socket) => socket.write(text);
/** Says this and hangs up. */
export const saysAndEnds = (text) => (socket) => socket.end(text);

/** Says this, and then one piece after the other as fast as anyone reads. */
export const endless = (head, piece) => (socket) => {
  const go = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.write(head);
  socket.on("drain", go);
  go();
};

/** Says one byte of this every few milliseconds. */
export const drips = (text, millis) => (socket) => {
  let at = 0;
  const timer = setInterval(() => socket.write(text[at++ % text.length]), millis);
  socket.on("close", () => clearInterval(timer));
};

export const OK = says("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
