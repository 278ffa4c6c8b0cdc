//! The forms of the sign-in dialog: signing in and registering, each in one request, with and without a script.

use crate::world::{
    Reply, World, get,
    people::{PASSWORD, pressed},
    reply::is_known,
    world,
};
use axum::body::Body;
use backend::{audit, identity::viewer_of_bearer, providers::identity::Caller};
use domain::AuditKind;
use http::{StatusCode, header};
use url::form_urlencoded;

const ANNA: &str = "anna@example.org";

/// A form, with what differs from one that is right.
fn form(name: &str, fields: &[(&str, &str)]) -> String {
    let right: &[(&str, &str)] = match name {
        "sign-in" => &[("email", ANNA), ("password", PASSWORD)],
        _ => &[
            ("first_name", "Anna"),
            ("last_name", "Berger"),
            ("email", ANNA),
            ("password", PASSWORD),
            ("invitation_code", ""),
        ],
    };
    let value = |name: &str, right: &str| {
        fields.iter().find(|(of, _)| *of == name).map_or_else(|| right.to_owned(), |(_, value)| (*value).to_owned())
    };
    let fields = right.iter().map(|(name, right)| (*name, value(name, right)));
    form_urlencoded::Serializer::new(String::new()).append_pair("form", name).extend_pairs(fields).finish()
}

impl World {
    /// Sends the form as the page's script does.
    async fn post_by_script(&self, path: &str, form: String) -> Reply {
        let mut request = pressed(path).body(Body::from(form)).unwrap();
        request.headers_mut().insert(header::ACCEPT, "application/json".parse().unwrap());
        self.send(request).await
    }

    async fn code(&self) -> String {
        backend::invitation_codes::invite(&self.backend, 1).await.unwrap().remove(0)
    }

    async fn who(&self, reply: &Reply) -> String {
        let request = get("/api/auth/user").header("cookie", reply.session().unwrap());
        let user = self.send(request.body(Body::empty()).unwrap()).await.expect(200);
        user["displayName"].as_str().unwrap().to_owned()
    }
}

/// The feedback that a script gets, and the page shows.
fn why(reply: &Reply) -> String {
    let header = format!("why={}", reply.header("form-refused"));
    let (_, why) = url::form_urlencoded::parse(header.as_bytes()).next().unwrap();
    let why = why.into_owned();
    assert!(!why.is_empty() && reply.text().contains(&why), "{} {}", reply.status, reply.text());
    why
}

#[tokio::test]
async fn one_request_registers_and_another_one_signs_in() {
    let world = world().await;
    let code = world.code().await;
    let registered = world.press_as_guest("/?register=1", &form("register", &[("invitation_code", &code)])).await;
    assert_eq!((registered.status, registered.header("location")), (StatusCode::SEE_OTHER, "/dashboard#form-register"));
    assert!(is_known(&registered) && registered.header("cache-control").contains("no-store"));
    assert_eq!(world.who(&registered).await, "Anna Berger");
    world.backend.background.settled().await;
    let mail = world.get("/test/mail?to=anna@example.org").await.text();
    assert!(mail.contains("mode=verifyEmail"), "the address is asked to be confirmed: {mail}");

    let signed_in = world.press_as_guest("/?login=1", &form("sign-in", &[])).await;
    assert_eq!((signed_in.status, signed_in.header("location")), (StatusCode::SEE_OTHER, "/dashboard"));
    assert_eq!(world.who(&signed_in).await, "Anna Berger");

    let by_script = world.post_by_script("/?login=1&next=%2Fcreate", form("sign-in", &[])).await;
    assert_eq!((by_script.status, by_script.header("location")), (StatusCode::NO_CONTENT, "/create"));
    assert_eq!(world.who(&by_script).await, "Anna Berger");
}

#[tokio::test]
async fn a_program_that_signs_in_at_the_provider_is_in_the_audit_log() {
    let world = world().await;
    let anna = world.person("anna").await;
    let viewer = viewer_of_bearer(&world.backend, &anna.id_token).await.unwrap();
    let kinds = async || {
        let events = audit::events(&world.backend, &viewer, None, 10).await.unwrap().items;
        events.into_iter().map(|recorded| recorded.event.kind).collect::<Vec<_>>()
    };
    let before = kinds().await;
    world.sign_in("anna").await;
    assert_eq!(kinds().await, [&[AuditKind::SignedIn], before.as_slice()].concat());
}

#[tokio::test]
async fn a_sign_in_leads_to_own_pages_only() {
    let world = world().await;
    world.person("anna").await;
    for (next, expected) in [
        ("%2Fentry%2F1%3Fa%3Db", "/entry/1?a=b"),
        ("https%3A%2F%2Fevil.example", "/dashboard"),
        ("%2F%2Fevil.example", "/dashboard"),
        ("%2F%5Cevil.example", "/dashboard"),
        ("%2Fapi%2Fauth%2Fuser", "/dashboard"),
        ("%2F%0d%0aSet-Cookie%3Ax%3D1", "/dashboard"),
    ] {
        let reply = world.press_as_guest(&format!("/?login=1&next={next}"), &form("sign-in", &[])).await;
        assert_eq!((reply.status, reply.header("location")), (StatusCode::SEE_OTHER, expected), "{next}");
    }
}

#[tokio::test]
async fn the_dialog_shows_errors_at_their_fields_and_keeps_the_input() {
    let world = world().await;
    world.person("anna").await;
    let (fresh, used) = (world.code().await, world.code().await);
    let ben = [("email", "ben@example.org"), ("first_name", "Ben"), ("invitation_code", used.as_str())];
    assert_eq!(world.press_as_guest("/", &form("register", &ben)).await.status, StatusCode::SEE_OTHER);
    world.sign_up("half").await;
    let invited = |field: &'static str, value: &'static str| {
        vec![("email", "mia@example.org"), (field, value), ("invitation_code", fresh.as_str())]
    };
    let unknown = vec![("email", "mia@example.org"), ("invitation_code", "AAAA-AAAA-AA")];
    let spent = vec![("email", "mia@example.org"), ("invitation_code", used.as_str())];
    let taken = vec![("invitation_code", fresh.as_str()), ("password", "geraten 7")];
    let foreign = vec![("invitation_code", fresh.as_str())];
    for (name, fields, status, field, words) in [
        ("sign-in", vec![("email", " ")], 422, "sign-in-email", "Bitte Email und Passwort eingeben"),
        ("sign-in", vec![("password", "")], 422, "sign-in-password", "Bitte Email und Passwort eingeben"),
        ("sign-in", vec![("password", "geraten")], 422, "sign-in-password", "Falsches Passwort"),
        ("sign-in", vec![("email", "x@example.org")], 422, "sign-in-email", "Kein Account mit dieser Email gefunden"),
        ("sign-in", vec![("email", "anna")], 422, "sign-in-email", "Ungültige Email-Adresse"),
        (
            "sign-in",
            vec![("email", "half@example.org")],
            404,
            "",
            "Konto nicht gefunden. Bitte registrieren Sie sich zuerst.",
        ),
        ("register", invited("first_name", " "), 422, "sign-in-first-name", "Bitte Vor- und Nachname eingeben"),
        ("register", invited("last_name", ""), 422, "sign-in-last-name", "Bitte Vor- und Nachname eingeben"),
        ("register", vec![], 400, "sign-in-invitation", "Bitte geben Sie einen Einladungscode ein"),
        ("register", unknown, 404, "sign-in-invitation", "Diesen Einladungscode gibt es nicht."),
        ("register", spent, 410, "sign-in-invitation", "Dieser Einladungscode wurde schon eingelöst."),
        (
            "register",
            invited("password", "kurz"),
            422,
            "sign-in-password",
            "Das Passwort ist zu schwach (mindestens 6 Zeichen)",
        ),
        (
            "register",
            invited("password", "12345678"),
            422,
            "sign-in-password",
            "Dieses Passwort benutzen zu viele Menschen",
        ),
        ("register", taken, 422, "sign-in-email", "Diese Email-Adresse wird bereits verwendet"),
        ("register", foreign, 422, "sign-in-email", "Diese Email-Adresse wird bereits verwendet"),
    ] {
        let request = form(name, &fields);
        let reply = world.press_as_guest("/?login=1&next=%2Fcreate", &request).await;
        let page = reply.text();
        assert_eq!((reply.status.as_u16(), reply.session()), (status, None), "{request}");
        assert!(why(&reply).starts_with(words), "{request}: {}", why(&reply));
        let chosen = format!("value=\"{name}\" checked");
        assert!(page.contains(" open ") && page.contains(&chosen), "{request}: the dialog is open at its tab");
        assert!(
            page.contains("action=\"/?") && page.contains("next=%2Fcreate\""),
            "{request}: it still leads to the page"
        );
        let wrong = format!("aria-describedby=\"{field}-error\"");
        assert_eq!(page.contains(&wrong), !field.is_empty(), "{request}: said at its field");
        assert!(!page.contains("geraten") && !page.contains("Kaffee"), "{request}: no password is sent back");
        if name == "register" && field != "sign-in-first-name" {
            assert!(page.contains("value=\"Anna\""), "{request}: {page}");
        }
    }
    // None of these used the code or left an identity behind.
    let mia = [("email", "mia@example.org"), ("invitation_code", fresh.as_str())];
    assert_eq!(world.press_as_guest("/", &form("register", &mia)).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_script_gets_the_reason_and_the_form() {
    let world = world().await;
    world.person("anna").await;
    let refused = world.post_by_script("/?login=1", form("sign-in", &[("password", "geraten")])).await;
    assert_eq!((refused.status, refused.session()), (StatusCode::UNPROCESSABLE_ENTITY, None));
    assert_eq!(why(&refused), "Falsches Passwort");
    assert!(refused.text().contains("id=\"sign-in-form\""));
}

#[tokio::test]
async fn a_registration_that_broke_off_goes_on_and_one_whose_answer_was_lost_signs_in() {
    let world = world().await;
    // An identity without an account.
    world.sign_up("anna").await;
    let code = world.code().await;
    let sent = form("register", &[("invitation_code", &code)]);
    let first = world.press_as_guest("/", &sent).await;
    assert_eq!(world.who(&first).await, "Anna Berger");
    let again = world.press_as_guest("/", &sent).await;
    assert_eq!(world.who(&again).await, "Anna Berger");
    assert_eq!(again.header("location"), "/dashboard#form-sign-in", "she is told that she signed in");
    let (people,) = world.backend.db.read("SELECT COUNT(*) FROM users").fetch_one::<(i64,)>().await.unwrap();
    assert_eq!(people, 1);
}

#[tokio::test]
async fn an_earlier_session_of_the_browser_ends_before_the_new_one_begins() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let as_browser = async |cookie: &str, sent: String| {
        world.send(pressed("/").header("cookie", cookie).body(Body::from(sent)).unwrap()).await
    };
    let wrong = as_browser(&ben.cookie, form("sign-in", &[("password", "geraten")])).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    world.get_as(&ben, "/api/auth/user").await.expect(200);
    let signed_in = as_browser(&ben.cookie, form("sign-in", &[])).await;
    assert_eq!(world.who(&signed_in).await, "anna Beispiel");
    world.get_as(&ben, "/api/auth/user").await.refused(401, "unauthenticated");
    let (code, carla) = (world.code().await, "carla@example.org");
    let sent = form("register", &[("email", carla), ("invitation_code", &code)]);
    let registered = as_browser(&anna.cookie, sent).await;
    assert_eq!(world.who(&registered).await, "Anna Berger");
    world.get_as(&anna, "/api/auth/user").await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn guesses_are_counted_for_the_callers_address_and_a_known_browser_comes_in() {
    let world = World::with_limits().await;
    world.person("anna").await;
    let known = world.press_as_guest("/", &form("sign-in", &[])).await;
    let cookies = known.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap());
    let device = cookies.filter(|line| line.starts_with("device=")).find_map(|line| line.split(';').next()).unwrap();
    for _ in 0..10 {
        let wrong = world.press_as_guest("/", &form("sign-in", &[("password", "geraten")])).await;
        assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let often = world.press_as_guest("/", &form("sign-in", &[])).await;
    assert_eq!((often.status, often.session()), (StatusCode::TOO_MANY_REQUESTS, None));
    assert!(why(&often).starts_with("Zu viele Versuche.") && !often.header(header::RETRY_AFTER).is_empty());
    // The identity provider's own call counts with it.
    let elsewhere = Caller { address: "198.51.100.7".into(), device: None };
    assert!(world.backend.identity.sign_in_as(&elsewhere, ANNA, PASSWORD).await.is_ok());
    let sent = Body::from(form("sign-in", &[]));
    let by_device = world.send(pressed("/").header("cookie", device).body(sent).unwrap()).await;
    assert_eq!(by_device.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn invitation_codes_cannot_be_guessed_by_registering() {
    let world = World::with_limits().await;
    let sent = form("register", &[("invitation_code", "AAAA-AAAA-AA")]);
    for _ in 0..10 {
        assert_eq!(world.press_as_guest("/", &sent).await.status, StatusCode::NOT_FOUND);
    }
    let often = world.press_as_guest("/", &sent).await;
    assert_eq!(often.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(!often.header(header::RETRY_AFTER).is_empty());
}
