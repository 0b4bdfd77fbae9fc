/** A headless Chromium that opens one page. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Debian's name; the variable is for machines where it is called otherwise. */
const PROGRAM = process.env.CHROMIUM ?? "chromium";

/** A page that has not reported by then is stuck; a loaded machine of two cores needs seconds. */
const PATIENCE = 120_000;

/** Opens a page of `site` in a browser of its own; resolves with what the page reports. */
export async function visit(site, path = "/") {
  const profile = mkdtempSync(join(tmpdir(), "reknock-chromium-"));
  const browser = spawn(PROGRAM, [...options(profile), site.origin + path], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  browser.stderr.setEncoding("utf8").on("data", (text) => (said += text));
  const ended = once(browser, "close");
  const patience = new AbortController();
  try {
    return await Promise.race([site.reported, failed(ended, () => said), stuck(patience.signal, () => said)]);
  } finally {
    patience.abort();
    browser.kill("SIGKILL");
    await ended.catch(() => {});
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

function options(profile) {
  const root = process.getuid?.() === 0;
  return [
    "--headless", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--enable-logging=stderr", `--user-data-dir=${profile}`,
    // Chromium's sandbox refuses to run as root, which is what containers are.
    ...(root ? ["--no-sandbox"] : []),
  ];
}

async function failed(ended, said) {
  const [code] = await ended.catch((error) => {
    throw new Error(`${PROGRAM} could not start (${error.message}); CHROMIUM names another program`);
  });
  throw new Error(`${PROGRAM} ended with ${code}:\n${said()}`);
}

function stuck(signal, said) {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new Error(`the page did not report:\n${said()}`)), PATIENCE);
    signal.addEventListener("abort", () => clearTimeout(timer));
  });
}
