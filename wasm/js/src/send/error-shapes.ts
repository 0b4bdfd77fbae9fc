/** How the runtimes and clients say what went wrong. */
import type { Failure } from "../outcome.js";

/** By `code` (Node, undici, Bun) and by `name` (Deno, the web platform), both exact. */
const BY_CODE: { readonly [failure in Failure]: readonly string[] } = {
  timeout: [
    "ETIMEDOUT", "ESOCKETTIMEDOUT", "ETIME", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT",
    "UND_ERR_BODY_TIMEOUT", "ERR_TLS_HANDSHAKE_TIMEOUT", "ERR_SOCKET_CONNECTION_TIMEOUT", "TimeoutError",
    "AbortError", "TimedOut", "Timeout", "WouldBlock",
  ],
  refused: ["ECONNREFUSED", "ConnectionRefused"],
  reset: [
    "ECONNRESET", "EPIPE", "ENOTCONN", "ESHUTDOWN", "ERR_STREAM_PREMATURE_CLOSE", "ERR_SOCKET_CLOSED",
    "UND_ERR_HEADERS_OVERFLOW", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "UND_ERR_RES_EXCEEDED_MAX_SIZE",
    "Malformed_HTTP_Response", "ConnectionReset", "ConnectionAborted", "ConnectionClosed", "NotConnected",
    "BrokenPipe", "UnexpectedEof",
  ],
  // No address to call from, or a firewall's word: both may never end, so they are not `local`.
  unreachable: [
    "EHOSTUNREACH", "ENETUNREACH", "ENETDOWN", "EHOSTDOWN", "EADDRNOTAVAIL", "EACCES", "EPERM",
    "AddrNotAvailable", "NetworkUnreachable", "PermissionDenied", "NotCapable", "FailedToOpenSocket",
  ],
  dns: ["ENOTFOUND", "ENODATA", "ESERVFAIL", "EREFUSED"],
  tls: [
    "EPROTO", "DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN", "HOSTNAME_MISMATCH", "INVALID_CA",
    "INVALID_PURPOSE", "PATH_LENGTH_EXCEEDED",
  ],
  invalid: [
    "ERR_INVALID_URL", "ERR_INVALID_ARG_TYPE", "ERR_INVALID_ARG_VALUE", "ERR_INVALID_CHAR",
    "ERR_INVALID_HTTP_TOKEN", "ERR_HTTP_INVALID_HEADER_VALUE", "ERR_UNESCAPED_CHARACTERS",
    "ERR_INVALID_PROTOCOL", "UND_ERR_INVALID_ARG", "UND_ERR_NOT_SUPPORTED",
    "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH", "InvalidURL", "UnsupportedProtocol",
  ],
  local: ["EMFILE", "ENFILE", "ENOMEM", "ENOBUFS", "EADDRINUSE", "EAI_MEMORY", "AddrInUse"],
};

const EXACT = new Map(Object.entries(BY_CODE).flatMap(([failure, codes]) => codes.map((code) => [code, failure as Failure])));

/** By how a code begins; after the exact ones. */
const BY_PREFIX: readonly (readonly [RegExp, Failure])[] = [
  [/^(CERT_|CRL_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|ERROR_IN_C)/, "tls"],
  [/^EAI_/, "dns"],
  [/^(HPE_|ERR_HTTP2_)/, "reset"],
];

/**
 * By message, where there is nothing else: Deno (Rust's words), Safari, Chromium, Firefox. The first
 * that fits. Addresses are taken out before, so that a path cannot sound like an error.
 */
const BY_MESSAGE: readonly (readonly [RegExp, Failure])[] = [
  [/connection refused|could not connect to the server/i, "refused"],
  [/dns error|failed to lookup address|hostname could not be found/i, "dns"],
  [/too many open files/i, "local"],
  [/network is unreachable|no route to host|appears to be offline|NetworkUnreachable/i, "unreachable"],
  [/certificate|\btls\b|\bssl\b|corrupt message of type/i, "tls"],
  [/timed out|timeout/i, "timeout"],
  [/connection (reset|closed|was lost|aborted)|socket hang up|broken pipe/i, "reset"],
];

/** Why `fetch` refuses a request before it sends anything. Anchored: a dead letter is no place for a guess. */
const REFUSED_REQUEST =
  /^(Failed to parse URL|Invalid URL|fetch\(\) URL is invalid|unknown scheme|Url scheme '|bad port$|Fetch failed: Requests to port|Request cannot be constructed from a URL|Failed to execute 'fetch'|(fetch\(\) r|R)equest with GET\/HEAD method cannot have body|Headers\.\w+: .* is an invalid header|Invalid header (name|value)|Header '[^']*' has invalid value)/s;

/** What a `code` or a `name` means; `null` if it says nothing by itself. */
export function failureOfCode(code: string, message: string): Failure | null {
  // Axios says so of its own timeout, the system of a connection that it gave up.
  if (code === "ECONNABORTED") return /timeout/i.test(message) ? "timeout" : "reset";
  return EXACT.get(code) ?? BY_PREFIX.find(([prefix]) => prefix.test(code))?.[1] ?? null;
}

/** What a message means; `null` if it says nothing. */
export function failureOfMessage(message: string, isTypeError: boolean): Failure | null {
  // Undici wraps these in a plain error inside a `TypeError`.
  if ((isTypeError || /^(unknown scheme|bad port)$/.test(message)) && REFUSED_REQUEST.test(message)) return "invalid";
  const words = message.slice(0, 1_000).replace(/\w+:\/\/[^\s)]+/g, "");
  return BY_MESSAGE.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}
