//! 'Heute vor …'. A day with a low mood is folded. Hidden memories do not come back.

use crate::{
    components::{Icon, icon},
    forms::ButtonForm,
    request::t,
};
use backend::stats::Memory;
use domain::{Key, Language, date};
use leptos::prelude::*;

/// The message after a memory was hidden.
pub const DONE: &[(&str, Key)] = &[("hide-memory", Key::StatsMemoryHidden)];

/// Entries of this day in earlier months and years.
#[component]
pub fn Memories(memories: Vec<Memory>, language: Language) -> impl IntoView {
    let items = memories.into_iter().map(|memory| view! { <Item memory language /> });
    view! { <ul class="memories">{items.collect_view()}</ul> }
}

#[component]
fn Item(memory: Memory, language: Language) -> impl IntoView {
    let Memory { day, years, months, is_low } = memory;
    let when = match (years, months) {
        (1, _) => t(Key::StatsMemoryYear).to_owned(),
        (0, 1) => t(Key::StatsMemoryMonth).to_owned(),
        (0, _) => t(Key::StatsMemoryHalf).to_owned(),
        (n, _) => language.fill(Key::StatsMemoryYears, &[("n", &n.to_string())]),
    };
    let words = view! {
        <p class="memory-text" dir="auto">
            {day.preview.clone()}
        </p>
    };
    let words = if is_low {
        view! {
            <details class="memory-low">
                <summary class="fold">
                    <Icon of=icon::CHEVRON_DOWN />
                    {t(Key::StatsMemoryLow)}
                </summary>
                {words}
            </details>
        }
        .into_any()
    } else {
        words.into_any()
    };
    view! {
        <li class="memory">
            <p class="memory-when">
                <a href=format!("/entry/{}", day.id)>
                    {when} <span class="memory-date" lang="de">
                        {date::short(day.date)}
                    </span>
                </a>
            </p>
            {words}
            <ButtonForm name="hide-memory" id=day.id.to_string()>
                <button class="button button-quiet memory-hide">{t(Key::StatsMemoryHide)}</button>
            </ButtonForm>
        </li>
    }
}
