//! Numbers of seconds, and what looks like one, in the three fields that hold such.

use super::Case;
use super::spell::THEN;

pub(super) fn cases() -> Vec<Case> {
    let mut texts: Vec<String> = [plain(), odd(), padded()].concat();
    for digits in (1..=22).chain([40, 310]) {
        texts.push("9".repeat(digits));
        texts.push(format!("1{}", "0".repeat(digits)));
    }
    // Where a number of 64 bits, or one after times 1000, is full.
    for number in [u64::MAX, i64::MAX as u64, i64::MAX as u64 / 1_000] {
        texts.extend([number - 1, number].map(|number| number.to_string()));
        texts.push((u128::from(number) + 1).to_string());
    }
    let mut cases = Vec::new();
    for text in &texts {
        cases.push(Case::retry_after(text));
        cases.push(Case::rate_limit_reset(text));
        cases.push(Case::x_rate_limit_reset(text).wall(THEN.millis()));
    }
    cases
}

fn plain() -> Vec<String> {
    let numbers: [u64; 17] = [
        0,
        1,
        2,
        59,
        120,
        3_600,
        86_400,
        // The longest length in whole seconds, and the next.
        4_294_966,
        4_294_967,
        4_294_968,
        4_294_969,
        999_999_999,
        1_000_000_000,
        1_000_000_001,
        (1 << 32) - 1,
        1 << 32,
        1 << 53,
    ];
    let zeros = ["", "0", "00000000000000000000"];
    let all = zeros.map(|zeros| numbers.map(|number| format!("{zeros}{number}")));
    all.concat()
}

/// What other readers take for a number.
fn odd() -> Vec<String> {
    [
        "",
        " ",
        "\t \t",
        "+1",
        "-1",
        "-0",
        "+0",
        "--1",
        "1-",
        "1.",
        ".1",
        "1.0",
        "1.5",
        "0.0",
        "1,5",
        "1e3",
        "1E3",
        "1e",
        "0x10",
        "0X10",
        "x10",
        "0b1",
        "0o7",
        "1_000",
        "1,000",
        "1'000",
        "1 000",
        "1\t0",
        "10 ms",
        "10s",
        "10;",
        "\"10\"",
        "'10'",
        "(10)",
        "#10",
        "10, 20",
        "10,10",
        "inf",
        "Infinity",
        "-Infinity",
        "NaN",
        "nan",
        "null",
        "undefined",
        "true",
        "soon",
        "0n",
        "5n",
        "1n",
        "١٢٣",
        "１２０",
        "²",
        "½",
        "Ⅳ",
        "〇",
        "é",
        "1é",
        "é1",
        "𝟏𝟐𝟎",
        "\u{7f}",
        "/",
        ":",
        "1/",
        "1:",
        "/1",
        ":1",
        "12:30",
        "1\u{2f}2",
        "1\u{b2}",
        "\u{130}1",
    ]
    .map(str::to_owned)
    .into()
}

/// Blanks around a number, of which two kinds do not count.
fn padded() -> Vec<String> {
    let mut texts: Vec<String> = [
        "\t120",
        " \t 120\t \t",
        "  0  ",
        "\t",
        "  ",
        " 1 0 ",
        " 1 000 000 000 ",
    ]
    .map(str::to_owned)
    .into();
    for blank in [
        " ", "\t", "\n", "\r", "\r\n", "\u{b}", "\u{c}", "\0", "\u{85}", "\u{a0}", "\u{200b}",
        "\u{2028}", "\u{3000}", "\u{feff}",
    ] {
        for around in ["{}120", "120{}", "1{}20"] {
            texts.push(around.replace("{}", blank));
        }
    }
    texts
}
