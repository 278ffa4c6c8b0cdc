//! All that is a person's is in the archive: each table of the schema is exported, or named here with the reason why not.

use super::exported::exported;
use crate::world::{
    World,
    diary::{photo, recording_of, writing},
    people::email,
    tables,
};
use backend::{
    Viewer, declarations, entries,
    friends::{
        blocks,
        invitations::{InvitationForm, send},
        reports::{ReportForm, report},
    },
    linkedin,
    media::Uploads,
    profile::{self, Picture, ProfileForm},
    reflection, sharing,
};
use domain::{
    DeclarationForm, EntryForm, Language, LinkedInProfile, ShareOptions, StatementForm, reflection::AnswerForm,
};
use serde_json::Value;

/// Tables, and a value in `eintraege.json` that comes from each.
const EXPORTED: [(&str, &str); 24] = [
    ("users", "/account/profile/email"),
    ("profile_images", "/account/profile/picture"),
    ("identity_accounts", "/account/signIns/0/lastSignInAt"),
    ("identity_federated", "/account/signIns/1/provider"),
    ("sessions", "/account/sessions/0/browser"),
    ("invitations", "/account/codes/0/createdAt"),
    ("entries", "/days/0/text"),
    ("entry_versions", "/days/0/versions/0/text"),
    ("images", "/days/0/photos/0/sha256"),
    ("recordings", "/days/0/recording/sha256"),
    ("reflection_answers", "/days/0/answers/0/questionId"),
    ("streak_bonuses", "/account/streakBonuses/0/firstDay"),
    ("share_links", "/account/links/0/date"),
    ("friendships", "/account/friends/0/username"),
    ("friend_requests", "/account/friendRequests/0/username"),
    ("blocks", "/account/blocks/0/username"),
    ("friend_invitations", "/account/invitations/0/message"),
    ("reports", "/account/reports/0/words"),
    ("assistant_calls", "/account/assistantCalls/0/provider"),
    ("subscriptions", "/account/subscriptions/0/paypalId"),
    ("declarations", "/account/declarations/0/contract"),
    ("audit_events", "/account/events/0/text"),
    ("linkedin_profiles", "/account/linkedin/linkedinInfo"),
    // What was deleted is still the person's.
    ("entries", "/bin/0/text"),
];

/// Tables that are not exported, by the reason. A new table belongs here or to [`EXPORTED`].
const LEFT_OUT: [(&str, &[&str]); 5] = [
    ("kept by law of somebody who has left, without a way back to them", &["ended_subscriptions", "payment_records"]),
    ("holds nothing of a person", &["_sqlx_migrations", "hash_keys", "identity_keys", "installation"]),
    (
        "secrets and their hashes, which open doors",
        &["ended_tokens", "identity_codes", "identity_refresh_tokens", "sign_in_flows"],
    ),
    (
        "made from what is exported, and made again from it",
        &["assistant_quota", "entry_months", "entry_saves", "entry_search"],
    ),
    (
        "keyed hashes, counters, jobs and messages on their way, which only the program needs",
        &[
            "declaration_mails",
            "friend_mails",
            "imported_entries",
            "imported_parts",
            "imports",
            "invitation_sends",
            "invited_addresses",
            "limits",
            "mails",
            "payment_sandbox",
            "removed_media",
            "webhook_events",
        ],
    ),
];

/// Writes something into each table.
async fn fill(w: &World, anna: &Viewer) {
    let backend = &w.backend;
    let (id, now) = (anna.user_id().unwrap(), w.clock.now());
    let binned = w.day(anna, writing("In den Papierkorb"), vec![]).await;
    entries::delete(backend, anna, binned.id).await.unwrap();
    let uploads = Uploads { images: vec![photo("rocket.jpg")], recording: Some(recording_of(1)) };
    let entry = entries::create(backend, anna, writing("Vorher"), uploads).await.unwrap();
    let form = EntryForm { version: entry.version, ..writing("Nachher") };
    entries::update(backend, anna, entry.id, form, vec![]).await.unwrap();
    let answer = AnswerForm { question_id: "song".into(), answer: "Summertime".into(), previous: None };
    reflection::answer(backend, anna, entry.id, answer, None, Language::De).await.unwrap();
    sharing::create(backend, anna, entry.id, ShareOptions::default()).await.unwrap();
    let picture = ProfileForm { picture: Picture::New(photo("rocket.jpg")), ..ProfileForm::default() };
    profile::update(backend, anna, picture).await.unwrap();
    w.session(&w.sign_in("anna").await).await;
    let (ben, carla, dora) = (w.person("ben").await, w.person("carla").await, w.person("dora").await);
    w.make_friends(anna, &ben).await;
    w.ask(anna, &carla).await.unwrap();
    blocks::block(backend, anna, dora.user_id().unwrap()).await.unwrap();
    let about = ReportForm { user_id: dora.user_id(), entry_id: None, reason: "spam".into(), words: "Werbung".into() };
    report(backend, anna, &about).await.unwrap();
    send(backend, anna, &InvitationForm { email: email("emil"), message: "Komm auch".into() }).await.unwrap();
    let profile = LinkedInProfile { linkedin_info: "Gärtnerin".into(), ..LinkedInProfile::default() };
    linkedin::save_profile(backend, anna, profile).await.unwrap();
    let statement = StatementForm::Withdrawal { ordered: "2026-11-02".into() };
    let form = DeclarationForm { name: "Anna".into(), email: email("anna"), contract: "Pro".into(), statement };
    declarations::declare(backend, anna, form, Language::De, "192.0.2.1").await.unwrap();
    for sql in [
        "INSERT INTO streak_bonuses (user_id, first_day, last_day, granted_at) VALUES ($1, '2026-11-01', '2026-11-05', $2)",
        "INSERT INTO identity_federated (provider_id, subject, local_id, email, created_at) \
         SELECT 'google.com', 'g-1', uid, email, $2 FROM users WHERE id = $1",
        "INSERT INTO assistant_calls (id, user_id, help, day, provider, characters, milliseconds, outcome, started_at) \
         VALUES ($1, $1, 'summary', '2026-11-01', 'Ein Dienst', 10, 0, 'done', $2)",
        "INSERT INTO subscriptions (id, user_id, status, intent, created_at, request_id, paypal_id) \
         VALUES ($1, $1, 'expired', 'end', $2, 'r', 'I-1')",
    ] {
        backend.db.write(sql).bind(id.0).bind(now).execute().await.unwrap();
    }
    backend.background.settled().await;
}

story!(every_table_is_exported_or_left_out_for_a_reason, |w| async move {
    let anna = w.person("anna").await;
    fill(&w, &anna).await;
    let mut archive = exported(&w, &anna, Language::De, None).await;
    let data = archive.json();
    for (table, pointer) in EXPORTED {
        let value = data.pointer(pointer).unwrap_or(&Value::Null);
        assert!(value.as_str().is_some_and(|text| !text.is_empty()), "{table}: {pointer} is {value}");
    }
    let left_out = || LEFT_OUT.iter().flat_map(|(_, tables)| tables.iter().copied());
    let known: Vec<&str> = EXPORTED.iter().map(|(table, _)| *table).chain(left_out()).collect();
    let tables = tables(&w).await;
    for table in &tables {
        assert!(known.contains(&table.as_str()), "{table}: is it a person's? Then it belongs into the archive");
    }
    for table in known {
        assert!(tables.iter().any(|name| name == table), "{table} is gone");
    }
    // What opens doors is not in it, and neither is what only this server needs.
    let data = data.to_string();
    let links: Vec<(String,)> = w.backend.db.read("SELECT code FROM invitations").fetch_all().await.unwrap();
    for (code,) in links {
        assert!(!data.contains(&code), "a code");
    }
    assert!(!data.contains(&anna.user_id().unwrap().to_string()), "an id");
    assert!(!archive.read("data/fotos/profil.jpg").is_empty());
    let checked = backend::archive::verify::verify(std::io::Cursor::new(archive.bytes)).unwrap();
    assert_eq!((checked.problems, checked.lost), (vec![], 0));
});
