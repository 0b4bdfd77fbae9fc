//! A sender as a program, a server with a script, a file for the state.

use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};

use reknock_examples::entropy;
use reknock_examples::server::{Reply, Request, Server};

/// A server with a script, and what arrived there.
pub(crate) struct Receiver {
    pub(crate) server: Server,
    arrived: Arc<Mutex<Vec<Request>>>,
}

impl Receiver {
    pub(crate) fn start(script: impl Into<VecDeque<Reply>>) -> Self {
        let arrived = Arc::new(Mutex::new(Vec::new()));
        let (script, seen) = (Mutex::new(script.into()), Arc::clone(&arrived));
        let server = Server::start(move |request| {
            seen.lock().unwrap().push(request.clone());
            script
                .lock()
                .unwrap()
                .pop_front()
                .unwrap_or(Reply::status(500))
        });
        Self {
            server: server.unwrap(),
            arrived,
        }
    }

    pub(crate) fn arrived(&self) -> Vec<Request> {
        self.arrived.lock().unwrap().clone()
    }
}

/// One of the senders.
pub(crate) struct Program {
    pub(crate) path: &'static str,
    pub(crate) stop: fn(&mut Child),
}

impl Program {
    pub(crate) fn run(&self, args: &[&str]) -> Sender {
        let mut child = Command::new(self.path)
            .args(args)
            .env("NO_PROXY", "127.0.0.1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Sender { child, lines }
    }
}

/// A sender at work.
pub(crate) struct Sender {
    pub(crate) child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Sender {
    /// Waits for its next line.
    pub(crate) fn says(&mut self, beginning: &str) {
        let line = self.lines.next().expect("another line").unwrap();
        assert!(
            line.starts_with(beginning),
            "{line:?} instead of {beginning:?}"
        );
    }

    pub(crate) fn stop(&mut self, program: &Program) {
        (program.stop)(&mut self.child);
    }

    pub(crate) fn end(mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }
}

impl Drop for Sender {
    /// A test that fails leaves no sender behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn stop_by_line(child: &mut Child) {
    child.stdin.as_mut().unwrap().write_all(b"\n").unwrap();
}

#[cfg(all(feature = "reqwest", unix))]
pub(crate) fn stop_by_signal(child: &mut Child) {
    let signal = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(signal.unwrap().success());
}

/// A file for the state, gone when the test is.
pub(crate) struct State {
    pub(crate) file: PathBuf,
}

impl State {
    pub(crate) fn new() -> Self {
        Self {
            file: std::env::temp_dir().join(format!("reknock-state-{:016x}", entropy())),
        }
    }

    pub(crate) fn path(&self) -> &str {
        self.file.to_str().unwrap()
    }

    pub(crate) fn grave(&self) -> PathBuf {
        format!("{}.dead", self.path()).into()
    }
}

impl Drop for State {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.file);
        let _ = fs::remove_file(self.grave());
    }
}
