//! Writing without a script: text, top moment and visibility in a form like any other (product 6.18).

use super::{forms::UPDATED, writing::Writing};
use crate::{
    components::{Frame, Section, TextArea, VisibilityOptions, visibility_texts},
    error::CallError,
    forms::{CONFIRM, FieldError, FormStatus, PostForm, ask_once_more, change, error_of, leads_to},
    request::{PageRequest, encoded, t},
};
use backend::{entries, media::Uploads};
use chrono::NaiveDate;
use domain::{Entry, EntryForm, EntryId, Key, Refusal, UserId, Visibility};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// The form, and its server function.
pub const SAVE: &str = "save-entry";

const CREATED: &str = "entry-created";

/// The message of the dashboard.
pub const SAVED: &[(&str, Key)] = &[(CREATED, Key::EditorToastCreated)];

/// The fields of the form.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlainEntry {
    user_id: UserId,
    /// `None`: a new entry.
    id: Option<EntryId>,
    version: Option<String>,
    date: NaiveDate,
    ticket: Option<String>,
    /// The idempotency key: pressing twice saves once.
    key: String,
    text: String,
    #[serde(default)]
    top_moment: String,
    visibility: Visibility,
    /// The visibility that the page showed.
    seen: Visibility,
    #[serde(default)]
    step: String,
}

/// Saves by the use cases of the editor, and asks once more before everybody may read the entry.
#[server(endpoint = "form/save-entry")]
pub async fn save_entry(#[server(flatten)] entry: PlainEntry) -> Result<(), CallError> {
    let PlainEntry { user_id, id, version, date, ticket, key, text, top_moment, visibility, seen, step } = entry;
    let saved = change(|request| async move {
        let was_public = id.is_some() && seen == Visibility::Public;
        if visibility == Visibility::Public && !was_public && step != CONFIRM {
            ask_once_more();
            return Ok(());
        }
        let form = EntryForm {
            user_id: Some(user_id),
            text: Some(text),
            top_moment: Some(top_moment),
            visibility: Some(visibility),
            ticket,
            idempotency_key: Some(key),
            ..EntryForm::default()
        };
        let (backend, viewer) = (&request.backend, &request.viewer);
        if let Some(id) = id {
            let version = version.as_deref().map(str::parse).transpose().map_err(|_| Refusal::InvalidForm)?;
            let form = EntryForm { version, seen_visibility: Some(seen), ..form };
            entries::update(backend, viewer, id, form, Uploads::default()).await?;
            leads_to(&format!("/entry/{id}"), UPDATED);
        } else {
            let form = EntryForm { date: Some(date), ..form };
            entries::create(backend, viewer, form, Uploads::default()).await?;
            leads_to("/dashboard", CREATED);
        }
        Ok(())
    });
    saved.await.map_err(|error| {
        let fields = [("text", &OF_TEXT[..]), ("top_moment", &[Refusal::TopMomentTooLong]), (OTHER, &OF_OTHER)];
        fields.into_iter().fold(error, |error, (field, refusals)| error.about(field, refusals))
    })
}

const OF_TEXT: [Refusal; 2] = [Refusal::TextTooLong, Refusal::EmptyEntry];
const OF_OTHER: [Refusal; 3] = [Refusal::EntryExists, Refusal::Stale, Refusal::VisibilityChanged];
/// The field of a refusal because the entry has changed.
const OTHER: &str = "version";

/// The hidden fields.
const HIDDEN: [&str; 7] = ["user_id", "id", "version", "date", "ticket", "key", "seen"];

pub struct PlainForm {
    action: String,
    hidden: Vec<(&'static str, String)>,
    text: String,
    top_moment: String,
    visibility: Visibility,
    /// The current entry, if it has changed since the form was shown.
    saved: Option<Entry>,
}

impl PlainForm {
    /// The form of an editor.
    pub fn of(writing: &Writing, request: &PageRequest) -> Self {
        let saved = &writing.saved;
        let hidden = [
            ("user_id", Some(writing.user.to_string())),
            ("id", writing.entry.map(|(id, _)| id.to_string())),
            ("version", writing.entry.map(|(_, version)| version.to_string())),
            ("date", Some(writing.date.to_string())),
            ("ticket", writing.ticket.clone()),
            ("key", Some(new_key(request))),
            ("seen", Some(saved.visibility.as_str().to_owned())),
        ];
        Self {
            action: writing.entry.map_or_else(|| request.here(), |(id, _)| format!("/edit/{id}")),
            hidden: hidden.into_iter().filter_map(|(name, value)| value.map(|value| (name, value))).collect(),
            text: saved.text.clone(),
            top_moment: saved.top_moment.clone(),
            visibility: saved.visibility,
            saved: None,
        }
    }

    /// The form as it was sent: words, writer, day, ticket and version. Its idempotency key is new.
    fn typed(request: &PageRequest) -> Option<Self> {
        let typed = |name| request.typed(SAVE, name).map(str::to_owned);
        let hidden = |name| typed(name).map(|value| (name, if name == "key" { new_key(request) } else { value }));
        Some(Self {
            action: request.here(),
            hidden: HIDDEN.into_iter().filter_map(hidden).collect(),
            text: typed("text")?,
            top_moment: typed("top_moment").unwrap_or_default(),
            visibility: typed("visibility").and_then(|typed| typed.parse().ok()).unwrap_or(Visibility::Private),
            saved: None,
        })
    }

    fn hidden(&self, name: &str) -> Option<&str> {
        self.hidden.iter().find(|(hidden, _)| *hidden == name).map(|(_, value)| value.as_str())
    }

    /// The entry that has changed since the form was shown. It is loaded only for its own writer.
    async fn met(&self, request: &PageRequest) -> Option<Entry> {
        let PageRequest { backend, viewer, .. } = request;
        let is_met = request.refused.as_deref().is_some_and(|refused| refused.field == OTHER);
        if !is_met || self.hidden("user_id") != viewer.user_id().map(|id| id.to_string()).as_deref() {
            return None;
        }
        match self.hidden("id") {
            Some(id) => entries::open_own(backend, viewer, id.parse().ok()?).await.ok(),
            None => entries::of_day(backend, viewer, self.hidden("date")?.parse().ok()?).await.ok()?,
        }
    }

    /// Shows the current entry and takes its version, so that the next save replaces it. A new entry's text is put below the text
    /// of the day's entry. The visibility with fewer readers counts (product 1.9).
    fn beside(mut self, entry: Entry) -> Self {
        if self.hidden("id").is_none() {
            if entry.text.trim() != self.text.trim() {
                let parts = [entry.text.as_str(), &self.text];
                self.text = parts.into_iter().filter(|part| !part.trim().is_empty()).collect::<Vec<_>>().join("\n\n");
            }
            if self.top_moment.trim().is_empty() {
                self.top_moment.clone_from(&entry.top_moment);
            }
        }
        self.hidden.retain(|(name, _)| !["id", "version", "seen"].contains(name));
        self.hidden.extend([
            ("id", entry.id.to_string()),
            ("version", entry.version.unwrap_or_default().to_string()),
            ("seen", entry.visibility.as_str().to_owned()),
        ]);
        self.action = format!("/edit/{}", entry.id);
        self.visibility = self.visibility.narrower(entry.visibility);
        self.saved = Some(entry);
        self
    }

    pub fn view(self, request: &PageRequest) -> AnyView {
        let Self { action, hidden, text, top_moment, visibility, saved } = self;
        let hidden = hidden.into_iter().map(|(name, value)| view! { <input type="hidden" name=name value=value /> });
        let asks = request.asks(SAVE);
        let question = asks.then(|| {
            view! {
                <input type="hidden" name="step" value=CONFIRM />
                <p class="notice" role="status">
                    {t(Key::EntryVisibilityPublicAsk)}
                </p>
            }
        });
        let saved = saved.map(saved_entry);
        let label = if asks { Key::EntryVisibilityPublicYes } else { Key::EditorSave };
        view! {
            <PostForm name=SAVE done=Key::EditorToastUpdated action class="stack">
                {hidden.collect_view()}
                <FormStatus />
                <FieldError id="plain-other-error" name=OTHER />
                {saved}
                <Words text />
                <TopMoment value=top_moment />
                <fieldset class="plain-visibility">
                    <legend class="field-label">{t(Key::VisibilityLabel)}</legend>
                    <VisibilityOptions chosen=visibility prefix="plain" />
                </fieldset>
                {question}
                <button class="button button-main">{t(label)}</button>
            </PostForm>
        }
        .into_any()
    }
}

#[component]
fn Words(text: String) -> impl IntoView {
    let described_by = error_of("text").map(|_| "plain-text-error");
    view! {
        <div class="field">
            <label class="field-label" for="plain-text">
                {t(Key::EditorTextLabel)}
            </label>
            <TextArea
                name="text"
                id="plain-text"
                class="input"
                text
                placeholder=t(Key::EditorTextPlaceholder)
                described_by=described_by.unwrap_or_default()
                rows=12
                autofocus=true
            />
            <FieldError id="plain-text-error" name="text" />
        </div>
    }
}

/// Not [`Field`](crate::forms::Field), which would show the typed value only.
#[component]
fn TopMoment(value: String) -> impl IntoView {
    let error = error_of("top_moment").map(|_| "plain-top-moment-error");
    view! {
        <div class="field">
            <label class="field-label" for="plain-top-moment">
                {t(Key::EditorTopMomentLabel)}
            </label>
            <input
                class="input"
                id="plain-top-moment"
                name="top_moment"
                value=value
                autocomplete="off"
                aria-invalid=error.map(|_| "true")
                aria-describedby=error
            />
            <FieldError id="plain-top-moment-error" name="top_moment" />
        </div>
    }
}

fn saved_entry(saved: Entry) -> impl IntoView {
    let moment = (!saved.top_moment.is_empty()).then(|| {
        view! {
            <p class="editor-saved-words">
                <strong>{t(Key::EditorTopMomentLabel)}</strong>
                {format!(" {}", saved.top_moment)}
            </p>
        }
    });
    view! {
        <section aria-labelledby="plain-saved">
            <h2 class="entry-label" id="plain-saved">
                {t(Key::EditorConflictTheirs)}
            </h2>
            <p class="editor-saved-words">{saved.text.clone()}</p>
            {moment}
            <p class="field-hint">{t(visibility_texts(saved.visibility).0)}</p>
        </section>
    }
}

fn new_key(request: &PageRequest) -> String {
    request.backend.clock.id().to_string()
}

/// The page of a refused form: the typed words, and the entry that has changed. Guests can sign in
/// in another tab and send the same form again.
pub async fn refused_page(request: &PageRequest) -> Option<AnyView> {
    let form = PlainForm::typed(request)?;
    let title = if form.hidden("id").is_some() { Key::EditorEditTitle } else { Key::EditorNewTitle };
    let form = match Box::pin(form.met(request)).await {
        Some(entry) => form.beside(entry),
        None => form,
    };
    let form = form.view(request);
    let sign_in = request.account().is_none().then(|| {
        let href = format!("/?login=1&next={}", encoded(&request.here()));
        view! {
            <p class="plain-sign-in">
                <a class="button" href=href target="_blank">
                    {t(Key::LandingLogin)}
                </a>
            </p>
        }
    });
    Some(
        view! {
            <Frame title=t(title) section=Section::Create>
                <h1>{t(title)}</h1>
                {sign_in}
                {form}
            </Frame>
        }
        .into_any(),
    )
}
