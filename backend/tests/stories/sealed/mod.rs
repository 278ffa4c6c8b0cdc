//! The database and the data folder show no word of anybody (design 13).

mod columns;
mod damage;
mod files;
mod told;

use crate::{
    archive::exported::exported,
    world::{
        Engine, World, cluster,
        crowd::hex,
        diary::{code, photo, pro, writing},
        people::email,
    },
};
use backend::{
    Settings, Viewer, declarations,
    entries::{self, create, open, update},
    friends::{
        invitations::{InvitationForm, invitations, send},
        reports::{ReportForm, open_reports, report},
    },
    linkedin, reflection, search,
    secret::rotate,
    stats,
};
use chrono::TimeDelta;
use domain::{
    DeclarationForm, Entry, EntryForm, EntryId, FeedFilters, Feeling, Language, LinkedInProfile, Mood, SearchForm,
    StatementForm, Visibility, reflection::AnswerForm,
};
use std::path::Path;

/// Words that stand nowhere else.
const PLANTED: [&str; 15] = [
    "kanarientext",
    "kanarienvorher",
    "kanarientranskript",
    "kanarienzusammenfassung",
    "kanarienmoment",
    "kanarienbild",
    "kanarienantwort",
    "kanarienprofil",
    "kanariengruss",
    "kanarienmeldung",
    "kanarienvertrag",
    // Long sequences: the four bytes of a simple emoji are met by chance in a photo.
    "🧑‍🚀",
    "🏴‍☠️",
    "overwhelmed",
    "kanarienlöschung",
];

/// Every file below.
fn files(folder: &Path, bytes: &mut Vec<u8>) {
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.is_dir() {
            files(&path, bytes);
        } else {
            bytes.extend(std::fs::read(path).unwrap());
        }
    }
}

/// Everything that lies in the data folder, and of PostgreSQL its rows and the files of its tables, with rows that were deleted.
async fn raw(w: &World) -> Vec<u8> {
    let mut bytes = Vec::new();
    files(w.data.path(), &mut bytes);
    if w.backend.db.engine() == Engine::Sqlite {
        return bytes;
    }
    bytes.extend(cluster::bytes(&w.settings.database_url).await);
    bytes
}

/// Whether the bytes lie there, in whatever case.
fn is_in(raw: &[u8], planted: &[u8]) -> bool {
    let planted = planted.to_ascii_lowercase();
    // PostgreSQL writes bytes in rows as hexadecimal digits.
    [hex(&planted).as_bytes(), planted.as_slice()].iter().any(|planted| memchr::memmem::find(raw, planted).is_some())
}

/// No mail server takes the mails, so all of them wait.
fn with_mails_that_wait(settings: &mut Settings) {
    settings.smtp_url = Some("smtp://127.0.0.1:9".into());
    settings.mail_from = Some("Tagesecho <mail@tagesecho.test>".into());
}

/// A day with a planted word in each of its fields.
pub async fn plant(w: &World, anna: &Viewer, ben: &Viewer) -> Entry {
    let answers = vec![AnswerForm { question_id: "song".into(), answer: "kanarienantwort".into(), previous: None }];
    let first =
        EntryForm { idempotency_key: Some("eins".into()), reflection_answers: answers, ..writing("kanarienvorher") };
    let entry = create(&w.backend, anna, first, vec![photo("rocket.jpg")]).await.unwrap();
    let mood = Mood { feeling: Some(Feeling::Overwhelmed), custom_emoji: Some("🧑‍🚀".into()), ..Mood::at(4) };
    let second = EntryForm {
        idempotency_key: Some("zwei".into()),
        version: entry.version,
        text: Some("kanarientext".into()),
        audio_transcript: Some("kanarientranskript".into()),
        summary: Some("kanarienzusammenfassung".into()),
        top_moment: Some("kanarienmoment".into()),
        emojis: Some("🏴‍☠️".into()),
        mood: Some(mood),
        image_alts: Some(vec!["kanarienbild".into()]),
        ..EntryForm::default()
    };
    let entry = update(&w.backend, anna, entry.id, second, vec![]).await.unwrap();
    let profile = LinkedInProfile { linkedin_info: "kanarienprofil".into(), ..LinkedInProfile::default() };
    linkedin::save_profile(&w.backend, anna, profile).await.unwrap();
    let invitation = InvitationForm { email: email("carla"), message: "kanariengruss".into() };
    send(&w.backend, anna, &invitation).await.unwrap();
    let about = ReportForm {
        user_id: Some(ben.user_id().unwrap()),
        entry_id: None,
        reason: "spam".into(),
        words: "kanarienmeldung".into(),
    };
    report(&w.backend, anna, &about).await.unwrap();
    let statement = StatementForm::Withdrawal { ordered: String::new() };
    let form =
        DeclarationForm { name: "Anna".into(), email: email("anna"), contract: "kanarienvertrag".into(), statement };
    declarations::declare(&w.backend, &Viewer::Guest, form, Language::De, "192.0.2.1").await.unwrap();
    w.backend.background.settled().await;
    entry
}

story!(planted_words_are_shown_and_lie_nowhere_in_the_clear, with_mails_that_wait, |w| async move {
    told::listen();
    let (anna, ben) = (pro(&w.person("anna").await), w.person("ben").await);
    let deleted = w.day(&anna, writing("kanarienlöschung"), vec![]).await;
    entries::delete(&w.backend, &anna, deleted.id).await.unwrap();
    entries::empty_bin(&w.backend, &anna).await.unwrap();
    let entry = plant(&w, &anna, &ben).await;

    // The product shows each.
    let shown = open(&w.backend, &anna, entry.id).await.unwrap();
    assert_eq!((shown.text.as_str(), shown.emojis.as_str()), ("kanarientext", "🏴‍☠️"));
    assert_eq!(shown.images[0].alt, "kanarienbild");
    assert_eq!(shown.content, entry.content);
    let versions = entries::versions(&w.backend, &anna, entry.id, None, 10).await.unwrap();
    assert_eq!(versions.items[0].texts.text, "kanarienvorher");
    let answers = reflection::answers(&w.backend, &anna, entry.id, Language::De).await.unwrap();
    assert_eq!(answers[0].answer, "kanarienantwort");
    assert_eq!(linkedin::profile(&w.backend, &anna).await.unwrap().linkedin_info, "kanarienprofil");
    assert_eq!(invitations(&w.backend, &anna).await.unwrap()[0].message, "kanariengruss");
    assert_eq!(open_reports(&w.backend).await.unwrap().0[0].words.as_deref(), Some("kanarienmeldung"));
    for word in ["kanarientext", "kanarienantwort", "🧑‍🚀"] {
        let form = SearchForm { q: Some(word.into()), ..SearchForm::default() };
        assert_eq!(search::find(&w.backend, &anna, &form).await.unwrap().items.len(), 1, "{word}");
    }

    let (mails,) = w.backend.db.read("SELECT COUNT(*) FROM mails").fetch_one::<(i64,)>().await.unwrap();
    assert!(mails >= 2, "an invitation and a receipt wait: {mails}");
    let raw = raw(&w).await.to_ascii_lowercase();
    assert!(is_in(&raw, b"anna.beispiel"), "the tables were read");
    for word in PLANTED {
        assert!(!is_in(&raw, word.as_bytes()), "{word} can be read");
    }
    assert_eq!(told::words(), ["kanarienprobe"], "the log was read, and holds no other of the words");
});

/// The words of an entry, as they lie in its row.
async fn words_of(w: &World, id: EntryId) -> Vec<u8> {
    let query = w.backend.db.read("SELECT words FROM entries WHERE id = $1").bind(id.0);
    query.fetch_one::<(Vec<u8>,)>().await.unwrap().0
}

async fn set_words(w: &World, id: EntryId, words: Vec<u8>) {
    let query = w.backend.db.write("UPDATE entries SET words = $2 WHERE id = $1").bind(id.0).bind(words);
    assert_eq!(query.execute().await.unwrap(), 1);
}

story!(a_row_that_was_changed_or_moved_is_refused_and_lists_go_on_without_it, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let public = |text: &str| EntryForm { visibility: Some(Visibility::Public), ..writing(text) };
    let mut mine = Vec::new();
    for text in ["Regen eins", "Regen zwei", "Regen drei"] {
        mine.push(w.day(&anna, public(text), vec![]).await);
    }
    let his = create(&w.backend, &ben, public("Regen von Ben"), vec![]).await.unwrap();
    let [one, two, three] = mine.as_slice() else { panic!() };
    let sealed = words_of(&w, two.id).await;
    let mut changed = sealed.clone();
    changed[20] ^= 1;
    let foreign = [words_of(&w, one.id).await, words_of(&w, his.id).await, changed, sealed[..40].to_vec(), vec![]];
    for words in foreign {
        set_words(&w, two.id, words).await;
        assert_eq!(code(open(&w.backend, &anna, two.id).await), "entry_unreadable");
        assert_eq!(code(open(&w.backend, &ben, two.id).await), "entry_unreadable");
        let update = update(&w.backend, &anna, two.id, writing("darüber"), vec![]).await;
        assert_eq!(code(update), "entry_unreadable", "nothing is written over what cannot be read");
        let listed = entries::list(&w.backend, &anna, None, 10).await.unwrap().items;
        assert_eq!(listed.iter().map(|entry| entry.id).collect::<Vec<_>>(), [three.id, one.id]);
        // A page that is short by it leads on.
        let page = entries::list(&w.backend, &anna, None, 2).await.unwrap();
        let next = entries::list(&w.backend, &anna, page.next.as_deref(), 2).await.unwrap();
        assert_eq!((page.items.len(), next.items.len()), (1, 1));
        let feed =
            backend::feed::page(&w.backend, &ben, FeedFilters { own: true, friends: true, public: true }, None, 10)
                .await
                .unwrap();
        assert_eq!(feed.items.len(), 3, "others' words are shown");
        let form = SearchForm { q: Some("regen".into()), ..SearchForm::default() };
        let found = search::find(&w.backend, &anna, &form).await.unwrap().items;
        assert_eq!(found.iter().map(|hit| hit.id).collect::<Vec<_>>(), [three.id, one.id]);
        let month = stats::month(&w.backend, &anna, two.date).await.unwrap();
        assert_eq!(month.days.len(), 3, "the day stays in the calendar");
    }
    set_words(&w, two.id, sealed).await;
    assert_eq!(open(&w.backend, &anna, two.id).await.unwrap().text, "Regen zwei", "nothing was lost");
});

async fn data_key(w: &World, who: &Viewer) -> Vec<u8> {
    let query = w.backend.db.read("SELECT data_key FROM users WHERE id = $1").bind(who.user_id().unwrap().0);
    query.fetch_one::<(Vec<u8>,)>().await.unwrap().0
}

async fn set_data_key(w: &World, who: &Viewer, wrapped: Vec<u8>) {
    let query = w.backend.db.write("UPDATE users SET data_key = $2 WHERE id = $1");
    query.bind(who.user_id().unwrap().0).bind(wrapped).execute().await.unwrap();
}

story!(who_has_lost_their_key_reads_nothing_and_loses_nothing, |w| async move {
    let (anna, ben) = (pro(&w.person("anna").await), w.person("ben").await);
    let entry = plant(&w, &anna, &ben).await;
    let key = data_key(&w, &anna).await;
    // Nobody else's key opens either: nothing is sealed with it meanwhile.
    set_data_key(&w, &anna, data_key(&w, &ben).await).await;
    assert_eq!(code(w.backend.db.data_key(anna.user_id().unwrap()).await), "entry_unreadable");
    let (backend, form) = (&w.backend, SearchForm { q: Some("kanarientext".into()), ..SearchForm::default() });
    assert_eq!(code(open(backend, &anna, entry.id).await), "entry_unreadable");
    assert_eq!(search::find(backend, &anna, &form).await.unwrap().items, []);
    let looking_back = stats::looking_back(backend, &anna).await.unwrap();
    assert_eq!(looking_back.month.days.len(), 1, "the day is still there");
    assert_eq!(stats::year(backend, &anna, None).await.unwrap().year, 2026);
    assert_eq!(entries::versions(backend, &anna, entry.id, None, 10).await.unwrap().items, []);
    assert_eq!(linkedin::profile(backend, &anna).await.unwrap(), LinkedInProfile::default());
    let mut archive = exported(&w, &anna, Language::De, None).await;
    assert!(archive.text("data/FEHLT.md").contains(&entry.date.to_string()), "an export names what it lacks");
    let profile = LinkedInProfile { linkedin_info: "darüber".into(), ..LinkedInProfile::default() };
    assert_eq!(code(linkedin::save_profile(backend, &anna, profile).await), "entry_unreadable");
    let again = AnswerForm { question_id: "song".into(), answer: "darüber".into(), previous: None };
    let answered = reflection::answer(backend, &anna, entry.id, again, None, Language::De).await;
    assert_eq!(code(answered), "entry_unreadable");
    w.later(TimeDelta::days(1));
    set_data_key(&w, &anna, vec![7; 60]).await;
    assert_eq!(code(create(backend, &anna, writing("Heute"), vec![]).await), "entry_unreadable");
    set_data_key(&w, &anna, key).await;
    assert_eq!(open(backend, &anna, entry.id).await.unwrap().content, entry.content);
    assert_eq!(linkedin::profile(backend, &anna).await.unwrap().linkedin_info, "kanarienprofil");
    let answers = reflection::answers(backend, &anna, entry.id, Language::De).await.unwrap();
    assert_eq!(answers[0].answer, "kanarienantwort");
});

story!(earlier_versions_outlive_words_that_do_not_open_and_the_day_can_be_freed, |w| async move {
    let anna = w.person("anna").await;
    let entry = create(&w.backend, &anna, writing("Vorher"), vec![]).await.unwrap();
    update(&w.backend, &anna, entry.id, writing("Nachher"), vec![]).await.unwrap();
    set_words(&w, entry.id, vec![7; 99]).await;
    let versions = entries::versions(&w.backend, &anna, entry.id, None, 10).await.unwrap();
    assert_eq!(versions.items[0].texts.text, "Vorher");
    assert_eq!(entries::version(&w.backend, &anna, entry.id, 1).await.unwrap().texts.text, "Vorher");
    assert_eq!(code(create(&w.backend, &anna, writing("Neu"), vec![]).await), "entry_unreadable");
    let answer = AnswerForm { question_id: "song".into(), answer: "Summertime".into(), previous: None };
    let answered = reflection::answer(&w.backend, &anna, entry.id, answer, None, Language::De).await;
    assert_eq!(code(answered), "entry_unreadable");
    entries::delete(&w.backend, &anna, entry.id).await.unwrap();
    let new = create(&w.backend, &anna, writing("Neu"), vec![]).await.unwrap();
    assert_eq!(entries::bin(&w.backend, &anna, None, 10).await.unwrap().items, []);
    assert_eq!(open(&w.backend, &anna, new.id).await.unwrap().text, "Neu");
});

story!(a_data_key_opens_what_it_sealed_after_the_secret_changed, |w| async move {
    const NEW: &str = "the second secret of this story, long enough";
    const OTHER: &str = "a secret that never was one, long enough too";
    let anna = pro(&w.person("anna").await);
    let entry = create(&w.backend, &anna, writing("Worte von früher"), vec![]).await.unwrap();
    let mut people = Vec::new();
    for n in 0..3 {
        people.push(w.person(&format!("person{n}")).await);
    }
    let old = std::fs::read_to_string(w.data.path().join("secret")).unwrap();
    let settings = backend::Settings { secret: Some(NEW.into()), secret_old: Some(old.clone()), ..w.settings.clone() };
    let before = data_key(&w, &anna).await;
    assert_eq!(rotate(&settings).await.unwrap().people, 4);
    assert_ne!(data_key(&w, &anna).await, before);
    let server = backend::Backend::open(settings.clone(), w.clock.clone()).await.unwrap();
    assert_eq!(open(&server, &anna, entry.id).await.unwrap().text, "Worte von früher");

    // Killed between two batches: one person's key is as it was.
    set_data_key(&w, &anna, before.clone()).await;
    w.backend.db.write("UPDATE hash_keys SET is_wrapped = FALSE").execute().await.unwrap();
    let refused = backend::Backend::open(settings.clone(), w.clock.clone()).await.unwrap_err();
    assert!(refused.to_string().contains("did not come to its end"), "{refused}");
    // Neither another old secret nor a third one leaves that person behind.
    let wrong_old = backend::Settings { secret_old: Some(OTHER.into()), ..settings.clone() };
    let third = backend::Settings { secret: Some(OTHER.into()), secret_old: Some(NEW.into()), ..settings.clone() };
    for wrong in [wrong_old, third] {
        let refused = rotate(&wrong).await.unwrap_err();
        assert!(refused.to_string().contains("did not come to its end"), "{refused}");
    }
    assert_eq!(rotate(&settings).await.unwrap().people, 1);
    let alone = backend::Settings { secret_old: None, ..settings };
    let server = backend::Backend::open(alone, w.clock.clone()).await.unwrap();
    assert_eq!(open(&server, &anna, entry.id).await.unwrap().text, "Worte von früher");
});
