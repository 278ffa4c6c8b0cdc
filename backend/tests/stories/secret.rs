//! Another secret, and another key that signs.

use crate::world::{
    Engine, World,
    diary::{code, writing},
    people::{PASSWORD, email, registration, session_form},
};
use backend::{
    Backend, Settings, Viewer, entries,
    error::StartError,
    friends::{
        self,
        invitations::{InvitationForm, check_unsubscribe, send, unsubscribe},
    },
    identity::{self, was_ended_elsewhere},
    secret::{Rotation, columns, rotate},
    sharing::{self, Visitor, create},
};
use chrono::TimeDelta;
use domain::{EntryForm, Language, LinkForm, PinChange, ShareOptions, identity::RegistrationForm};

const NEW: &str = "the second secret of a story, long enough";
const NEWEST: &str = "the third secret of a story, long enough, too";
const PIN: &str = "2468";

/// The secret that was made at the first start.
fn first(w: &World) -> String {
    std::fs::read_to_string(w.data.path().join("secret")).unwrap()
}

fn settings(w: &World, secret: &str, old: Option<&str>) -> Settings {
    Settings { secret: Some(secret.into()), secret_old: old.map(Into::into), ..w.settings.clone() }
}

async fn start(w: &World, secret: &str, old: Option<&str>) -> Result<Backend, StartError> {
    Backend::open(settings(w, secret, old), w.clock.clone()).await
}

async fn refused(w: &World, secret: &str, old: Option<&str>) -> String {
    start(w, secret, old).await.unwrap_err().0
}

/// A link to an entry of Anna's, with a PIN.
async fn link(w: &World, anna: &Viewer) -> String {
    let entry = entries::create(&w.backend, anna, writing("Worte hinter einem Link"), vec![]).await.unwrap();
    let options = Some(ShareOptions { original_text: true, ..ShareOptions::NOTHING });
    let form = LinkForm { options, pin: Some(PinChange::Set(PIN.into())), ..LinkForm::default() };
    create(&w.backend, anna, entry.id, form).await.unwrap()
}

async fn opens(backend: &Backend, token: &str) -> [&'static str; 3] {
    let mut said = [""; 3];
    for (said, pin) in said.iter_mut().zip([Some(PIN), Some("1357"), None]) {
        let visitor = Visitor { pin, ..Visitor::from("192.0.2.1") };
        *said = code(sharing::open(backend, &Viewer::Guest, token, visitor, Language::De).await);
    }
    said
}

const OPENS: [&str; 3] = ["ok", "pin_wrong", "pin_needed"];

async fn invite(backend: &Backend, viewer: &Viewer, name: &str) {
    let form = InvitationForm { email: email(name), message: String::new() };
    send(backend, viewer, &form).await.unwrap();
    backend.background.settled().await;
}

/// The rest of the line after `name` in the newest mail to somebody.
async fn mailed(w: &World, to: &str, name: &str) -> String {
    let mail = w.mail(to).await.unwrap();
    mail.split_once(name).unwrap().1.lines().next().unwrap().to_owned()
}

story!(a_new_secret_keeps_everything_but_sign_ins, |w| async move {
    let (anna, carla) = (w.person("anna").await, w.person("carla").await);
    let token = link(&w, &anna).await;
    let (device, lost) = (w.session(&w.sign_in("anna").await).await, w.session(&w.sign_in("anna").await).await);
    let asks = identity::viewer_of_session(&w.backend, &device).await.unwrap();
    identity::end_others(&w.backend, &asks, Some(&device)).await.unwrap();
    let carlas = w.sign_in("carla").await;
    let today = carla.account().unwrap().today(&w.clock);
    let ticket = entries::ticket(&w.backend, &carla, today).unwrap();
    for name in ["ben", "dora", "emil"] {
        invite(&w.backend, &anna, name).await;
    }
    let never_again = mailed(&w, "ben", "/stop-invitations?token=").await;
    unsubscribe(&w.backend, &Viewer::Guest, &never_again).await.unwrap();
    let emils_stop = mailed(&w, "emil", "/stop-invitations?token=").await;
    let doras_code = mailed(&w, "dora", "/?invite=").await;
    let (code_of_dora, proof) = doras_code.split_once("#proof=").unwrap();
    let old = first(&w);

    let advice = refused(&w, NEW, None).await;
    assert!(advice.contains("TAGESECHO_SECRET_OLD") && advice.contains("tagesecho secret --rotate"), "{advice}");
    let advice = refused(&w, NEW, Some(&old)).await;
    assert!(advice.contains("not been brought over") && advice.contains("tagesecho secret --rotate"), "{advice}");
    assert!(rotate(&settings(&w, NEW, Some(NEWEST))).await.unwrap_err().0.contains("neither"));
    assert!(rotate(&settings(&w, NEW, Some(NEW))).await.unwrap_err().0.contains("the same"));
    assert!(rotate(&settings(&w, NEW, None)).await.unwrap_err().0.contains("set TAGESECHO_SECRET"));
    assert!(refused(&w, NEW, Some("short")).await.contains("TAGESECHO_SECRET_OLD is too short"));
    assert_eq!(opens(&w.backend, &token).await, OPENS, "nothing was changed");

    let done = rotate(&settings(&w, NEW, Some(&old))).await.unwrap();
    assert_eq!((done.is_new, done.encrypted, done.unreadable, done.sessions), (true, 2, 0, 1));
    assert_eq!(rotate(&settings(&w, NEW, Some(&old))).await.unwrap(), Rotation::default());
    let advice = refused(&w, &old, None).await;
    assert!(advice.contains("is not the one"), "{advice}");

    let server = start(&w, NEW, Some(&old)).await.unwrap();
    assert_eq!(opens(&server, &token).await, OPENS);
    assert!(matches!(identity::viewer_of_session(&server, &device).await.unwrap(), Viewer::Guest));
    assert_eq!(code(identity::id_token(&server, &device).await), "unauthenticated");
    assert!(
        !was_ended_elsewhere(&server, &device).await.unwrap(),
        "as if it had expired: the browser keeps its drafts"
    );
    assert!(was_ended_elsewhere(&server, &lost).await.unwrap(), "what was ended stays so");
    assert!(server.identity.refresh(&carlas.refresh_token).await.is_err());
    let fresh = server.identity.sign_in(&email("anna"), PASSWORD).await.unwrap();
    let form = session_form(&fresh.refresh_token);
    let again = identity::start_session(&server, &fresh.id_token, &form, "").await.unwrap();

    w.later(TimeDelta::days(1));
    let late = || EntryForm { date: Some(today), ticket: Some(ticket.clone()), ..writing("Von gestern") };
    entries::create(&server, &carla, late(), vec![]).await.unwrap();
    check_unsubscribe(&server, &Viewer::Guest, &emils_stop).unwrap();
    unsubscribe(&server, &Viewer::Guest, &emils_stop).await.unwrap();
    let dora = server.identity.sign_up(&email("dora"), PASSWORD).await.unwrap();
    let viewer = identity::viewer_of_bearer(&server, &dora.id_token).await.unwrap();
    let form = RegistrationForm { email_token: proof.into(), ..registration("dora", code_of_dora) };
    identity::create_account(&server, &viewer, &form).await.unwrap();
    let dora = identity::viewer_of_bearer(&server, &dora.id_token).await.unwrap();
    assert_eq!(friends::count_incoming(&server, &dora).await.unwrap(), 1, "the mail's proof is still good");

    let server = start(&w, NEW, None).await.unwrap();
    assert_eq!(opens(&server, &token).await, OPENS);
    assert!(identity::viewer_of_session(&server, &again.cookie).await.unwrap().account().is_ok());
    let anybody = identity::viewer_of_bearer(&server, &fresh.id_token).await;
    assert_eq!(code(anybody), "unauthenticated", "a day later");
    assert_eq!(code(check_unsubscribe(&server, &Viewer::Guest, &emils_stop)), "stop_link_invalid");
    entries::delete(&server, &carla, entries::list(&server, &carla, None, 1).await.unwrap().items[0].id).await.unwrap();
    assert_eq!(code(entries::create(&server, &carla, late(), vec![]).await), "not_today");

    rotate(&settings(&w, NEWEST, Some(NEW))).await.unwrap();
    let server = start(&w, NEWEST, None).await.unwrap();
    assert_eq!(opens(&server, &token).await, OPENS);
    std::fs::remove_dir_all(w.data.path().join("mail")).unwrap();
    for name in ["ben", "emil"] {
        invite(&server, &carla, name).await;
        assert_eq!(w.mail(name).await, None, "{name} wants none, for good");
    }
});

story!(a_restore_without_the_secret_is_refused_with_what_is_missing, |w| async move {
    let anna = w.person("anna").await;
    let entry = entries::create(&w.backend, &anna, writing("Worte"), vec![]).await.unwrap();
    let file = w.data.path().join("secret");
    let kept = first(&w);
    std::fs::remove_file(&file).unwrap();
    let opened = || Backend::open(w.settings.clone(), w.clock.clone());
    let advice = opened().await.unwrap_err().0;
    for part in ["the secret that this database was made with is missing", file.to_str().unwrap(), "TAGESECHO_SECRET"] {
        assert!(advice.contains(part), "{advice}");
    }
    assert!(!file.exists(), "another one is no help");
    std::fs::write(&file, NEW).unwrap();
    assert!(opened().await.unwrap_err().0.contains("is not the one"));
    std::fs::write(&file, kept).unwrap();
    let server = opened().await.unwrap();
    assert_eq!(entries::open(&server, &anna, entry.id).await.unwrap().text, "Worte");
});

story!(whatever_is_stored_of_a_secret_is_brought_over, |w| async move {
    // SQLite has ids in such columns, too.
    if w.backend.db.engine() == Engine::Sqlite {
        return;
    }
    let sql = "SELECT table_name || '.' || column_name FROM information_schema.columns \
               WHERE table_schema = current_schema() AND data_type = 'bytea' AND table_name NOT LIKE '\\_sqlx%'";
    let stored: Vec<(String,)> = w.backend.db.read(sql).fetch_all().await.unwrap();
    // A salt, counters that begin anew within a day, and what data keys seal or hash: only these keys are wrapped anew.
    let others = [
        "declaration_mails.counter",
        "entries.signs",
        "entries.words",
        "entry_saves.digest",
        "entry_saves.words",
        "entry_search.document",
        "entry_versions.words",
        "friend_invitations.message",
        "imported_parts.key_hash",
        "imports.report",
        "limits.key_hash",
        "linkedin_profiles.words",
        "reflection_answers.words",
        "share_links.pin_salt",
    ];
    let mut stored: Vec<_> =
        stored.into_iter().map(|(name,)| name).filter(|name| !others.contains(&name.as_str())).collect();
    let mut listed = columns();
    stored.sort();
    listed.sort_unstable();
    assert_eq!(stored, listed, "a new column belongs in a list of secret/rotation.rs");
});

fn kid(id_token: &str) -> String {
    jsonwebtoken::decode_header(id_token).unwrap().kid.unwrap()
}

story!(a_new_signing_key_signs_and_older_ones_verify_until_they_are_past_their_time, |w| async move {
    let before = w.sign_up("anna").await;
    w.register("anna", &before).await;
    w.later(TimeDelta::minutes(30));
    assert_eq!(w.backend.identity.renew_signing_key().await.unwrap(), Some(0));
    let restarted = w.another_server().await;
    let after = restarted.identity.sign_in(&email("anna"), PASSWORD).await.unwrap();
    assert_ne!(kid(&before.id_token), kid(&after.id_token));
    assert_eq!(kid(&before.id_token), kid(&w.sign_in("anna").await.id_token), "a running server keeps its own");
    for server in [&w.backend, &restarted] {
        for token in [&before.id_token, &after.id_token] {
            server.identity.verify(token).await.unwrap();
        }
    }
    w.later(TimeDelta::minutes(119));
    assert_eq!(restarted.identity.renew_signing_key().await.unwrap(), Some(0));
    w.later(TimeDelta::minutes(2));
    assert_eq!(restarted.identity.renew_signing_key().await.unwrap(), Some(1));
    let fresh = w.another_server().await.identity.sign_in(&email("anna"), PASSWORD).await.unwrap();
    w.another_server().await.identity.verify(&fresh.id_token).await.unwrap();
});
