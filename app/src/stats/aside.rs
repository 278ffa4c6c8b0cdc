//! The column beside the dashboard's list that looks back. On a phone streak and month are one line under the greeting,
//! which unfolds.

use super::{
    memories::Memories,
    month_grid::MonthGrid,
    streak_card::{StreakCard, headline},
};
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
    let bonus = bonus.then(|| {
        view! {
            <p class="streak-bonus">
                {t(Key::StatsStreakBonus)} " " <a href="/friends?tab=invitations">{t(Key::StatsStreakCodes)}</a>
            </p>
        }
    });
    let memories = (!memories.is_empty()).then(|| {
        view! {
            <section aria-labelledby="memories-title">
                <h2 class="looking-title" id="memories-title">
                    {t(Key::StatsMemoriesTitle)}
                </h2>
                <Memories memories language />
            </section>
        }
    });
    view! {
        <aside class="looking-back" aria-label=t(Key::StatsAside)>
            // The column is always open beside the list (`style/looking-back.css`).
            <details class="looking-fold">
                <summary>
                    <span class="looking-streak">{headline(&streak, language)}</span>
                    <span class="looking-month">{name}</span>
                    <Icon of=icon::CHEVRON_DOWN />
                </summary>
                <StreakCard streak language />
                <MonthGrid month=shown language />
            </details>
            {bonus}
            {memories}
        </aside>
    }
}
