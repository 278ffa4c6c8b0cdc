//! Rows are added, swept after ninety days, and bounded; nothing changes them.

use super::{FIREFOX, TEXT, configured, count, entry, events, newest, recorded, sign_in};
use crate::world::{World, ai::NAME, diary::code};
use backend::{Viewer, audit, profile, sharing};
use chrono::TimeDelta;
use domain::{AuditKind, ConsentForm, Help, limits};
use std::{fs, path::Path};

async fn opens_and_ends(w: &World, viewer: &Viewer) {
    let id = entry(w, viewer).await;
    for _ in 0..limits::AUDIT_PER_DAY + 10 {
        sharing::create(&w.backend, viewer, id, TEXT).await.unwrap();
        sharing::remove(&w.backend, viewer, id, None).await.unwrap();
    }
}

story!(what_is_repeated_fills_no_table_and_hides_no_other_kind, |w| async move {
    let anna = w.person("anna").await;
    opens_and_ends(&w, &anna).await;
    sign_in(&w, "anna", FIREFOX).await;
    let stored = async |kind: AuditKind| {
        let query = w.backend.db.read("SELECT COUNT(*) FROM audit_events WHERE kind = $1").bind(kind.as_str());
        query.fetch_one::<(i64,)>().await.unwrap().0
    };
    assert_eq!(stored(AuditKind::LinkMade).await, limits::AUDIT_PER_DAY);
    assert_eq!(stored(AuditKind::SignedIn).await, 1);
    w.later(TimeDelta::days(1));
    sharing::create(&w.backend, &anna, entry(&w, &anna).await, TEXT).await.unwrap();
    assert_eq!(stored(AuditKind::LinkMade).await, limits::AUDIT_PER_DAY + 1, "the next day takes them again");
});

story!(pages_hold_each_event_once, |w| async move {
    let anna = w.person("anna").await;
    opens_and_ends(&w, &anna).await;
    let (mut seen, mut before) = (Vec::new(), None::<String>);
    loop {
        let page = audit::events(&w.backend, &anna, before.as_deref(), 7).await.unwrap();
        seen.extend(page.items.iter().map(|one| one.id));
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    let all = usize::try_from(2 * limits::AUDIT_PER_DAY).unwrap();
    assert_eq!(seen.len(), all);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), all);
    assert_eq!(code(audit::events(&w.backend, &anna, Some("x"), 7).await), "invalid_form");
    assert_eq!(code(audit::events(&w.backend, &Viewer::Guest, None, 7).await), "unauthenticated");
});

story!(after_ninety_days_an_event_is_gone, |w| async move {
    let anna = w.person("anna").await;
    sign_in(&w, "anna", FIREFOX).await;
    w.later(TimeDelta::days(limits::AUDIT_DAYS - 1));
    sign_in(&w, "anna", FIREFOX).await;
    audit::sweep(&w.backend).await.unwrap();
    assert_eq!(count(&w, &anna, AuditKind::SignedIn).await, 2);
    w.later(TimeDelta::days(1) + TimeDelta::seconds(1));
    assert_eq!(count(&w, &anna, AuditKind::SignedIn).await, 1, "not shown, even before the sweep");
    audit::sweep(&w.backend).await.unwrap();
    let (rows,): (i64,) = w.backend.db.read("SELECT COUNT(*) FROM audit_events").fetch_one().await.unwrap();
    assert_eq!(rows, 1);
});

story!(the_database_refuses_a_change_of_a_row, |w| async move {
    let anna = w.person("anna").await;
    sign_in(&w, "anna", FIREFOX).await;
    let before = recorded(&w, &anna).await;
    for sql in ["UPDATE audit_events SET kind = 'link_made'", "UPDATE audit_events SET created_at = created_at"] {
        let refused = w.backend.db.write(sql).execute().await.unwrap_err();
        assert!(refused.to_string().contains("never changed"), "{refused}");
    }
    assert_eq!(recorded(&w, &anna).await, before);
    w.backend.db.write("DELETE FROM users").execute().await.unwrap();
    let (rows,): (i64,) = w.backend.db.read("SELECT COUNT(*) FROM audit_events").fetch_one().await.unwrap();
    assert_eq!(rows, 0, "they go with the account");
});

#[test]
fn only_the_sweep_deletes_rows() {
    fn statements(folder: &Path, found: &mut Vec<String>) {
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.is_dir() {
                statements(&path, found);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let lines = text.lines().filter(|line| line.contains("audit_events") && !line.trim().starts_with("//"));
                found.extend(lines.map(|line| format!("{}: {}", path.display(), line.trim())));
            }
        }
    }
    let mut found = Vec::new();
    for part in ["../backend/src", "../server/src", "../app/src"] {
        statements(&Path::new(env!("CARGO_MANIFEST_DIR")).join(part), &mut found);
    }
    assert!(found.len() > 3 && found.iter().all(|line| line.contains("backend/src/audit/store.rs")), "{found:#?}");
    let deleting: Vec<_> = found.iter().filter(|line| line.contains("DELETE")).collect();
    assert!(deleting.len() == 1 && deleting[0].contains("created_at < $1"), "{deleting:#?}");
    assert!(!found.iter().any(|line| line.contains("UPDATE audit_events")));
}

story!(no_words_of_anybody_fit_into_an_event, configured, |w| async move {
    let anna = w.person("anna").await;
    let said =
        |provider: &str| ConsentForm { summary: Some(true), provider: provider.into(), ..ConsentForm::default() };
    profile::set_assistant_consent(&w.backend, &anna, said("Kanariengeheimnis")).await.unwrap();
    let event = newest(&w, &anna, AuditKind::ServiceAllowed).await;
    assert_eq!((event.help, event.provider), (Some(Help::Summary), None), "only services of the settings have a name");
    sign_in(&w, "anna", "Kanariengeheimnis/1.0").await;
    assert_eq!(newest(&w, &anna, AuditKind::SignedIn).await.device, Some(domain::Device::default()));
    assert!(!format!("{:?}", events(&w, &anna).await).contains("Kanarien"));
    w.later(TimeDelta::seconds(1));
    profile::set_assistant_consent(&w.backend, &anna, said(NAME)).await.unwrap();
    assert_eq!(newest(&w, &anna, AuditKind::ServiceAllowed).await.provider.as_deref(), Some(NAME));
});
