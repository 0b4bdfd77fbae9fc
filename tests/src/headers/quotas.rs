//! `RateLimit` fields: every kind of item in every place, every character, every blank.

use super::Case;
use super::spell::misspelt;

pub(super) fn cases() -> Vec<Case> {
    let texts = [items(), characters(), blanks(), lists()].concat();
    texts.into_iter().map(Case::rate_limit).collect()
}

const ITEMS: [&str; 89] = [
    "0",
    "-0",
    "00",
    "-00",
    "1",
    "-1",
    "007",
    "-",
    "--1",
    "+1",
    "30",
    "4294966",
    "4294967",
    "4294968",
    "4294967295",
    "4294967296",
    "99999999999999",
    "999999999999999",
    "-999999999999999",
    "000000000000000",
    "000000000000030",
    "0000000000000000",
    "0000000000000030",
    "9999999999999999",
    "-0000000000000000",
    "0.0",
    "-0.0",
    "0.",
    ".0",
    "-.0",
    "0.1",
    "0.12",
    "0.123",
    "0.1234",
    "1.0",
    "-1.5",
    "999999999999.999",
    "-999999999999.999",
    "9999999999999.9",
    "000000000000.0",
    "0000000000000.0",
    "1.2.3",
    "1. 0",
    "1e3",
    "0x10",
    "1a",
    "1a.5",
    "1.a",
    "1.5a",
    "1,",
    "\"\"",
    "\"a\"",
    "\"0\"",
    "\"",
    "\"a",
    "a\"",
    "\"\\\"\"",
    "\"\\\\\"",
    "\"\\\"",
    "\"\\a\"",
    "\"\\",
    "\"\\\\",
    "\"a;r=0, b\"",
    "\"\"\"",
    "\"é\"",
    "a",
    "A",
    "*",
    "**",
    "a*",
    "a:/b",
    "a=b",
    "_a",
    ":a",
    "::",
    ":YQ==:",
    ":=:",
    ":a b:",
    ":a_b:",
    ":a",
    ":",
    "?0",
    "?1",
    "?2",
    "?",
    "?01",
    "(1 2)",
    "@1",
    "",
];

/// Each as the item itself, as what is left, as the time, and as something else.
fn items() -> Vec<String> {
    let mut texts = Vec::new();
    for item in ITEMS {
        texts.push(format!("{item};r=0;t=30"));
        texts.push(format!("a;r={item};t=30"));
        texts.push(format!("a;r=0;t={item}"));
        texts.push(format!("a;x={item};r=0;t=30"));
        texts.push(format!("a;r=0;t=30, {item}"));
    }
    texts
}

/// Every printable character, and others, first and later, in everything that has characters.
fn characters() -> Vec<String> {
    let ascii = ' '..='\u{7f}';
    let control = ['\0', '\u{1}', '\t', '\n', '\r', '\u{1f}'];
    let beyond = [
        '\u{80}', '\u{a0}', 'é', 'ſ', 'K', '٣', '\u{feff}', '\u{fffd}', '\u{ffff}', '😀',
    ];
    let mut texts = Vec::new();
    for character in ascii.chain(control).chain(beyond) {
        texts.push(format!("\"a{character}b\";r=0;t=30"));
        texts.push(format!("\"a\\{character}b\";r=0;t=30"));
        texts.push(format!("{character};r=0;t=30"));
        texts.push(format!("a{character}b;r=0;t=30"));
        texts.push(format!(":a{character}b:;r=0;t=30"));
        texts.push(format!("a;{character}=1;r=0;t=30"));
        texts.push(format!("a;a{character}b=1;r=0;t=30"));
    }
    texts
}

fn blanks() -> Vec<String> {
    let text = "\"a\";r=0;t=30, b;r=1;t=60";
    let mut texts = misspelt(text, &["é", "\0"]);
    for at in 0..=text.len() {
        for blank in [" ", "\t", "  ", "\n"] {
            texts.push(format!("{}{blank}{}", &text[..at], &text[at..]));
        }
    }
    texts
}

fn lists() -> Vec<String> {
    [
        "a;r=0;t=30,b;r=0;t=60",
        "a;r=0;t=60,b;r=0;t=30",
        "a;r=1;t=60,b;r=0;t=30",
        "a;r=0;t=60 \t,\t b;r=0;t=90",
        "a;r=0;t=30,",
        ",a;r=0;t=30",
        "a;r=0;t=30,,b",
        "a;r=0;t=30, ,b",
        "a;r=0;t=30;",
        "a;r=0;t=30; ",
        "a;;r=0;t=30",
        ";r=0;t=30",
        "a;r=0",
        "a;t=30",
        "a;r;t=30",
        "a;r=0;t",
        "a;r=?1;t=30",
        "a",
        "a,b,c",
        "r=0;t=30",
        "a r=0;t=30",
        "a;r=0,t=30",
        "a;r=0,b;t=30",
        "a;r=0 ;t=30",
        "a;r=0; t=30",
        "a;   r=0;   t=30",
        "a;r =0;t=30",
        "a;r= 0;t=30",
        "a;r=0;r=1;t=30",
        "a;r=1;r=0;t=30",
        "a;r=0;r;t=30",
        "a;r;r=0;t=30",
        "a;r=0;t=30;t=60",
        "a;r=0;t=60;t=30",
        "a;r=0;t=30;t",
        "a;t;r=0;t=30",
        "a;t=30;r=0",
        "a;r=0;t=30;r=x",
        "a;r=0;t=30;t=0.5",
        "a;r=0;t=30;t=-1",
        "a;R=0;t=30",
        "a;r=0;T=30",
        "a;rr=0;t=30",
        "a;r=0;tt=30",
        "a;r1=0;r=0;t=30",
        "a;*r=0;r=0;t=30",
        "a;r*=1;r=0;t=30",
        "a;r-=1;t.=1;r=0;t=30",
        "a;r_=1;r=0;t=30",
        "a;-r=1;r=0;t=30",
        "a;_r=1;r=0;t=30",
        "a;1=1;r=0;t=30",
        "a;constructor=1;r=0;t=30",
        "a;__proto__=1;r=0;t=30",
        "a;=1;r=0;t=30",
        "a;r==0;t=30",
        "a;r=0=0;t=30",
        "a;r=0;t=30;x=\"",
        "\"é;r=0;t=30,\"a\"",
        "a;r=0;t=30;x=\"\\\"\"",
        "a;r=0;t=30;x=",
        "a;r=0;t=",
        "a;r=;t=30",
        "a;r=0;t=30,b;",
        "a;r=0;t=30,b;r=",
        "\"default\";q=100;w=60;pk=:cHNsNj==:;r=0;t=30",
        "\"a\" ;r=0;t=30",
        "\"a\"\t;r=0;t=30",
        "\"a\"b;r=0;t=30",
        "\"a\";r=0;t=4294967, b;r=0;t=4294968",
        "\"a\";r=0;t=999999999999999",
        "limit=100, remaining=0, reset=50",
        "100;w=60",
        "0;r=0;t=30",
        "?1;r=0;t=30",
        "1.5;r=0;t=30",
        ":YQ==:;r=0;t=30",
        "(a b);r=0;t=30",
        "a;r=(0);t=30",
    ]
    .map(str::to_owned)
    .into()
}
