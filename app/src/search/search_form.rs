//! The fields of the search: one for words, and filters that unfold.

use crate::{
    components::{Icon, icon},
    reading::feeling_name,
    request::PageRequest,
};
use domain::{Feeling, Key, SearchForm, limits};
use leptos::prelude::*;

const BANDS: [(&str, Key); 5] = [
    ("9-10", Key::EditorMoodBand5),
    ("7-8", Key::EditorMoodBand4),
    ("5-6", Key::EditorMoodBand3),
    ("3-4", Key::EditorMoodBand2),
    ("1-2", Key::EditorMoodBand1),
];

pub fn fields(form: &SearchForm, years: &[i32], request: &PageRequest) -> impl IntoView + use<> {
    let language = request.language;
    let is_filtered = form.fields().iter().any(|(name, value)| !["q", "before"].contains(name) && !value.is_empty());
    let is_new = form.fields().iter().all(|(_, value)| value.is_empty());
    let years = years.iter().map(|year| (year.to_string(), year.to_string())).collect();
    let bands = BANDS.map(|(levels, key)| (levels.to_owned(), request.text(key).to_owned())).to_vec();
    let feelings = Feeling::ALL.map(|feeling| {
        (feeling.as_str().to_owned(), format!("{} {}", feeling.emoji(), feeling_name(feeling, language)))
    });
    view! {
        <div class="field">
            <label class="field-label" for="search">
                {request.text(Key::SearchLabel)}
            </label>
            <div class="search-row">
                <input
                    class="input"
                    type="search"
                    id="search"
                    name="q"
                    value=form.q.clone().unwrap_or_default()
                    maxlength=limits::SEARCH.to_string()
                    autocomplete="off"
                    aria-describedby="search-hint"
                    autofocus=is_new
                    data-search-field
                    aria-keyshortcuts="/"
                />
                <button class="button button-main">
                    <Icon of=icon::SEARCH />
                    {request.text(Key::SearchButton)}
                </button>
            </div>
            <p class="field-hint" id="search-hint">
                {request.text(Key::SearchHint)}
            </p>
        </div>
        <details class="search-filters" open=is_filtered>
            <summary class="fold">
                <Icon of=icon::CHEVRON_DOWN />
                {request.text(Key::SearchFilters)}
            </summary>
            <div class="search-choices">
                {choice("year", Key::SearchYear, years, form.year.as_deref(), request)}
                {choice("mood", Key::SearchMood, bands, form.mood.as_deref(), request)}
                {choice("feeling", Key::SearchFeeling, feelings.to_vec(), form.feeling.as_deref(), request)}
            </div>
            <div class="search-boxes">
                {tick("photo", Key::SearchPhoto, form.photo.as_deref(), request)}
                {tick("voice", Key::SearchVoice, form.voice.as_deref(), request)}
                {tick("favorite", Key::SearchFavorite, form.favorite.as_deref(), request)}
                {tick("shared", Key::SearchShared, form.shared.as_deref(), request)}
            </div>
            <p>
                <a class="back-link" href="/search">
                    {request.text(Key::SearchReset)}
                </a>
            </p>
        </details>
    }
}

/// A choice of one value or all. A chosen value that is not in the list, from a typed address, is added to it.
fn choice(
    name: &'static str,
    label: Key,
    mut options: Vec<(String, String)>,
    chosen: Option<&str>,
    request: &PageRequest,
) -> impl IntoView + use<> {
    let chosen = chosen.unwrap_or_default().to_owned();
    if !chosen.is_empty() && options.iter().all(|(value, _)| *value != chosen) {
        options.push((chosen.clone(), chosen.clone()));
    }
    let options = options.into_iter().map(|(value, text)| {
        let is_chosen = value == chosen;
        view! {
            <option value=value selected=is_chosen>
                {text}
            </option>
        }
    });
    view! {
        <label class="field">
            <span class="field-label">{request.text(label)}</span>
            <select class="input" name=name>
                <option value="">{request.text(Key::SearchAny)}</option>
                {options.collect_view()}
            </select>
        </label>
    }
}

fn tick(name: &'static str, label: Key, value: Option<&str>, request: &PageRequest) -> impl IntoView + use<> {
    view! {
        <label class="search-box">
            <input type="checkbox" name=name value="true" checked=value == Some("true") />
            {request.text(label)}
        </label>
    }
}
