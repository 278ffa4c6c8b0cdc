//! Both engines have the same tables, columns and indexes.

use crate::world::{Engine, LONGEST, World, run};
use std::sync::Mutex;

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, sqlx::FromRow)]
struct Column {
    relation: String,
    name: String,
    nullable: bool,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, sqlx::FromRow)]
struct Index {
    relation: String,
    name: String,
    is_unique: bool,
    /// Columns in order, joined by commas.
    columns: String,
    partial: bool,
}

type Schema = (Vec<Column>, Vec<Index>);

/// A whole number as the only key is SQLite's own number of the row, and needs no index there.
///
/// Indexes behind `PRIMARY KEY` and `UNIQUE` have the engine's own names: they are compared by what they cover.
const OWN_NAME: &str = "(constraint)";

async fn read(w: &World) -> Schema {
    let (columns, indexes) = if w.backend.db.engine() == Engine::Sqlite {
        (
            "SELECT m.name AS relation, c.name AS name, c.\"notnull\" = 0 AS nullable \
             FROM sqlite_master m, pragma_table_info(m.name) c \
             WHERE m.type = 'table' AND m.name NOT LIKE '\\_sqlx%' ESCAPE '\\' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
            "SELECT m.name AS relation, CASE i.origin WHEN 'c' THEN i.name ELSE '(constraint)' END AS name, \
             i.\"unique\" = 1 AS is_unique, i.partial = 1 AS partial, \
             (SELECT group_concat(x.name, ',') FROM (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno) x) AS columns \
             FROM sqlite_master m, pragma_index_list(m.name) i \
             WHERE m.type = 'table' AND m.name NOT LIKE '\\_sqlx%' ESCAPE '\\' \
             UNION ALL SELECT m.name, '(constraint)', 1 = 1, 1 = 0, c.name FROM sqlite_master m, pragma_table_info(m.name) c \
             WHERE m.type = 'table' AND m.name NOT LIKE '\\_sqlx%' ESCAPE '\\' AND c.type = 'INTEGER' AND c.pk = 1 \
             AND NOT EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE pk = 2)",
        )
    } else {
        (
            "SELECT table_name::text AS relation, column_name::text AS name, is_nullable = 'YES' AS nullable \
             FROM information_schema.columns WHERE table_schema = current_schema() AND table_name NOT LIKE '\\_sqlx%' \
             AND table_name <> 'people'",
            "SELECT t.relname::text AS relation, \
             CASE WHEN k.oid IS NULL THEN i.relname::text ELSE '(constraint)' END AS name, \
             x.indisunique AS is_unique, x.indpred IS NOT NULL AS partial, \
             (SELECT string_agg(a.attname::text, ',' ORDER BY n.place) FROM unnest(x.indkey) WITH ORDINALITY AS n (col, place) \
             JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = n.col) AS columns \
             FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid \
             JOIN pg_namespace s ON s.oid = t.relnamespace LEFT JOIN pg_constraint k ON k.conindid = i.oid AND k.contype IN ('p', 'u') \
             WHERE s.nspname = current_schema() AND t.relname NOT LIKE '\\_sqlx%'",
        )
    };
    let mut columns: Vec<Column> = w.backend.db.read(columns).fetch_all().await.unwrap();
    let mut indexes: Vec<Index> = w.backend.db.read(indexes).fetch_all().await.unwrap();
    columns.sort();
    indexes.sort();
    (columns, indexes)
}

static SCHEMAS: Mutex<Vec<Schema>> = Mutex::new(Vec::new());

async fn note(w: World) {
    let schema = read(&w).await;
    SCHEMAS.lock().unwrap().push(schema);
}

#[test]
fn both_engines_have_the_same_tables_columns_and_indexes() {
    run(Engine::Sqlite, LONGEST, |_| {}, note);
    run(Engine::Postgres, LONGEST, |_| {}, note);
    let schemas = SCHEMAS.lock().unwrap();
    let [(columns, indexes), (other_columns, other_indexes)] = schemas.as_slice() else { panic!() };
    assert!(columns.len() > 50, "the tables were read");
    assert!(indexes.iter().any(|index| index.name == OWN_NAME) && indexes.iter().any(|index| index.partial));
    assert_eq!(columns, other_columns);
    assert_eq!(indexes, other_indexes);
}

story!(expired_rows_are_found_by_an_index, |w| async move {
    let (_, indexes) = read(&w).await;
    for (relation, column) in
        [("friend_requests", "withdrawn_at"), ("invited_addresses", "sent_at"), ("invitation_sends", "sent_at")]
    {
        let is_of = |index: &Index| index.relation == relation && index.columns.split(',').next() == Some(column);
        assert!(indexes.iter().any(is_of), "{relation} by {column}");
    }
});
