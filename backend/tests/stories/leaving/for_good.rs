//! The end: no row, file or mail has anything of the person, and what others have stays whole.

use crate::{
    sealed::plant,
    world::{
        World,
        crowd::hex,
        diary::{code, photo, pro, spoken, writing},
        friendships::id,
        people::{PASSWORD, email},
        rows,
    },
};
use backend::{
    Viewer, declarations, entries,
    friends::{self, blocks, invitations, reports},
    identity::forgot_password,
    leaving, media, profile, stats,
};
use chrono::TimeDelta;
use domain::{DeclarationForm, EntryForm, Language, StatementForm, Visibility, identity::ForgottenForm};

/// The tables whose rows have one of these words, or the id of the person.
async fn traces(w: &World, words: &[String], id: uuid::Uuid) -> Vec<String> {
    let digits = [id.simple().to_string(), id.to_string()];
    let words: Vec<String> = words
        .iter()
        .flat_map(|word| [word.to_lowercase(), hex(word.as_bytes()).to_lowercase()])
        .chain(digits)
        .collect();
    let mut found = rows(&w.backend.db).await;
    found.retain(|(_, row)| words.iter().any(|word| row.to_lowercase().contains(word.as_str())));
    found.into_iter().map(|(table, row)| format!("{table}: {row}")).collect()
}

/// Everything that somebody can have, in all tables.
async fn live(w: &World, anna: &Viewer, ben: &Viewer) {
    let backend = &w.backend;
    plant(w, anna, ben).await;
    w.later(TimeDelta::days(1));
    let public = EntryForm { visibility: Some(Visibility::Public), ..writing("Noch ein Tag") };
    let second = entries::create(
        backend,
        anna,
        public,
        media::Uploads { recording: Some(spoken("heute.webm")), images: vec![photo("rocket.jpg")] },
    );
    let second = second.await.unwrap();
    entries::delete(backend, anna, second.id).await.unwrap();
    profile::set_picture(backend, id(anna), photo("rocket.jpg")).await.unwrap();
    let carla = w.person("carla").await;
    blocks::block(backend, &carla, id(anna)).await.unwrap();
    let about = reports::ReportForm {
        user_id: Some(id(anna)),
        entry_id: None,
        reason: "spam".into(),
        words: "Anna Beispiel war es".into(),
    };
    reports::report(backend, &carla, &about).await.unwrap();
    let form = DeclarationForm {
        name: "Anna".into(),
        email: email("anna"),
        contract: "Pro".into(),
        statement: StatementForm::Withdrawal { ordered: String::new() },
    };
    declarations::declare(backend, anna, form, Language::De, super::ADDRESS).await.unwrap();
    forgot_password(backend, &ForgottenForm { email: email("anna") }, super::ADDRESS).await.unwrap();
    w.session(&w.sign_in("anna").await).await;
    w.backend.background.settled().await;
}

on_s3!(
    after_fourteen_days_no_row_file_or_mail_has_anything_of_theirs,
    whoever_comes_back_with_a_backup_is_deleted_anew,
    servers_that_share_only_a_bucket_share_the_list,
);

/// The list of deleted accounts in a data folder.
fn list_in(folder: &std::path::Path) -> Vec<(uuid::Uuid, String)> {
    let text = std::fs::read_to_string(folder.join("deleted")).unwrap();
    let words = text.lines().filter_map(|line| line.split_once(' '));
    words.map(|(id, day)| (id.parse().unwrap(), day.to_owned())).collect()
}

/// The list of deleted accounts, which is the same in the bucket.
async fn list(w: &World) -> Vec<(uuid::Uuid, String)> {
    let list = list_in(w.data.path());
    if w.bucket.is_some() {
        let there = w.backend.media.list_deleted().await.unwrap();
        assert_eq!(there.into_iter().map(|(id, day)| (id, day.to_string())).collect::<Vec<_>>(), list);
    }
    list
}

story!(after_fourteen_days_no_row_file_or_mail_has_anything_of_theirs, |w| async move {
    let ben = w.person("ben").await;
    // Ben invites her; she registers with another code.
    let invited = invitations::InvitationForm { email: email("anna"), message: "Komm!".into() };
    invitations::send(&w.backend, &ben, &invited).await.unwrap();
    let codes = invitations::own_codes(&w.backend, &ben).await.unwrap().len();
    let free = |codes: &[invitations::OwnCode]| codes.iter().filter(|code| code.email.is_none()).count();
    let anna = pro(&w.person("anna").await);
    w.make_friends(&anna, &ben).await;
    let his = entries::create(&w.backend, &ben, writing("Von Ben"), vec![photo("rocket.jpg")]).await.unwrap();
    let his_files = w.media_files();
    live(&w, &anna, &ben).await;
    let (figures, uid) = (stats::figures(&w.backend, &ben).await.unwrap(), anna.account().unwrap().user.uid.clone());
    let username = anna.account().unwrap().user.username.clone();
    let words = [email("anna"), uid, username, "\"anna".into(), "'anna".into()];
    assert!(traces(&w, &words, id(&anna).0).await.len() > 20, "the tables were read");
    assert!(w.media_files().len() > his_files.len());

    w.leave("anna", false).await.unwrap();
    w.later(TimeDelta::days(13));
    leaving::sweep(&w.backend).await.unwrap();
    assert_eq!(w.accounts("anna").await, 1);
    w.later(TimeDelta::days(1));
    leaving::sweep(&w.backend).await.unwrap();
    w.backend.background.settled().await;
    assert_eq!(traces(&w, &words, id(&anna).0).await, Vec::<String>::new());
    media::sweep(&w.backend).await.unwrap();
    assert_eq!(w.media_files(), his_files);
    let mail = w.mail("anna").await.unwrap();
    assert!(mail.contains("05.12.2026") && !mail.contains("Steuerrecht"), "{mail}");
    assert_eq!(w.mails_to("anna").await, 1, "only the receipt lies there");
    assert_eq!(list(&w).await, [(id(&anna).0, "2026-12-05".to_owned())]);

    assert_eq!(entries::open(&w.backend, &ben, his.id).await.unwrap().text, "Von Ben");
    let now = stats::figures(&w.backend, &ben).await.unwrap();
    assert_eq!((now.total_entries, now.total_photos), (figures.total_entries, figures.total_photos));
    assert_eq!(friends::friends(&w.backend, &ben).await.unwrap(), []);
    let now = invitations::own_codes(&w.backend, &ben).await.unwrap();
    assert_eq!((now.len(), free(&now)), (codes, codes), "the code of his invitation is free again");
    let (open, _) = reports::open_reports(&w.backend).await.unwrap();
    assert_eq!(open.iter().map(|report| report.words.clone()).collect::<Vec<_>>(), [Some(String::new())]);
    let declared = "SELECT COUNT(*) FROM declarations WHERE user_id IS NULL";
    assert_eq!(w.backend.db.read(declared).fetch_one::<(i64,)>().await.unwrap().0, 2, "declarations stay");

    // The address is free.
    assert!(w.backend.identity.sign_in(&email("anna"), PASSWORD).await.is_err());
    let again = w.person("anna").await;
    assert_ne!(id(&again), id(&anna));
});

story!(at_once_and_for_good_needs_no_sweep, |w| async move {
    w.person("anna").await;
    w.leave("anna", true).await.unwrap();
    w.backend.background.settled().await;
    assert_eq!((w.accounts("anna").await, w.mails_to("anna").await), (0, 1));
    assert!(w.mail("anna").await.unwrap().contains("ist am 20.11.2026 gelöscht worden"));
    assert!(w.backend.identity.sign_in(&email("anna"), PASSWORD).await.is_err());
});

story!(a_deletion_that_was_killed_is_finished_by_the_next_sweep, |w| async move {
    let anna = w.person("anna").await;
    entries::create(&w.backend, &anna, writing("Regen"), vec![photo("rocket.jpg")]).await.unwrap();
    w.leave("anna", false).await.unwrap();
    // Killed between the two transactions of 'at once', with the line in the list.
    let now = "UPDATE users SET leaves_at = $1";
    w.backend.db.write(now).bind(w.clock.now()).execute().await.unwrap();
    std::fs::write(w.data.path().join("deleted"), format!("{} 2026-11-20\n", id(&anna))).unwrap();
    let servers = [w.another_server().await, w.another_server().await];
    assert_eq!(w.accounts("anna").await, 0, "a start finishes it, too");
    let (one, two) = tokio::join!(leaving::sweep(&servers[0]), leaving::sweep(&servers[1]));
    one.unwrap();
    two.unwrap();
    media::sweep(&w.backend).await.unwrap();
    assert_eq!(w.media_files(), Vec::<String>::new());
});

story!(two_servers_delete_once, |w| async move {
    w.person("anna").await;
    w.leave("anna", false).await.unwrap();
    w.later(TimeDelta::days(14));
    let other = w.another_server().await;
    let (one, two) = tokio::join!(leaving::sweep(&w.backend), leaving::sweep(&other));
    one.unwrap();
    two.unwrap();
    other.background.settled().await;
    assert_eq!((w.accounts("anna").await, w.mails_to("anna").await), (0, 1));
});

story!(whoever_comes_back_with_a_backup_is_deleted_anew, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    entries::create(&w.backend, &anna, writing("Regen"), vec![photo("rocket.jpg")]).await.unwrap();
    entries::create(&w.backend, &ben, writing("Sonne"), vec![]).await.unwrap();
    let stranger = uuid::Uuid::new_v4();
    let list = format!("{stranger} 2026-10-01\nno id here\n\n{} 2026-11-01\n", id(&anna));
    std::fs::write(w.data.path().join("deleted"), list).unwrap();
    // The doctor only looks.
    backend::Backend::open_to_look(w.settings.clone(), w.clock.clone()).await.unwrap().db.close().await;
    assert_eq!(w.accounts("anna").await, 1);
    w.another_server().await;
    assert_eq!((w.accounts("anna").await, w.accounts("ben").await), (0, 1));
    media::sweep(&w.backend).await.unwrap();
    assert_eq!((w.media_files(), w.mails_to("anna").await), (Vec::new(), 0));
});

async fn servers_that_share_only_a_bucket_share_the_list(w: World) {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    // The folder of this server has a line, perhaps of before the bucket. Its start tells the others.
    std::fs::write(w.data.path().join("deleted"), format!("{} 2026-11-01\n", id(&anna))).unwrap();
    w.another_server().await.background.settled().await;
    assert_eq!((w.accounts("anna").await, w.accounts("ben").await), (0, 1));
    let there = w.backend.media.list_deleted().await.unwrap();
    assert_eq!(there.len(), 2, "the line of the file, and that of the day on which she was deleted anew");
    // Another server deletes Ben, and a backup brings him back.
    w.backend.media.note_deleted(id(&ben).0, "2026-11-10".parse().unwrap()).await.unwrap();
    let own = tempfile::TempDir::new().unwrap();
    std::fs::copy(w.data.path().join("secret"), own.path().join("secret")).unwrap();
    let settings = backend::Settings { data: own.path().to_owned(), ..w.settings.clone() };
    backend::Backend::open(settings, w.clock.clone()).await.unwrap().db.close().await;
    assert_eq!(w.accounts("ben").await, 0);
    let everybody: std::collections::BTreeSet<_> = list_in(own.path()).into_iter().map(|(id, _)| id).collect();
    assert_eq!(
        everybody,
        [id(&anna).0, id(&ben).0].into(),
        "a folder has the list, too: pictures may come back into it"
    );
    // Somebody leaves while the bucket is away. The next sweep tells the others.
    let clara = w.person("clara").await;
    w.bucket.as_ref().unwrap().fail_after(0);
    w.leave("clara", true).await.unwrap();
    assert_eq!(w.accounts("clara").await, 0);
    assert!(leaving::sweep(&w.backend).await.is_err());
    w.bucket.as_ref().unwrap().work_again();
    leaving::sweep(&w.backend).await.unwrap();
    let there = w.backend.media.list_deleted().await.unwrap();
    assert!(there.iter().any(|(deleted, _)| *deleted == id(&clara).0));
}

story!(the_operator_deletes_an_account, |w| async move {
    w.person("anna").await;
    assert_eq!(code(leaving::delete_account(&w.backend, "nobody@example.org").await), "user_not_found");
    assert!(!leaving::delete_account(&w.backend, "Anna@Example.org").await.unwrap());
    w.backend.background.settled().await;
    assert_eq!((w.accounts("anna").await, w.mails_to("anna").await), (0, 1));
});
