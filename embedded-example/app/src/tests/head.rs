use super::std::format;

use crate::http::{Head, Progress};

/// The head after these bytes, and what the last of them led to.
fn read(text: &str) -> (Head, Progress) {
    let mut head = Head::new();
    let mut progress = Progress::More;
    for byte in text.bytes() {
        assert_eq!(progress, Progress::More, "bytes after the end");
        progress = head.push(byte);
    }
    (head, progress)
}

#[test]
fn the_status_and_the_two_fields_are_found_in_any_case() {
    let (head, progress) = read(
        "HTTP/1.1 429 Too Many Requests\r\nserver: x\r\nRETRY-after: \t 120 \r\n\
         Date:Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n",
    );
    assert_eq!((head.status(), progress), (429, Progress::Complete));
    assert_eq!(head.retry_after(), Some(&b"120"[..]));
    assert_eq!(head.date(), Some(&b"Sun, 06 Nov 1994 08:49:37 GMT"[..]));
}

#[test]
fn a_status_needs_no_words_and_lines_need_no_carriage_return() {
    let (head, progress) = read("HTTP/1.0 204\n\n");
    assert_eq!((head.status(), progress), (204, Progress::Complete));
    assert_eq!((head.retry_after(), head.date()), (None, None));
}

#[test]
fn early_hints_are_not_the_answer() {
    let (head, progress) = read("HTTP/1.1 103 \r\nRetry-After: 7\r\n\r\nHTTP/1.1 503 \r\n\r\n");
    assert_eq!((head.status(), progress), (503, Progress::Complete));
    assert_eq!(head.retry_after(), None);
}

#[test]
fn a_line_of_any_length_passes_and_hides_nothing() {
    let long = "x".repeat(10_000);
    let (head, progress) = read(&format!(
        "HTTP/1.1 503 \r\nX-Long: {long}\r\nRetry-After: 9\r\n{long}\r\n\r\n"
    ));
    assert_eq!(progress, Progress::Complete);
    assert_eq!(head.retry_after(), Some(&b"9"[..]));
    // One that is too long to be kept is absent, not cut.
    let (head, _) = read(&format!(
        "HTTP/1.1 503 \r\nRetry-After: {}\r\n\r\n",
        "1".repeat(60)
    ));
    assert_eq!(head.retry_after(), None);
}

#[test]
fn a_field_that_is_there_twice_counts_as_it_came_first() {
    let (head, _) = read("HTTP/1.1 503 \r\nRetry-After: 5\r\nRetry-After: 90\r\n\r\n");
    assert_eq!(head.retry_after(), Some(&b"5"[..]));
}

#[test]
fn what_is_not_http_is_malformed() {
    for line in [
        "",
        "220 smtp",
        "HTTP/2 200",
        "HTTP/1.1 20x OK",
        "HTTP/1.1 2000",
        "HTTP/1.1  200",
    ] {
        let (_, progress) = read(&format!("{line}\r\n"));
        assert_eq!(progress, Progress::Malformed, "{line:?}");
    }
}
