//! Conditional and partial requests (RFC 9110, 13 and 14).

use http::{HeaderMap, HeaderName, header};
use std::ops::Range;

/// The requested part of a file.
#[derive(Debug, PartialEq, Eq)]
pub enum Span {
    All,
    Part(Range<u64>),
    Outside,
}

/// Whether the reader has this version already.
pub fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    let tags = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    tags.flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag)
}

/// A single range; several, or one of another version, are answered with everything.
pub fn asked(headers: &HeaderMap, etag: &str, size: u64) -> Span {
    let Some(range) = text(headers, &header::RANGE) else { return Span::All };
    if text(headers, &header::IF_RANGE).is_some_and(|version| version != etag) {
        return Span::All;
    }
    parse(range, size).unwrap_or(Span::All)
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn parse(range: &str, size: u64) -> Option<Span> {
    let (first, last) = range.strip_prefix("bytes=")?.split_once('-')?;
    let span = match (first.trim(), last.trim()) {
        ("", suffix) => size.saturating_sub(number(suffix)?)..size,
        (first, "") => number(first)?..size,
        (first, last) => {
            let (first, last) = (number(first)?, number(last)?);
            if last < first {
                return None;
            }
            first..last.saturating_add(1).min(size)
        }
    };
    Some(if span.is_empty() { Span::Outside } else { Span::Part(span) })
}

/// A number of digits only. One that is too large counts as the largest.
fn number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::{Span, asked, is_known};
    use http::{HeaderMap, HeaderName, HeaderValue, header};

    fn headers(pairs: &[(HeaderName, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn ranges_are_cut_to_the_file_and_nonsense_means_everything() {
        for (range, expected) in [
            ("bytes=0-9", Span::Part(0..10)),
            ("bytes=90-", Span::Part(90..100)),
            ("bytes=-5", Span::Part(95..100)),
            ("bytes=-500", Span::Part(0..100)),
            ("bytes=50-5000", Span::Part(50..100)),
            ("bytes=0-99999999999999999999999", Span::Part(0..100)),
            ("bytes=100-", Span::Outside),
            ("bytes=-0", Span::Outside),
            ("bytes=99999999999999999999999-", Span::Outside),
            ("bytes=9-0", Span::All),
            ("bytes=0-1,5-6", Span::All),
            ("bytes=+1-2", Span::All),
            ("bytes=", Span::All),
            ("lines=0-1", Span::All),
        ] {
            assert_eq!(asked(&headers(&[(header::RANGE, range)]), "\"v\"", 100), expected, "{range}");
        }
    }

    #[test]
    fn a_range_of_another_version_is_answered_with_everything() {
        let of = |version| headers(&[(header::RANGE, "bytes=0-1"), (header::IF_RANGE, version)]);
        assert_eq!(asked(&of("\"v\""), "\"v\"", 9), Span::Part(0..2));
        assert_eq!(asked(&of("\"w\""), "\"v\"", 9), Span::All);
    }

    #[test]
    fn a_known_version_is_recognised_in_lists_and_weak_forms() {
        let known = |value| is_known(&headers(&[(header::IF_NONE_MATCH, value)]), "\"v\"");
        assert!(known("\"v\"") && known("W/\"v\"") && known("\"a\", \"v\"") && known("*"));
        assert!(!known("\"a\"") && !known("v"));
    }
}
