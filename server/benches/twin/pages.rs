//! The three pages: their statements, and the values of their rows in the order in which they stand on the page.
//!
//! Markup stays as the product made it: so each entry has a mood, a text and at most one photo, and the language is
//! English, as `tagesecho seed` makes them.

use super::{
    page::Page,
    statements as sql,
    store::{Entry, IDLE, Person, Store, date, signs, time, uuid, words},
};
use backend::prose;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Datelike, Months, NaiveDate, TimeDelta};
use domain::{
    Mood, ShareOptions, UserId, date as dates, limits,
    stats::{MonthDays, Streak, memory_days},
    user,
};
use rusqlite::{
    params, params_from_iter,
    types::{Null, Value},
};
use serde::Deserialize;
use uuid::Uuid;

/// Characters of the preview of a card and of a memory.
const CARD: usize = 400;
const MEMORY: usize = 160;
/// A sign-in is recent for so long.
const RECENT: i64 = 5 * 60;

#[derive(Debug, Deserialize)]
struct Claims {
    auth_time: i64,
}

/// The limit of a statement that also finds out whether there is a next page.
fn one_more(limit: usize) -> i64 {
    i64::try_from(limit + 1).unwrap()
}

fn nonces(page: &mut Page, nonce: &str) {
    page.plain("<style nonce=\"", nonce);
    page.plain("<script nonce=\"", nonce);
}

fn top(store: &Store, person: &Person, page: &mut Page, nonce: &str) {
    let declined = store.now() - TimeDelta::days(limits::DECLINED_DAYS);
    store.run(sql::INCOMING, params![person.id.as_bytes(), limits::COUNTED_REQUESTS + 1, time(declined)]);
    page.plain("data-user-id=\"", person.id);
    page.plain("data-zone=\"", person.zone);
    nonces(page, nonce);
    page.words("class=\"avatar \" aria-hidden=\"true\">", &user::initials(&person.name, &person.email));
    page.words("menu-name\">", &person.name);
    page.words("menu-email\">", &person.email);
}

fn day(page: &mut Page, date: NaiveDate) {
    page.plain("datetime=\"", date);
    page.plain("day-date\">", dates::day(date).replace(". ", ".\u{a0}"));
    page.plain("day-year\">", date.year());
}

pub fn dashboard(store: &Store, person: &Person, page: &mut Page, nonce: &str) {
    let (owner, today) = (person.id.as_bytes(), person.today);
    top(store, person, page, nonce);
    let written = store.all(sql::TODAY, params![owner, today.to_string()], |row| uuid(row, 0));
    let values = params![owner, "9999-12-31", "0001-01-01", one_more(limits::FEED_PAGE)];
    let entries = store.entries(sql::FEED, values, limits::FEED_PAGE);
    page.plain("dashboard-date\">", dates::long(today));
    page.words(", ", &person.first_name);
    for id in written {
        page.plain("href=\"/edit/", id);
        page.plain("data-entry=\"", id);
        page.plain("data-date=\"", today);
    }
    streak(store, person, page);
    month(store, person, page);
    memories(store, person, page);
    store.run(sql::BONUS, [owner]);
    store.run(sql::INVITER, [owner]);
    store.run(sql::FILTER_OFFER, [owner]);
    let cursor = entries.last().map(|last| {
        let day = last.date.and_time(chrono::NaiveTime::MIN).and_utc();
        URL_SAFE_NO_PAD.encode(format!("{} {}", day.timestamp_millis(), last.id))
    });
    if let Some(cursor) = &cursor {
        page.plain("cursor&quot;:&quot;", cursor);
        page.plain("before=", cursor);
    }
    for entry in &entries {
        card(entry, person, page);
    }
    if let Some(cursor) = &cursor {
        page.plain("before=", cursor);
    }
}

fn card(entry: &Entry, person: &Person, page: &mut Page) {
    let Entry { id, date, level, .. } = *entry;
    let is_today = date == person.today;
    page.plain("id=\"e-", id);
    if !is_today {
        page.plain("href=\"/entry/", id);
    }
    day(page, date);
    page.words("card-text\" dir=\"auto\">", &prose::excerpt(entry.words.texts.preview(), CARD));
    page.plain("data-band=\"", Mood::at(level).band());
    page.plain("aria-hidden=\"true\">", level);
    page.plain("mood ", level);
    page.words("emojis\">", &entry.signs.emojis);
    page.plain("name=\"id\" value=\"", id);
    if is_today {
        page.plain("href=\"/entry/", id);
        page.plain("href=\"/edit/", id);
    }
    if let Some(image) = entry.words.images.first() {
        page.words("class=\"photo-placeholder\" src=\"", &image.placeholder);
        page.plain("src=\"/media/", image.id);
        page.plain("from ", dates::short(date));
    }
}

fn streak(store: &Store, person: &Person, page: &mut Page) {
    let months = store.all(sql::STREAK, [person.id.as_bytes()], |row| row.get::<_, String>(0));
    let month = |text: &str| {
        let (month, days) = text.split_once(' ')?;
        Some(MonthDays { month: month.parse().ok()?, days: days.parse().ok()? })
    };
    let streak = Streak::of(months.iter().flat_map(|months| months.split(',')).filter_map(month), person.today);
    page.plain("looking-streak\">", streak.current_streak);
    page.plain("streak-days\">", streak.current_streak);
}

fn month(store: &Store, person: &Person, page: &mut Page) {
    let first = person.today.with_day(1).unwrap();
    let last = (first + Months::new(1)).pred_opt().unwrap();
    let values = params![person.id.as_bytes(), first.to_string(), last.to_string()];
    let cells = store.all(sql::CELLS, values, |row| {
        let cell: (i64, Vec<u8>, u8) = (row.get(2)?, row.get(3)?, row.get(5)?);
        Ok((uuid(row, 0)?, date(row, 1)?, cell))
    });
    let key = store.data_key(person.id);
    let opened = cells.into_iter().map(|(id, date, (version, sealed, level))| {
        (id, date, level, signs(&key, UserId(person.id), id, version, sealed).feeling)
    });
    let cells: Vec<(Uuid, NaiveDate, u8, Option<String>)> = opened.collect();
    for (id, date, level, feeling) in cells.iter().rev() {
        page.plain("href=\"/entry/", id);
        page.plain("aria-label=\"", dates::short(*date));
        page.plain("mood ", level);
        if let Some(feeling) = feeling {
            page.words(", ", feeling);
        }
        page.plain("\">", date.day());
        page.plain("data-band=\"", Mood::at(*level).band());
        page.plain("\">", level);
    }
}

fn memories(store: &Store, person: &Person, page: &mut Page) {
    let days = memory_days(person.today);
    let days = days.iter().chain(std::iter::repeat(&days[0])).take(domain::stats::MEMORY_DAYS);
    let values = std::iter::once(Value::Blob(person.id.as_bytes().to_vec()));
    let values = params_from_iter(values.chain(days.map(|day| Value::Text(day.to_string()))));
    let found = store.all(sql::MEMORIES, values, |row| {
        let sealed: (i64, Vec<u8>, Vec<u8>) = (row.get(2)?, row.get(3)?, row.get(4)?);
        Ok((uuid(row, 0)?, date(row, 1)?, sealed))
    });
    let (key, owner) = (store.data_key(person.id), UserId(person.id));
    let opened = found.into_iter().map(|(id, date, (version, text, mood))| {
        drop(signs(&key, owner, id, version, mood));
        (id, date, prose::excerpt(words(&key, owner, id, version, text).texts.preview(), MEMORY))
    });
    let opened: Vec<(Uuid, NaiveDate, String)> = opened.collect();
    for (id, date, preview) in
        opened.iter().filter(|memory| memory.1.year() < person.today.year()).take(limits::MEMORIES)
    {
        page.plain("href=\"/entry/", id);
        page.plain("memory-date\">", dates::short(*date));
        page.words("memory-text\">", preview);
        page.plain("name=\"id\" value=\"", id);
    }
}

pub fn settings(store: &Store, person: &Person, page: &mut Page, nonce: &str) {
    let (owner, now) = (person.id.as_bytes(), store.now());
    top(store, person, page, nonce);
    for minutes in store.all(sql::REMINDERS, [owner], |row| row.get::<_, u32>(2)) {
        page.plain("<dd>", person.zone);
        page.plain("datetime=\"", person.today);
        page.plain("\">", dates::long(person.today));
        page.plain("type=\"time\" value=\"", format_args!("{:02}:{:02}", minutes / 60, minutes % 60));
    }
    page.words("id=\"group-account-set\" data-set=\"\" class=\"settings-set\">", &person.email);
    credentials(store, person, page);
    let values = params![owner, time(now), time(now - IDLE)];
    for created_at in store.all(sql::SESSIONS, values, |row| row.get::<_, String>(2)) {
        page.plain("logged in since ", local(&created_at, person).format("%d.%m.%Y, %H:%M"));
    }
    store.run(sql::BLOCKS, [owner]);
    let extent = store.all(sql::EXTENT, params![owner, "0001-01-01", "9999-12-31"], |row| {
        let [days, photos, pictures, recordings, words] = [0, 1, 2, 3, 4].map(|at| row.get::<_, i64>(at).unwrap());
        Ok((days, photos, (pictures + recordings + 2 * words) / 1_000_000 + 1))
    });
    for (days, photos, megabytes) in extent {
        page.plain("settings-text\">", days);
        page.plain(" days, ", photos);
        page.plain("about ", megabytes);
    }
    events(store, person, page);
    page.words("type=\"email\" value=\"", &person.email);
    page.plain("data-user=\"", person.id);
}

fn local(at: &str, person: &Person) -> DateTime<domain::day::Zone> {
    DateTime::parse_from_rfc3339(at).unwrap().with_timezone(&person.zone)
}

/// The provider's account, by the session's ID token. Its signature is not verified: the product remembers for a minute that it is right.
fn credentials(store: &Store, person: &Person, page: &mut Page) {
    let (now, secret) = (store.now(), &store.backend.secret);
    let values = params![person.session, time(now), time(now - IDLE)];
    let tokens = store.all(sql::TOKENS, values, |row| row.get::<_, Vec<u8>>(2));
    for sealed in tokens {
        let token = secret.decrypt("session id token", &sealed).unwrap();
        let (signed, _) = token.rsplit_once('.').unwrap();
        store.run(sql::ENDED_TOKEN, [secret.hash("ended id token", signed)]);
        let claims = URL_SAFE_NO_PAD.decode(signed.split_once('.').unwrap().1).unwrap();
        let Claims { auth_time } = serde_json::from_slice(&claims).unwrap();
        for email in store.all(sql::ACCOUNT, [&person.uid], |row| row.get::<_, String>(1)) {
            page.words("credentials-email\">", &email);
        }
        store.run(sql::FEDERATED, [&person.uid]);
        store.run(sql::PENDING_EMAIL, params![person.uid, "VERIFY_AND_CHANGE_EMAIL", time(now)]);
        page.plain("data-fresh-seconds=\"", (auth_time + RECENT - now.timestamp()).max(0));
    }
}

fn events(store: &Store, person: &Person, page: &mut Page) {
    let since = store.now() - TimeDelta::days(limits::AUDIT_DAYS);
    let values = params![person.id.as_bytes(), time(since), Null, Null, one_more(limits::AUDIT_SHOWN)];
    let events = store.all(sql::EVENTS, values, |row| {
        let day = row.get_ref(7)?.as_str_or_null()?.map(|day| day.parse::<NaiveDate>().unwrap());
        Ok((row.get::<_, String>(2)?, day))
    });
    for (at, day) in events {
        let at = local(&at, person);
        page.plain("datetime=\"", at.to_rfc3339());
        page.plain("audit-time\">", at.format("%H:%M"));
        if let Some(day) = day {
            page.plain("field-hint\">Entry of ", dates::short(day));
        }
    }
}

/// False: the link shows nothing.
pub fn shared(store: &Store, token: &str, page: &mut Page, nonce: &str) -> bool {
    let hash = store.backend.secret.hash("share_token", token);
    let found = store.entries(sql::SHARED, [hash], 1);
    let now = time(store.now());
    let Some(entry) = found.first().filter(|entry| entry.link_ends.as_ref().is_none_or(|end| *end > now)) else {
        return false;
    };
    let options: ShareOptions = serde_json::from_str(entry.options.as_deref().unwrap_or_default()).unwrap();
    let (name, texts) = (&entry.first_name, &entry.words.texts);
    let (long, short) = (dates::long(entry.date), dates::short(entry.date));
    let title = |page: &mut Page, before: &str| {
        page.words(before, name);
        page.plain(" on ", &long);
    };
    nonces(page, nonce);
    title(page, "<title>");
    page.words("name=\"description\" content=\"", &texts.top_moment);
    title(page, "\"og:title\" content=\"");
    page.words("\"og:description\" content=\"", &texts.top_moment);
    page.plain("/shared/", token);
    page.plain("/shared/", token);
    title(page, "\"og:image:alt\" content=\"");
    page.plain("/shared/", token);
    title(page, "\"twitter:image:alt\" content=\"");
    title(page, "\"twitter:title\" content=\"");
    page.words("\"twitter:description\" content=\"", &texts.top_moment);
    page.words("A day by ", name);
    day(page, entry.date);
    if options.mood {
        page.words("emojis\">", &entry.signs.emojis);
        page.plain("data-band=\"", Mood::at(entry.level).band());
        page.plain("</svg>", entry.level);
    }
    if let Some(image) = entry.words.images.first() {
        page.plain("href=\"/shared/", token);
        page.plain("/media/", image.id);
        page.words("class=\"photo-placeholder\" src=\"", &image.placeholder);
        page.plain("src=\"/shared/", token);
        page.plain("/media/", image.id);
        page.plain("from ", short);
    }
    if options.original_text {
        page.plain("class=\"prose\">", prose::html(&texts.text));
    }
    if options.details {
        page.words("<p dir=\"auto\">", &texts.top_moment);
    }
    true
}
