//! HTTP-dates: any bytes, and dates that were made up, against a calendar.

use arbitrary::{Result, Unstructured};
use reknock::{Moment, http};

use crate::calendar::{self, Stamp};
use crate::headers::trim;
use crate::input;

/// Reads the bytes as a date, then a date that they make up in all its forms.
pub fn http_date(data: &[u8]) {
    check_text(data, None);
    // Bytes that run out leave no date to make up; that is no finding.
    let _ = make_up(&mut Unstructured::new(data));
}

fn make_up(u: &mut Unstructured<'_>) -> Result<()> {
    let reference = input::moment(u)?;
    if u.arbitrary()? {
        let rest = u.len();
        check_text(u.bytes(rest)?, Some(reference));
        return Ok(());
    }
    check_generated_date(u)
}

/// Core reads what the calendar reads, and refuses what it refuses.
fn check_text(text: &[u8], reference: Option<Moment>) {
    let expected = calendar::read(trim(text), reference.map(Moment::as_millis));
    assert_eq!(
        http::date(text, reference),
        expected.map(Moment::from_millis),
        "the calendar reads {:?} otherwise",
        String::from_utf8_lossy(text)
    );
}

/// A date that exists is read back in all three forms, and refused on any
/// other weekday; one that does not exist is refused in all of them.
fn check_generated_date(u: &mut Unstructured<'_>) -> Result<()> {
    let stamp = input::stamp(u)?;
    let Some(forms) = stamp.forms(0) else {
        return Ok(());
    };
    let millis = stamp.millis();
    let [fixed, rfc_850, spaced, zeroed] = &forms;
    for form in [fixed, spaced, zeroed] {
        assert_eq!(
            http::date(form.as_bytes(), None),
            millis.map(Moment::from_millis),
            "{form}"
        );
    }
    // Around its own moment a two-digit year means itself; 29 February 1900,
    // which has none, is a day of another century.
    let reference = millis.map(Moment::from_millis);
    if millis.is_some() {
        assert_eq!(
            http::date(rfc_850.as_bytes(), reference),
            reference,
            "{rfc_850}"
        );
    }
    // Read from another year, it is the year that is near enough.
    let years = u.int_in_range(-51..=51)?;
    let away = Stamp {
        year: stamp.year + years,
        day: stamp.day.min(28),
        ..stamp
    };
    check_text(rfc_850.as_bytes(), away.millis().map(Moment::from_millis));

    let off = stamp.forms(u.int_in_range(1..=6)?);
    for form in off.iter().flatten() {
        let is_another_century = millis.is_none() && form.contains('-');
        let date = http::date(form.as_bytes(), reference);
        assert!(date.is_none() || is_another_century, "{form} is {date:?}");
    }
    for form in &forms {
        // One byte off: rarely still a date, and then the calendar's.
        let mut near = form.clone().into_bytes();
        let place = u.choose_index(near.len())?;
        near[place] ^= 1 << u.int_in_range(0..=7)?;
        let expected = calendar::read(trim(&near), reference.map(Moment::as_millis));
        assert_eq!(
            http::date(&near, reference),
            expected.map(Moment::from_millis),
            "{near:?}"
        );
    }
    if let Some(millis) = millis {
        let ahead = input::length(u)?;
        let before = Moment::from_millis(millis - i64::from(ahead.get()));
        for form in [fixed, spaced, zeroed] {
            let pause = http::retry_after(form.as_bytes(), None, Some(before));
            assert_eq!(pause, Some(ahead), "{form}");
        }
    }
    Ok(())
}
