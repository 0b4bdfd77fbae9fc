/** A server with a certificate that nobody trusts. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function certified() {
  const folder = mkdtempSync(join(tmpdir(), "reknock-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const make = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost".split(" ");
  execFileSync("openssl", [...make, "-keyout", key, "-out", cert], { stdio: "ignore" });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => response.end());
  rmSync(folder, { recursive: true });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  const close = () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  return { port, url: `https://127.0.0.1:${port}/`, close };
}
