//! Node.js, and what it needs in a `node_modules`.

use std::env;
use std::fs;

use super::{cache, says};
use crate::Result;
use crate::json::Value;
use crate::shell::{self, Line};

/// What is installed where Node.js is missing or too old.
const RELEASE: &str = "22.23.3";

/// Asked for what it can do, since its releases got the tests' options out of order: 20.14 and
/// 22.1 know this one, 21 does not.
pub(super) fn is_new_enough() -> bool {
    says("node --test-force-exit --version", "")
}

/// npm brings the program itself, for the machines that servers are.
pub(super) fn install_line() -> Result<Line> {
    let machine = match (env::consts::OS, env::consts::ARCH) {
        ("linux", "x86_64") => "linux-x64",
        ("linux", "aarch64") => "linux-arm64",
        (system, machine) => {
            return Err(format!(
                "install Node.js {RELEASE} or newer from https://nodejs.org: \
                 npm has none for {system} on {machine}"
            ));
        }
    };
    let line = format!("npm install --global node-{machine}@{RELEASE} --prefix");
    Ok(Line::new(&line).arg(cache()?.to_string_lossy()))
}

/// As the lock file says, to the byte. A package that it names by a folder becomes a link to that
/// folder, so that a later build of it is seen.
pub(super) fn packages_line(folder: &str) -> Line {
    let line = format!("npm ci --prefix {folder} --no-audit --no-fund --loglevel=error");
    Line::new(&line)
}

/// Whether all that the lock file names is installed, and nothing else: npm leaves a list of it.
pub(super) fn has_packages(folder: &str) -> bool {
    let read = |name: &str| {
        let text = fs::read_to_string(shell::root().join(folder).join(name)).ok()?;
        Value::parse(&text)
    };
    let lock = read("package-lock.json");
    let installed = read("node_modules/.package-lock.json");
    lock.zip(installed)
        .is_some_and(|(lock, installed)| is_installed(&lock, &installed))
}

fn is_installed(lock: &Value, installed: &Value) -> bool {
    let (Some(Value::Object(wanted)), Some(Value::Object(there))) =
        (lock.get("packages"), installed.get("packages"))
    else {
        return false;
    };
    let as_wanted = |name: &String, package: &Value| {
        wanted.get(name).is_some_and(|wanted| {
            ["version", "integrity", "resolved", "link"]
                .iter()
                .all(|field| wanted.get(field) == package.get(field))
        })
    };
    // Those for other machines than this one are optional, and left out.
    let may_lack = |name: &String, package: &Value| {
        let optional = ["optional", "devOptional"];
        // The folder itself has no name.
        name.is_empty() || optional.iter().any(|field| package.get(field).is_some())
    };
    there.iter().all(|(name, package)| as_wanted(name, package))
        && wanted
            .iter()
            .all(|(name, package)| there.contains_key(name) || may_lack(name, package))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = r#"{"packages": {
        "": {"name": "tests"},
        "../npm": {"version": "0.1.0"},
        "node_modules/a": {"version": "1.0.0", "integrity": "sha512-a"},
        "node_modules/a-windows": {"version": "1.0.0", "integrity": "sha512-w", "optional": true},
        "node_modules/own": {"resolved": "../npm", "link": true}
    }}"#;
    const INSTALLED: &str = r#"{"packages": {
        "../npm": {"version": "0.1.0"},
        "node_modules/a": {"version": "1.0.0", "integrity": "sha512-a", "license": "MIT"},
        "node_modules/own": {"resolved": "../npm", "link": true}
    }}"#;

    fn installed(from: &str, to: &str) -> bool {
        let changed = INSTALLED.replace(from, to);
        assert_eq!(changed == INSTALLED, from == to, "{from:?} is not there");
        is_installed(
            &Value::parse(LOCK).unwrap(),
            &Value::parse(&changed).unwrap(),
        )
    }

    #[test]
    fn packages_are_there_when_they_are_those_of_the_lock_file() {
        assert!(installed("", ""));
        assert!(!installed("1.0.0", "1.0.1"), "another version");
        assert!(!installed("sha512-a", "sha512-b"), "other bytes");
        assert!(!installed("node_modules/a", "node_modules/b"), "a missing");
        let more = r#""node_modules/z": {"version": "1.0.0"}, "../npm":"#;
        assert!(!installed(r#""../npm":"#, more), "one too many");
        assert!(!installed("packages", "nothing"), "another format");
    }

    #[test]
    fn packages_that_are_not_there_are_named_with_the_line_that_brings_them() {
        assert!(!has_packages("no-such-folder"));
        assert_eq!(
            packages_line("wasm/test").to_string(),
            "npm ci --prefix wasm/test --no-audit --no-fund --loglevel=error"
        );
    }

    /// npm writes a lock file without complaint when the registry lacks a version for another machine,
    /// and `npm ci` then refuses that file on every machine.
    #[test]
    fn lock_files_name_what_each_package_needs_on_every_machine() {
        for folder in ["wasm", "wasm/test", "wasm/test/packaging"] {
            let path = shell::root().join(folder).join("package-lock.json");
            let lock = Value::parse(&fs::read_to_string(path).unwrap()).unwrap();
            assert_eq!(unnamed(&lock), [""; 0], "{folder}");
        }
        let lacking = r#"{"packages": {
            "node_modules/a": {"optionalDependencies": {"a-linux": "1", "a-windows": "1"}},
            "node_modules/a/node_modules/a-linux": {"version": "1.0.0"}
        }}"#;
        assert_eq!(unnamed(&Value::parse(lacking).unwrap()), ["a-windows"]);
    }

    fn unnamed(lock: &Value) -> Vec<&str> {
        let Some(Value::Object(packages)) = lock.get("packages") else {
            panic!("another format");
        };
        let needs = packages.values().flat_map(|package| {
            ["dependencies", "optionalDependencies"]
                .into_iter()
                .filter_map(|field| package.get(field))
        });
        needs
            .flat_map(|needs| match needs {
                Value::Object(needs) => needs.keys(),
                _ => panic!("another format"),
            })
            .filter(|need| {
                let end = format!("node_modules/{need}");
                !packages.keys().any(|name| name.ends_with(&end))
            })
            .map(String::as_str)
            .collect()
    }
}
