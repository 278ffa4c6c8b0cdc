//! Rows of entries as the product seals them, for stories that write many of them into the table.

use backend::{
    Db,
    sealing::{DataKey, Place},
};
use domain::UserId;
use serde_json::{Value, json};
use uuid::Uuid;

#[derive(Debug)]
pub struct Sealer(DataKey);

impl From<DataKey> for Sealer {
    fn from(key: DataKey) -> Self {
        Self(key)
    }
}

impl Sealer {
    /// Seals with the data key of `person`, which others may have got too.
    pub async fn of(db: &Db, person: UserId) -> Self {
        Self(db.data_key(person).await.unwrap())
    }

    /// `entries.words` of an entry in its first version.
    pub fn words(&self, owner: Uuid, id: Uuid, text: &str) -> Vec<u8> {
        let texts = json!({ "text": text, "summary": "", "topMoment": "", "audioTranscript": "" });
        self.seal("entries.words", owner, id, &json!({ "texts": texts, "images": [] }))
    }

    /// `entries.signs` of an entry without any.
    pub fn signs(&self, owner: Uuid, id: Uuid) -> Vec<u8> {
        self.seal("entries.signs", owner, id, &json!({}))
    }

    fn seal(&self, column: &'static str, owner: Uuid, id: Uuid, value: &Value) -> Vec<u8> {
        self.0.seal(&Place::new(column, UserId(owner), id, 1), value).unwrap()
    }
}
