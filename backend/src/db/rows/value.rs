//! A value of any column, as both engines have it.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use ring::digest::{Context, SHA256};
use sqlx::{
    Arguments, Row,
    error::BoxDynError,
    postgres::{PgArguments, PgRow},
    sqlite::{SqliteArguments, SqliteRow},
};
use uuid::Uuid;

/// PostgreSQL's type of a column. SQLite keeps a UUID as 16 bytes, and times and days as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Uuid,
    Bytes,
    Text,
    Integer,
    Small,
    Boolean,
    Time,
    Date,
}

impl Kind {
    /// By the name in `information_schema.columns`.
    pub fn of(name: &str) -> Option<Self> {
        Some(match name {
            "uuid" => Self::Uuid,
            "bytea" => Self::Bytes,
            "text" => Self::Text,
            "bigint" => Self::Integer,
            "integer" => Self::Small,
            "boolean" => Self::Boolean,
            "timestamp with time zone" => Self::Time,
            "date" => Self::Date,
            _ => return None,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Uuid(Option<Uuid>),
    Bytes(Option<Vec<u8>>),
    Text(Option<String>),
    Integer(Option<i64>),
    Small(Option<i32>),
    Boolean(Option<bool>),
    Time(Option<DateTime<Utc>>),
    Date(Option<NaiveDate>),
}

macro_rules! get {
    ($row:expr, $at:expr, $kind:expr) => {
        Ok(match $kind {
            Kind::Uuid => Value::Uuid($row.try_get($at)?),
            Kind::Bytes => Value::Bytes($row.try_get($at)?),
            Kind::Text => Value::Text($row.try_get($at)?),
            Kind::Integer => Value::Integer($row.try_get($at)?),
            Kind::Small => Value::Small($row.try_get($at)?),
            Kind::Boolean => Value::Boolean($row.try_get($at)?),
            Kind::Time => Value::Time($row.try_get($at)?),
            Kind::Date => Value::Date($row.try_get($at)?),
        })
    };
}

macro_rules! add {
    ($arguments:expr, $value:expr) => {
        match $value {
            Value::Uuid(value) => $arguments.add(value),
            Value::Bytes(value) => $arguments.add(value),
            Value::Text(value) => $arguments.add(value),
            Value::Integer(value) => $arguments.add(value),
            Value::Small(value) => $arguments.add(value),
            Value::Boolean(value) => $arguments.add(value),
            Value::Time(value) => $arguments.add(value),
            Value::Date(value) => $arguments.add(value),
        }
    };
}

impl Value {
    pub fn of_sqlite(row: &SqliteRow, at: usize, kind: Kind) -> sqlx::Result<Self> {
        get!(row, at, kind)
    }

    pub fn of_postgres(row: &PgRow, at: usize, kind: Kind) -> sqlx::Result<Self> {
        get!(row, at, kind)
    }

    pub fn add_to_sqlite(self, arguments: &mut SqliteArguments) -> Result<(), BoxDynError> {
        add!(arguments, self)
    }

    pub fn add_to_postgres(self, arguments: &mut PgArguments) -> Result<(), BoxDynError> {
        add!(arguments, self)
    }

    /// Roughly, in memory.
    pub fn size(&self) -> usize {
        match self {
            Self::Bytes(Some(bytes)) => bytes.len(),
            Self::Text(Some(text)) => text.len(),
            _ => 16,
        }
    }

    fn bytes(&self) -> Option<Vec<u8>> {
        match self {
            Self::Uuid(value) => value.map(|value| value.as_bytes().to_vec()),
            Self::Bytes(value) => value.clone(),
            Self::Text(value) => value.as_ref().map(|value| value.as_bytes().to_vec()),
            Self::Integer(value) => value.map(|value| value.to_be_bytes().to_vec()),
            Self::Small(value) => value.map(|value| value.to_be_bytes().to_vec()),
            Self::Boolean(value) => value.map(|value| vec![u8::from(value)]),
            Self::Time(value) => value.map(|value| value.timestamp_micros().to_be_bytes().to_vec()),
            Self::Date(value) => value.map(|value| value.num_days_from_ce().to_be_bytes().to_vec()),
        }
    }
}

/// The content of a table: how many rows, and a sum of their SHA-256, which is the same in every order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digest {
    pub rows: u64,
    sum: u128,
}

impl Digest {
    pub fn add(&mut self, row: &[Value]) {
        let mut context = Context::new(&SHA256);
        for value in row {
            let bytes = value.bytes();
            let length = bytes.as_ref().map_or(u64::MAX, |bytes| bytes.len() as u64);
            context.update(&length.to_be_bytes());
            context.update(bytes.as_deref().unwrap_or_default());
        }
        let mut half = [0; 16];
        half.copy_from_slice(&context.finish().as_ref()[..16]);
        self.rows += 1;
        self.sum = self.sum.wrapping_add(u128::from_be_bytes(half));
    }
}

#[cfg(test)]
mod tests {
    use super::{Digest, Value};

    fn digest(rows: &[&[Value]]) -> Digest {
        let mut digest = Digest::default();
        for row in rows {
            digest.add(row);
        }
        digest
    }

    #[test]
    fn a_digest_knows_each_value_and_no_order() {
        let text = |text: &str| Value::Text(Some(text.into()));
        let (one, two) = ([text("a"), text("bc")], [text("ab"), text("c")]);
        assert_eq!(digest(&[&one, &two]), digest(&[&two, &one]));
        assert_ne!(digest(&[&one, &one]), digest(&[&two, &two]));
        assert_ne!(digest(&[&[text("")]]), digest(&[&[Value::Text(None)]]));
        assert_ne!(digest(&[&one]), digest(&[&one, &one]));
    }
}
