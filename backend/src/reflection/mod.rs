//! Reflection questions, and up to five answers per entry (product 15).

pub(crate) mod store;

use crate::{Backend, Error, Result, Viewer, authorization, day_ticket, db::Tx, search};
use domain::{
    AnswerId, Entry, EntryId, Language, Refusal, UserId, Visibility, limits,
    reflection::{AnswerForm, Question, ReflectionAnswer, SharedAnswer, is_known, questions},
};
use std::collections::HashSet;
use store::StoredAnswer;

/// All questions.
pub fn questions(viewer: &Viewer, language: Language) -> Result<Vec<Question>> {
    viewer.account()?;
    Ok(questions::all(language))
}

/// The question of the viewer's diary day.
pub fn question_of_day(backend: &Backend, viewer: &Viewer, language: Language) -> Result<Question> {
    Ok(questions::of_day(viewer.account()?.today(&backend.clock), language))
}

/// The answers of an entry in the order in which they were written, for everybody who may read the entry.
pub async fn answers(
    backend: &Backend,
    viewer: &Viewer,
    entry: EntryId,
    language: Language,
) -> Result<Vec<ReflectionAnswer>> {
    authorization::require_entry(backend, viewer.account()?, entry).await?;
    list(backend, entry, language).await
}

/// The answers of an entry that the reader has already been allowed to read.
pub(crate) async fn of(backend: &Backend, entry: &Entry, language: Language) -> Result<Vec<ReflectionAnswer>> {
    list(backend, entry.id, language).await
}

async fn list(backend: &Backend, entry: EntryId, language: Language) -> Result<Vec<ReflectionAnswer>> {
    let answers = store::list(&backend.db, entry).await?;
    Ok(answers.into_iter().map(|answer| view(answer, entry, language)).collect())
}

/// The answers as a shared link shows them.
pub(crate) async fn shared(backend: &Backend, entry: EntryId, language: Language) -> Result<Vec<SharedAnswer>> {
    let answers = store::list(&backend.db, entry).await?;
    Ok(answers.into_iter().map(|answer| as_shared(answer, language)).collect())
}

/// An answer with its question, and nothing that belongs to this server.
pub(crate) fn as_shared(StoredAnswer { question_id, answer, .. }: StoredAnswer, language: Language) -> SharedAnswer {
    SharedAnswer { question: asked(&question_id, language), answer }
}

/// An answer, and who may read it as the writer saw.
#[derive(Clone, Debug)]
pub struct Answering {
    pub form: AnswerForm,
    /// `None`: they did not say.
    pub seen_visibility: Option<Visibility>,
}

impl From<AnswerForm> for Answering {
    fn from(form: AnswerForm) -> Self {
        Self { form, seen_visibility: None }
    }
}

/// Answers a question, or changes its answer. The entry's version does not change. An answer that the writer has not seen is not
/// overwritten: `answer_changed`, with the saved answer as detail. An entry with more readers than the writer saw gets none:
/// `visibility_changed`.
pub async fn answer(
    backend: &Backend,
    viewer: &Viewer,
    entry: EntryId,
    answering: impl Into<Answering>,
    ticket: Option<&str>,
    language: Language,
) -> Result<ReflectionAnswer> {
    let owner = viewer.account()?.user.id;
    let Answering { form, seen_visibility } = answering.into();
    let form = checked(form)?;
    let (mut tx, visibility) = begin(backend, viewer, entry, ticket).await?;
    if !seen_visibility.is_none_or(|seen| visibility.is_at_most(seen)) {
        return Err(Refusal::VisibilityChanged.into());
    }
    let answers = store::list_in(&mut tx, entry).await?;
    let now = backend.clock.now();
    let answer = match answers.iter().find(|answer| answer.question_id == form.question_id) {
        Some(before) if !form.may_replace(&before.answer) => return Err(changed(before.clone(), entry, language)),
        Some(before) => StoredAnswer { answer: form.answer, ..before.clone() },
        None if store::has(&mut tx, entry, &form.question_id).await? => return Err(Refusal::EntryUnreadable.into()),
        None if answers.len() >= limits::REFLECTION_ANSWERS => return Err(too_many().into()),
        None => new(backend, form, answers.last().map_or(0, |last| last.position + 1)),
    };
    store::upsert(&mut tx, (entry, owner), &answer, now).await?;
    search::index_answers(&mut tx, owner, entry).await?;
    tx.commit().await?;
    Ok(view(answer, entry, language))
}

/// Deletes an answer, if the viewer may edit the entry. If the saved answer is not `previous`, it is not deleted: `answer_changed`.
pub async fn remove(
    backend: &Backend,
    viewer: &Viewer,
    id: AnswerId,
    previous: Option<&str>,
    ticket: Option<&str>,
    language: Language,
) -> Result<()> {
    let owner = viewer.account()?.user.id;
    let entry = store::find_entry(&backend.db, id).await?.ok_or(Refusal::AnswerNotFound)?;
    let (mut tx, _) = begin(backend, viewer, entry, ticket).await.map_err(|error| {
        // The answers of a deleted entry do not exist for anybody.
        if error.refusal().refusal == Refusal::EntryNotFound { Refusal::AnswerNotFound.into() } else { error }
    })?;
    let mut answers = store::list_in(&mut tx, entry).await?.into_iter();
    let saved = answers.find(|answer| answer.id == id).ok_or(Refusal::AnswerNotFound)?;
    if !is_known(previous, &saved.answer) {
        return Err(changed(saved, entry, language));
    }
    store::delete(&mut tx, id).await?;
    search::index_answers(&mut tx, owner, entry).await?;
    tx.commit().await
}

/// Checks the answers of a new entry and leaves out empty ones. Two answers to one question are refused.
pub(crate) fn of_new_entry(forms: &[AnswerForm]) -> Result<Vec<AnswerForm>> {
    let written = forms.iter().filter(|form| !form.answer.trim().is_empty()).cloned();
    let forms = written.map(checked).collect::<Result<Vec<_>>>()?;
    if forms.len() > limits::REFLECTION_ANSWERS {
        return Err(too_many().into());
    }
    let mut seen = HashSet::new();
    if !forms.iter().all(|form| seen.insert(form.question_id.as_str())) {
        return Err(Refusal::InvalidForm.into());
    }
    Ok(forms)
}

/// Inserts the answers of a new entry, in the entry's transaction.
pub(crate) async fn insert(
    backend: &Backend,
    tx: &mut Tx,
    entry: (EntryId, UserId),
    forms: Vec<AnswerForm>,
) -> Result<()> {
    for (position, form) in (0..).zip(forms) {
        let answer = new(backend, form, position);
        store::upsert(tx, entry, &answer, backend.clock.now()).await?;
    }
    Ok(())
}

fn checked(form: AnswerForm) -> Result<AnswerForm> {
    let form = form.checked()?;
    if questions::text(&form.question_id, Language::default()).is_none() {
        return Err(Refusal::UnknownQuestion.into());
    }
    Ok(form)
}

/// Begins a transaction that locks the entry, and says who can read it. Refuses unless the viewer may edit it now.
async fn begin(backend: &Backend, viewer: &Viewer, id: EntryId, ticket: Option<&str>) -> Result<(Tx, Visibility)> {
    let account = viewer.account()?;
    let mut tx = backend.db.begin().await?;
    let (owner, day, visibility) = store::lock_entry(&mut tx, id).await?.ok_or(Refusal::EntryNotFound)?;
    authorization::require_owner(account, owner)?;
    if !day_ticket::is_open(backend, account, day, ticket) {
        return Err(Refusal::EditClosed.into());
    }
    Ok((tx, visibility.parse()?))
}

fn new(backend: &Backend, form: AnswerForm, position: i64) -> StoredAnswer {
    let AnswerForm { question_id, answer, .. } = form;
    StoredAnswer { id: AnswerId(backend.clock.id()), question_id, answer, position }
}

/// A refusal with the saved answer as detail.
fn changed(saved: StoredAnswer, entry: EntryId, language: Language) -> Error {
    match serde_json::to_string(&view(saved, entry, language)) {
        Ok(json) => domain::Error::from(Refusal::AnswerChanged).detail(json).into(),
        Err(error) => Error::broken("answer as JSON", error),
    }
}

fn too_many() -> domain::Error {
    domain::Error::from(Refusal::TooManyAnswers).with("n", limits::REFLECTION_ANSWERS)
}

fn view(stored: StoredAnswer, entry_id: EntryId, language: Language) -> ReflectionAnswer {
    let StoredAnswer { id, question_id, answer, .. } = stored;
    ReflectionAnswer { id, entry_id, question: asked(&question_id, language), question_id, answer }
}

/// The text of a question. Empty if this version of the program does not know it.
fn asked(question_id: &str, language: Language) -> String {
    questions::text(question_id, language).unwrap_or_default().to_owned()
}
