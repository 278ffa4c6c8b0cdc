//! The column beside the dashboard's list that looks back. On a phone one line under the greeting has the streak, which
//! unfolds, and the month, which leads to the calendar.

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
    // The reward is inside the fold on a phone, so the line above it has a word about it.
    let mark = bonus.then(|| view! { <span class="looking-mark">{t(Key::StatsStreakGift)}</span> });
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
            <div class="looking-line">
                <a class="looking-month" href="/calendar">
                    {name}
                </a>
                // The column is always open beside the list (`style/looking-back.css`).
                <details class="looking-fold">
                    <summary>
                        <span class="looking-streak">{headline(&streak, language)}</span>
                        {mark}
                        <Icon of=icon::CHEVRON_DOWN />
                    </summary>
                    <StreakCard streak language />
                    {bonus}
                    <MonthGrid month=shown language />
                </details>
            </div>
            {memories}
        </aside>
    }
}
