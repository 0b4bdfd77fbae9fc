//! The golden vectors, ending at the first that differs. The suites `vectors` and
//! `destination_vectors` say more about a difference, and take longer to see one.

use std::fs;
use std::path::Path;

use reknock_cases::{Case, answer_destination};
use serde_json::{Value, json};

#[test]
fn every_decision_is_as_the_vectors_say() {
    for line in lines("vectors") {
        let vector: Value = serde_json::from_str(&line).unwrap();
        let expected = json!({ "decision": vector["decision"], "after": vector["after"] });
        let case = Case::read(&line).map_err(|refusal| format!("{line}\n{refusal}"));
        assert_eq!(case.unwrap().answer().to_json(), expected, "{line}");
    }
}

#[test]
fn every_sequence_is_as_the_vectors_say() {
    for line in lines("vectors/destination") {
        let vector: Value = serde_json::from_str(&line).unwrap();
        let expected = json!({ "results": vector["results"], "after": vector["after"] });
        let answer = answer_destination(&line).map_err(|refusal| format!("{line}\n{refusal}"));
        assert_eq!(answer.unwrap(), expected, "{line}");
    }
}

/// One line of every neighbourhood first: most mutants show within the first few hundred.
fn lines(folder: &str) -> Vec<String> {
    const STRIDE: usize = 32;
    let folder = Path::new(crate::FOLDER).join(folder);
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.is_file()).collect();
    files.sort();
    let text: Vec<String> = files
        .iter()
        .map(|file| fs::read_to_string(file).unwrap())
        .collect();
    let lines: Vec<&str> = text.iter().flat_map(|text| text.lines()).collect();
    assert!(lines.len() > 800, "only {} vectors", lines.len());
    (0..STRIDE)
        .flat_map(|first| lines.iter().skip(first).step_by(STRIDE))
        .map(|line| (*line).to_owned())
        .collect()
}
