//! The row that a value is sealed for.

use super::Unreadable;
use crate::Error;
use domain::UserId;
use uuid::Uuid;

/// Column, owner, row and version. A value that was sealed for one place does not open at another one.
#[derive(Clone, Debug)]
pub struct Place<'a> {
    /// `table.column`
    column: &'static str,
    owner: UserId,
    row: Row<'a>,
    version: i64,
}

#[derive(Clone, Debug)]
enum Row<'a> {
    Id(Uuid),
    Name(&'a str),
}

impl Place<'static> {
    pub fn new(column: &'static str, owner: UserId, row: Uuid, version: i64) -> Self {
        Self { column, owner, row: Row::Id(row), version }
    }
}

impl<'a> Place<'a> {
    /// The place of a row that is known by a name among those of its owner.
    pub fn named(column: &'static str, owner: UserId, row: &'a str) -> Self {
        Self { column, owner, row: Row::Name(row), version: 0 }
    }

    /// The bytes that a sealed value proves besides itself. A zero ends the column, owner and version have a fixed length.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let row = match &self.row {
            Row::Id(id) => id.as_bytes().as_slice(),
            Row::Name(name) => name.as_bytes(),
        };
        [self.column.as_bytes(), &[0], self.owner.0.as_bytes(), &self.version.to_be_bytes(), row].concat()
    }

    pub(super) fn unreadable(&self) -> Error {
        let row = match &self.row {
            Row::Id(id) => id.to_string(),
            // A name may be of the person's choice.
            Row::Name(_) => format!("a row of {}", self.owner),
        };
        Error::broken("sealed value", Unreadable(format!("{} of {row}", self.column)))
    }
}
