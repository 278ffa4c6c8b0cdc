//! The traits that sqlx asks of a database whose rows it fills. [`Direct`] has rows and values. Whatever else a database of sqlx has cannot be made here
//! ([`Never`]), so that no statement can take that way.

use super::row::{Arguments, Found, Row};
use log::LevelFilter;
use rusqlite::types::Value;
use sqlx::{
    Column, ConnectOptions, Connection, Database, Either, Encode, Error, FromRow, IntoArguments, SqlStr, Statement,
    Transaction, Type, TypeInfo, ValueRef,
    error::BoxDynError,
    query::{Query, QueryAs, QueryScalar},
};
use sqlx_core::transaction::TransactionManager;
use std::{borrow::Cow, fmt, str::FromStr, time::Duration};
use url::Url;

/// SQLite, read without sqlx's threads.
#[derive(Debug)]
pub struct Direct;

/// There is no value of it.
#[derive(Clone, Debug)]
pub enum Never {}

/// How SQLite keeps a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Null,
    Integer,
    Real,
    Text,
    Blob,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct NothingDone;

impl Extend<Self> for NothingDone {
    fn extend<I: IntoIterator<Item = Self>>(&mut self, _: I) {}
}

impl Database for Direct {
    type Connection = Never;
    type TransactionManager = Never;
    type Row = Row;
    type QueryResult = NothingDone;
    type Column = Never;
    type TypeInfo = Kind;
    type Value = Owned;
    type ValueRef<'r> = Found<'r>;
    type Arguments = Arguments;
    type ArgumentBuffer = Vec<Value>;
    type Statement = Never;

    const NAME: &'static str = "SQLite";
    const URL_SCHEMES: &'static [&'static str] = &[];
}

impl Kind {
    pub fn of(found: Found) -> Self {
        match found {
            Found::Null => Self::Null,
            Found::Integer(_) => Self::Integer,
            Found::Real(_) => Self::Real,
            Found::Text(_) => Self::Text,
            Found::Blob(_) => Self::Blob,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl TypeInfo for Kind {
    fn is_null(&self) -> bool {
        *self == Self::Null
    }

    fn name(&self) -> &str {
        match self {
            Self::Null => "null",
            Self::Integer => "integer",
            Self::Real => "real",
            Self::Text => "text",
            Self::Blob => "blob",
        }
    }
}

impl<'r> ValueRef<'r> for Found<'r> {
    type Database = Direct;

    fn to_owned(&self) -> Owned {
        Owned(match self {
            Self::Null => Value::Null,
            Self::Integer(value) => Value::Integer(*value),
            Self::Real(value) => Value::Real(*value),
            Self::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
            Self::Blob(bytes) => Value::Blob(bytes.to_vec()),
        })
    }

    fn type_info(&self) -> Cow<'_, Kind> {
        Cow::Owned(Kind::of(*self))
    }

    fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }
}

/// A value without its row.
#[derive(Debug)]
pub struct Owned(Value);

impl sqlx::Value for Owned {
    type Database = Direct;

    fn as_ref(&self) -> Found<'_> {
        match &self.0 {
            Value::Null => Found::Null,
            Value::Integer(value) => Found::Integer(*value),
            Value::Real(value) => Found::Real(*value),
            Value::Text(text) => Found::Text(text.as_bytes()),
            Value::Blob(bytes) => Found::Blob(bytes),
        }
    }

    fn type_info(&self) -> Cow<'_, Kind> {
        Cow::Owned(Kind::of(sqlx::Value::as_ref(self)))
    }

    fn is_null(&self) -> bool {
        self.0 == Value::Null
    }
}

impl sqlx::Arguments for Arguments {
    type Database = Direct;

    fn reserve(&mut self, additional: usize, _: usize) {
        self.0.reserve(additional);
    }

    fn add<'t, T: Encode<'t, Direct> + Type<Direct>>(&mut self, value: T) -> Result<(), BoxDynError> {
        if value.encode(&mut self.0)?.is_null() {
            self.0.push(Value::Null);
        }
        Ok(())
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

impl Column for Never {
    type Database = Direct;

    fn ordinal(&self) -> usize {
        match *self {}
    }

    fn name(&self) -> &str {
        match *self {}
    }

    fn type_info(&self) -> &Kind {
        match *self {}
    }
}

impl FromStr for Never {
    type Err = Error;

    fn from_str(_: &str) -> Result<Self, Error> {
        Err(Error::Configuration("rows are read directly".into()))
    }
}

impl ConnectOptions for Never {
    type Connection = Self;

    fn from_url(url: &Url) -> Result<Self, Error> {
        url.as_str().parse()
    }

    async fn connect(&self) -> Result<Self, Error> {
        match *self {}
    }

    fn log_statements(self, _: LevelFilter) -> Self {
        self
    }

    fn log_slow_statements(self, _: LevelFilter, _: Duration) -> Self {
        self
    }
}

impl Connection for Never {
    type Database = Direct;
    type Options = Self;

    async fn close(self) -> Result<(), Error> {
        match self {}
    }

    async fn close_hard(self) -> Result<(), Error> {
        match self {}
    }

    async fn ping(&mut self) -> Result<(), Error> {
        match *self {}
    }

    async fn begin(&mut self) -> Result<Transaction<'_, Direct>, Error> {
        match *self {}
    }

    fn shrink_buffers(&mut self) {}

    async fn flush(&mut self) -> Result<(), Error> {
        match *self {}
    }

    fn should_flush(&self) -> bool {
        match *self {}
    }
}

impl TransactionManager for Never {
    type Database = Direct;

    async fn begin(connection: &mut Self, _: Option<SqlStr>) -> Result<(), Error> {
        match *connection {}
    }

    async fn commit(connection: &mut Self) -> Result<(), Error> {
        match *connection {}
    }

    async fn rollback(connection: &mut Self) -> Result<(), Error> {
        match *connection {}
    }

    fn start_rollback(_: &mut Self) {}

    fn get_transaction_depth(connection: &Self) -> usize {
        match *connection {}
    }
}

impl Statement for Never {
    type Database = Direct;

    fn into_sql(self) -> SqlStr {
        match self {}
    }

    fn sql(&self) -> &SqlStr {
        match *self {}
    }

    fn parameters(&self) -> Option<Either<&[Kind], usize>> {
        match *self {}
    }

    fn columns(&self) -> &[Self] {
        match *self {}
    }

    fn query(&self) -> Query<'_, Direct, Arguments> {
        match *self {}
    }

    fn query_with<A: IntoArguments<Direct>>(&self, _: A) -> Query<'_, Direct, A> {
        match *self {}
    }

    fn query_as<O: for<'r> FromRow<'r, Row>>(&self) -> QueryAs<'_, Direct, O, Arguments> {
        match *self {}
    }

    fn query_as_with<'s, O: for<'r> FromRow<'r, Row>, A: IntoArguments<Direct>>(
        &'s self,
        _: A,
    ) -> QueryAs<'s, Direct, O, A> {
        match *self {}
    }

    fn query_scalar<O>(&self) -> QueryScalar<'_, Direct, O, Arguments>
    where
        (O,): for<'r> FromRow<'r, Row>,
    {
        match *self {}
    }

    fn query_scalar_with<'s, O, A: IntoArguments<Direct>>(&'s self, _: A) -> QueryScalar<'s, Direct, O, A>
    where
        (O,): for<'r> FromRow<'r, Row>,
    {
        match *self {}
    }
}
