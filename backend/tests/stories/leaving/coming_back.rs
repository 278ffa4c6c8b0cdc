//! The fourteen days: nobody sees anything, and a sign-in brings everything back.

use crate::{
    archive::exported::exported,
    world::{
        World,
        diary::{code, photo, writing},
        friendships::id,
        people::{email, session_form},
    },
};
use backend::{
    Viewer, entries, feed,
    friends::{self, Sought, blocks, invitations, reports, reports::ReportForm},
    identity::{start_session, viewer_of_bearer, viewer_of_session},
    invitation_codes::validate_invitation,
    leaving, media, profile,
    reminders::{change, send_due},
    sharing,
};
use chrono::TimeDelta;
use domain::{Entry, EntryForm, FeedFilters, Language, LinkForm, NotificationForm, Visibility, media::Rendition};

use super::ADDRESS;

const ALL: FeedFilters = FeedFilters { own: true, friends: true, public: true };

async fn write(w: &World, owner: &Viewer, visibility: Visibility) -> Entry {
    let form = EntryForm { visibility: Some(visibility), ..writing("Regen") };
    entries::create(&w.backend, owner, form, vec![photo("rocket.jpg")]).await.unwrap()
}

/// What Ben, a friend, and Carla, who asked to be one, see of Anna: codes of refusals and lengths of lists.
async fn seen(w: &World, anna: &Viewer, ben: &Viewer, carla: &Viewer, entry: &Entry) -> Vec<String> {
    let backend = &w.backend;
    let found = friends::search(backend, ben, &Sought::parse(&email("anna"))).await;
    let report = ReportForm { user_id: Some(id(anna)), entry_id: None, reason: "spam".into(), words: String::new() };
    vec![
        code(entries::open(backend, ben, entry.id).await).to_owned(),
        code(entries::open(backend, carla, entry.id).await).to_owned(),
        code(media::open(backend, ben, entry.images[0].id, Rendition::Thumbnail).await).to_owned(),
        code(entries::list_of(backend, ben, id(anna), None, 10).await).to_owned(),
        code(friends::person(backend, carla, id(anna)).await).to_owned(),
        code(found).to_owned(),
        code(reports::report(backend, carla, &report).await).to_owned(),
        friends::friends(backend, ben).await.unwrap().len().to_string(),
        friends::count(backend, ben).await.unwrap().to_string(),
        friends::outgoing(backend, carla, None, 10).await.unwrap().items.len().to_string(),
        feed::page(backend, ben, ALL, None, 10).await.unwrap().items.len().to_string(),
        feed::page(backend, carla, ALL, None, 10).await.unwrap().items.len().to_string(),
        exported(w, ben, Language::De, None).await.json()["account"]["friends"].as_array().unwrap().len().to_string(),
    ]
}

story!(a_link_that_was_made_while_its_owner_left_shows_nothing, |w| async move {
    let anna = w.person("anna").await;
    let entry = write(&w, &anna, Visibility::Private).await;
    let token = sharing::create(&w.backend, &anna, entry.id, LinkForm::default()).await.unwrap();
    let leaves = w.backend.db.write("UPDATE users SET leaves_at = $2 WHERE id = $1").bind(id(&anna).0);
    leaves.bind(w.clock.now() + TimeDelta::days(14)).execute().await.unwrap();
    let opened = sharing::open(&w.backend, &Viewer::Guest, &token, ADDRESS, Language::De).await;
    assert_eq!(code(opened), "link_not_found");
});

story!(nobody_sees_anything_of_somebody_who_leaves_until_they_come_back, |w| async move {
    let (anna, ben, carla) = (w.person("anna").await, w.person("ben").await, w.person("carla").await);
    w.make_friends(&anna, &ben).await;
    w.ask(&carla, &anna).await.unwrap();
    let entry = write(&w, &anna, Visibility::Public).await;
    let his = write(&w, &ben, Visibility::Public).await;
    let token = sharing::create(&w.backend, &anna, entry.id, LinkForm::default()).await.unwrap();
    profile::set_picture(&w.backend, id(&anna), photo("rocket.jpg")).await.unwrap();
    let code_of_anna = invitations::own_codes(&w.backend, &anna).await.unwrap().remove(0).code;
    let before = seen(&w, &anna, &ben, &carla, &entry).await;
    assert_eq!(before, ["ok", "ok", "ok", "ok", "ok", "ok", "ok", "1", "1", "1", "2", "2", "1"]);

    let elsewhere = w.sign_in("anna").await;
    let session = w.session(&elsewhere).await;
    w.later(TimeDelta::seconds(1));
    let leaves_at = w.leave("anna", false).await.unwrap();
    assert_eq!(leaves_at, w.clock.now() + TimeDelta::days(14));
    assert!(matches!(viewer_of_session(&w.backend, &session).await.unwrap(), Viewer::Guest));
    assert_eq!(code(viewer_of_bearer(&w.backend, &elsewhere.id_token).await), "unauthenticated");
    let gone = seen(&w, &anna, &ben, &carla, &entry).await;
    let (denied, unknown) = ("access_denied", "user_not_found");
    assert_eq!(
        gone,
        [denied, denied, denied, unknown, unknown, unknown, "ok", "0", "0", "0", "1", "1", "0"],
        "only Ben's own entry is there"
    );
    let opened = sharing::open(&w.backend, &Viewer::Guest, &token, ADDRESS, Language::De).await;
    assert_eq!(code(opened), "link_not_found");
    assert_eq!(
        code(validate_invitation(&w.backend, &Viewer::Guest, &code_of_anna, ADDRESS).await),
        "invitation_unknown"
    );
    assert_eq!(code(blocks::block(&w.backend, &carla, id(&anna)).await), unknown);
    assert_eq!(code(w.ask(&carla, &anna).await), unknown);
    assert_eq!(entries::open(&w.backend, &ben, his.id).await.unwrap().text, "Regen");
    let mail = w.mail("anna").await.unwrap();
    assert!(mail.contains("04.12.2026") && mail.contains("https://tagesecho.test\n"), "{mail}");

    // A token alone brings nobody back, a session does.
    w.later(TimeDelta::days(13));
    leaving::sweep(&w.backend).await.unwrap();
    let tokens = w.sign_in("anna").await;
    assert_eq!(code(viewer_of_bearer(&w.backend, &tokens.id_token).await), "unauthenticated");
    assert_eq!(seen(&w, &anna, &ben, &carla, &entry).await, gone);
    let cookie = w.session(&tokens).await;
    let back = viewer_of_session(&w.backend, &cookie).await.unwrap();
    assert!(back.account().unwrap().came_back);
    assert_eq!(seen(&w, &anna, &ben, &carla, &entry).await, before, "everything is as before");
    let opened = sharing::open(&w.backend, &Viewer::Guest, &token, ADDRESS, Language::De).await;
    assert_eq!(code(opened), "link_not_found", "but links");
    w.fourteen_days().await;
    assert_eq!(w.accounts("anna").await, 1);
    let back = viewer_of_session(&w.backend, &cookie).await.unwrap();
    assert!(!back.account().unwrap().came_back, "it is said for a day");
});

story!(who_leaves_gets_no_mail_but_the_receipt_and_nobody_gets_news_of_them, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    w.backend.db.write("UPDATE users SET email_confirmed = TRUE").execute().await.unwrap();
    let daily = NotificationForm { reminder: Some(true), ..NotificationForm::default() };
    change(&w.backend, &anna, &daily).await.unwrap();
    w.leave("anna", false).await.unwrap();
    assert_eq!(w.mails_to("anna").await, 1);
    for _ in 0..48 {
        w.later(TimeDelta::minutes(30));
        send_due(&w.backend).await.unwrap();
    }
    assert_eq!((w.mails_to("anna").await, w.mails_to("ben").await), (1, 0));
    assert_eq!(code(w.ask(&ben, &anna).await), "user_not_found");

    // The reminder comes again once she is back.
    w.session(&w.sign_in("anna").await).await;
    for _ in 0..48 {
        w.later(TimeDelta::minutes(30));
        send_due(&w.backend).await.unwrap();
    }
    assert_eq!(w.mails_to("anna").await, 2);
});

story!(waiting_news_and_invitations_of_somebody_who_leaves_are_taken_back, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    w.backend.db.write("UPDATE users SET email_confirmed = TRUE").execute().await.unwrap();
    w.ask(&anna, &ben).await.unwrap();
    let form = invitations::InvitationForm { email: email("dora"), message: String::new() };
    invitations::send(&w.backend, &anna, &form).await.unwrap();
    w.backend.background.settled().await;
    // As if the mail server had been away: they wait again.
    let written = (w.mails_to("ben").await, w.mails_to("dora").await);
    assert_eq!(written, (1, 1));
    let waiting = "SELECT COUNT(*) FROM mails";
    w.ask(&ben, &w.person("carla").await).await.unwrap();
    w.backend.background.settled().await;
    w.leave("anna", false).await.unwrap();
    w.backend.background.settled().await;
    assert_eq!(w.backend.db.read(waiting).fetch_one::<(i64,)>().await.unwrap().0, 0);
    assert_eq!(w.mails_to("anna").await, 1);
});

story!(a_sign_in_after_the_fourteen_days_brings_nobody_back, |w| async move {
    w.person("anna").await;
    w.leave("anna", false).await.unwrap();
    w.later(TimeDelta::days(14));
    // The sweep has not run yet.
    let tokens = w.sign_in("anna").await;
    let form = session_form(&tokens.refresh_token);
    assert_eq!(code(start_session(&w.backend, &tokens.id_token, &form, "").await), "user_not_found");
    leaving::sweep(&w.backend).await.unwrap();
    assert_eq!(w.accounts("anna").await, 0);
});
