//! The tables as the schema of an engine names them.

use super::{Connection, Rows, failed, value::Kind};
use crate::{Error, Result};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug)]
pub struct Column {
    pub name: String,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub struct Table {
    pub name: String,
    pub columns: Vec<Column>,
    /// Columns of the primary key.
    pub key: Vec<String>,
    /// The column whose numbers the database gives.
    pub identity: Option<String>,
    /// The tables that its rows name.
    pub parents: BTreeSet<String>,
}

const COLUMNS: &str = "SELECT c.table_name::text, c.column_name::text, c.data_type::text, c.is_identity = 'YES' \
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name) \
     WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.table_name NOT LIKE '\\_%' \
     ORDER BY c.table_name, c.ordinal_position";
const KEYS: &str = "SELECT t.relname::text, a.attname::text FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid, \
     unnest(x.indkey) WITH ORDINALITY AS k (number, place), pg_attribute a \
     WHERE x.indisprimary AND t.relnamespace = current_schema()::regnamespace AND a.attrelid = t.oid AND a.attnum = k.number \
     ORDER BY t.relname, k.place";
const PARENTS: &str = "SELECT c.relname::text, p.relname::text FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid \
     JOIN pg_class p ON p.oid = k.confrelid WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace";
const SQLITE_COLUMNS: &str = "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' \
     AND m.name NOT LIKE '\\_%' ESCAPE '\\' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

impl Rows {
    /// The tables of a PostgreSQL database, parents first: in this order rows can be written.
    pub async fn tables(&mut self) -> Result<Vec<Table>> {
        let Connection::Postgres(connection) = &mut self.0 else {
            return Err(Error::broken("schema", "SQLite does not know the types of its columns"));
        };
        let mut tables: BTreeMap<String, Table> = BTreeMap::new();
        let columns: Vec<(String, String, String, bool)> =
            sqlx::query_as(COLUMNS).fetch_all(&mut *connection).await.map_err(failed)?;
        for (name, column, kind, is_identity) in columns {
            let kind = Kind::of(&kind)
                .ok_or_else(|| Error::broken("schema", format!("{name}.{column} is of the type {kind}")))?;
            let empty =
                Table { name: name.clone(), columns: vec![], key: vec![], identity: None, parents: BTreeSet::new() };
            let table = tables.entry(name).or_insert(empty);
            if is_identity {
                table.identity = Some(column.clone());
            }
            table.columns.push(Column { name: column, kind });
        }
        let keys: Vec<(String, String)> = sqlx::query_as(KEYS).fetch_all(&mut *connection).await.map_err(failed)?;
        for (name, column) in keys {
            if let Some(table) = tables.get_mut(&name) {
                table.key.push(column);
            }
        }
        let parents: Vec<(String, String)> = sqlx::query_as(PARENTS).fetch_all(connection).await.map_err(failed)?;
        for (name, parent) in parents {
            if let Some(table) = tables.get_mut(&name) {
                table.parents.insert(parent);
            }
        }
        in_order(tables)
    }

    /// Whether a SQLite database has exactly these tables and columns.
    pub async fn has(&mut self, tables: &[Table]) -> Result<bool> {
        let Connection::Sqlite(connection) = &mut self.0 else { return Ok(true) };
        let found: Vec<(String, String)> =
            sqlx::query_as(SQLITE_COLUMNS).fetch_all(connection).await.map_err(failed)?;
        let found: BTreeSet<_> = found.into_iter().collect();
        let ours = tables.iter().flat_map(|t| t.columns.iter().map(|c| (t.name.clone(), c.name.clone())));
        Ok(found == ours.collect())
    }
}

fn in_order(mut left: BTreeMap<String, Table>) -> Result<Vec<Table>> {
    let mut ordered: Vec<Table> = Vec::new();
    while !left.is_empty() {
        let is_free =
            |table: &Table| !table.parents.iter().any(|parent| *parent != table.name && left.contains_key(parent));
        let free: Vec<String> = left.values().filter(|table| is_free(table)).map(|table| table.name.clone()).collect();
        if free.is_empty() {
            return Err(Error::broken("schema", "tables name each other in a circle"));
        }
        ordered.extend(free.iter().filter_map(|name| left.remove(name)));
    }
    Ok(ordered)
}
