//! The streak: days in a row with an entry.

use crate::request::t;
use domain::{Key, Language, stats::Streak};
use leptos::prelude::*;

#[component]
pub fn StreakCard(streak: Streak, language: Language) -> impl IntoView {
    let Streak { current_streak: current, best_streak: best, is_today_written } = streak;
    let text = match (current, best, is_today_written) {
        (0, 0, _) => Key::StatsStreakBegin,
        (0, ..) => Key::StatsStreakMissed,
        (.., true) => Key::StatsStreakDone,
        (.., false) => Key::StatsStreakGoOn,
    };
    let best = (best > current).then(|| {
        let days = days(best, language);
        view! { <p class="streak-best">{language.fill(Key::StatsStreakBest, &[("n", &days)])}</p> }
    });
    view! {
        <section class="streak" aria-labelledby="streak-title">
            <h2 class="looking-title" id="streak-title">
                {t(Key::StatsStreakTitle)}
            </h2>
            <p class="streak-days">{headline(&streak, language)}</p>
            <p class="streak-text">{t(text)}</p>
            {best}
        </section>
    }
}

pub fn headline(streak: &Streak, language: Language) -> String {
    match streak.current_streak {
        0 => t(Key::StatsStreakNone).to_owned(),
        1 => t(Key::StatsStreakOne).to_owned(),
        n => language.fill(Key::StatsStreakDays, &[("n", &n.to_string())]),
    }
}

/// '5 Tage'.
pub fn days(n: u32, language: Language) -> String {
    language.fill(Key::StatsDays, &[("n", &n.to_string())])
}
