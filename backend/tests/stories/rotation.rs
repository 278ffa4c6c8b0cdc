//! Another secret while people write: a server that still has the old one loses nothing of theirs.

use crate::world::{
    World,
    diary::{code, writing},
    people::registration,
};
use backend::{
    Backend, Settings, Viewer, entries,
    friends::reports::{self, ReportForm},
    identity,
    secret::rotate,
    sharing::{self, Visitor, create},
};
use domain::{EntryForm, Language, LinkForm, Refusal, ShareOptions, UserId};
use std::time::Duration;
use tokio::{sync::watch, task::JoinSet, time::sleep};

const WRITERS: usize = 16;
const NEW: &str = "the second secret of a story, long enough";

/// What one person has written.
struct Written {
    viewer: Viewer,
    /// The last acknowledged text, and those behind it whose saves were refused: such a save may have been made all the same.
    texts: Vec<String>,
    token: Option<String>,
    reported: bool,
    saves: [usize; 2],
}

/// Somebody who saves, shares and reports without a pause, at the server of the moment. Ends when there is none.
async fn write(viewer: Viewer, subject: Viewer, mut servers: watch::Receiver<Option<Backend>>) -> Written {
    let mut written = Written { viewer, texts: Vec::new(), token: None, reported: false, saves: [0, 0] };
    let mut entry = None;
    for n in 0.. {
        let Some(server) = servers.borrow_and_update().clone() else { break };
        let text = format!("{:?} {n}", written.viewer.user_id());
        let saved = match &entry {
            None => entries::create(&server, &written.viewer, writing(&text), vec![]).await,
            Some((id, version)) => {
                let form = EntryForm { version: *version, ..writing(&text) };
                entries::update(&server, &written.viewer, *id, form, vec![]).await
            }
        };
        match saved {
            Ok(saved) => {
                entry = Some((saved.id, saved.version));
                written.texts = vec![text];
                written.saves[usize::from(server.settings.secret.is_some())] += 1;
            }
            Err(error) => {
                refused(&error);
                written.texts.push(text);
                let seen = entries::list(&server, &written.viewer, None, 1).await.unwrap().items.pop();
                entry = seen.map(|seen| (seen.id, seen.version)).or(entry);
            }
        }
        let Some((id, _)) = entry else { continue };
        let form = LinkForm {
            options: Some(ShareOptions { original_text: true, ..ShareOptions::NOTHING }),
            ..LinkForm::default()
        };
        match create(&server, &written.viewer, id, form).await {
            Ok(token) => written.token = Some(token),
            Err(error) => refused(&error),
        }
        if !written.reported {
            let form = ReportForm {
                user_id: subject.user_id(),
                entry_id: None,
                reason: "spam".into(),
                words: text_of(&written),
            };
            match reports::report(&server, &written.viewer, &form).await {
                Ok(()) => written.reported = true,
                Err(error) => refused(&error),
            }
        }
        tokio::task::yield_now().await;
    }
    written
}

fn text_of(written: &Written) -> String {
    format!("Gemeldet von {:?}", written.viewer.user_id())
}

/// A server whose secret is no longer the database's puts off what it would write, and cannot read what it would write over.
fn refused(error: &backend::Error) {
    let refusal = error.refusal().refusal;
    assert!([Refusal::Unavailable, Refusal::EntryUnreadable].contains(&refusal), "{error}");
}

/// Registers one person after the other. Returns those who were told that they are registered.
async fn register(w: World, mut servers: watch::Receiver<Option<Backend>>) -> Vec<String> {
    let mut registered = Vec::new();
    for n in 0.. {
        let Some(server) = servers.borrow_and_update().clone() else { break };
        let name = format!("neu{n}");
        let Ok(codes) = backend::invitation_codes::invite(&server, 1).await else { continue };
        let viewer = w.identity(&name, &name).await;
        match identity::create_account(&server, &viewer, &registration(&name, &codes[0])).await {
            Ok(_) => registered.push(name),
            Err(error) => refused(&error),
        }
    }
    registered
}

async fn changed(w: &World, settings: &Settings) {
    // Sixteen writers may keep SQLite busy for longer than it waits.
    for _ in 0..10 {
        match rotate(settings).await {
            Ok(done) => return assert_eq!(done.unreadable, 0),
            Err(error) => assert!(error.0.contains("nothing was") || error.0.contains("run this again"), "{error}"),
        }
    }
    panic!("{:?}: the secret was not changed", w.backend.db.engine());
}

story!(another_secret_under_sixteen_writers_loses_nothing, |w| async move {
    let subject = w.person("subject").await;
    let (servers, seen) = watch::channel(Some(w.backend.clone()));
    let mut writers = JoinSet::new();
    for n in 0..WRITERS {
        let viewer = w.person(&format!("person{n}")).await;
        writers.spawn(write(viewer, subject.clone(), seen.clone()));
    }
    let registering = tokio::spawn(register(w.clone(), seen.clone()));
    sleep(Duration::from_secs(1)).await;
    let old = std::fs::read_to_string(w.data.path().join("secret")).unwrap();
    let both = Settings { secret: Some(NEW.into()), secret_old: Some(old), ..w.settings.clone() };
    changed(&w, &both).await;

    // The old server has not been stopped, and says so.
    sleep(Duration::from_millis(200)).await;
    assert_eq!(w.backend.ready().await.unwrap_err().refusal().refusal, Refusal::Unavailable);
    let alone = Settings { secret_old: None, ..both };
    let server = Backend::open(alone, w.clock.clone()).await.unwrap();
    server.ready().await.unwrap();
    servers.send_replace(Some(server.clone()));
    sleep(Duration::from_secs(1)).await;
    servers.send_replace(None);

    let written = writers.join_all().await;
    // Behind the last report.
    let reports = reports::open_reports(&server).await.unwrap().0;
    let mut saves = [0, 0];
    for written in written {
        let today = entries::list(&server, &written.viewer, None, 10).await.unwrap().items;
        assert!(today.len() == 1 && written.texts.contains(&today[0].text), "{:?}: {:?}", written.texts, today);
        if let Some(token) = &written.token {
            let visitor = Visitor::from("192.0.2.1");
            let shared = sharing::open(&server, &Viewer::Guest, token, visitor, Language::De).await;
            assert_eq!(code(shared), "ok", "a link that somebody was given");
        }
        let words = text_of(&written);
        let found = reports.iter().any(|report| report.words.as_deref() == Some(&words));
        assert_eq!(found, written.reported);
        saves = [saves[0] + written.saves[0], saves[1] + written.saves[1]];
    }
    assert!(saves.iter().all(|saves| *saves >= WRITERS), "{saves:?}");
    let registered = registering.await.unwrap();
    assert!(!registered.is_empty());
    for name in registered {
        let sql = "SELECT id FROM users WHERE uid = $1";
        let (id,) = server.db.read(sql).bind(name.clone()).fetch_one().await.unwrap();
        assert_eq!(code(server.db.data_key(UserId(id)).await), "ok", "{name} can write");
    }
});
