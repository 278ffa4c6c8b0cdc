//! The program itself: what its commands print and refuse.
//!
//! A test waits for a command on its own thread. Another one goes on with what the backend does in the background meanwhile, such as a
//! mail: it may hold the database that the command waits for.

use backend::{
    Backend, Clock, Settings, Viewer, audit, declarations, entries, friends::reports, identity, invitation_codes,
};
use domain::{DeclarationForm, Language, Plan, StatementForm, identity::RegistrationForm};
use std::{
    path::Path,
    process::{Command, Output},
};

fn tagesecho(data: &Path, arguments: &[&str], settings: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tagesecho"));
    command.args(arguments).env_clear().env("TAGESECHO_DATA", data).envs(settings.iter().copied());
    command.output().unwrap()
}

fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr.clone()).unwrap()
}

async fn backend(data: &Path) -> Backend {
    Backend::open(Settings::local(data.into(), "http://127.0.0.1:3000"), Clock::system()).await.unwrap()
}

/// What the audit log says, newest first.
async fn events(backend: &Backend, viewer: &Viewer) -> Vec<&'static str> {
    let page = audit::events(backend, viewer, None, 100).await.unwrap();
    page.items.into_iter().map(|recorded| recorded.event.kind.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn printed_invitations_can_be_used() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let lines = printed(&tagesecho(&data, &["invite", "--count", "3"], &[]));
    let codes: Vec<&str> = lines.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(codes.len(), 3);
    let backend = backend(&data).await;
    for code in codes {
        invitation_codes::validate_invitation(&backend, &Viewer::Guest, code, "192.0.2.1").await.unwrap();
        assert!(lines.contains(&format!("http://127.0.0.1:3000/?invite={code}")));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(data.metadata().unwrap().permissions().mode() & 0o777, 0o700, "nobody else reads a diary");
        std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).unwrap();
        printed(&tagesecho(&data, &["invite"], &[]));
        assert_eq!(data.metadata().unwrap().permissions().mode() & 0o777, 0o700, "nor one that others could open");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_can_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let (file, database) = (folder.path().join("url"), folder.path().join("elsewhere.db"));
    std::fs::write(&file, format!("sqlite:{}\n", database.display())).unwrap();
    let named = ("DATABASE_URL_FILE", file.to_str().unwrap());
    printed(&tagesecho(folder.path(), &["invite"], &[named]));
    assert!(database.is_file());
    let refused = refused(&tagesecho(folder.path(), &["invite"], &[named, ("DATABASE_URL", "sqlite:other.db")]));
    assert!(refused.contains("leave one of them out"), "{refused}");
    assert!(printed(&tagesecho(folder.path(), &["--help"], &[])).contains("TAGESECHO_SECRET_FILE"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_account_opens_with_the_printed_password_and_is_made_once() {
    let folder = tempfile::tempdir().unwrap();
    let shown = printed(&tagesecho(folder.path(), &["demo"], &[]));
    let password = shown.split_whitespace().last().unwrap();
    let backend = backend(folder.path()).await;
    let tokens = backend.identity.sign_in("demo@tagesecho.example", password).await.unwrap();
    let viewer = identity::viewer_of_bearer(&backend, &tokens.id_token).await.unwrap();
    let newest = entries::list(&backend, &viewer, None, 10).await.unwrap().items;
    let dates: Vec<_> = newest.iter().map(|entry| entry.date).collect();
    let yesterday = viewer.account().unwrap().today(&backend.clock).pred_opt().unwrap();
    assert_eq!((dates[0], dates.len()), (yesterday, 10));
    assert!(dates.is_sorted_by(|later, earlier| later > earlier));
    assert_eq!(newest[0].created_at.date_naive(), yesterday, "written on its day");
    assert_eq!(viewer.account().unwrap().plan, Plan::Pro);
    let all = entries::list(&backend, &viewer, None, 100).await.unwrap().items;
    assert!(all.iter().any(|entry| entry.is_favorite) && all.iter().any(|entry| !entry.is_favorite));

    let friends = backend::friends::friends(&backend, &viewer).await.unwrap();
    let names: Vec<_> = friends.iter().map(|friend| friend.person.first_name.as_str()).collect();
    assert_eq!(names, ["Jonas", "Marie"]);
    for friend in &friends {
        let read = entries::list_of(&backend, &viewer, friend.person.id, None, 10).await.unwrap().items;
        assert!(read.len() >= 3 && read.iter().all(|entry| entry.user.is_some()));
    }

    let again = printed(&tagesecho(folder.path(), &["demo"], &[]));
    assert!(again.contains("there already") && !again.contains(password), "{again}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_without_an_identity_is_found_and_gets_one_again() {
    let folder = tempfile::tempdir().unwrap();
    let accounts = |flag| printed(&tagesecho(folder.path(), &["accounts", flag], &[]));
    let running = backend(folder.path()).await;
    assert!(accounts("--check").contains("Every account has its identity"));
    for name in ["anna", "ben"] {
        running.identity.sign_up(&format!("{name}@example.org"), "Kaffee & Kuchen").await.unwrap();
    }
    let tokens = running.identity.sign_in("anna@example.org", "Kaffee & Kuchen").await.unwrap();
    let viewer = identity::viewer_of_bearer(&running, &tokens.id_token).await.unwrap();
    let invitation_code = invitation_codes::invite(&running, 1).await.unwrap().remove(0);
    let (first_name, last_name) = ("Anna".into(), "Berger".into());
    let form = RegistrationForm { invitation_code, first_name, last_name, ..RegistrationForm::default() };
    identity::create_account(&running, &viewer, &form).await.unwrap();
    let gone = "DELETE FROM identity_accounts WHERE email = 'anna@example.org'";
    running.db.write(gone).execute().await.unwrap();
    let old = "UPDATE identity_accounts SET created_at = '2026-01-01T00:00:00+00:00'";
    running.db.write(old).execute().await.unwrap();

    for flag in ["--check", "--mend"] {
        let said = accounts(flag);
        assert!(said.contains("anna@example.org: ") && said.contains("ben@example.org: "), "{said}");
    }
    assert!(accounts("--check").contains("Every account has its identity"));
    running.identity.mail_password_reset("anna@example.org").await.unwrap();
    let mail = running.mail.newest("anna@example.org").await.unwrap().unwrap();
    let (_, rest) = mail.split_once("&oobCode=").unwrap();
    let oob_code = rest.split_whitespace().next().unwrap();
    running.identity.reset_password(oob_code, "wieder da, gut").await.unwrap();
    let tokens = running.identity.sign_in("anna@example.org", "wieder da, gut").await.unwrap();
    let viewer = identity::viewer_of_bearer(&running, &tokens.id_token).await.unwrap();
    assert_eq!(viewer.account().unwrap().user.first_name, "Anna");
    assert_eq!(events(&running, &viewer).await, ["password_reset", "account_mended"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn pro_is_granted_and_ended_while_the_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let running = backend(folder.path()).await;
    let tokens = running.identity.sign_up("anna@example.org", "Kaffee & Kuchen").await.unwrap();
    let viewer = async || identity::viewer_of_bearer(&running, &tokens.id_token).await.unwrap();
    let invitation_code = invitation_codes::invite(&running, 1).await.unwrap().remove(0);
    let form = RegistrationForm {
        invitation_code,
        first_name: "Anna".into(),
        last_name: "Berger".into(),
        ..RegistrationForm::default()
    };
    identity::create_account(&running, &viewer().await, &form).await.unwrap();
    let grant = |arguments: &[&str]| tagesecho(folder.path(), &[&["grant-pro"], arguments].concat(), &[]);

    let said = printed(&grant(&["anna@example.org", "--until", "2999-12-31"]));
    assert_eq!(said, "anna@example.org has Pro until the end of 31.12.2999 (Europe/Berlin).\n");
    assert_eq!(viewer().await.account().unwrap().plan, Plan::Pro);
    let said = printed(&grant(&["anna@example.org", "--until", "2020-01-31"]));
    assert_eq!(said, "anna@example.org has no Pro: 31.01.2020 is over (Europe/Berlin).\n");
    assert_eq!(viewer().await.account().unwrap().plan, Plan::Free);
    assert_eq!(
        printed(&tagesecho(folder.path(), &["payments", "anna@example.org"], &[])),
        "anna@example.org has paid for nothing.\n"
    );
    assert_eq!(events(&running, &viewer().await).await, ["payments_read", "pro_granted", "pro_granted"]);

    let nobody = refused(&grant(&["ben@example.org", "--until", "2999-12-31"]));
    assert!(nobody.contains("nobody is registered with the address ben@example.org"), "{nobody}");
    for wrong in [&["anna@example.org"][..], &["anna@example.org", "--until", "31.12.2999"], &["--until", "2999-12-31"]]
    {
        let output = grant(wrong);
        assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_are_listed_and_closed_while_the_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let running = backend(folder.path()).await;
    let mut people = Vec::new();
    for name in ["anna", "ben"] {
        let tokens = running.identity.sign_up(&format!("{name}@example.org"), "Kaffee & Kuchen").await.unwrap();
        let viewer = async || identity::viewer_of_bearer(&running, &tokens.id_token).await.unwrap();
        let invitation_code = invitation_codes::invite(&running, 1).await.unwrap().remove(0);
        let form = RegistrationForm {
            invitation_code,
            first_name: name.into(),
            last_name: "Berger".into(),
            ..RegistrationForm::default()
        };
        identity::create_account(&running, &viewer().await, &form).await.unwrap();
        people.push(viewer().await);
    }
    let list = || printed(&tagesecho(folder.path(), &["reports"], &[]));
    assert_eq!(list(), "There are no open reports.\n");

    let form = reports::ReportForm {
        user_id: people[1].user_id(),
        entry_id: None,
        reason: "hate".into(),
        words: "Er schreibt\nDrohungen.".into(),
    };
    reports::report(&running, &people[0], &form).await.unwrap();
    let said = list();
    let about = format!("about   ben.berger ({})", people[1].user_id().unwrap());
    for part in ["from    anna.berger (", &about, "reason  hate", "  | Er schreibt\n  | Drohungen.\n"] {
        assert!(said.contains(part), "{part} in {said}");
    }
    let id = said.split_whitespace().next().unwrap();
    assert_eq!(
        printed(&tagesecho(folder.path(), &["reports", "--done", id], &[])),
        format!("Report {id} is closed.\n")
    );
    let again = refused(&tagesecho(folder.path(), &["reports", "--done", id], &[]));
    assert!(again.contains("there is no open report"), "{again}");
    assert_eq!(list(), "There are no open reports.\n");
    assert!(printed(&tagesecho(folder.path(), &["--help"], &[])).contains("reports"));
    assert_eq!(events(&running, &people[0]).await, ["report_closed", "report_read"]);
    assert!(events(&running, &people[1]).await.is_empty(), "nobody is told that they were reported");
}

#[tokio::test(flavor = "multi_thread")]
async fn declarations_are_listed_until_they_are_closed() {
    let folder = tempfile::tempdir().unwrap();
    let running = backend(folder.path()).await;
    let list = || printed(&tagesecho(folder.path(), &["declarations"], &[]));
    assert_eq!(list(), "There are no open declarations.\n");
    let form = DeclarationForm {
        name: "Anna\u{202e} Berger".into(),
        email: "anna@example.org".into(),
        contract: "Tagesecho Pro".into(),
        statement: StatementForm::Cancellation { reason: Some("Umzug\nins Ausland".into()), end: None },
    };
    let declared = declarations::declare(&running, &Viewer::Guest, form, Language::De, "192.0.2.1").await.unwrap();
    let (said, case) = (list(), declared.receipt.case_number);
    for part in [&case, "cancellation", "not signed in", "| Anna Berger\n", "  | Umzug\n  | ins Ausland\n"] {
        assert!(said.contains(part), "{part} in {said}");
    }
    let open = ["declarations", "--done", &case, "K-0"];
    let named = refused(&tagesecho(folder.path(), &open, &[]));
    assert!(named.contains("there is no open declaration K-0"), "the other one is closed: {named}");
    let again = refused(&tagesecho(folder.path(), &["declarations", "--done", &case], &[]));
    assert!(again.contains("there is no open declaration"), "{again}");
    assert_eq!(list(), "There are no open declarations.\n");
}

#[test]
fn an_invalid_configuration_names_every_reason() {
    let folder = tempfile::tempdir().unwrap();
    let production = [("TAGESECHO_ENV", "production")];
    let reasons = refused(&tagesecho(folder.path(), &[], &production));
    assert!(
        reasons.contains("https://") && reasons.contains("TAGESECHO_SECRET") && reasons.contains("SMTP_URL"),
        "{reasons}"
    );
    let open = refused(&tagesecho(folder.path(), &["invite"], &production));
    assert!(open.contains("the template de/impressum.md") && open.contains("TAGESECHO_LEGAL"), "{open}");
    let texts = folder.path().join("legal");
    std::fs::create_dir_all(texts.join("de")).unwrap();
    for page in ["impressum", "datenschutz", "agb", "barrierefreiheit"] {
        std::fs::write(texts.join(format!("de/{page}.md")), "# Text\n\nVon uns").unwrap();
    }
    let secret = "long enough to be a secret of a test";
    let ready = [
        production[0],
        ("DATABASE_URL", "sqlite::memory:"),
        ("TAGESECHO_ORIGIN", "https://tagesecho.example"),
        ("TAGESECHO_TRUSTED_PROXIES", "127.0.0.1"),
        ("TAGESECHO_SECRET", secret),
        ("TAGESECHO_MAIL_FILES", "1"),
        ("PAYPAL_CLIENT_ID", "id"),
        ("PAYPAL_CLIENT_SECRET", "a secret of PayPal's"),
        ("PAYPAL_PLAN_ID", "P-1"),
        ("PAYPAL_WEBHOOK_ID", "W-1"),
        ("TAGESECHO_LEGAL", texts.to_str().unwrap()),
    ];
    for command in ["demo", "seed"] {
        assert!(refused(&tagesecho(folder.path(), &[command], &ready)).contains("not for production"));
    }
    let firebase = [("FIREBASE_PROJECT_ID", "tagesecho-live"), ("FIREBASE_API_KEY", "AIzaSy")];
    for command in ["demo", "seed"] {
        assert!(refused(&tagesecho(folder.path(), &[command], &firebase)).contains("embedded identity provider"));
    }
    let emulator = [("FIREBASE_PROJECT_ID", "demo-x"), ("FIREBASE_AUTH_EMULATOR_HOST", "127.0.0.1:9099")];
    let open_to_all = refused(&tagesecho(folder.path(), &[], &[ready.as_slice(), &emulator].concat()));
    assert!(open_to_all.contains("FIREBASE_AUTH_EMULATOR_HOST must not be set in production"), "{open_to_all}");
    let unbuilt = refused(&tagesecho(folder.path(), &[], &[("TAGESECHO_SITE", "/nowhere")]));
    assert!(unbuilt.contains("cargo xtask build"), "{unbuilt}");
    let database = refused(&tagesecho(folder.path(), &["invite"], &[("DATABASE_URL", "mysql://x")]));
    assert!(database.contains("DATABASE_URL") && database.contains("mysql"), "{database}");
    assert!(refused(&tagesecho(folder.path(), &["invite"], &[("TAGESECHO_LOG", "=,=")])).contains("TAGESECHO_LOG"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_changed_by_one_command_and_a_signing_key_by_another_flag() {
    const NEW: &str = "the new secret of a test, long enough";
    let folder = tempfile::tempdir().unwrap();
    printed(&tagesecho(folder.path(), &["invite"], &[]));
    let old = std::fs::read_to_string(folder.path().join("secret")).unwrap();
    let new = ("TAGESECHO_SECRET", NEW);
    let both = [new, ("TAGESECHO_SECRET_OLD", old.as_str())];
    let rotate = |settings: &[_]| tagesecho(folder.path(), &["secret", "--rotate"], settings);

    assert!(refused(&tagesecho(folder.path(), &["invite"], &[new])).contains("`tagesecho secret --rotate`"));
    assert!(refused(&tagesecho(folder.path(), &["invite"], &both)).contains("`tagesecho secret --rotate`"));
    assert!(refused(&rotate(&[new])).contains("TAGESECHO_SECRET_OLD"));
    let said = printed(&rotate(&both));
    assert!(said.contains("encrypted anew: 1") && said.contains("Sessions ended: 0"), "{said}");
    assert!(printed(&rotate(&both)).contains("Nothing was changed"));
    printed(&tagesecho(folder.path(), &["invite"], &both));
    printed(&tagesecho(folder.path(), &["invite"], &[new]));
    assert!(refused(&tagesecho(folder.path(), &["invite"], &[])).contains("is not the one"));

    let said = printed(&tagesecho(folder.path(), &["secret", "--new-signing-key"], &[new]));
    assert!(said.contains("new signing key") && said.contains("removed: 0"), "{said}");
    assert!(!tagesecho(folder.path(), &["secret"], &[new]).status.success(), "it says what to change");
    let missing = tempfile::tempdir().unwrap();
    assert!(refused(&tagesecho(missing.path(), &["secret", "--rotate"], &both)).contains("there is no database"));
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_beside_a_server_leave_the_schema_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    printed(&tagesecho(folder.path(), &["invite"], &[]));
    let backend = backend(folder.path()).await;
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (9999, 'newer', TRUE, x'00', 0)";
    backend.db.write(newer).execute().await.unwrap();
    let refused = refused(&tagesecho(folder.path(), &["reports"], &[]));
    assert!(
        refused.contains("another version of this program") && refused.contains("Nothing was changed"),
        "{refused}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_deleted_while_the_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let running = backend(folder.path()).await;
    let tokens = running.identity.sign_up("anna@example.org", "Kaffee & Kuchen").await.unwrap();
    let viewer = identity::viewer_of_bearer(&running, &tokens.id_token).await.unwrap();
    let invitation_code = invitation_codes::invite(&running, 1).await.unwrap().remove(0);
    let (first_name, last_name) = ("Anna".into(), "Berger".into());
    let form = RegistrationForm { invitation_code, first_name, last_name, ..RegistrationForm::default() };
    identity::create_account(&running, &viewer, &form).await.unwrap();
    let delete = |email: &str| tagesecho(folder.path(), &["accounts", "--delete", email], &[]);
    assert!(refused(&delete("ben@example.org")).contains("nobody has the address ben@example.org"));
    let said = printed(&delete("anna@example.org"));
    assert!(said.contains("anna@example.org: the account is deleted"), "{said}");
    assert!(running.identity.sign_in("anna@example.org", "Kaffee & Kuchen").await.is_err());
    assert!(folder.path().join("deleted").is_file());
}
