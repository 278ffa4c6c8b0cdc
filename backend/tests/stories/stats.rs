//! Looking back: figures, streaks and their reward, the year, the calendar, memories.

use crate::world::{
    World,
    diary::{code, photo, pro, writing},
};
use backend::{
    Viewer,
    entries::{Restoring, create, delete, restore, set_favorite, update},
    friends::invitations::{CodeState, own_codes},
    stats::{broken_streak, figures, hide_memory, looking_back, month, streak, year},
};
use chrono::{NaiveDate, TimeDelta};
use domain::{Entry, EntryForm, Feeling, Mood, limits};

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn mood(level: u8) -> Mood {
    Mood { level, feeling: None, custom_emoji: None, is_set: true }
}

/// Turns the clock to noon of a day.
fn at(w: &World, date: &str) {
    let noon = day(date).and_hms_opt(12, 0, 0).unwrap().and_utc();
    w.later(noon - w.clock.now());
}

async fn write(w: &World, viewer: &Viewer, date: &str, form: EntryForm) -> Entry {
    at(w, date);
    create(&w.backend, viewer, form, vec![]).await.unwrap()
}

async fn free_codes(w: &World, viewer: &Viewer) -> usize {
    let codes = own_codes(&w.backend, viewer).await.unwrap();
    codes.iter().filter(|code| code.state == CodeState::Free).count()
}

story!(figures_follow_each_change_of_an_entry, |w| async move {
    let anna = w.person("anna").await;
    let ben = w.person("ben").await;
    write(&w, &anna, "2026-10-31", EntryForm { mood: Some(mood(4)), ..writing("eins zwei  drei\nvier") }).await;
    at(&w, "2026-11-01");
    let form = EntryForm { mood: Some(mood(9)), ..writing("kurz") };
    let second = create(&w.backend, &anna, form, vec![photo("rocket.jpg")]).await.unwrap();
    write(&w, &ben, "2026-11-01", writing("Bens Tag")).await;
    set_favorite(&w.backend, &anna, second.id, true).await.unwrap();
    let stats = figures(&w.backend, &anna).await.unwrap();
    assert_eq!((stats.total_entries, stats.total_photos, stats.favorites, stats.entries_this_month), (2, 1, 1, 1));
    assert_eq!((stats.total_words, stats.average_words, stats.longest_entry), (5, 3, 4));
    assert_eq!((stats.current_streak, stats.best_streak), (2, 2));
    assert_eq!(stats.most_active_month.as_deref(), Some("2026-11"));
    assert_eq!((stats.average_mood, stats.mood_days), (Some(6.5), 2));
    let longer = EntryForm { existing_images: Some(vec![]), ..writing("nun sind es sechs Wörter hier") };
    update(&w.backend, &anna, second.id, longer, vec![]).await.unwrap();
    let stats = figures(&w.backend, &anna).await.unwrap();
    assert_eq!((stats.total_photos, stats.longest_entry, stats.total_words), (0, 6, 10));
    delete(&w.backend, &anna, second.id).await.unwrap();
    let stats = figures(&w.backend, &anna).await.unwrap();
    assert_eq!((stats.total_entries, stats.favorites, stats.entries_this_month, stats.longest_entry), (1, 0, 0, 4));
    assert_eq!((stats.current_streak, stats.best_streak), (1, 1), "yesterday's entry can still be followed");
    restore(&w.backend, &anna, second.id, Restoring::default()).await.unwrap();
    assert_eq!(figures(&w.backend, &anna).await.unwrap().favorites, 1);
    assert_eq!(figures(&w.backend, &ben).await.unwrap().total_entries, 1);
    assert_eq!(code(figures(&w.backend, &Viewer::Guest).await), "unauthenticated");
    assert_eq!(code(streak(&w.backend, &Viewer::Guest).await), "unauthenticated");
});

story!(two_changes_of_a_month_at_the_same_time_count_each_other, |w| async move {
    let anna = w.person("anna").await;
    let mut entries = Vec::new();
    for date in ["2026-11-02", "2026-11-04", "2026-11-06", "2026-11-08"] {
        entries.push(write(&w, &anna, date, writing("ein Tag")).await);
    }
    let all = entries.iter().map(|entry| set_favorite(&w.backend, &anna, entry.id, true));
    for done in futures::future::join_all(all).await {
        done.unwrap();
    }
    assert_eq!(figures(&w.backend, &anna).await.unwrap().favorites, 4);
});

story!(five_days_in_a_row_give_two_codes_once, |w| async move {
    let anna = w.person("anna").await;
    let before = free_codes(&w, &anna).await;
    let mut entries = Vec::new();
    for date in ["2026-11-02", "2026-11-03", "2026-11-04", "2026-11-05"] {
        entries.push(write(&w, &anna, date, writing("ein Tag")).await);
    }
    assert_eq!(free_codes(&w, &anna).await, before, "four days are not enough");
    write(&w, &anna, "2026-11-06", writing("ein Tag")).await;
    assert_eq!(free_codes(&w, &anna).await, before + limits::STREAK_BONUS_CODES);
    assert!(looking_back(&w.backend, &anna).await.unwrap().bonus);
    for date in ["2026-11-07", "2026-11-08", "2026-11-09", "2026-11-10"] {
        entries.push(write(&w, &anna, date, writing("ein Tag")).await);
    }
    // A gap in the middle makes a shorter run of the same days.
    delete(&w.backend, &anna, entries[4].id).await.unwrap();
    write(&w, &anna, "2026-11-11", writing("ein Tag")).await;
    write(&w, &anna, "2026-11-12", writing("ein Tag")).await;
    assert_eq!(streak(&w.backend, &anna).await.unwrap().current_streak, 5);
    assert_eq!(free_codes(&w, &anna).await, before + limits::STREAK_BONUS_CODES, "the run was rewarded");
    restore(&w.backend, &anna, entries[4].id, Restoring::default()).await.unwrap();
    assert_eq!(streak(&w.backend, &anna).await.unwrap().current_streak, 11);
    assert_eq!(free_codes(&w, &anna).await, before + limits::STREAK_BONUS_CODES);
    let mut last = None;
    for date in ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24"] {
        last = Some(write(&w, &anna, date, writing("ein Tag")).await.id);
    }
    assert_eq!(free_codes(&w, &anna).await, before + 2 * limits::STREAK_BONUS_CODES, "a new run is rewarded again");
    // Its last day goes while the next five are written, and comes back.
    let last = last.unwrap();
    delete(&w.backend, &anna, last).await.unwrap();
    for date in ["2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28", "2026-11-29"] {
        write(&w, &anna, date, writing("ein Tag")).await;
    }
    restore(&w.backend, &anna, last, Restoring::default()).await.unwrap();
    assert_eq!(streak(&w.backend, &anna).await.unwrap().current_streak, 10);
    assert_eq!(free_codes(&w, &anna).await, before + 2 * limits::STREAK_BONUS_CODES, "no run is rewarded twice");
});

story!(two_changes_that_each_make_a_streak_are_rewarded_as_one, |w| async move {
    let anna = w.person("anna").await;
    let first = write(&w, &anna, "2026-10-27", writing("ein Tag")).await;
    delete(&w.backend, &anna, first.id).await.unwrap();
    for date in ["2026-10-28", "2026-10-29", "2026-10-30", "2026-10-31"] {
        write(&w, &anna, date, writing("ein Tag")).await;
    }
    let last = write(&w, &anna, "2026-11-01", writing("ein Tag")).await;
    delete(&w.backend, &anna, last.id).await.unwrap();
    w.backend.db.write("DELETE FROM streak_bonuses").execute().await.unwrap();
    let before = free_codes(&w, &anna).await;
    // Four days are left, and each makes them five. They are of different months, whose counts do not wait for each other.
    let again = |id| restore(&w.backend, &anna, id, Restoring::default());
    let (first, last) = futures::join!(again(first.id), again(last.id));
    first.unwrap();
    last.unwrap();
    assert_eq!(streak(&w.backend, &anna).await.unwrap().current_streak, 6);
    assert_eq!(free_codes(&w, &anna).await, before + limits::STREAK_BONUS_CODES);
});

story!(a_broken_streak_is_named_to_its_owner_only, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    for date in ["2026-11-02", "2026-11-03", "2026-11-04"] {
        write(&w, &anna, date, writing("ein Tag")).await;
    }
    let broken = broken_streak(&w.backend, &anna, day("2026-11-03")).await.unwrap();
    assert_eq!(broken.map(|broken| (broken.days, broken.left)), Some((3, 1)));
    assert_eq!(broken_streak(&w.backend, &anna, day("2026-11-04")).await.unwrap(), None, "today can be written again");
    assert_eq!(broken_streak(&w.backend, &ben, day("2026-11-03")).await.unwrap(), None);
    assert_eq!(code(broken_streak(&w.backend, &Viewer::Guest, day("2026-11-03")).await), "unauthenticated");
});

story!(a_feeling_without_a_level_is_kept_and_counts_in_no_figure, |w| async move {
    let anna = pro(&w.person("anna").await);
    let felt = Mood { feeling: Some(Feeling::Tired), custom_emoji: Some("🦔".into()), ..Mood::default() };
    let form = EntryForm { mood: Some(felt.clone()), ..writing("müde") };
    let made = write(&w, &anna, "2025-11-20", form).await;
    assert_eq!(made.mood, felt);
    let at_nine = Mood { level: 9, is_set: false, ..felt.clone() };
    let kept = update(&w.backend, &anna, made.id, EntryForm { mood: Some(at_nine), ..writing("müde") }, vec![]).await;
    assert_eq!(kept.unwrap().mood, felt, "a level that nobody chose is the default");
    let stats = figures(&w.backend, &anna).await.unwrap();
    assert_eq!((stats.average_mood, stats.mood_days), (None, 0));
    let of_2025 = year(&w.backend, &anna, Some(2025)).await.unwrap();
    assert_eq!((of_2025.days[0].mood.as_ref(), of_2025.totals.mood_days), (Some(&felt), 0));
    let cell = month(&w.backend, &anna, day("2025-11-01")).await.unwrap().days[0];
    assert_eq!((cell.level, cell.feeling), (None, Some(Feeling::Tired)));
    at(&w, "2026-11-20");
    assert!(!looking_back(&w.backend, &anna).await.unwrap().memories[0].is_low);
    let levelled = EntryForm { mood: Some(Mood { level: 3, is_set: true, ..felt }), ..writing("müde") };
    update(&w.backend, &anna, made.id, levelled, vec![]).await.unwrap();
    let stats = figures(&w.backend, &anna).await.unwrap();
    assert_eq!((stats.average_mood, stats.mood_days), (Some(3.0), 1));
});

story!(a_year_and_a_month_show_their_own_days_only, |w| async move {
    let anna = w.person("anna").await;
    let ben = w.person("ben").await;
    let old = write(&w, &anna, "2025-12-31", writing("Silvester")).await;
    let new = write(&w, &anna, "2026-01-01", EntryForm { mood: Some(mood(7)), ..writing("Neujahr") }).await;
    write(&w, &ben, "2026-01-01", writing("Ben")).await;
    let of_2025 = year(&w.backend, &anna, Some(2025)).await.unwrap();
    assert_eq!(of_2025.days.iter().map(|day| day.id).collect::<Vec<_>>(), [old.id]);
    assert_eq!((of_2025.totals.entries, of_2025.choices), (1, vec![2026, 2025, 2024, 2023, 2022]));
    assert_eq!(of_2025.days[0].mood, None, "nobody chose one");
    let this = year(&w.backend, &anna, None).await.unwrap();
    assert_eq!((this.year, this.totals.entries, this.days[0].id), (2026, 1, new.id));
    assert_eq!(this.days[0].mood.as_ref().map(|mood| mood.level), Some(7));
    assert!(year(&w.backend, &anna, Some(2023)).await.unwrap().days.is_empty());
    for nowhere in [2021, 2027, 0, 10_000, i32::MIN, i32::MAX] {
        assert_eq!(code(year(&w.backend, &anna, Some(nowhere)).await), "not_found", "{nowhere}");
    }
    let december = month(&w.backend, &anna, day("2025-12-05")).await.unwrap();
    assert_eq!((december.first, december.days.len()), (day("2025-12-01"), 1));
    let listed = backend::entries::list_of_year(&w.backend, &anna, 2025).await.unwrap();
    assert_eq!(listed.iter().map(|entry| entry.id).collect::<Vec<_>>(), [old.id]);
    assert_eq!(code(year(&w.backend, &Viewer::Guest, None).await), "unauthenticated");
});

story!(memories_are_of_earlier_years_and_can_be_sent_away, |w| async move {
    let anna = w.person("anna").await;
    let ben = w.person("ben").await;
    let low = write(&w, &anna, "2024-11-20", EntryForm { mood: Some(mood(2)), ..writing("ein schwerer Tag") }).await;
    let good = write(&w, &anna, "2025-11-20", writing("ein guter Tag")).await;
    let half = write(&w, &anna, "2026-05-20", writing("im Mai")).await;
    at(&w, "2026-11-20");
    let shown = |viewer: Viewer| {
        let w = w.clone();
        async move {
            let memories = looking_back(&w.backend, &viewer).await.unwrap().memories;
            memories.into_iter().map(|m| (m.day.id, m.years, m.months, m.is_low)).collect::<Vec<_>>()
        }
    };
    assert_eq!(shown(anna.clone()).await, [(good.id, 1, 0, false), (low.id, 2, 0, true)]);
    assert_eq!(code(hide_memory(&w.backend, &ben, good.id).await), "access_denied");
    hide_memory(&w.backend, &anna, good.id).await.unwrap();
    delete(&w.backend, &anna, low.id).await.unwrap();
    assert_eq!(shown(anna.clone()).await, [(half.id, 0, 6, false)], "else of half a year ago");
    assert_eq!(code(hide_memory(&w.backend, &anna, low.id).await), "entry_not_found");
    w.later(TimeDelta::days(1));
    assert_eq!(shown(anna).await, []);
    assert_eq!(shown(ben).await, []);
});

story!(an_account_gets_hints_at_pro_from_its_fifth_entry_on, |w| async move {
    let anna = w.person("anna").await;
    for n in 0..=6 {
        let account = w.viewer(&w.sign_in("anna").await.id_token).await;
        let account = account.account().unwrap();
        assert_eq!((account.entries, account.shows_pro_hints()), (n.min(limits::ENTRIES_BEFORE_PRO), n >= 5));
        create(&w.backend, &anna, writing("Ein Tag"), vec![]).await.unwrap();
        w.later(TimeDelta::days(1));
    }
});
