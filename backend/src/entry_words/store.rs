//! SQL of sealed answers, for the features that read them.

use crate::{
    Result,
    sealing::{Keyring, Place},
};
use domain::{AnswerId, EntryId, UserId};
use uuid::Uuid;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAnswer {
    pub id: AnswerId,
    pub question_id: String,
    pub answer: String,
    pub position: i64,
}

/// An answer that is still sealed.
#[derive(sqlx::FromRow)]
pub struct Row {
    id: Uuid,
    entry_id: Uuid,
    user_id: Uuid,
    data_key: Vec<u8>,
    question_id: String,
    words: Vec<u8>,
    position: i64,
}

/// The columns of a [`Row`]: `a` is the answer, `e` its entry, `u` the entry's owner.
macro_rules! columns {
    () => {
        "a.id, a.entry_id, e.user_id, u.data_key, a.question_id, a.words, a.position"
    };
}
pub(crate) use columns;

/// The answers with their entries. One that does not open is logged and `None`.
pub fn open_all(keyring: &Keyring, rows: Vec<Row>) -> Result<Vec<(EntryId, Option<StoredAnswer>)>> {
    let mut keys = keyring.opener();
    let opened = rows.into_iter().map(|row| {
        let Row { id, entry_id, user_id, data_key, question_id, words, position } = row;
        let owner = UserId(user_id);
        let answer = keys.key(owner, &data_key).and_then(|key| key.open(&place(owner, id), words));
        let answer = keyring.or_skip(answer)?;
        let answer = answer.map(|answer| StoredAnswer { id: AnswerId(id), question_id, answer, position });
        Ok((EntryId(entry_id), answer))
    });
    opened.collect()
}

pub fn place(owner: UserId, id: Uuid) -> Place<'static> {
    Place::new("reflection_answers.words", owner, id, 0)
}

/// The answers of an entry in their order.
pub const LIST: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM reflection_answers a JOIN entries e ON e.id = a.entry_id JOIN users u ON u.id = e.user_id \
     WHERE a.entry_id = $1 ORDER BY a.position, a.id"
);
