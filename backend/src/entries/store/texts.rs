//! The text columns that entries and versions have in common.

use crate::db::Query;
use domain::EntryTexts;
use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

/// The columns, each with a prefix.
macro_rules! text_columns {
    ($prefix:literal) => {
        concat!(
            $prefix,
            "text, ",
            $prefix,
            "summary, ",
            $prefix,
            "summary_source, ",
            $prefix,
            "top_moment, ",
            $prefix,
            "audio_transcript"
        )
    };
}
pub(crate) use text_columns;

/// The text columns of a row, for `#[sqlx(flatten)]`.
pub struct TextsRow(pub EntryTexts);

impl<'r, R: Row> FromRow<'r, R> for TextsRow
where
    &'static str: ColumnIndex<R>,
    String: Decode<'r, R::Database> + Type<R::Database>,
{
    fn from_row(row: &'r R) -> sqlx::Result<Self> {
        Ok(Self(EntryTexts {
            text: row.try_get("text")?,
            summary: row.try_get("summary")?,
            summary_source: row.try_get("summary_source")?,
            top_moment: row.try_get("top_moment")?,
            audio_transcript: row.try_get("audio_transcript")?,
        }))
    }
}

/// Binds the texts in the order of [`text_columns`].
pub fn bind_texts<'c>(query: Query<'c>, texts: &EntryTexts) -> Query<'c> {
    query
        .bind(texts.text.clone())
        .bind(texts.summary.clone())
        .bind(texts.summary_source.clone())
        .bind(texts.top_moment.clone())
        .bind(texts.audio_transcript.clone())
}
