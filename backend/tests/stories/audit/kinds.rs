//! Each kind of event, as it happens.

use super::{FIREFOX, HOME, IPHONE, TEXT, configured, entry, kinds, sign_in};
use crate::{
    assistant::saying,
    identity::google::LOGIN,
    imports,
    world::{
        World,
        ai::NAME,
        diary::writing,
        issuer::google_person,
        people::{PASSWORD, email},
    },
};
use backend::{
    Viewer, archive, declarations,
    friends::reports,
    identity::{
        change_email, change_password, confirm_email, end_named, end_others,
        google::{self, Begin, Mode},
        id_token, reset_password, sessions, viewer_of_session,
    },
    leaving, moderation, profile, sharing, subscription,
};
use chrono::{Datelike, TimeDelta};
use domain::{
    AuditKind, ConsentForm, DeclarationForm, EntryForm, Language, LinkForm, PinChange, ReportReason, StatementForm,
    Visibility,
    identity::{EmailForm, LeaveForm, PasswordForm, ResetForm},
    imports::ExistingDays,
};

/// Does what is recorded as this kind, and returns the person whom it is about.
async fn happens(w: &World, kind: AuditKind, name: &str) -> Viewer {
    if kind == AuditKind::SignedInGoogle {
        let session = w.register_with_google(&google_person(name)).await.session.unwrap();
        return viewer_of_session(&w.backend, &session.cookie).await.unwrap();
    }
    let viewer = w.person(name).await;
    match kind {
        AuditKind::SignedIn
        | AuditKind::DeviceSignedOut
        | AuditKind::OthersSignedOut
        | AuditKind::PasswordChanged
        | AuditKind::PasswordReset
        | AuditKind::EmailChanged
        | AuditKind::LeaveAsked
        | AuditKind::LeaveUndone
        | AuditKind::GoogleConnected
        | AuditKind::GoogleDisconnected
        | AuditKind::AccountMended => identity(w, kind, name, &viewer).await,
        AuditKind::LinkMade | AuditKind::LinkChanged | AuditKind::LinkOpened | AuditKind::LinkEnded => {
            link(w, kind, &viewer).await;
        }
        AuditKind::Exported => {
            entry(w, &viewer).await;
            let year = w.clock.now().year();
            drop(archive::export(&w.backend, &viewer, Language::De, Some(year)).await.unwrap());
        }
        AuditKind::Imported | AuditKind::ImportUndone => {
            let file = imports::bag(&[imports::day("2020-04-18", "Regen")]);
            let taken = imports::taken(w, &viewer, &file, ExistingDays::Keep).await;
            if kind == AuditKind::ImportUndone {
                backend::imports::remove(&w.backend, &viewer, taken.id).await.unwrap();
            }
        }
        AuditKind::WordsSent => drop(w.summarise(&saying(&viewer, Some(true))).await.unwrap()),
        AuditKind::ServiceAllowed | AuditKind::ServiceRefused => {
            let answer = Some(kind == AuditKind::ServiceAllowed);
            let said = ConsentForm { summary: answer, provider: NAME.into(), ..ConsentForm::default() };
            profile::set_assistant_consent(&w.backend, &viewer, said).await.unwrap();
        }
        _ => operator(w, kind, name, &viewer).await,
    }
    viewer
}

async fn identity(w: &World, kind: AuditKind, name: &str, viewer: &Viewer) {
    let b = &w.backend;
    let cookie = sign_in(w, name, FIREFOX).await;
    let token = id_token(b, &cookie).await.unwrap().token;
    match kind {
        AuditKind::DeviceSignedOut => {
            sign_in(w, name, IPHONE).await;
            let all = sessions(b, viewer, Some(&cookie)).await.unwrap();
            end_named(b, viewer, &all[1].id).await.unwrap();
        }
        AuditKind::OthersSignedOut => end_others(b, viewer, Some(&cookie)).await.unwrap(),
        AuditKind::PasswordChanged => {
            let form = PasswordForm { current_password: PASSWORD.into(), new_password: "ganz neu, gut".into() };
            change_password(b, viewer, &token, &form, FIREFOX, HOME).await.unwrap().unwrap();
        }
        AuditKind::PasswordReset => {
            b.identity.mail_password_reset(&email(name)).await.unwrap();
            let form = ResetForm { oob_code: w.mailed_code(name).await, new_password: "ganz neu, gut".into() };
            reset_password(b, &form, HOME).await.unwrap();
        }
        AuditKind::EmailChanged => {
            let other = format!("{name}.neu");
            let form = EmailForm { current_password: PASSWORD.into(), email: email(&other) };
            change_email(b, viewer, &token, &form, HOME).await.unwrap();
            assert!(!kinds(w, viewer).await.contains(&kind), "not before its code is used");
            assert!(confirm_email(b, &w.mailed_code(&other).await, HOME).await.unwrap().changed);
        }
        AuditKind::LeaveAsked | AuditKind::LeaveUndone => {
            let form = LeaveForm { password: PASSWORD.into(), immediately: false };
            leaving::leave(b, viewer, &token, &form, HOME).await.unwrap();
            w.later(TimeDelta::seconds(2));
            sign_in(w, name, FIREFOX).await;
        }
        AuditKind::GoogleConnected | AuditKind::GoogleDisconnected => {
            let asked = Begin { mode: Mode::Link, session: Some(&cookie), ..LOGIN };
            w.google(&asked, &google_person(name)).await;
            if kind == AuditKind::GoogleDisconnected {
                google::disconnect(b, viewer, &token, Some(&cookie)).await.unwrap();
            }
        }
        AuditKind::AccountMended => {
            let gone = b.db.write("DELETE FROM identity_accounts WHERE email = $1").bind(email(name));
            gone.execute().await.unwrap();
            b.identity.mend().await.unwrap();
        }
        _ => {}
    }
}

async fn link(w: &World, kind: AuditKind, viewer: &Viewer) {
    let id = entry(w, viewer).await;
    let token = sharing::create(&w.backend, viewer, id, TEXT).await.unwrap();
    match kind {
        AuditKind::LinkChanged => {
            let form = LinkForm { pin: Some(PinChange::Set("4711".into())), ..LinkForm::default() };
            sharing::update_options(&w.backend, viewer, id, form).await.unwrap();
        }
        AuditKind::LinkOpened => {
            let opening = sharing::Opening { address: HOME, agent: IPHONE, is_prefetch: false, is_known: false };
            assert!(sharing::note(&w.backend, &Viewer::Guest, &token, opening).await);
            w.backend.background.settled().await;
        }
        AuditKind::LinkEnded => sharing::remove(&w.backend, viewer, id, None).await.unwrap(),
        _ => {}
    }
}

/// What the commands of the operator do.
async fn operator(w: &World, kind: AuditKind, name: &str, viewer: &Viewer) {
    let b = &w.backend;
    match kind {
        AuditKind::ReportRead | AuditKind::ReportClosed => {
            let other = w.person(&format!("{name}.other")).await;
            let (user_id, words) = (other.user_id(), "Drohungen".to_owned());
            let form = reports::ReportForm { user_id, entry_id: None, reason: "hate".into(), words };
            reports::report(b, viewer, &form).await.unwrap();
            let (open, _) = reports::open_reports(b).await.unwrap();
            assert!(reports::close(b, open[0].id).await.unwrap());
            assert!(kinds(w, &other).await.is_empty(), "nobody tells the person who was reported");
        }
        AuditKind::DeclarationRead | AuditKind::DeclarationClosed => {
            let statement = StatementForm::Withdrawal { ordered: String::new() };
            let (contract, address) = ("Tagesecho Pro".to_owned(), email(name));
            let form = DeclarationForm { name: "Anna Berger".into(), email: address, contract, statement };
            let declared = declarations::declare(b, viewer, form, Language::De, HOME).await.unwrap();
            declarations::open_declarations(b).await.unwrap();
            assert!(declarations::close(b, &declared.receipt.case_number).await.unwrap());
        }
        AuditKind::ProGranted => {
            let last = w.clock.now().date_naive();
            subscription::grant(b, &email(name), last).await.unwrap();
        }
        AuditKind::PaymentsRead => drop(subscription::payments(b, &email(name)).await.unwrap()),
        AuditKind::AccountLocked | AuditKind::AccountUnlocked => {
            moderation::lock(b, &email(name), ReportReason::Spam).await.unwrap();
            moderation::unlock(b, &email(name)).await.unwrap();
        }
        AuditKind::EntryHidden | AuditKind::EntryShown => {
            let form = EntryForm { visibility: Some(Visibility::Public), ..writing("Ein Tag") };
            let entry = w.day(viewer, form, vec![]).await.id;
            let other = w.person(&format!("{name}.other")).await;
            let entry_id = Some(entry);
            let form = reports::ReportForm { user_id: None, entry_id, reason: "hate".into(), words: String::new() };
            reports::report(b, &other, &form).await.unwrap();
            let about = |report: &reports::Report| report.entry.map(|(id, _)| id) == entry_id;
            let report = reports::open_reports(b).await.unwrap().0.into_iter().find(about).unwrap();
            moderation::hide(b, report.id).await.unwrap().unwrap();
            moderation::show(b, entry).await.unwrap().unwrap();
        }
        kind => panic!("no story does {kind:?}"),
    }
}

story!(each_kind_is_recorded_for_its_person_and_for_nobody_else, configured, |w| async move {
    let stranger = w.person("fremd").await;
    for (n, kind) in AuditKind::ALL.iter().enumerate() {
        let viewer = happens(&w, *kind, &format!("anna{n}")).await;
        let seen = kinds(&w, &viewer).await;
        assert_eq!(seen.iter().filter(|one| *one == kind).count(), 1, "{kind:?} in {seen:?}");
    }
    assert!(kinds(&w, &stranger).await.is_empty(), "nothing was done with this account");
});
