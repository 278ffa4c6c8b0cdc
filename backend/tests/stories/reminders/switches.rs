//! Switching mails on and off, in the settings and by the link of a mail.

use super::{at, confirm, confirmed, mails, remind_at};
use crate::world::diary::code;
use backend::{
    Viewer,
    reminders::{change, check_stop, send_due, settings, stop},
};
use domain::{MailKind, NotificationForm};

fn token_in(mail: &str) -> String {
    let links: Vec<_> = mail.split("/stop-mails?token=").skip(1).collect();
    links.last().unwrap().lines().next().unwrap().to_owned()
}

story!(the_reminder_needs_a_confirmed_address, |w| async move {
    let anna = w.person("anna").await;
    let on = NotificationForm { reminder: Some(true), ..NotificationForm::default() };
    assert_eq!(code(change(&w.backend, &anna, &on).await), "email_unconfirmed");
    let time = NotificationForm { reminder_time: Some("07:15".into()), ..NotificationForm::default() };
    let changed = change(&w.backend, &anna, &time).await.unwrap();
    assert_eq!((changed.reminder, changed.reminder_time.to_string().as_str()), (false, "07:15"));
    confirm(&w, "anna").await;
    let changed = change(&w.backend, &anna, &on).await.unwrap();
    assert!(changed.reminder && changed.email_confirmed && changed.friend_requests && changed.friend_news);
    assert_eq!(settings(&w.backend, &anna).await.unwrap(), changed);
    assert_eq!(at(&w, "anna", "2026-11-21T06:15:00Z").await, 1);

    for typed in ["", "25:00", "acht"] {
        let form = NotificationForm { reminder_time: Some(typed.into()), ..NotificationForm::default() };
        assert_eq!(code(change(&w.backend, &anna, &form).await), "invalid_reminder_time", "{typed}");
    }
    assert_eq!(code(change(&w.backend, &Viewer::Guest, &on).await), "unauthenticated");
    assert_eq!(code(settings(&w.backend, &Viewer::Guest).await), "unauthenticated");
});

story!(the_link_of_the_mail_ends_the_reminder_and_nothing_else, |w| async move {
    let (anna, ben) = (confirmed(&w, "anna").await, confirmed(&w, "ben").await);
    remind_at(&w, &anna, "20:00").await;
    remind_at(&w, &ben, "20:00").await;
    assert_eq!(at(&w, "anna", "2026-11-20T19:00:00Z").await, 1);
    let mail = mails(&w, "anna").await.remove(0);
    let token = token_in(&mail);
    let (head, _) = mail.split_once("\n\n").unwrap();
    // Long headers are folded.
    let head = head.replace("\n ", " ");
    assert!(head.contains(&format!("List-Unsubscribe: <https://tagesecho.test/stop-mails?token={token}>")), "{head}");
    assert!(head.contains("\nList-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{head}");

    assert_eq!(check_stop(&w.backend, &Viewer::Guest, &token).unwrap(), MailKind::Reminder);
    assert!(settings(&w.backend, &anna).await.unwrap().reminder, "looking changes nothing");
    for _ in 0..2 {
        stop(&w.backend, &Viewer::Guest, &token).await.unwrap();
    }
    let chosen = settings(&w.backend, &anna).await.unwrap();
    assert_eq!((chosen.reminder, chosen.friend_requests, chosen.friend_news), (false, true, true));
    assert_eq!(at(&w, "anna", "2026-11-21T19:00:00Z").await, 1);
    assert_eq!(mails(&w, "ben").await.len(), 2);
    for broken in ["", "x", &token[1..], &w.backend.secret.sign("ticket", "reminder")] {
        assert_eq!(code(stop(&w.backend, &Viewer::Guest, broken).await), "mail_link_invalid", "{broken}");
    }
});

story!(an_account_that_is_gone_is_not_reminded, |w| async move {
    let anna = confirmed(&w, "anna").await;
    remind_at(&w, &anna, "20:00").await;
    assert_eq!(at(&w, "anna", "2026-11-20T19:00:00Z").await, 1);
    let token = token_in(&mails(&w, "anna").await.remove(0));
    let gone = w.backend.db.write("DELETE FROM users WHERE id = $1");
    gone.bind(anna.user_id().unwrap().0).execute().await.unwrap();
    assert_eq!(at(&w, "anna", "2026-11-21T19:00:00Z").await, 1);
    stop(&w.backend, &Viewer::Guest, &token).await.unwrap();
    send_due(&w.backend).await.unwrap();
});
