//! The second step: what is in the file, and taking it over.

use super::forms::{APPEND, REMOVE, TAKE};
use crate::{
    forms::{ButtonForm, FormStatus, PostForm},
    request::{PageRequest, t},
};
use domain::{
    Key, Origin, date,
    imports::{Import, ImportProblem, ImportReport, NamedDays, Problems},
};
use leptos::prelude::*;

#[component]
pub fn LookStep(import: Import) -> impl IntoView {
    let (id, report) = (import.id.to_string(), import.report);
    let of = id.clone();
    let existing = report.existing.clone();
    let has_new = report.days > report.again;
    let nothing = nothing(&report);
    let take = if has_new {
        let choice = (existing.count > 0).then(|| view! { <Choice days=existing /> });
        view! {
            <PostForm name=TAKE done=Key::ImportsTakingBusy busy=Key::ImportsTakingBusy class="stack import-take">
                <input type="hidden" name="id" value=of />
                {choice}
                <FormStatus />
                <button class="button button-main button-wide">{t(Key::ImportsTake)}</button>
            </PostForm>
        }
        .into_any()
    } else {
        view! { <p class="narrow-text">{t(nothing)}</p> }.into_any()
    };
    view! {
        <section class="import-report">
            <Contents report />
        </section>
        {take}
        <p class="narrow-text import-waits">{t(Key::ImportsWaits)}</p>
        <ButtonForm name=REMOVE id=id class="import-forget">
            <button class="button button-wide">{t(Key::ImportsForget)}</button>
        </ButtonForm>
    }
}

/// Why there is nothing to take over.
fn nothing(report: &ImportReport) -> Key {
    let has_undated = report.problems.iter().any(|problems| problems.kind == ImportProblem::NoDate);
    match report.origin {
        _ if report.days > 0 => Key::ImportsNothing,
        Some(Origin::Markdown) if has_undated => Key::ImportsNoneDated,
        _ => Key::ImportsNothingUsable,
    }
}

/// The look: the content of the file, days that are here already, and losses, each named.
#[component]
fn Contents(report: ImportReport) -> impl IntoView {
    let request = PageRequest::current();
    // Files that are not taken tell nothing of their program.
    let from = report
        .origin
        .filter(|_| report.days > 0)
        .map(|origin| request.fill(Key::ImportsFromProgram, &[("name", origin.name())]));
    let span = report.first.zip(report.last).map(|(first, last)| {
        request.fill(Key::ImportsSpan, &[("first", &date::short(first)), ("last", &date::short(last))])
    });
    let again = (report.again > 0).then(|| request.fill(Key::ImportsAgain, &[("n", &report.again.to_string())]));
    let counts = counts(&request, [report.days, report.photos, report.recordings]);
    view! {
        <h2>{from.unwrap_or_else(|| t(Key::ImportsStepLook).to_owned())}</h2>
        <p class="import-name">{report.file}</p>
        {counts}
        {span.map(|span| view! { <p>{span}</p> })}
        {again.map(|again| view! { <p>{again}</p> })}
        <ProblemList problems=report.problems is_taken=false />
    }
}

/// Days, photos and recordings, of what there is any.
pub fn counts(request: &PageRequest, [days, photos, recordings]: [u32; 3]) -> Option<impl IntoView + use<>> {
    let counts = [(Key::ImportsDays, days), (Key::ImportsPhotos, photos), (Key::ImportsRecordings, recordings)];
    let counts = counts.into_iter().filter(|(_, n)| *n > 0).map(|(key, n)| request.fill(key, &[("n", &n.to_string())]));
    let counts = counts.collect::<Vec<_>>().join(", ");
    (!counts.is_empty()).then(|| view! { <p class="import-counts">{counts}</p> })
}

#[component]
fn Choice(days: NamedDays) -> impl IntoView {
    let request = PageRequest::current();
    let question = request.fill(Key::ImportsExisting, &[("n", &days.count.to_string())]);
    view! {
        <fieldset class="import-choice">
            <legend>{question}</legend>
            <p class="import-days">{named(&request, &days)}</p>
            <label>
                <input type="radio" name="existing" value="keep" checked />
                {t(Key::ImportsKeep)}
            </label>
            <label>
                <input type="radio" name="existing" value=APPEND />
                {t(Key::ImportsAppend)}
            </label>
        </fieldset>
    }
}

/// Losses: those that an import would have, or had.
#[component]
pub fn ProblemList(problems: Vec<Problems>, is_taken: bool) -> impl IntoView {
    let request = PageRequest::current();
    (!problems.is_empty()).then(|| {
        let kinds = problems.into_iter().map(|Problems { kind, count, names }| {
            let said = request.fill(text(kind, is_taken), &[("n", &count.to_string())]);
            let more = rest(&request, count, names.len());
            let names = names.into_iter().map(|name| view! { <li>{name}</li> }).collect_view();
            view! {
                <details>
                    <summary>{said}</summary>
                    <ul class="import-names">{names} {more.map(|more| view! { <li>{more}</li> })}</ul>
                </details>
            }
        });
        view! {
            <div class="import-problems">
                <h3>{t(if is_taken { Key::ImportsProblemsTaken } else { Key::ImportsProblems })}</h3>
                {kinds.collect_view()}
            </div>
        }
    })
}

fn text(kind: ImportProblem, is_taken: bool) -> Key {
    match kind {
        ImportProblem::NoDate => Key::ImportsNoDate,
        ImportProblem::OutOfRange => Key::ImportsOutOfRange,
        ImportProblem::Unreadable => Key::ImportsUnreadable,
        ImportProblem::MissingFile => Key::ImportsMissingFile,
        ImportProblem::UnsupportedFile => Key::ImportsUnsupportedFile,
        ImportProblem::LargeFile => Key::ImportsLargeFile,
        ImportProblem::LongText if is_taken => Key::ImportsLongTextTaken,
        ImportProblem::LongText => Key::ImportsLongText,
        ImportProblem::SecondRecording => Key::ImportsSecondRecording,
        ImportProblem::UnusedFile => Key::ImportsUnusedFile,
        ImportProblem::Field => Key::ImportsField,
        ImportProblem::NoRoom => Key::ImportsNoRoom,
        ImportProblem::Marks => Key::ImportsMarks,
    }
}

/// 'and 12 more'.
fn rest(request: &PageRequest, count: u32, named: usize) -> Option<String> {
    let rest = count.saturating_sub(u32::try_from(named).unwrap_or(u32::MAX));
    (rest > 0).then(|| request.fill(Key::ImportsMore, &[("n", &rest.to_string())]))
}

/// The first of some days.
pub fn named(request: &PageRequest, days: &NamedDays) -> String {
    let mut dates: Vec<_> = days.first.iter().map(|day| date::short(*day)).collect();
    dates.extend(rest(request, days.count, days.first.len()));
    dates.join(", ")
}

#[cfg(test)]
mod tests {
    use super::nothing;
    use domain::{
        Key, Origin,
        imports::{ImportProblem, ImportReport},
    };

    #[test]
    fn nothing_to_take_over_has_its_reason() {
        let report = |origin, days, problem| {
            let mut report = ImportReport { origin: Some(origin), days, again: days, ..ImportReport::default() };
            report.add_problem(problem, "Notiz.md");
            nothing(&report)
        };
        for (origin, days, problem, expected) in [
            (Origin::Markdown, 1, ImportProblem::NoDate, Key::ImportsNothing),
            (Origin::Markdown, 0, ImportProblem::NoDate, Key::ImportsNoneDated),
            (Origin::Markdown, 0, ImportProblem::UnsupportedFile, Key::ImportsNothingUsable),
            (Origin::DayOne, 0, ImportProblem::NoDate, Key::ImportsNothingUsable),
        ] {
            assert!(report(origin, days, problem) == expected, "{origin:?} {days} {problem:?}");
        }
    }
}
