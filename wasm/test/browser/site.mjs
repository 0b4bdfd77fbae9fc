/** A site on loopback: files, texts, a hook that answers a webhook, and a place where a page reports. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

const TYPES = {
  css: "text/css",
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  json: "application/json",
  mjs: "text/javascript",
  wasm: "application/wasm",
};

/**
 * `files` are folders under the paths they are served at, the longest first; `texts` are pages made
 * here. `headers` are a function from path to headers, such as a Content-Security-Policy.
 *
 * `/hook` refuses the first attempt of every webhook with a 503 and takes the second; what it saw
 * stands in `hooks`. What a page posts to `/report` is `reported`.
 */
export async function serve({ files = {}, texts = {}, headers = () => ({}) }) {
  const hooks = [];
  const { promise: reported, resolve: report } = Promise.withResolvers?.() ?? withResolvers();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://loopback");
    if (pathname === "/hook") return hook(request, response, hooks);
    if (pathname === "/report") {
      report(JSON.parse(await bodyOf(request)));
      return response.end();
    }
    const found = texts[pathname] ?? (await fileAt(files, pathname));
    if (found === undefined) return response.writeHead(404).end();
    const type = pathname.endsWith("/") ? "html" : pathname.split(".").at(-1);
    response.writeHead(200, { "content-type": TYPES[type] ?? "text/plain", ...headers(pathname) }).end(found);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { origin: `http://127.0.0.1:${server.address().port}`, hooks, reported, close };
}

async function fileAt(folders, pathname) {
  const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
  const below = Object.keys(folders).filter((folder) => path.startsWith(folder));
  for (const folder of below.sort((one, other) => other.length - one.length)) {
    const file = await readFile(new URL(path.slice(folder.length), folders[folder])).catch(() => undefined);
    if (file !== undefined) return file;
  }
  return undefined;
}

async function hook(request, response, hooks) {
  const id = request.headers["webhook-id"];
  const refused = hooks.some((hook) => hook.id === id);
  hooks.push({ id, attempt: request.headers["webhook-attempt"], body: await bodyOf(request) });
  response.writeHead(refused ? 204 : 503).end();
}

async function bodyOf(request) {
  let body = "";
  request.setEncoding("utf8");
  for await (const chunk of request) body += chunk;
  return body;
}

function withResolvers() {
  let resolve;
  const promise = new Promise((done) => (resolve = done));
  return { promise, resolve };
}
