//! Headers at random: well-formed ones, and what becomes of them by a slip or two.

use super::Case;
use super::draw::Draw;
use super::spell::{FORMS, Form, Stamp, WEEKDAYS};

const SEED: u64 = 0x5eed;
const CASES: usize = 400;
const MAX: i64 = (1 << 53) - 1;

pub(super) fn cases() -> Vec<Case> {
    let mut draw = Draw(SEED);
    (0..CASES).map(|_| case(&mut draw)).collect()
}

/// Such lines without end.
pub fn random(seed: u64) -> impl Iterator<Item = String> {
    let mut draw = Draw(seed);
    std::iter::repeat_with(move || case(&mut draw).line())
}

/// Headers of one response, all about the same time.
fn case(draw: &mut Draw) -> Case {
    let now = moment(draw);
    let mut case = Case::default();
    match draw.below(4) {
        0 => case.x_rate_limit_reset = Some(unix(draw, now)),
        1 => case.rate_limit = Some(quotas(draw)),
        _ => {
            let text = if draw.once_in(5) {
                seconds(draw)
            } else {
                date(draw, now)
            };
            case.retry_after = Some(text);
        }
    }
    if draw.once_in(2) {
        case.date = Some(date(draw, now));
    }
    if draw.once_in(8) {
        case.rate_limit = Some(quotas(draw));
    }
    if draw.once_in(10) {
        case.rate_limit_reset = Some(seconds(draw));
    }
    if draw.once_in(10) {
        case.x_rate_limit_reset = Some(unix(draw, now));
    }
    if !draw.once_in(5) {
        case.wall = Some((now.millis() - offset(draw)).clamp(-MAX, MAX));
    }
    for text in [
        &mut case.retry_after,
        &mut case.date,
        &mut case.rate_limit,
        &mut case.rate_limit_reset,
        &mut case.x_rate_limit_reset,
    ] {
        if let Some(text) = text
            && draw.once_in(3)
        {
            *text = slipped(draw, text);
        }
    }
    case
}

/// A time of day in any year: one of ours, one of four digits, or any that has moments.
fn moment(draw: &mut Draw) -> Stamp {
    let (first, last) = draw.one_of(&[
        (1970, 2070),
        (1970, 2070),
        (0, 9_999),
        (0, 9_999),
        (-283_457, 287_396),
        (287_390, 287_396),
    ]);
    let mut stamp = Stamp::new_year(draw.between(first, last));
    (stamp.month, stamp.day) = (draw.below(12) as usize, draw.between(1, 28));
    match draw.below(4) {
        0 => stamp.day = draw.between(28, 31),
        1 => (stamp.month, stamp.day) = draw.one_of(&[(0, 1), (11, 31), (1, 28), (1, 29), (2, 1)]),
        _ => {}
    }
    if !draw.once_in(3) {
        (stamp.hour, stamp.minute) = (draw.between(0, 23), draw.between(0, 59));
        stamp.second = draw.between(0, 60);
    }
    stamp
}

/// How long from one moment of a response to another.
fn offset(draw: &mut Draw) -> i64 {
    let length = draw.one_of(&[
        0,
        1,
        999,
        1_000,
        60_000,
        86_400_000,
        i64::from(u32::MAX),
        31_556_952_000,
    ]);
    let years = draw.one_of(&[0, 0, 0, 1, 49, 50, 51, 99, 100, 150]);
    let near = draw.between(-2, 2);
    draw.one_of(&[1, -1]) * (length + years * 31_556_952_000 + near)
}

/// A date about then, in any form; seldom on the wrong day of the week.
fn date(draw: &mut Draw, now: Stamp) -> String {
    let mut stamp = if draw.once_in(12) { moment(draw) } else { now };
    match draw.below(5) {
        0 => stamp.second = draw.between(0, 60),
        1 => stamp.day = draw.between(1, 28),
        2 => stamp.month = draw.below(12) as usize,
        3 => stamp.year += draw.one_of(&[0, 1, -1, 49, 50, 51, -49, -50, -51, 100]),
        _ => {}
    }
    let form = if (0..10_000).contains(&stamp.year) {
        draw.one_of(&FORMS)
    } else {
        Form::Rfc850
    };
    if draw.once_in(20) {
        let weekday = draw.one_of(&WEEKDAYS);
        return stamp.spelt_on(form, weekday);
    }
    stamp.spelt(form)
}

fn seconds(draw: &mut Draw) -> String {
    let count = draw.one_of(&[1, 1, 2, 3, 6, 7, 7, 8, 10, 16, 30]);
    draw.digits(count)
}

/// A point in unix seconds about then, or seconds.
fn unix(draw: &mut Draw, now: Stamp) -> String {
    let then = (now.millis() + offset(draw)).div_euclid(1_000);
    if then < 0 || draw.once_in(6) {
        let count = draw.one_of(&[9, 10, 10, 13, 16, 20]);
        return draw.digits(count);
    }
    then.to_string()
}

fn quotas(draw: &mut Draw) -> String {
    let mut items = Vec::new();
    for _ in 0..draw.between(1, 3) {
        let mut text = item(draw);
        for _ in 0..draw.below(5) {
            let key = draw.one_of(&["r", "r", "r", "t", "t", "t", "w", "pk", "*", "a-1"]);
            text += draw.one_of(&[";", ";", ";", "; "]);
            text += key;
            match (key, draw.below(6)) {
                (_, 0) => {}
                ("r", 1..4) => text += draw.one_of(&["=0", "=0", "=00", "=-0"]),
                ("t", 1..4) => text += &format!("={}", seconds(draw)),
                _ => text += &format!("={}", item(draw)),
            }
        }
        items.push(text);
    }
    items.join(draw.one_of(&[",", ", ", " ,", "\t, "]))
}

fn item(draw: &mut Draw) -> String {
    let count = draw.one_of(&[1, 2, 5, 12, 13, 15, 16]);
    let places = draw.one_of(&[1, 2, 3, 4]);
    match draw.below(9) {
        0 => format!(
            "\"{}\"",
            draw.one_of(&["", "a", "a b", "\\\"", "\\\\", "a\\\"b, c;r=0", "~ !"])
        ),
        1 => format!(":{}:", draw.one_of(&["", "YQ==", "a+/9"])),
        2 => draw.one_of(&["?0", "?1"]).into(),
        3 => draw
            .one_of(&["default", "*", "a:/b", "A'!#$%&*+-.^_`|~"])
            .into(),
        4 => format!("{}.{}", draw.digits(count), draw.digits(places)),
        5 => format!("-{}", draw.digits(count)),
        _ => draw.digits(count),
    }
}

/// The text with one to three slips: a character more, less, other or twice, two that
/// changed places, or the text cut off.
fn slipped(draw: &mut Draw, text: &str) -> String {
    const CHARACTERS: &[char] = &[
        ' ', ' ', '\t', '\n', '\0', '0', '1', '3', '6', '9', '-', '+', '.', ',', ',', ';', '=',
        ':', '?', '"', '\\', '*', '_', 'a', 'r', 't', 'G', 'S', 'z', '\u{7f}', '\u{a0}', 'é', '٣',
        '😀',
    ];
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..draw.between(1, 3) {
        let length = characters.len() as u64;
        let place = draw.below(length + 1) as usize;
        let end = draw.one_of(&[0, place, characters.len()]);
        match draw.below(7) {
            0 => characters.insert(end, draw.one_of(CHARACTERS)),
            1 => characters.insert(place, draw.one_of(CHARACTERS)),
            2 if place < characters.len() => characters[place] = draw.one_of(CHARACTERS),
            3 if place < characters.len() => drop(characters.remove(place)),
            4 if place < characters.len() => characters.insert(place, characters[place]),
            5 if place + 1 < characters.len() => characters.swap(place, place + 1),
            6 if draw.once_in(4) => characters.truncate(place),
            _ => {}
        }
    }
    characters.into_iter().collect()
}
