//! The figures, the goals they are held against, and the peers beside them.

use super::firmware::{PROGRAMS, TARGETS};
use super::{device, stack};
use crate::Result;

/// Every measured number under its name, in the order of measuring.
#[derive(Default)]
pub(super) struct Figures(Vec<(String, u64)>);

impl Figures {
    pub(super) fn add(&mut self, name: String, number: u64) {
        self.0.push((name, number));
    }

    /// Takes in what a program measured: a name and a number a line.
    pub(super) fn read(&mut self, text: &str) -> Result {
        for line in text.lines() {
            let number = line.split_once(' ').and_then(|(name, number)| {
                let number = number.parse().ok()?;
                Some((name, number))
            });
            let (name, number) =
                number.ok_or_else(|| format!("not a name and a number: {line:?}"))?;
            self.add(name.to_owned(), number);
        }
        Ok(())
    }

    fn get(&self, name: &str) -> Option<u64> {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, number)| *number)
    }

    /// One flat object. The names hold nothing that would need an escape.
    pub(super) fn json(&self) -> String {
        let fields: Vec<String> = self
            .0
            .iter()
            .map(|(name, number)| format!("\"{name}\":{number}"))
            .collect();
        format!("{{{}}}", fields.join(","))
    }
}

/// The most each figure may be.
const GOALS: [(&str, u64); 15] = [
    ("thumbv7em_text", 1_000),
    ("thumbv6m_text", 1_300),
    ("thumbv7em_text_any_policy", 2_500),
    ("thumbv6m_text_any_policy", 3_200),
    ("thumbv7em_text_any_policy_http", 4_000),
    ("thumbv6m_text_any_policy_http", 5_000),
    ("decide_ir_preset", 100),
    ("decide_ir_any_policy", 125),
    ("delivery_bytes", 32),
    ("delivery_postcard", 20),
    ("destination_bytes", 256),
    ("wasm_raw", 16 * 1024),
    ("wasm_gzip", 7 * 1024),
    ("firmware_reknock_flash", 6 * 1024),
    ("firmware_reknock_ram", 300),
];

fn goal(name: &str) -> Option<u64> {
    GOALS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, most)| *most)
}

/// The goals that are not met, or not measured, one line each.
pub(super) fn missed(figures: &Figures) -> Vec<String> {
    let mut missed = Vec::new();
    for (name, most) in GOALS {
        match figures.get(name) {
            Some(number) if number <= most => {}
            Some(number) => {
                missed.push(format!("{name} is {number}, and should be {most} or less"));
            }
            None => missed.push(format!("{name} was not measured")),
        }
    }
    missed
}

/// `.text` of the smallest program that asks a peer for one delay (no outcome,
/// no hint, no limit, no state): thumbv7em, thumbv6m.
const PEERS: [(&str, u64, u64); 4] = [
    ("backon 1.6.0", 2_096, 3_912),
    ("reliakit-backoff 1.1.0", 2_248, 3_074),
    ("sisyphus 0.1.0", 4_986, 5_600),
    ("rusty_rtos_backoff 0.2.0", 96, 520),
];

/// What `wasm/build/size.mjs` measures, and what that is.
const NPM: [(&str, &str); 7] = [
    ("wasm_raw", "the module, as it is"),
    ("wasm_gzip", "the module"),
    ("npm_entry_gzip", "reknock, with the module"),
    ("npm_slim_gzip", "reknock/slim, without it"),
    ("npm_entry_gzip_cockatiel", "cockatiel"),
    ("npm_entry_gzip_p_retry", "p-retry"),
    ("npm_entry_gzip_exponential_backoff", "exponential-backoff"),
];

pub(super) fn tables(figures: &Figures) -> String {
    let mut text = String::from("Flash of the smallest program, in bytes (goal)\n");
    text += &row(
        "",
        ["thumbv7em .text", "thumbv6m .text", ".rodata"].map(String::from),
    );
    for (program, ending) in PROGRAMS {
        let [seventh, sixth] = TARGETS.map(|(_, short)| format!("{short}_text{ending}"));
        let rodata = TARGETS.map(|(_, short)| {
            let number = figures.get(&format!("{short}_rodata{ending}"));
            number.map_or_else(|| "?".to_owned(), |number| number.to_string())
        });
        let cells = [
            cell(figures, &seventh),
            cell(figures, &sixth),
            rodata.join(" / "),
        ];
        text += &row(&format!("reknock, {program}"), cells);
    }
    for (peer, seventh, sixth) in PEERS {
        let cells = [seventh.to_string(), sixth.to_string(), String::new()];
        text += &row(&format!("{peer}, a delay only"), cells);
    }
    text += "\nStack of the deepest call, in bytes, painted and looked at in an emulator\n";
    let [first, second] = stack::ON.map(|(_, short)| short.to_owned());
    text += &row("", [first, second, String::new()]);
    for (call, what) in stack::CALLS {
        let [first, second] = stack::ON.map(|(_, short)| format!("{short}_stack_{call}"));
        let cells = [cell(figures, &first), cell(figures, &second), String::new()];
        text += &row(what, cells);
    }
    text += "\nThe firmware in embedded-example, in bytes (goal)\n";
    for (name, words) in device::FIGURES {
        text += &row(words, [cell(figures, name), String::new(), String::new()]);
    }
    text += "\nOn this machine (goal)\n";
    let elsewhere = |name: &str| {
        name.contains("_stack_")
            || device::FIGURES.iter().any(|(known, _)| *known == name)
            || TARGETS.iter().any(|(_, short)| name.starts_with(short))
            || NPM.iter().any(|(known, _)| *known == name)
    };
    for (name, _) in figures.0.iter().filter(|(name, _)| !elsewhere(name)) {
        text += &row(name, [cell(figures, name), String::new(), String::new()]);
    }
    text += "\nOn npm, in bytes (goal); but for the first, minified and gzipped\n";
    for (name, words) in NPM {
        text += &row(words, [cell(figures, name), String::new(), String::new()]);
    }
    text
}

fn cell(figures: &Figures, name: &str) -> String {
    let number = figures
        .get(name)
        .map_or_else(|| "?".to_owned(), |number| number.to_string());
    match goal(name) {
        Some(most) => format!("{number} ({most})"),
        None => number,
    }
}

fn row(name: &str, cells: [String; 3]) -> String {
    let [first, second, third] = cells;
    let line = format!("  {name:<38}{first:>16}{second:>16}{third:>14}");
    format!("{}\n", line.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(pairs: &[(&str, u64)]) -> Figures {
        Figures(
            pairs
                .iter()
                .map(|(name, number)| ((*name).to_owned(), *number))
                .collect(),
        )
    }

    #[test]
    fn a_goal_is_met_exactly_and_missed_by_one() {
        let mut all: Vec<(&str, u64)> = GOALS.to_vec();
        assert!(missed(&figures(&all)).is_empty());
        all[0].1 += 1;
        let expected = "thumbv7em_text is 1001, and should be 1000 or less";
        assert_eq!(missed(&figures(&all)), [expected]);
        assert_eq!(
            missed(&figures(&all[1..])),
            ["thumbv7em_text was not measured"]
        );
    }

    #[test]
    fn what_a_program_measured_is_read_line_by_line() {
        let mut read = Figures::default();
        assert_eq!(read.read("a 1\nb_c 2\n"), Ok(()));
        assert_eq!(read.json(), "{\"a\":1,\"b_c\":2}");
        assert!(read.read("a one").is_err());
    }

    #[test]
    fn the_json_is_one_flat_object() {
        let json = figures(&[("a", 1), ("b_c", 2)]).json();
        assert_eq!(json, "{\"a\":1,\"b_c\":2}");
    }
}
