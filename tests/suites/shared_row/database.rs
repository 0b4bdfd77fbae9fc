//! A connection to a real database, in a process of its own: SQLite through
//! Python's module, or PostgreSQL through `psql`.

use std::env;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// What a statement is run with: `$name` in it, and the value.
pub(super) type Values<'a> = &'a [(&'a str, Bound<'a>)];

#[derive(Clone, Copy)]
pub(super) enum Bound<'a> {
    Number(i64),
    Text(&'a str),
    Bytes(&'a [u8]),
}

/// What came of it: the rows, each field as text, and how many were changed.
pub(super) struct Done {
    pub(super) rows: Vec<Vec<String>>,
    pub(super) changed: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Engine {
    Sqlite,
    Postgres,
}

pub(super) struct Database {
    pub(super) engine: Engine,
    child: Child,
    into: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Database {
    /// SQLite on this file; PostgreSQL instead where `REKNOCK_POSTGRES` is set,
    /// to what `psql` connects to.
    pub(super) fn connect(file: &Path) -> Self {
        let (engine, mut command) = match env::var("REKNOCK_POSTGRES") {
            Ok(url) => {
                let mut psql = Command::new("psql");
                psql.args(["-AtX", "-v", "ON_ERROR_STOP=1", &url]);
                (Engine::Postgres, psql)
            }
            Err(_) => {
                let mut python = Command::new("python3");
                let script = concat!(env!("CARGO_MANIFEST_DIR"), "/suites/shared_row/sqlite.py");
                python.arg(script).arg(file);
                (Engine::Sqlite, python)
            }
        };
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let into = child.stdin.take().expect("piped");
        let from = BufReader::new(child.stdout.take().expect("piped"));
        Self {
            engine,
            child,
            into,
            from,
        }
    }

    pub(super) fn run(&mut self, sql: &str, values: Values<'_>) -> Done {
        match self.engine {
            Engine::Sqlite => self.run_sqlite(sql, values),
            Engine::Postgres => self.run_postgres(sql, values),
        }
    }

    fn run_sqlite(&mut self, sql: &str, values: Values<'_>) -> Done {
        let values: serde_json::Map<_, _> = values
            .iter()
            .map(|(name, value)| {
                let value = match value {
                    Bound::Number(number) => json!(number),
                    Bound::Text(text) => json!(text),
                    Bound::Bytes(bytes) => json!({ "hex": hex(bytes) }),
                };
                ((*name).to_owned(), value)
            })
            .collect();
        self.say(&json!({ "sql": sql, "values": values }).to_string());
        let done: Value = serde_json::from_str(&self.hear()).expect("JSON");
        let field = |value: &Value| match value {
            Value::String(text) => text.clone(),
            Value::Object(bytes) => bytes["hex"].as_str().expect("hex").to_owned(),
            other => other.to_string(),
        };
        let rows = done["rows"].as_array().expect("rows").iter();
        Done {
            rows: rows
                .map(|row| row.as_array().expect("a row").iter().map(field).collect())
                .collect(),
            changed: done["changed"].as_u64().expect("a number") as usize,
        }
    }

    /// `psql` prints a row a line, then what was done (`UPDATE 1`), then the mark.
    fn run_postgres(&mut self, sql: &str, values: Values<'_>) -> Done {
        let mut sql = sql.to_owned();
        for (name, value) in values {
            let literal = match value {
                Bound::Number(number) => number.to_string(),
                Bound::Text(text) => format!("'{}'", text.replace('\'', "''")),
                Bound::Bytes(bytes) => format!("'\\x{}'", hex(bytes)),
            };
            sql = sql.replace(&format!("${name}"), &literal);
        }
        self.say(&format!("{sql};\n\\warn\n\\echo done"));
        let mut done = Done {
            rows: Vec::new(),
            changed: 0,
        };
        loop {
            let line = self.hear();
            let mut words = line.split(' ');
            match words.next() {
                Some("done") => return done,
                Some("UPDATE" | "INSERT") => {
                    done.changed = words
                        .next_back()
                        .and_then(|n| n.parse().ok())
                        .expect("a number");
                }
                Some("CREATE" | "DROP" | "BEGIN" | "COMMIT" | "") | None => {}
                Some(_) => {
                    let fields = line.split('|').map(|field| field.trim_start_matches("\\x"));
                    done.rows.push(fields.map(str::to_owned).collect());
                }
            }
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.into, "{line}")
            .and_then(|()| self.into.flush())
            .expect("the database's client has ended; its message stands above");
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        let read = self.from.read_line(&mut line).expect("its output");
        assert!(
            read > 0,
            "the database's client has ended; its message stands above"
        );
        line.trim_end().to_owned()
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // Both clients end with their input; killed, in case one does not.
        let _ended = self.child.kill();
        let _code = self.child.wait();
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes all");
        text
    })
}
