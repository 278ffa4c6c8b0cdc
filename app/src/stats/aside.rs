//! What stands beside the dashboard's list and looks back. On a phone it folds under the greeting.

use super::{memories::Memories, month_grid::MonthGrid, streak_card::StreakCard};
use crate::{
    components::{Icon, icon},
    request::t,
};
use backend::stats::LookingBack;
use chrono::Datelike;
use domain::{Key, Language, date};
use leptos::prelude::*;

#[component]
pub fn LookingBackAside(looking_back: LookingBack, language: Language) -> impl IntoView {
    let LookingBack { streak, month: shown, memories, bonus } = looking_back;
    let name = date::month_name(language, shown.first.month());
    let memories = (!memories.is_empty()).then(|| {
        view! {
            <Fold title=t(Key::StatsMemoriesTitle)>
                <Memories memories language />
            </Fold>
        }
    });
    view! {
        <aside class="looking-back" aria-label=t(Key::StatsAside)>
            <StreakCard streak has_bonus=bonus language />
            <Fold title=name>
                <MonthGrid month=shown language />
            </Fold>
            {memories}
        </aside>
    }
}

/// Folded on a phone; beside the list it is always open (`style/looking-back.css`).
#[component]
fn Fold(#[prop(into)] title: String, children: Children) -> impl IntoView {
    view! {
        <details class="looking-fold">
            <summary class="looking-title">
                {title}
                <Icon of=icon::CHEVRON_DOWN />
            </summary>
            {children()}
        </details>
    }
}
