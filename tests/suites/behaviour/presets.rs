//! Every preset against the sender's own table: all delays, the number of
//! tries, the spread, and how it ends.

use reknock::presets::{self, by_name};
use reknock::{DeadReason, Decision, Delivery, Moment, Outcome};
use reknock_tests::fixtures::{Fixed, HIGHEST, LOWEST, MIDDLE};

const S: u64 = 1_000;
const M: u64 = 60 * S;
const H: u64 = 60 * M;

/// The draw that finds the published delay, and those delays.
struct Published {
    name: &'static str,
    draw: u32,
    delays: &'static [u64],
}

/// With ± jitter the middle is the published delay, with full jitter the upper
/// end, with something on top the lower one.
const PUBLISHED: [Published; 17] = [
    Published {
        name: "stormSafe",
        draw: HIGHEST,
        delays: &[30 * S, M, 2 * M, 4 * M],
    },
    Published {
        name: "getHook",
        draw: MIDDLE,
        delays: &[30 * S, 2 * M, 10 * M, H],
    },
    Published {
        name: "hookMesh",
        draw: MIDDLE,
        // Then every 6 h: the seventh comes after 47 h 25 min, an eighth would be too late.
        delays: &[
            5 * S,
            25 * S,
            125 * S,
            625 * S,
            3_125 * S,
            15_625 * S,
            6 * H,
            6 * H,
            6 * H,
            6 * H,
            6 * H,
            6 * H,
            6 * H,
        ],
    },
    Published {
        name: "webhookStream",
        draw: MIDDLE,
        delays: &[10 * S, 30 * S, 2 * M, 10 * M, 30 * M, 2 * H, 8 * H, 24 * H],
    },
    Published {
        name: "workerJournal",
        draw: HIGHEST,
        delays: &[100, 200, 400, 800],
    },
    Published {
        name: "slack",
        draw: LOWEST,
        delays: &[0, M, 5 * M],
    },
    Published {
        name: "svix",
        draw: MIDDLE,
        delays: &[5 * S, 5 * M, 30 * M, 2 * H, 5 * H, 10 * H, 10 * H],
    },
    Published {
        name: "standardWebhooks",
        draw: MIDDLE,
        delays: &[
            5 * S,
            5 * M,
            30 * M,
            2 * H,
            5 * H,
            10 * H,
            14 * H,
            20 * H,
            24 * H,
        ],
    },
    Published {
        name: "hook0",
        draw: LOWEST,
        delays: &[
            3 * S,
            10 * S,
            3 * M,
            30 * M,
            H,
            3 * H,
            5 * H,
            10 * H,
            10 * H,
            10 * H,
            10 * H,
            10 * H,
            10 * H,
            10 * H,
            10 * H,
            10 * H,
            10 * H,
            10 * H,
            10 * H,
            10 * H,
            10 * H,
            10 * H,
            10 * H,
            10 * H,
        ],
    },
    Published {
        name: "outpost",
        draw: HIGHEST,
        delays: &[
            30 * S,
            M,
            2 * M,
            4 * M,
            8 * M,
            16 * M,
            32 * M,
            64 * M,
            128 * M,
            256 * M,
        ],
    },
    Published {
        name: "convoy",
        draw: LOWEST,
        delays: &[100 * S; 9],
    },
    Published {
        name: "convoyExponential",
        draw: LOWEST,
        // At the cap of 2 h the spread of 5 s slides under it.
        delays: &[
            100 * S,
            200 * S,
            400 * S,
            800 * S,
            1_600 * S,
            3_200 * S,
            6_400 * S,
            2 * H - 4_999,
            2 * H - 4_999,
        ],
    },
    Published {
        name: "gitHub",
        draw: LOWEST,
        delays: &[],
    },
    Published {
        name: "square",
        draw: LOWEST,
        delays: &[
            M,
            2 * M,
            4 * M,
            8 * M,
            16 * M,
            32 * M,
            60 * M,
            2 * H,
            4 * H,
            8 * H,
            8 * H,
        ],
    },
    Published {
        name: "kit",
        draw: LOWEST,
        delays: &[30 * S, 2 * M, 15 * M, H, 4 * H, 12 * H, 24 * H],
    },
    Published {
        name: "brevo",
        draw: LOWEST,
        delays: &[10 * M, H, 2 * H, 8 * H],
    },
    Published {
        name: "wix",
        draw: LOWEST,
        delays: &[
            M,
            10 * M,
            H,
            2 * H,
            2 * H,
            2 * H,
            4 * H,
            4 * H,
            4 * H,
            8 * H,
            8 * H,
            12 * H,
        ],
    },
];

/// All delays of a delivery that fails every time, and what ends it.
fn life(name: &str, draw: u32) -> (Vec<u64>, DeadReason) {
    let policy = by_name(name)
        .unwrap_or_else(|| panic!("no preset {name}"))
        .policy;
    let start = Moment::from_millis(1_700_000_000_000);
    let (mut delivery, mut now) = (Delivery::new(start), start);
    let mut delays = Vec::new();
    loop {
        match policy.decide(&mut delivery, Outcome::status(500), now, &mut Fixed(draw)) {
            Decision::Retry { at, delay, .. } => {
                delays.push(u64::from(delay.get()));
                now = at;
            }
            Decision::DeadLetter { reason, .. } => return (delays, reason),
            Decision::Delivered => unreachable!("500 is not delivered"),
        }
    }
}

#[test]
fn every_preset_is_in_the_table_and_the_other_way_round() {
    let known: Vec<&str> = presets::ALL.iter().map(|preset| preset.name).collect();
    let published: Vec<&str> = PUBLISHED.iter().map(|published| published.name).collect();
    assert_eq!(known, published);
    assert!(presets::ALL.iter().all(|preset| !preset.source.is_empty()));
    assert!(by_name("SVIX").is_none() && by_name("").is_none());
}

#[test]
fn delays_are_those_that_are_published() {
    for Published { name, draw, delays } in PUBLISHED {
        let (life, end) = life(name, draw);
        assert_eq!(life, delays, "{name}");
        let expected = if name == "hookMesh" {
            DeadReason::Window
        } else {
            DeadReason::Attempts
        };
        assert_eq!(end, expected, "{name}");
    }
}

/// The totals that the senders state themselves.
#[test]
fn delays_add_up_to_what_is_published() {
    for (name, draw, total) in [
        ("svix", MIDDLE, 27 * H + 35 * M + 5 * S),
        ("standardWebhooks", MIDDLE, 75 * H + 35 * M + 5 * S),
        ("outpost", LOWEST, 8 * H + 31 * M + 30 * S),
        ("square", LOWEST, 24 * H + 3 * M),
    ] {
        assert_eq!(life(name, draw).0.iter().sum::<u64>(), total, "{name}");
    }
}

#[test]
fn spreads_are_those_that_are_published() {
    for (name, lowest, highest) in [
        ("stormSafe", 0, 30 * S),
        ("getHook", 24 * S, 36 * S),
        ("hookMesh", 3_750, 6_250),
        ("webhookStream", 8 * S, 12 * S),
        ("workerJournal", 0, 100),
        ("svix", 4 * S, 6 * S),
        ("standardWebhooks", 4_500, 5_500),
        ("hook0", 3 * S, 5 * S),
        ("outpost", 30 * S, 30 * S),
        ("convoy", 100 * S, 100 * S),
        ("convoyExponential", 100 * S, 104_999),
        ("square", M, M),
        ("kit", 30 * S, 30 * S),
        ("brevo", 10 * M, 10 * M),
        ("wix", M, M),
    ] {
        assert_eq!(
            (life(name, LOWEST).0[0], life(name, HIGHEST).0[0]),
            (lowest, highest),
            "{name}"
        );
    }
    // Hook0's spread is bounded by 15 minutes, where a tenth would be an hour.
    assert_eq!(life("hook0", HIGHEST).0[23], 10 * H + 15 * M);
}
