//! A stored destination, its guards, permits and rules: any bytes or JSON give
//! a valid value or an error that names the field, and whatever was accepted is
//! driven through admissions and reports.

mod alone;
mod drive;

use arbitrary::{Result, Unstructured};
use reknock::destination::{Destination, DestinationRules, Permit, Thresholds};
use reknock::{Derived, Moment};

use self::drive::{drive, live};
use crate::forged;
use crate::guard_invariants::Rules;
use crate::stored::{check_ends, check_names_field, check_says_the_same, hash};

const FIELDS: [&str; 10] = [
    "v", "version", "at", "standing", "breaker", "gate", "budget", "storm", "replay", "health",
];
const RULES: [&str; 7] = [
    "breaker", "gate", "budget", "storm", "replay", "health", "disable",
];
const PERMIT: [&str; 4] = ["kind", "generation", "probe", "place"];

/// The first byte says what the others are. Capital letters are binary forms,
/// small ones JSON: `D` and `d` a destination, `B`, `G`, `U`, `S`, `R` and `H` a
/// guard alone (breaker, gate, budget, storm, replay, health), `p` a permit, `l`
/// rules, `t` thresholds. After `a`, they make up a state and what happens to it.
pub fn destination_state(data: &[u8]) {
    let Some((kind, stored)) = data.split_first() else {
        return;
    };
    match kind {
        b'a' => {
            // Bytes that run out end the life early; that is no finding.
            let _ = made_up(&mut Unstructured::new(stored));
        }
        b'D' => bytes(stored),
        b'd' => json(stored),
        b'p' => permit(stored),
        b'l' => rules(stored),
        b't' => thresholds(stored),
        _ => alone::alone(*kind, stored),
    }
}

fn made_up(u: &mut Unstructured<'_>) -> Result<()> {
    let written = forged::destination(u)?;
    let state = match Destination::from_bytes(&written) {
        Ok(state) => state,
        Err(error) => panic!("{error}, in {written:?}"),
    };
    assert_eq!(*state.to_bytes(), *written, "the shortest form is written");
    check_ends(&written, |bytes| Destination::from_bytes(bytes).ok());
    live(state, u)
}

fn bytes(stored: &[u8]) {
    match Destination::from_bytes(stored) {
        Ok(state) => {
            assert!(state.to_bytes().len() <= stored.len());
            check_ends(stored, |bytes| Destination::from_bytes(bytes).ok());
            keep(state, stored);
        }
        Err(error) => {
            assert!(!error.field().is_empty(), "{error}");
            let is_known = error.guard().is_none_or(|guard| FIELDS.contains(&guard));
            assert!(is_known, "{error}");
        }
    }
}

fn json(stored: &[u8]) {
    match serde_json::from_slice::<Destination>(stored) {
        Ok(state) => {
            check_says_the_same(stored, &state);
            keep(state, stored);
        }
        Err(error) => check_names_field(&error, &serde_json::from_slice(stored), &FIELDS),
    }
}

/// Through both stores unchanged, and then lived with.
fn keep(state: Destination, stored: &[u8]) {
    assert_eq!(Destination::from_bytes(&state.to_bytes()), Ok(state));
    let json = serde_json::to_vec(&state).unwrap();
    let again: Destination = serde_json::from_slice(&json).unwrap();
    assert_eq!(again, state);
    drive(state, hash(stored));
}

fn permit(stored: &[u8]) {
    let permit: Permit = match serde_json::from_slice(stored) {
        Ok(permit) => permit,
        Err(error) => {
            return check_names_field(&error, &serde_json::from_slice(stored), &PERMIT);
        }
    };
    check_says_the_same(stored, &permit);
    let json = serde_json::to_vec(&permit).unwrap();
    let again: Permit = serde_json::from_slice(&json).unwrap();
    assert_eq!(again, permit);
    drive::report_forged(&permit);
}

fn rules(stored: &[u8]) {
    let rules: DestinationRules = match serde_json::from_slice(stored) {
        Ok(rules) => rules,
        Err(error) => {
            return check_names_field(&error, &serde_json::from_slice(stored), &RULES);
        }
    };
    let json = serde_json::to_vec(&rules).unwrap();
    let again: DestinationRules = serde_json::from_slice(&json).unwrap();
    assert_eq!(again, rules);
    let now = Moment::from_millis(1_700_000_000_000);
    let state = Destination::new(&rules, now);
    drive::short(state, &Rules::of(rules), now, hash(stored));
}

fn thresholds(stored: &[u8]) {
    let Ok(thresholds) = serde_json::from_slice::<Thresholds>(stored) else {
        return;
    };
    let json = serde_json::to_vec(&thresholds).unwrap();
    let again: Thresholds = serde_json::from_slice(&json).unwrap();
    assert_eq!(again, thresholds);
    let now = Moment::from_millis(0);
    let rules = DestinationRules::DEFAULT;
    let mut state = Destination::new(&rules, now);
    let _ = state.admit(
        &rules,
        now,
        reknock::destination::Kind::First,
        &mut Derived::new(1, 2),
    );
    let report = state.health(&rules, now, u32::MAX, 0, &thresholds);
    assert!(!report.to_string().is_empty());
}
