//! A destination in a row, read and written by the SQL of the page.

use std::path::PathBuf;
use std::{env, fs, process};

use reknock::Moment;
use reknock::destination::{Destination, DestinationRules, Why};

use super::database::{Bound, Database, Engine};

/// The page that says how; its statements are what runs here.
const PAGE: &str = include_str!("../../../docs/destination.md");

const ID: (&str, Bound<'static>) = ("1", Bound::Text("https://example.com/hooks"));

/// A database with the page's tables, for as long as a test takes.
pub(super) struct Store {
    file: PathBuf,
    sql: Statements,
}

/// The page's statements, by the comment above each.
struct Statements(Vec<(&'static str, &'static str)>);

impl Statements {
    fn of_the_page() -> Self {
        let (_, after) = PAGE.split_once("```sql\n").expect("the page has SQL");
        let (block, _) = after.split_once("```").expect("it ends");
        let statements = block.split(";\n").filter(|text| !text.trim().is_empty());
        Self(
            statements
                .map(|text| {
                    let text = text.trim().strip_prefix("-- ").expect("a comment");
                    text.split_once('\n').expect("a statement")
                })
                .collect(),
        )
    }

    fn get(&self, comment: &str) -> &'static str {
        let found = self.0.iter().find(|(above, _)| above.starts_with(comment));
        found
            .unwrap_or_else(|| panic!("the page has no \"{comment}\""))
            .1
    }
}

impl Store {
    pub(super) fn new() -> Self {
        let file = env::temp_dir().join(format!("reknock-shared-row-{}.db", process::id()));
        let store = Self {
            file,
            sql: Statements::of_the_page(),
        };
        let mut row = store.connect();
        for table in ["destinations", "notices"] {
            row.database
                .run(&format!("DROP TABLE IF EXISTS {table}"), &[]);
        }
        for table in ["table", "notices"] {
            row.database.run(store.sql.get(table), &[]);
        }
        store
    }

    pub(super) fn connect(&self) -> Row<'_> {
        Row {
            database: Database::connect(&self.file),
            sql: &self.sql,
        }
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // PostgreSQL never made it.
        let _there_or_not = fs::remove_file(&self.file);
    }
}

/// The row, over one connection.
pub(super) struct Row<'s> {
    database: Database,
    sql: &'s Statements,
}

impl Row<'_> {
    pub(super) fn engine(&self) -> Engine {
        self.database.engine
    }

    /// A fresh row, unless another worker has made it.
    pub(super) fn insert(&mut self, rules: &DestinationRules, now: Moment) {
        let state = Destination::new(rules, now);
        let bytes = state.to_bytes();
        let values = [
            ("state", Bound::Bytes(&bytes)),
            ("new", Bound::Number(state.version().into())),
            ID,
        ];
        self.database.run(self.sql.get("fresh"), &values);
    }

    pub(super) fn read(&mut self) -> Destination {
        let done = self.database.run(self.sql.get("read"), &[ID]);
        let [row] = &done.rows[..] else {
            panic!("one row: {:?}", done.rows)
        };
        let [version, hex] = &row[..] else {
            panic!("two fields: {row:?}")
        };
        let digits = |place| u8::from_str_radix(&hex[place..place + 2], 16).expect("hex");
        let bytes: Vec<u8> = (0..hex.len()).step_by(2).map(digits).collect();
        let state = Destination::from_bytes(&bytes).expect("what was written");
        assert_eq!(*version, state.version().to_string());
        state
    }

    /// Whether nobody wrote since the read.
    pub(super) fn write(&mut self, old: u32, state: &Destination) -> bool {
        let bytes = state.to_bytes();
        let done = self
            .database
            .run(self.sql.get("write,"), &written(old, state, &bytes));
        done.changed == 1
    }

    /// The same, with the notice for the owner: both, or neither.
    fn write_and_tell(&mut self, old: u32, state: &Destination, why: Why) -> bool {
        let bytes = state.to_bytes();
        let [state_, new, id, old_] = written(old, state, &bytes);
        let values = [state_, new, id, old_, ("why", Bound::Text(why.name()))];
        if self.engine() == Engine::Postgres {
            return self.database.run(self.sql.get("told"), &values).changed == 1;
        }
        // In a database without data-changing WITH: both in one transaction.
        self.database.run("BEGIN IMMEDIATE", &[]);
        let done = self.write(old, state);
        if done {
            let insert = "INSERT INTO notices (destination, why) VALUES ($1, $why)";
            self.database.run(insert, &[values[2], values[4]]);
        }
        self.database.run("COMMIT", &[]);
        done
    }

    /// Reads, calls and writes until the answer counts; how often it did not.
    pub(super) fn change<T>(&mut self, call: impl Fn(&mut Destination) -> T) -> (T, usize) {
        self.change_and_tell(|state| (call(state), None))
    }

    /// The same for a call that may have something to tell the owner.
    pub(super) fn change_and_tell<T>(
        &mut self,
        call: impl Fn(&mut Destination) -> (T, Option<Why>),
    ) -> (T, usize) {
        for lost in 0.. {
            let read = self.read();
            let (old, mut state) = (read.version(), read);
            let (answer, why) = call(&mut state);
            // A refusal that left the version alone needs no write.
            let counts = state.version() == old
                || match why {
                    None => self.write(old, &state),
                    Some(why) => self.write_and_tell(old, &state, why),
                };
            if counts {
                return (answer, lost);
            }
        }
        unreachable!("it is tried for ever")
    }

    /// What owners are to be told.
    pub(super) fn notices(&mut self) -> Vec<String> {
        let done = self.database.run("SELECT why FROM notices", &[]);
        done.rows.into_iter().flatten().collect()
    }
}

fn written<'a>(old: u32, state: &Destination, bytes: &'a [u8]) -> [(&'static str, Bound<'a>); 4] {
    [
        ("state", Bound::Bytes(bytes)),
        ("new", Bound::Number(state.version().into())),
        ID,
        ("old", Bound::Number(old.into())),
    ]
}
