//! Earlier texts of one's own entry: to read, to copy, and to put back, without a script as well.

use super::forms::PUT_BACK;
use crate::{
    PageRequest,
    assistant::SourceMark,
    components::{Icon, icon, visibility_named},
    forms::{ButtonForm, FormsStatus},
    reading::{MarkedProse, Prose},
};
use backend::{
    Result,
    entries::{ChangeKind, EntryVersion, TextChange},
    pagination::Page,
};
use domain::{Entry, EntryId, Key, Language, Visibility, date};
use leptos::prelude::*;
use std::sync::Arc;

/// Versions on one page.
const PAGE: usize = 10;

/// Earlier versions. Empty if nothing was overwritten in the last thirty days.
#[component]
pub fn VersionsSection<'a>(
    versions: Page<EntryVersion>,
    entry: &'a Entry,
    may_edit: bool,
    request: &'a Arc<PageRequest>,
) -> impl IntoView + use<> {
    let (request, id, readers) = (request.clone(), entry.id, entry.visibility);
    let from = entry.version.filter(|_| may_edit);
    let was_sent = request.form_done.as_deref() == Some(PUT_BACK) || request.was_refused(PUT_BACK);
    let is_open = was_sent || ["version", "before"].iter().any(|name| request.query(name).is_some());
    (was_sent || !versions.items.is_empty())
        .then(|| view! { <Versions page=versions id from readers is_open request /> })
}

/// The page's versions, with the whole text of the requested one.
pub async fn load_versions(request: &PageRequest, id: EntryId) -> Result<Page<EntryVersion>> {
    let PageRequest { backend, viewer, .. } = request;
    let number = |name: &str| request.query(name).and_then(|value| value.parse::<i64>().ok());
    let mut page = backend::entries::versions(backend, viewer, id, number("before"), PAGE).await?;
    if let Some(asked) = number("version")
        && let Ok(whole) = backend::entries::version(backend, viewer, id, asked).await
    {
        match page.items.iter_mut().find(|item| item.version == asked) {
            Some(item) => *item = whole,
            None => page.items.insert(0, whole),
        }
    }
    Ok(page)
}

#[component]
fn Versions(
    page: Page<EntryVersion>,
    id: EntryId,
    from: Option<i64>,
    readers: Visibility,
    is_open: bool,
    request: Arc<PageRequest>,
) -> impl IntoView {
    let readers = from.map(|_| visibility_named(request.language, readers));
    let next = page.next.map(|next| {
        view! {
            <p class="entry-list-more">
                <a class="button" href=format!("{}#versions", request.here_with("before", Some(&next.clone())))>
                    {request.text(Key::EntryVersionsMore)}
                </a>
            </p>
        }
    });
    let legend =
        page.items.iter().any(|item| !item.changes.is_empty()).then(|| request.text(Key::EditorVersionsLegend));
    let items = page.items.into_iter().map(|version| view! { <Version version id from request=&request /> });
    view! {
        <details class="entry-details entry-versions" id="versions" open=is_open>
            <summary class="fold">
                <Icon of=icon::CHEVRON_DOWN />
                {request.text(Key::EditorVersionsTitle)}
            </summary>
            <FormsStatus of=&[(PUT_BACK, Key::EntryVersionsDone)] />
            <p class="field-hint">{request.text(Key::EntryVersionsText)} " " {legend} " " {readers}</p>
            <ol class="versions-list">{items.collect_view()}</ol>
            {next}
        </details>
    }
}

/// `from`: the entry's own version, if its owner may edit it.
#[component]
fn Version<'a>(
    version: EntryVersion,
    id: EntryId,
    from: Option<i64>,
    request: &'a PageRequest,
) -> impl IntoView + use<> {
    let language = request.language;
    let zone = request.account().map(|account| account.zone).unwrap_or_default();
    let at = version.replaced_at.with_timezone(&zone);
    let time = format!("{}, {}", date::short(at.date_naive()), at.format("%H:%M"));
    let number = version.version;
    let anchor = format!("version-{number}");
    let EntryVersion { texts, changes, is_cut, .. } = version;
    let is_compared = !changes.is_empty();
    let to = |version: &str, label| {
        let href = format!("{}#{anchor}", request.here_with("version", Some(version)));
        view! {
            <p>
                <a class="version-way" href=href>
                    {request.text(label)}
                </a>
            </p>
        }
    };
    let whole = if is_cut || is_compared {
        Some(to(&number.to_string(), Key::EditorVersionsWhole))
    } else {
        // The list stays open: the address still has `version`.
        (request.query("version") == Some(number.to_string())).then(|| to("", Key::EntryVersionsLess))
    };
    let restore = request.text(Key::EditorVersionsRestore);
    let form = from.map(|from| {
        view! {
            <ButtonForm name=PUT_BACK id=id.to_string()>
                <input type="hidden" name="version" value=number />
                <input type="hidden" name="from" value=from />
                <button class="button">{restore}</button>
            </ButtonForm>
        }
    });
    let is_shown = |words: &str, changes: &[TextChange]| {
        if is_compared { !changes.is_empty() } else { !words.trim().is_empty() }
    };
    let source = (!texts.summary.trim().is_empty() && is_shown(&texts.summary, &changes.summary))
        .then(|| view! { <SourceMark source=texts.summary_source.clone() language /> });
    let parts = [
        (Key::EditorSummaryLabel, texts.summary, changes.summary),
        (Key::EditorTopMomentLabel, texts.top_moment, changes.top_moment),
        (Key::EditorTranscriptLabel, texts.audio_transcript, changes.audio_transcript),
    ];
    let parts =
        parts.into_iter().filter(|(_, words, changes)| is_shown(words, changes)).map(|(label, words, changes)| {
            let words = if is_compared {
                view! { <Changed changes language /> }.into_any()
            } else {
                view! { <Prose text=words /> }.into_any()
            };
            view! {
                <h3 class="entry-label">{language.text(label)}</h3>
                {words}
            }
        });
    let text = if is_compared {
        (!changes.text.is_empty()).then(|| view! { <Changed changes=changes.text language /> }).into_any()
    } else {
        view! { <MarkedProse text=texts.text /> }.into_any()
    };
    view! {
        <li class="version" id=anchor>
            <h2 class="version-title">{request.fill(Key::EditorVersionsFrom, &[("time", &time)])}</h2>
            {text}
            {parts.collect_view()}
            {source}
            {whole}
            {form}
        </li>
    }
}

/// The words that a save removed and those that it added. The style sheet has their labels read aloud.
#[component]
fn Changed(changes: Vec<TextChange>, language: Language) -> impl IntoView {
    let parts = changes.into_iter().map(|TextChange { kind, text }| match kind {
        ChangeKind::Same => text.into_any(),
        ChangeKind::Removed => {
            let label = language.text(Key::EditorDifferencesRemoved);
            view! { <del class="difference" data-label=label>{text}</del> }.into_any()
        }
        ChangeKind::Added => {
            let label = language.text(Key::EditorDifferencesAdded);
            view! { <ins class="difference" data-label=label>{text}</ins> }.into_any()
        }
        ChangeKind::Folded => {
            let label = language.text(Key::EditorDifferencesFolded);
            view! { <span class="folded-text" role="img" aria-label=label>"…"</span> }.into_any()
        }
    });
    view! { <p class="version-text" dir="auto">{parts.collect_view()}</p> }
}
