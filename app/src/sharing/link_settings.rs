//! The share dialog's fields for a link's end and its PIN. What is chosen in them `browser_form.rs` reads.

use crate::{
    PageRequest,
    components::{Icon, icon},
};
use backend::Account;
use domain::{Entry, Key, Language, day, limits};
use leptos::prelude::*;

/// Days after which a link may end, as the list offers them.
const DAYS: [(&str, Key); 3] = [("1", Key::ShareDay), ("7", Key::ShareWeek), ("30", Key::ShareMonth)];

/// Folded while the link has neither; `browser.rs` unfolds what was changed.
pub fn link_settings(entry: &Entry, request: &PageRequest) -> impl IntoView + use<> {
    let language = request.language;
    let now = request.backend.clock.now();
    let zone = request.account().map_or(day::DEFAULT_ZONE, |account: &Account| account.zone);
    let today = now.with_timezone(&zone).date_naive();
    let is_open = entry.share_link.as_ref().is_some_and(|link| link.has_pin || link.expires_at.is_some());
    view! {
        <details class="share-settings" id="share-settings" open=is_open>
            <summary class="fold">
                <Icon of=icon::CHEVRON_DOWN />
                {language.text(Key::ShareLimits)}
            </summary>
            {expiry(language, &today.to_string())}
            {pin(language)}
        </details>
    }
}

fn expiry(language: Language, today: &str) -> impl IntoView + use<> {
    let days = DAYS.map(|(days, label)| view! { <option value=days>{language.text(label)}</option> });
    view! {
        <div class="field">
            <label class="field-label" for="share-expiry">
                {language.text(Key::ShareExpiry)}
            </label>
            <select class="input" id="share-expiry" autocomplete="off">
                // As it is saved; the browser fills it in.
                <option value="keep" hidden disabled></option>
                <option value="never">{language.text(Key::ShareNever)}</option>
                {days.collect_view()}
                <option value="date">{language.text(Key::ShareDate)}</option>
            </select>
        </div>
        <div class="field" hidden>
            <label class="field-label" for="share-date">
                {language.text(Key::ShareLastDay)}
            </label>
            <input class="input" id="share-date" type="date" min=today.to_owned() autocomplete="off" />
        </div>
    }
}

fn pin(language: Language) -> impl IntoView {
    view! {
        <div class="field">
            <label class="field-label" for="share-pin">
                {language.text(Key::SharePin)}
            </label>
            <select class="input" id="share-pin" autocomplete="off">
                <option value="keep" hidden disabled>
                    {language.text(Key::SharePinKeep)}
                </option>
                <option value="none">{language.text(Key::SharePinNone)}</option>
                <option value="set">{language.text(Key::SharePinSet)}</option>
            </select>
        </div>
        <div class="field" hidden>
            <label class="field-label" for="share-pin-new">
                {language.text(Key::SharePinNew)}
            </label>
            <input
                class="input"
                id="share-pin-new"
                type="text"
                inputmode="numeric"
                autocomplete="off"
                maxlength=limits::PIN.to_string()
                aria-describedby="share-pin-hint"
            />
            <p class="field-hint" id="share-pin-hint">
                {language.text(Key::SharePinHint)}
            </p>
        </div>
    }
}
