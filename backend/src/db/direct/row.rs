//! A row and the values of a statement. Values are written as sqlx writes them to SQLite: conditions compare them as they are stored.

use super::driver::{Direct, Kind};
use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use rusqlite::{
    Statement,
    types::{Value, ValueRef},
};
use sqlx::{
    ColumnIndex, Decode, Encode, Type,
    encode::IsNull,
    error::{BoxDynError, Error},
};
use std::{
    ops::Range,
    sync::atomic::{AtomicUsize, Ordering},
};
use uuid::Uuid;

/// The values of `$1`, `$2` and so on.
#[derive(Clone, Debug, Default)]
pub struct Arguments(pub(super) Vec<Value>);

impl Arguments {
    /// SQLite numbers `$n` in the order in which they stand in the statement.
    pub(super) fn bind(&self, statement: &mut Statement) -> rusqlite::Result<()> {
        for at in 1..=statement.parameter_count() {
            let number = statement.parameter_name(at).and_then(|name| name.strip_prefix('$')?.parse::<usize>().ok());
            let value = number.and_then(|number| self.0.get(number.checked_sub(1)?));
            let value = value.ok_or(rusqlite::Error::InvalidParameterCount(at, self.0.len()))?;
            statement.raw_bind_parameter(at, value)?;
        }
        Ok(())
    }
}

/// The row that is read, in memory that the next one uses again.
#[derive(Debug, Default)]
pub struct Row {
    names: String,
    ends: Vec<usize>,
    cells: Vec<Cell>,
    bytes: Vec<u8>,
    /// The column behind the one that was asked for last. Fields mostly stand in the order of the columns.
    next: AtomicUsize,
}

#[derive(Clone, Debug)]
enum Cell {
    Null,
    Integer(i64),
    Real(f64),
    Text(Range<usize>),
    Blob(Range<usize>),
}

impl Row {
    pub(super) fn begin(&mut self, statement: &Statement) -> rusqlite::Result<()> {
        self.names.clear();
        self.ends.clear();
        for at in 0..statement.column_count() {
            self.names.push_str(statement.column_name(at)?);
            self.ends.push(self.names.len());
        }
        Ok(())
    }

    pub(super) fn fill(&mut self, row: &rusqlite::Row) -> rusqlite::Result<()> {
        self.cells.clear();
        self.bytes.clear();
        *self.next.get_mut() = 0;
        for at in 0..self.ends.len() {
            let cell = match row.get_ref(at)? {
                ValueRef::Null => Cell::Null,
                ValueRef::Integer(value) => Cell::Integer(value),
                ValueRef::Real(value) => Cell::Real(value),
                ValueRef::Text(text) => Cell::Text(self.add(text)),
                ValueRef::Blob(bytes) => Cell::Blob(self.add(bytes)),
            };
            self.cells.push(cell);
        }
        Ok(())
    }

    fn add(&mut self, bytes: &[u8]) -> Range<usize> {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        start..self.bytes.len()
    }

    fn name(&self, at: usize) -> Option<&str> {
        let start = at.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.names.get(start..*self.ends.get(at)?)
    }

    fn position(&self, name: &str) -> Option<usize> {
        let next = self.next.load(Ordering::Relaxed);
        let found = if self.name(next) == Some(name) {
            next
        } else {
            (0..self.ends.len()).find(|at| self.name(*at) == Some(name))?
        };
        self.next.store(found + 1, Ordering::Relaxed);
        Some(found)
    }
}

impl sqlx::Row for Row {
    type Database = Direct;

    /// Columns are asked for by name or number, and not described.
    fn columns(&self) -> &[super::driver::Never] {
        &[]
    }

    fn try_get_raw<I: ColumnIndex<Self>>(&self, index: I) -> Result<Found<'_>, Error> {
        let at = index.index(self)?;
        let bytes = |range: &Range<usize>| self.bytes.get(range.clone()).unwrap_or_default();
        Ok(match self.cells.get(at).ok_or(Error::ColumnIndexOutOfBounds { index: at, len: self.cells.len() })? {
            Cell::Null => Found::Null,
            Cell::Integer(value) => Found::Integer(*value),
            Cell::Real(value) => Found::Real(*value),
            Cell::Text(range) => Found::Text(bytes(range)),
            Cell::Blob(range) => Found::Blob(bytes(range)),
        })
    }
}

impl ColumnIndex<Row> for &'_ str {
    fn index(&self, row: &Row) -> Result<usize, Error> {
        row.position(self).ok_or_else(|| Error::ColumnNotFound((*self).into()))
    }
}

impl ColumnIndex<Row> for usize {
    fn index(&self, _: &Row) -> Result<usize, Error> {
        Ok(*self)
    }
}

/// A value of a row.
#[derive(Clone, Copy, Debug)]
pub enum Found<'r> {
    Null,
    Integer(i64),
    Real(f64),
    Text(&'r [u8]),
    Blob(&'r [u8]),
}

impl<'r> Found<'r> {
    fn text(self) -> Result<&'r str, BoxDynError> {
        let Self::Text(text) = self else { return Err(self.unexpected()) };
        Ok(std::str::from_utf8(text)?)
    }

    /// SQLite has an empty text for an empty blob where a statement joins them.
    fn bytes(self) -> Result<&'r [u8], BoxDynError> {
        match self {
            Self::Text(bytes) | Self::Blob(bytes) => Ok(bytes),
            Self::Null | Self::Integer(_) | Self::Real(_) => Err(self.unexpected()),
        }
    }

    fn integer(self) -> Result<i64, BoxDynError> {
        let Self::Integer(value) = self else { return Err(self.unexpected()) };
        Ok(value)
    }

    fn unexpected(self) -> BoxDynError {
        format!("a value of another kind: {}", Kind::of(self)).into()
    }
}

/// A type of our rows: how SQLite keeps it, how it is bound, how it is read.
macro_rules! value {
    ($type:ty, $kind:ident, $value:ident => $bound:expr, $found:ident => $read:expr) => {
        impl Type<Direct> for $type {
            fn type_info() -> Kind {
                Kind::$kind
            }

            /// Decoding looks.
            fn compatible(_: &Kind) -> bool {
                true
            }
        }

        impl<'q> Encode<'q, Direct> for $type {
            fn encode_by_ref(&self, all: &mut Vec<Value>) -> Result<IsNull, BoxDynError> {
                let $value = self;
                all.push($bound);
                Ok(IsNull::No)
            }
        }

        impl<'r> Decode<'r, Direct> for $type {
            fn decode($found: Found<'r>) -> Result<Self, BoxDynError> {
                Ok($read)
            }
        }
    };
}

value!(bool, Integer, value => Value::Integer((*value).into()), found => found.integer()? != 0);
value!(i16, Integer, value => Value::Integer((*value).into()), found => found.integer()?.try_into()?);
value!(i32, Integer, value => Value::Integer((*value).into()), found => found.integer()?.try_into()?);
value!(i64, Integer, value => Value::Integer(*value), found => found.integer()?);
value!(String, Text, value => Value::Text(value.clone()), found => found.text()?.to_owned());
value!(Vec<u8>, Blob, value => Value::Blob(value.clone()), found => found.bytes()?.to_vec());
value!(Uuid, Blob, value => Value::Blob(value.as_bytes().to_vec()), found => Uuid::from_slice(found.bytes()?)?);
value!(
    DateTime<Utc>,
    Text,
    value => Value::Text(value.to_rfc3339_opts(SecondsFormat::AutoSi, false)),
    found => DateTime::parse_from_rfc3339(found.text()?)?.with_timezone(&Utc)
);
value!(
    NaiveDate,
    Text,
    value => Value::Text(value.format("%F").to_string()),
    found => NaiveDate::parse_from_str(found.text()?, "%F")?
);

impl Type<Direct> for str {
    fn type_info() -> Kind {
        Kind::Text
    }
}

impl<'q> Encode<'q, Direct> for &'q str {
    fn encode_by_ref(&self, all: &mut Vec<Value>) -> Result<IsNull, BoxDynError> {
        all.push(Value::Text((*self).to_owned()));
        Ok(IsNull::No)
    }
}

impl Type<Direct> for [u8] {
    fn type_info() -> Kind {
        Kind::Blob
    }
}

impl<'q> Encode<'q, Direct> for &'q [u8] {
    fn encode_by_ref(&self, all: &mut Vec<Value>) -> Result<IsNull, BoxDynError> {
        all.push(Value::Blob(self.to_vec()));
        Ok(IsNull::No)
    }
}

impl<'q, T: Encode<'q, Direct> + Type<Direct> + 'q> Encode<'q, Direct> for Option<T> {
    fn encode_by_ref(&self, all: &mut Vec<Value>) -> Result<IsNull, BoxDynError> {
        match self {
            Some(value) => value.encode_by_ref(all),
            None => Ok(IsNull::Yes),
        }
    }
}
