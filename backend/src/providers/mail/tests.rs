use super::{CODE_LIFETIME, GIVE_UP, Invitation, Kind, Mail, Message};
use crate::{Background, Clock, Db, Secret, Settings, db::Migrations};
use chrono::{DateTime, NaiveDate, TimeDelta};
use domain::Language;
use std::path::Path;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
    sync::mpsc,
};
use uuid::Uuid;

const LINK: &str = "https://tagesecho.test/action?mode=resetPassword&oobCode=abc_-XYZ";

struct Opened {
    mail: Mail,
    background: Background,
    clock: Clock,
    db: Db,
}

/// The state after a start, with the database in the folder.
async fn open(data: &Path, smtp_url: Option<String>) -> Opened {
    let background = Background::default();
    let mail_from = smtp_url.is_some().then(|| "Tagesecho <mail@tagesecho.test>".to_owned());
    let settings = Settings { smtp_url, mail_from, ..Settings::local(data.into(), "https://tagesecho.test") };
    let clock = Clock::fixed(DateTime::UNIX_EPOCH);
    let db = Db::connect(&format!("sqlite:{}", data.join("mails.sqlite3").display())).await.unwrap();
    db.migrate(Migrations::Run).await.unwrap();
    let secret = Secret::open(&settings, false).unwrap();
    let mail = Mail::open(&settings, &db, &secret, &clock, &background).unwrap();
    Opened { mail, background, clock, db }
}

impl Opened {
    async fn send(&self, message: Message) {
        self.mail.send(&message).await.unwrap();
        self.background.settled().await;
    }

    async fn look_after(&self, time: TimeDelta) {
        self.clock.advance(time);
        self.mail.look().await.unwrap();
        self.background.settled().await;
    }

    async fn waiting(&self) -> i64 {
        self.db.read("SELECT COUNT(*) FROM mails").fetch_one::<(i64,)>().await.unwrap().0
    }
}

fn reset(to: &str, language: Language) -> Message {
    Message { to: to.into(), language, kind: Kind::ResetPassword { link: LINK.into(), disconnects: false } }
}

/// A mail server that answers each mail with the next of `verdicts`, and passes on what it received.
async fn server(verdicts: Vec<&'static str>) -> (String, mpsc::UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let (sent, mails) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        for verdict in verdicts {
            let (stream, _) = listener.accept().await.unwrap();
            let (read, mut write) = stream.into_split();
            write.write_all(b"220 ready\r\n").await.unwrap();
            let (mut lines, mut mail, mut is_data) = (BufReader::new(read).lines(), String::new(), false);
            while let Ok(Some(line)) = lines.next_line().await {
                let answer = match (is_data, line.as_str()) {
                    (true, ".") => {
                        is_data = false;
                        sent.send(std::mem::take(&mut mail)).unwrap();
                        verdict
                    }
                    (true, text) => {
                        mail.extend([text, "\n"]);
                        continue;
                    }
                    (false, "DATA") => {
                        is_data = true;
                        "354 go on"
                    }
                    (false, _) => "250 fine",
                };
                if write.write_all(format!("{answer}\r\n").as_bytes()).await.is_err() {
                    break;
                }
            }
        }
    });
    (url, mails)
}

#[tokio::test]
async fn without_a_server_a_mail_is_a_file_that_only_its_owner_reads() {
    let data = tempfile::tempdir().unwrap();
    let opened = open(data.path(), None).await;
    opened.send(reset("Anna@example.org", Language::De)).await;
    opened.send(reset("ben@example.org", Language::Fr)).await;
    let mail = &opened.mail;
    let text = mail.newest("anna@example.org").await.unwrap().unwrap();
    assert!(text.contains(&format!("\n{LINK}\n")) && text.contains("zehn Minuten"), "{text}");
    assert!(mail.newest("ben@example.org").await.unwrap().unwrap().contains("dix minutes"));
    assert_eq!(mail.newest("carla@example.org").await.unwrap(), None);

    let files: Vec<_> = std::fs::read_dir(data.path().join("mail")).unwrap().map(Result::unwrap).collect();
    assert_eq!(files.len(), 2);
    #[cfg(unix)]
    for file in files {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[tokio::test]
async fn the_last_mail_to_an_address_is_the_newest_and_old_files_are_deleted() {
    let data = tempfile::tempdir().unwrap();
    let opened = open(data.path(), None).await;
    for n in 0..230 {
        let kind = Kind::VerifyEmail { link: format!("https://tagesecho.test/action?oobCode={n}") };
        opened.mail.send(&Message { to: "anna@example.org".into(), language: Language::De, kind }).await.unwrap();
    }
    assert!(opened.mail.newest("anna@example.org").await.unwrap().unwrap().contains("oobCode=229\n"));
    assert!(std::fs::read_dir(data.path().join("mail")).unwrap().count() <= 200);
}

#[tokio::test]
async fn a_server_gets_ascii_with_an_automatic_sender_and_the_whole_link() {
    let (url, mut mails) = server(vec!["250 taken"]).await;
    let data = tempfile::tempdir().unwrap();
    open(data.path(), Some(url)).await.send(reset("anna@example.org", Language::De)).await;
    let sent = mails.recv().await.unwrap();
    assert!(sent.is_ascii(), "{sent}");
    for line in ["From: Tagesecho <mail@tagesecho.test>", "To: anna@example.org", "Auto-Submitted: auto-generated"] {
        assert!(sent.lines().any(|found| found == line), "{line} in {sent}");
    }
    assert!(sent.contains("Date: Thu, 01 Jan 1970") && sent.contains("@tagesecho.test>"), "{sent}");
    assert!(sent.replace("=\n", "").replace("=3D", "=").contains(LINK), "{sent}");
}

#[tokio::test]
async fn a_mail_that_was_not_taken_is_tried_again_also_after_a_restart_unless_it_never_will_be() {
    let data = tempfile::tempdir().unwrap();
    let (url, mut mails) = server(vec!["451 later"]).await;
    let before = open(data.path(), Some(url)).await;
    before.send(reset("anna@example.org", Language::De)).await;
    let first = mails.recv().await;
    assert!(first.is_some());
    before.db.close().await;

    let (url, mut mails) = server(vec!["550 unknown", "250 taken"]).await;
    let after = open(data.path(), Some(url)).await;
    after.send(reset("ben@example.org", Language::De)).await;
    assert!(mails.recv().await.unwrap().contains("To: ben@example.org"));
    assert_eq!(after.waiting().await, 1, "Ben's is gone, Anna's waits");
    after.look_after(TimeDelta::seconds(11)).await;
    assert_eq!(mails.recv().await, first, "the same mail, so that nobody has it twice");
    assert_eq!(after.waiting().await, 0);
}

#[tokio::test]
async fn a_server_that_refuses_our_password_or_comes_back_after_five_minutes_gets_the_mail_in_time() {
    let data = tempfile::tempdir().unwrap();
    let (url, mut mails) = server(vec!["535 who are you", "451 later", "451 later", "451 later", "250 taken"]).await;
    let opened = open(data.path(), Some(url)).await;
    opened.send(reset("anna@example.org", Language::De)).await;
    for _ in 0..20 {
        opened.look_after(TimeDelta::seconds(29)).await;
    }
    assert_eq!(opened.waiting().await, 0);
    for _ in 0..5 {
        assert!(mails.recv().await.is_some());
    }
}

#[tokio::test]
async fn while_the_server_is_away_mails_wait_until_they_are_of_no_use() {
    let data = tempfile::tempdir().unwrap();
    let opened = open(data.path(), Some("smtp://127.0.0.1:1".into())).await;
    opened.send(reset("anna@example.org", Language::De)).await;
    opened.send(Message { kind: Kind::PasswordChanged, ..reset("anna@example.org", Language::De) }).await;
    assert_eq!(opened.waiting().await, 2);
    opened.look_after(CODE_LIFETIME).await;
    assert_eq!(opened.waiting().await, 1);
    opened.look_after(GIVE_UP - CODE_LIFETIME - TimeDelta::seconds(1)).await;
    assert_eq!(opened.waiting().await, 1);
    opened.look_after(TimeDelta::hours(1)).await;
    assert_eq!(opened.waiting().await, 0);
}

#[tokio::test]
async fn whoever_reads_the_database_finds_neither_address_nor_link() {
    let data = tempfile::tempdir().unwrap();
    let opened = open(data.path(), Some("smtp://127.0.0.1:1".into())).await;
    opened.send(reset("anna@example.org", Language::De)).await;
    let (letter,) = opened.db.read("SELECT letter FROM mails").fetch_one::<(Vec<u8>,)>().await.unwrap();
    let letter = String::from_utf8_lossy(&letter);
    assert!(letter.len() > 500 && !letter.contains("anna") && !letter.contains("oobCode"), "{letter}");
}

#[tokio::test]
async fn settings_that_cannot_work_are_named_without_the_password() {
    let data = tempfile::tempdir().unwrap();
    let Opened { db, .. } = open(data.path(), None).await;
    let secret = Secret::open(&Settings::local(data.path().into(), "https://tagesecho.test"), false).unwrap();
    let open = |url: &str, from: Option<&str>| {
        let local = Settings::local("/nowhere".into(), "https://tagesecho.test");
        let settings = Settings { smtp_url: Some(url.into()), mail_from: from.map(Into::into), ..local };
        Mail::open(&settings, &db, &secret, &Clock::system(), &Background::default()).map(drop).map_err(|error| error.0)
    };
    let from = Some("mail@tagesecho.test");
    for (url, from, named) in [
        ("smtp://mail.example.org", None, "MAIL_FROM"),
        ("smtp://mail.example.org", Some("nobody"), "MAIL_FROM"),
        ("mail.example.org:25", from, "SMTP_URL"),
        ("https://anna:geheim@mail.example.org", from, "SMTP_URL"),
        ("smtps://", from, "SMTP_URL"),
        ("smtps://anna@mail.example.org", from, "SMTP_URL"),
        ("smtp://anna:geheim@mail.example.org?tls=none", from, "SMTP_URL"),
    ] {
        let refused = open(url, from).unwrap_err();
        assert!(refused.contains(named) && !refused.contains("geheim"), "{url}: {refused}");
    }
    for url in ["smtps://anna:geheim@mail.example.org", "smtp://mail.example.org:587", "smtp://[::1]:2525"] {
        open(url, from).unwrap();
    }
}

#[test]
fn a_server_elsewhere_is_only_spoken_to_behind_tls() {
    let url = |url: &str| super::smtp::encrypted(url).unwrap().to_string();
    assert_eq!(url("smtp://mail.example.org"), "smtp://mail.example.org?tls=required");
    assert_eq!(url("smtp://mail.example.org?tsl=none"), "smtp://mail.example.org?tsl=none&tls=required");
    assert_eq!(url("smtp://mail.example.org?tls=opportunistic"), "smtp://mail.example.org?tls=opportunistic");
    assert_eq!(url("smtp://127.0.0.1:2525"), "smtp://127.0.0.1:2525");
}

#[test]
fn a_mails_debug_text_has_neither_address_nor_link() {
    let printed = format!("{:?}", reset("anna@example.org", Language::De));
    assert!(printed.contains("reset password") && !printed.contains("anna") && !printed.contains("oobCode"));
}

#[tokio::test]
async fn an_invitation_holds_no_word_of_its_sender_in_a_header_and_no_address_of_theirs_anywhere() {
    let (url, mut mails) = server(vec!["250 taken"]).await;
    let data = tempfile::tempdir().unwrap();
    let invitation = Invitation {
        id: Uuid::nil(),
        name: "Mia www.evil.example\r\nBcc: x@evil.example".into(),
        message: "Hallo {stop}\r\n.\r\nhttps://evil.example".into(),
        until: NaiveDate::from_ymd_opt(2026, 12, 24).unwrap(),
        link: "https://tagesecho.test/?invite=K7QW-3MPA-XY".into(),
        stop: "https://tagesecho.test/stop-invitations?token=abc".into(),
    };
    let kind = Kind::Invitation(Box::new(invitation));
    let message = Message { to: "ben@example.org".into(), language: Language::En, kind };
    open(data.path(), Some(url)).await.send(message).await;
    let sent = mails.recv().await.unwrap();
    let (head, body) = sent.split_once("\n\n").unwrap();
    assert!(head.contains("Subject: An invitation to Tagesecho\n"), "{head}");
    assert!(head.contains("List-Unsubscribe: <https://tagesecho.test/stop-invitations?token=abc>"), "{head}");
    assert!(!head.contains("evil") && !head.contains("Bcc"), "{head}");
    let body = body.replace("=\n", "").replace("=3D", "=");
    assert!(body.contains("Mia www. evil. example Bcc: x@ evil. example invites you"), "{body}");
    assert!(body.contains("\n> Hallo {stop}\n> .\n> https: / /evil. example\n"), "{body}");
    assert!(body.contains("\nhttps://tagesecho.test/?invite=K7QW-3MPA-XY\n") && body.contains("24.12.2026"), "{body}");
}
