//! SQL of the secret links that are read or deleted together with entries.

use super::{Link, StoredPin};
use crate::{Result, db::Tx};
use chrono::{DateTime, Utc};
use domain::EntryId;

/// The columns of the link in an entry's statement. All are empty if the entry has no link.
#[derive(Debug, sqlx::FromRow)]
#[expect(clippy::struct_field_names, reason = "names of columns, among those of an entry")]
pub struct LinkRow {
    share_token: Option<Vec<u8>>,
    share_options: Option<String>,
    share_expires_at: Option<DateTime<Utc>>,
    share_pin_salt: Option<Vec<u8>>,
    share_pin_hash: Option<Vec<u8>>,
    share_pin_failures: Option<i64>,
    share_opened: Option<i64>,
    share_last_opened_at: Option<DateTime<Utc>>,
}

/// The columns of a [`LinkRow`], where `s` is the joined table `share_links`.
macro_rules! columns {
    () => {
        "s.token AS share_token, s.options AS share_options, s.expires_at AS share_expires_at, \
         s.pin_salt AS share_pin_salt, s.pin_hash AS share_pin_hash, s.pin_failures AS share_pin_failures, \
         s.opened AS share_opened, s.last_opened_at AS share_last_opened_at"
    };
}
pub(crate) use columns;

impl From<LinkRow> for Option<Link> {
    fn from(row: LinkRow) -> Self {
        let failures = row.share_pin_failures.unwrap_or_default();
        let (sealed_token, options) = row.share_token.zip(row.share_options)?;
        Some(Link {
            sealed_token,
            options,
            expires_at: row.share_expires_at,
            pin: row.share_pin_salt.zip(row.share_pin_hash).map(|(salt, hash)| StoredPin { salt, hash, failures }),
            opened: row.share_opened.unwrap_or_default(),
            last_opened_at: row.share_last_opened_at,
        })
    }
}

/// Deletes the entry's link, and returns how often it was opened. None: it had none.
pub async fn delete(tx: &mut Tx, id: EntryId) -> Result<Option<i64>> {
    let statement = tx.query("DELETE FROM share_links WHERE entry_id = $1 RETURNING opened");
    Ok(statement.bind(id.0).fetch_optional::<(i64,)>().await?.map(|(opened,)| opened))
}
