use super::{Invitation, Kind, Mail, Message};
use crate::{Background, Clock, Settings};
use chrono::{DateTime, NaiveDate};
use domain::Language;
use std::path::Path;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
    sync::mpsc,
};

const LINK: &str = "https://tagesecho.test/action?mode=resetPassword&oobCode=abc_-XYZ";

fn open(data: &Path, smtp_url: Option<String>) -> (Mail, Background) {
    let background = Background::default();
    let mail_from = smtp_url.is_some().then(|| "Tagesecho <mail@tagesecho.test>".to_owned());
    let settings = Settings { smtp_url, mail_from, ..Settings::local(data.into(), "https://tagesecho.test") };
    let clock = Clock::fixed(DateTime::UNIX_EPOCH);
    (Mail::open(&settings, &clock, &background).unwrap(), background)
}

fn reset(to: &str, language: Language) -> Message {
    Message { to: to.into(), language, kind: Kind::ResetPassword { link: LINK.into(), disconnects: false } }
}

/// Answers the end of each mail with the next of `verdicts`, and gives what it was sent.
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
    let (mail, _) = open(data.path(), None);
    mail.send(reset("Anna@example.org", Language::De)).unwrap();
    mail.send(reset("ben@example.org", Language::Fr)).unwrap();
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
async fn of_many_mails_to_one_address_the_last_is_the_newest_and_old_files_go() {
    let data = tempfile::tempdir().unwrap();
    let (mail, background) = open(data.path(), None);
    for n in 0..230 {
        let kind = Kind::VerifyEmail { link: format!("https://tagesecho.test/action?oobCode={n}") };
        mail.send(Message { to: "anna@example.org".into(), language: Language::De, kind }).unwrap();
    }
    background.settled().await;
    assert!(mail.newest("anna@example.org").await.unwrap().unwrap().contains("oobCode=229\n"));
    assert!(std::fs::read_dir(data.path().join("mail")).unwrap().count() <= 200);
}

#[tokio::test]
async fn a_server_gets_ascii_with_an_automatic_sender_and_the_whole_link() {
    let (url, mut mails) = server(vec!["250 taken"]).await;
    let (mail, background) = open(Path::new("/nowhere"), Some(url));
    mail.send(reset("anna@example.org", Language::De)).unwrap();
    background.settled().await;
    let sent = mails.recv().await.unwrap();
    assert!(sent.is_ascii(), "{sent}");
    for line in ["From: Tagesecho <mail@tagesecho.test>", "To: anna@example.org", "Auto-Submitted: auto-generated"] {
        assert!(sent.lines().any(|found| found == line), "{line} in {sent}");
    }
    assert!(sent.contains("Date: Thu, 01 Jan 1970") && sent.contains("@tagesecho.test>"), "{sent}");
    assert!(sent.replace("=\n", "").replace("=3D", "=").contains(LINK), "{sent}");
}

#[tokio::test]
async fn a_mail_that_was_not_taken_is_tried_again_unless_it_never_will_be() {
    let (url, mut mails) = server(vec!["451 later", "250 taken"]).await;
    let (mail, background) = open(Path::new("/nowhere"), Some(url));
    mail.send(reset("anna@example.org", Language::De)).unwrap();
    background.settled().await;
    assert_eq!(mails.recv().await, mails.recv().await);
    assert_eq!(mails.recv().await, None);

    let (url, mut mails) = server(vec!["550 unknown", "250 taken"]).await;
    let (mail, background) = open(Path::new("/nowhere"), Some(url));
    mail.send(reset("anna@example.org", Language::De)).unwrap();
    background.settled().await;
    mails.recv().await.unwrap();
    assert!(mails.try_recv().is_err());
}

#[test]
fn settings_that_cannot_work_are_named_without_the_password() {
    let open = |url: &str, from: Option<&str>| {
        let local = Settings::local("/nowhere".into(), "https://tagesecho.test");
        let settings = Settings { smtp_url: Some(url.into()), mail_from: from.map(Into::into), ..local };
        Mail::open(&settings, &Clock::system(), &Background::default()).map(drop).map_err(|error| error.0)
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
    assert_eq!(url("smtp://127.0.0.1:2525"), "smtp://127.0.0.1:2525");
}

#[test]
fn what_is_printed_of_a_mail_holds_neither_address_nor_link() {
    let printed = format!("{:?}", reset("anna@example.org", Language::De));
    assert!(printed.contains("reset password") && !printed.contains("anna") && !printed.contains("oobCode"));
}

#[tokio::test]
async fn an_invitation_holds_no_word_of_its_sender_in_a_header_and_no_address_of_theirs_anywhere() {
    let (url, mut mails) = server(vec!["250 taken"]).await;
    let (mail, background) = open(Path::new("/nowhere"), Some(url));
    let invitation = Invitation {
        name: "Mia www.evil.example\r\nBcc: x@evil.example".into(),
        message: "Hallo {stop}\r\n.\r\nhttps://evil.example".into(),
        until: NaiveDate::from_ymd_opt(2026, 12, 24).unwrap(),
        link: "https://tagesecho.test/?invite=K7QW-3MPA-XY".into(),
        stop: "https://tagesecho.test/stop-invitations?token=abc".into(),
    };
    let kind = Kind::Invitation(Box::new(invitation));
    mail.send(Message { to: "ben@example.org".into(), language: Language::En, kind }).unwrap();
    background.settled().await;
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
