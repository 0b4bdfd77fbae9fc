using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "loopback", network = (allow = ["private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [
    (name = "worker", esModule = embed "dist/worker.js"),
    (name = "reknock.wasm", wasm = embed "dist/reknock.wasm"),
  ],
  bindings = [(name = "ORIGIN", fromEnvironment = "ORIGIN")],
  compatibilityDate = "2026-10-01",
  globalOutbound = "loopback",
);
