//! Derived draws of neighbouring keys, attempts and seeds do not correlate:
//! neighbours are what a fleet has.

use reknock::{Derived, Draw};

use crate::measure::{N, judge_pairs, judge_uniform};

/// Steps between neighbours: counters, and counters in a higher byte or word.
const STEPS: [u64; 4] = [1, 2, 1 << 8, 1 << 32];

fn draw(seed: u64, key: u64, attempts: u32) -> u32 {
    Derived::new(seed, key).draw(attempts)
}

#[test]
fn neighbouring_keys() {
    for step in STEPS {
        let pairs = (0..u64::from(N)).map(|i| {
            let key = i * step;
            (draw(7, key, 1), draw(7, key.wrapping_add(step), 1))
        });
        assert_eq!(judge_pairs(pairs), Ok(()), "keys {step} apart");
    }
}

#[test]
fn neighbouring_seeds() {
    for step in STEPS {
        let pairs = (0..u64::from(N)).map(|i| {
            let seed = i * step;
            (draw(seed, 7, 1), draw(seed.wrapping_add(step), 7, 1))
        });
        assert_eq!(judge_pairs(pairs), Ok(()), "seeds {step} apart");
    }
}

#[test]
fn neighbouring_attempts() {
    let of_one_delivery = (0..N).map(|attempts| (draw(7, 7, attempts), draw(7, 7, attempts + 1)));
    assert_eq!(judge_pairs(of_one_delivery), Ok(()), "of one delivery");
    let first_and_second = (0..u64::from(N)).map(|key| (draw(7, key, 0), draw(7, key, 1)));
    assert_eq!(
        judge_pairs(first_and_second),
        Ok(()),
        "the first two of many"
    );
}

#[test]
fn a_step_in_one_is_not_undone_by_a_step_in_another() {
    type Pair = fn(u64) -> (u32, u32);
    let diagonals: [(&str, Pair); 3] = [
        ("seed and key", |i| (draw(i, i + 1, 3), draw(i + 1, i, 3))),
        ("key and attempts", |i| {
            (draw(5, i, i as u32 + 1), draw(5, i + 1, i as u32))
        }),
        ("seed and attempts", |i| {
            (draw(i, 5, i as u32 + 1), draw(i + 1, 5, i as u32))
        }),
    ];
    for (which, pair) in diagonals {
        assert_eq!(judge_pairs((0..u64::from(N)).map(pair)), Ok(()), "{which}");
    }
}

#[test]
fn ids_that_count_up() {
    let by_id = |number: u32| Derived::for_id(7, &format!("evt_{number}")).draw(0);
    let draws: Vec<u32> = (0..=N).map(by_id).collect();
    assert_eq!(judge_uniform(0..=u32::MAX, draws.iter().copied()), Ok(()));
    let pairs = draws.windows(2).map(|pair| (pair[0], pair[1]));
    assert_eq!(judge_pairs(pairs), Ok(()));
}
