//! The third step: how far it is, and what became of the file.

use super::{
    forms::REMOVE,
    report::{ProblemList, counts, named},
};
use crate::{
    forms::{ButtonForm, Question},
    request::{PageRequest, t},
};
use domain::{
    Key, date, day,
    imports::{Import, ImportState, MovingReceipt, NamedDays, TakenReport, UndoneReport},
};
use leptos::prelude::*;

/// How far the import is. With a script it moves on by itself (`features/imports/import-progress.ts`).
#[component]
pub fn Progress(import: Import) -> impl IntoView {
    let request = PageRequest::current();
    let Import { id, state, done, report, undo_until } = import;
    let days = report.days.max(1).to_string();
    let key = match state {
        ImportState::Checking => Key::ImportsChecking,
        _ => Key::ImportsTaking,
    };
    let counted = matches!(state, ImportState::Taking | ImportState::Checking).then(|| request.text(key));
    let said = match state {
        ImportState::Looking => request.text(Key::ImportsLooking).to_owned(),
        ImportState::Undoing => request.text(Key::ImportsUndoing).to_owned(),
        _ => request.fill(key, &[("done", &done.to_string()), ("n", &report.days.to_string())]),
    };
    let value = counted.map(|_| done.to_string());
    view! {
        <import-progress class="import-progress" data-import=id.to_string() data-state=state.as_str() data-text=counted>
            <p class="import-name">{report.file}</p>
            <p role="status">{said}</p>
            <progress value=value max=days aria-label=t(Key::ImportsTitle)></progress>
        </import-progress>
        <p class="narrow-text">{t(Key::ImportsClose)}</p>
        <noscript>
            <p>
                <a href="/import">{t(Key::ImportsRefresh)}</a>
            </p>
        </noscript>
        {undo_until.map(|_| view! { <Undo id=id.to_string() /> })}
        {(state == ImportState::Looking)
            .then(|| {
                view! {
                    <ButtonForm name=REMOVE id=id.to_string() class="import-forget">
                        <button class="button button-wide">{t(Key::ImportsForget)}</button>
                    </ButtonForm>
                }
            })}
    }
}

/// The result of a take-over, or of its undo.
#[component]
pub fn Finished(import: Import) -> impl IntoView {
    let request = PageRequest::current();
    let Import { id, report, undo_until, .. } = import;
    let until = undo_until.map(|until| {
        let zone = request.account().map_or(day::DEFAULT_ZONE, |account| account.zone);
        request.fill(Key::ImportsUndoText, &[("date", &date::short(until.with_timezone(&zone).date_naive()))])
    });
    let what = match (report.undone, report.taken) {
        (Some(undone), _) => view! { <Undone undone /> }.into_any(),
        (None, Some(taken)) => view! {
            <Taken taken />
            <ProblemList problems=report.problems is_taken=true />
        }
        .into_any(),
        (None, None) => ().into_any(),
    };
    view! {
        <section class="import-report">{what} <p class="import-name">{report.file}</p></section>
        {until.map(|until| view! { <p class="narrow-text">{until}</p> })}
        {undo_until.map(|_| view! { <Undo id=id.to_string() /> })}
    }
}

#[component]
fn Taken(taken: TakenReport) -> impl IntoView {
    let request = PageRequest::current();
    let TakenReport { days, photos, recordings, appended, again, kept, shared, stopped, receipt, .. } = taken;
    let line = |key, n: u32| (n > 0).then(|| request.fill(key, &[("n", &n.to_string())]));
    let lines = [line(Key::ImportsAppended, appended), line(Key::ImportsAgainTaken, again)];
    let lines = lines.into_iter().flatten().map(|line| view! { <p>{line}</p> }).collect_view();
    let stopped = stopped.map(|refusal| {
        let message = request.language.error_text(&refusal.into());
        view! { <p class="alert">{request.fill(Key::ImportsStopped, &[("message", &message)])}</p> }
    });
    view! {
        <h2>{t(Key::ImportsDone)}</h2>
        {counts(&request, [days, photos, recordings])}
        {stopped}
        {lines}
        <Days text=Key::ImportsKept days=kept />
        <Days text=Key::ImportsShared days=shared />
        {receipt.and_then(|receipt| receipt.lost.map(move |lost| view! { <Receipt receipt lost days photos /> }))}
    }
}

#[component]
fn Receipt(receipt: MovingReceipt, lost: u32, days: u32, photos: u32) -> impl IntoView {
    let request = PageRequest::current();
    let MovingReceipt { same, differing, .. } = receipt;
    let numbers = [days, photos, lost].map(|n| n.to_string());
    let line =
        request.fill(Key::ImportsReceiptLine, &[("n", &numbers[0]), ("photos", &numbers[1]), ("lost", &numbers[2])]);
    view! {
        <div class="import-receipt">
            <h3>{t(Key::ImportsReceipt)}</h3>
            <p class="import-counts">{line}</p>
            <p>{request.fill(Key::ImportsSame, &[("n", &same.to_string())])}</p>
            <Days text=Key::ImportsDiffering days=differing />
            <p>{t(Key::ImportsReceiptLeft)}</p>
        </div>
    }
}

#[component]
fn Undone(undone: UndoneReport) -> impl IntoView {
    let request = PageRequest::current();
    let UndoneReport { removed, shortened, stayed } = undone;
    let line = |key, n: u32| (n > 0).then(|| request.fill(key, &[("n", &n.to_string())]));
    let lines = [line(Key::ImportsUndoneRemoved, removed), line(Key::ImportsShortened, shortened)];
    view! {
        <p>{t(Key::ImportsUndone)}</p>
        {lines.into_iter().flatten().map(|line| view! { <p>{line}</p> }).collect_view()}
        <Days text=Key::ImportsStayed days=stayed />
    }
}

/// Some days by name, if there are any.
#[component]
fn Days(text: Key, days: NamedDays) -> impl IntoView {
    let request = PageRequest::current();
    (days.count > 0).then(|| {
        view! {
            <p>{request.fill(text, &[("n", &days.count.to_string())])}</p>
            <p class="import-days">{named(&request, &days)}</p>
        }
    })
}

#[component]
fn Undo(id: String) -> impl IntoView {
    let question = format!("undo-{id}");
    view! {
        <ButtonForm name=REMOVE id=id busy=Key::ImportsUndoBusy class="import-forget">
            <Question
                id=question
                open=Key::ImportsUndo
                class="button button-wide"
                title=Key::ImportsUndoTitle
                text=t(Key::ImportsUndoQuestion)
                yes=Key::ImportsUndoYes
            />
        </ButtonForm>
    }
}
