//! Pages of a list, newest first, and the opaque cursor of the next page.

use crate::Result;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Datelike, Utc};
use domain::{EntryId, Refusal, limits};
use serde::Serialize;
use std::{fmt::Display, str::FromStr};

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    pub items: Vec<T>,
    /// Opaque. Pass it as `before` to get the next page. None: this is the last page.
    pub next: Option<String>,
}

/// The last item of a page. The next page holds older items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor<Id = EntryId> {
    pub created_at: DateTime<Utc>,
    pub id: Id,
}

impl<Id: FromStr + Display> Cursor<Id> {
    pub fn parse(text: &str) -> Result<Self> {
        Self::read(text).ok_or_else(|| Refusal::InvalidForm.into())
    }

    fn read(text: &str) -> Option<Self> {
        let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
        let (millis, id) = text.split_once(' ')?;
        let created_at = DateTime::from_timestamp_millis(millis.parse().ok()?)?;
        // Both engines can store these years. PostgreSQL refuses times far outside them.
        if !(1970..=9999).contains(&created_at.year()) {
            return None;
        }
        Some(Self { created_at, id: id.parse().ok()? })
    }

    pub fn text(self) -> String {
        URL_SAFE_NO_PAD.encode(format!("{} {}", self.created_at.timestamp_millis(), self.id))
    }
}

/// Limits the number of rows that a caller asks for.
pub fn clamp(limit: usize) -> usize {
    limit.clamp(1, limits::PAGE_MAX)
}

/// Makes a page of `limit` items. The query must ask for one row more than `limit`, which shows whether there is a next page.
pub fn page<T, Id: FromStr + Display>(mut rows: Vec<T>, limit: usize, cursor: impl Fn(&T) -> Cursor<Id>) -> Page<T> {
    let more = rows.len() > limit;
    rows.truncate(limit);
    let next = rows.last().filter(|_| more).map(|last| cursor(last).text());
    Page { items: rows, next }
}

#[cfg(test)]
mod tests {
    use super::{Cursor, page};
    use chrono::DateTime;
    use domain::EntryId;

    #[test]
    fn a_cursor_reads_back_as_what_it_was_and_anything_else_is_refused() {
        let id: EntryId = "01935f5e-6d5c-7000-8000-000000000001".parse().unwrap();
        let cursor = Cursor { created_at: DateTime::from_timestamp_millis(1_763_632_800_123).unwrap(), id };
        assert_eq!(Cursor::parse(&cursor.text()).unwrap(), cursor);
        for text in ["", "x", "MTIz", "MTIzIGFiYw", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTkgYWJj", "ä"] {
            assert!(Cursor::<EntryId>::parse(text).is_err(), "{text}");
        }
        for millis in [-8_000_000_000_000_000, -1, 253_402_300_800_000] {
            let beyond = Cursor { created_at: DateTime::from_timestamp_millis(millis).unwrap(), id };
            assert!(Cursor::<EntryId>::parse(&beyond.text()).is_err(), "{millis}");
        }
    }

    #[test]
    fn the_last_page_names_no_next_one() {
        let cursor = |_: &u8| Cursor { created_at: DateTime::UNIX_EPOCH, id: EntryId(uuid::Uuid::nil()) };
        assert!(page(vec![1, 2, 3], 2, cursor).next.is_some());
        assert_eq!(page(vec![1, 2, 3], 2, cursor).items, [1, 2]);
        assert!(page(vec![1, 2], 2, cursor).next.is_none());
        assert!(page(vec![], 2, cursor).next.is_none());
    }
}
