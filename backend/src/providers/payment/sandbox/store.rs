//! SQL of the sandbox: a JSON document for each subscription.

use super::document::Document;
use crate::{Db, Error, Result};

fn read(text: &str) -> Result<Document> {
    serde_json::from_str(text).map_err(|e| Error::broken("payment_sandbox.document", e))
}

pub async fn find(db: &Db, id: &str) -> Result<Option<Document>> {
    let found = db.read("SELECT document FROM payment_sandbox WHERE id = $1").bind(id.to_owned());
    found.fetch_optional::<(String,)>().await?.map(|(text,)| read(&text)).transpose()
}

pub async fn list(db: &Db) -> Result<Vec<Document>> {
    let all: Vec<(String,)> = db.read("SELECT document FROM payment_sandbox ORDER BY id").fetch_all().await?;
    all.iter().map(|(text,)| read(text)).collect()
}

pub async fn save(db: &Db, document: &Document) -> Result<()> {
    let text = serde_json::to_string(document).map_err(|e| Error::broken("payment_sandbox.document", e))?;
    let statement = db.write(
        "INSERT INTO payment_sandbox (id, document) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET document = excluded.document",
    );
    statement.bind(document.id.clone()).bind(text).execute().await.map(drop)
}
