//! Settings of mails: in the settings, by a call, and by the link and the headers of a mail.

use crate::world::{Reply, World, json as body, people::Person, request, world};
use axum::body::Body;
use http::{Method, StatusCode};
use serde_json::{Value, json};

const CALL: &str = "/api/users/notifications";

async fn confirm(world: &World, name: &str) {
    let statement = world.backend.db.write("UPDATE users SET email_confirmed = TRUE WHERE email = $1");
    statement.bind(format!("{name}@example.org")).execute().await.unwrap();
}

async fn post(world: &World, anna: &Person, form: &str) -> Reply {
    let sent = request(Method::POST, "/settings")
        .header("content-type", "application/x-www-form-urlencoded")
        .header("accept", "text/html")
        .header("sec-fetch-site", "same-origin")
        .header("cookie", &anna.cookie);
    world.send(sent.body(Body::from(form.to_owned())).unwrap()).await
}

async fn later(world: &World, by: &Value) {
    assert_eq!(world.post("/test/clock", by).await.status, StatusCode::OK);
}

/// The path of the link in the newest mail to somebody.
async fn stop_link(world: &World, name: &str) -> String {
    let mail = world.backend.mail.newest(&format!("{name}@example.org")).await.unwrap().unwrap();
    let link = mail.lines().find(|line| line.contains("/stop-mails?")).unwrap();
    link.strip_prefix("http://localhost").unwrap().to_owned()
}

#[tokio::test]
async fn the_settings_page_and_the_call_agree() {
    let world = world().await;
    let anna = world.person("anna").await;
    let off = json!({ "reminder": false, "reminderTime": "20:00", "friendRequests": true, "friendNews": true, "emailConfirmed": false });
    assert_eq!(world.get_as(&anna, CALL).await.expect(200), off);
    let unconfirmed = post(&world, &anna, "form=reminder&on=true&time=21%3A30").await;
    assert_eq!(unconfirmed.status, StatusCode::CONFLICT);
    let page = unconfirmed.text();
    let form = page.split(r#"id="form-reminder""#).nth(1).and_then(|rest| rest.split("</form>").next()).unwrap();
    assert!(form.contains(r#"role="alert""#) && form.contains("bestätige zuerst deine E-Mail-Adresse"), "{form}");
    assert!(
        form.contains(r#"value="21:30""#) && !form.contains("checked"),
        "the time stays, a switch that cannot be on does not: {form}"
    );
    let only_time = post(&world, &anna, "form=reminder&time=21%3A30").await;
    assert_eq!(only_time.status, StatusCode::SEE_OTHER, "{}", only_time.text());
    assert!(page.contains("noch nicht bestätigt. Bis dahin bekommst du keine"), "{page}");

    confirm(&world, "anna").await;
    let refused = post(&world, &anna, "form=reminder&on=true&time=").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let page = refused.text();
    assert!(page.contains("id=\"reminder-time-error\"") && page.contains("aria-invalid=\"true\""), "{page}");
    let done = post(&world, &anna, "form=reminder&on=true&time=21%3A30").await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text());
    assert_eq!(post(&world, &anna, "form=friend-mails&requests=true").await.status, StatusCode::SEE_OTHER);
    let on = json!({ "reminder": true, "reminderTime": "21:30", "friendRequests": true, "friendNews": false, "emailConfirmed": true });
    assert_eq!(world.get_as(&anna, CALL).await.expect(200), on);

    let changed = world.json_as(&anna, Method::PUT, CALL, &json!({ "friendNews": true, "reminder": false })).await;
    assert_eq!((&changed.expect(200)["friendNews"], &changed.expect(200)["reminder"]), (&json!(true), &json!(false)));
    let wrong = world.json_as(&anna, Method::PUT, CALL, &json!({ "reminderTime": "24:00" })).await;
    wrong.refused(422, "invalid_reminder_time");
    world.json_as(&anna, Method::PUT, CALL, &json!({ "reminder": "ja" })).await.refused(400, "invalid_form");
    world.get(CALL).await.refused(401, "unauthenticated");
    let guest = world.send(body(request(Method::PUT, CALL), &json!({}))).await;
    guest.refused(401, "unauthenticated");
}

#[tokio::test]
async fn a_mail_is_ended_by_its_page_and_by_the_button_of_a_mail_program() {
    let world = world().await;
    let anna = world.person("anna").await;
    confirm(&world, "anna").await;
    for (name, kind, content) in [
        ("by the page", "application/x-www-form-urlencoded", ""),
        ("by a form", "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"),
        (
            "by a form of parts",
            "multipart/form-data; boundary=b",
            "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n",
        ),
    ] {
        let on = json!({ "reminder": true, "reminderTime": "12:30" });
        world.json_as(&anna, Method::PUT, CALL, &on).await.expect(200);
        later(&world, &json!({ "seconds": 1800 })).await;
        let link = stop_link(&world, "anna").await;
        let page = world.get(&link).await;
        assert!(page.status == 200 && page.text().contains("keine tägliche Erinnerung mehr"), "{}", page.text());
        assert_eq!(page.headers["cache-control"], "private, no-store");
        assert_eq!((page.header("referrer-policy"), page.header("x-robots-tag")), ("no-referrer", "noindex"));
        assert!(!page.text().contains("anna@example.org"));
        assert_eq!(world.get_as(&anna, CALL).await.expect(200)["reminder"], true, "opening it changes nothing");

        let sent = request(Method::POST, &link).header("content-type", kind).body(Body::from(content)).unwrap();
        let done = world.send(sent).await;
        assert!(done.status == 200 && done.text().contains("Diese E-Mails bekommst du nicht mehr"), "{name}");
        assert_eq!(done.headers["cache-control"], "private, no-store");
        assert_eq!(world.get_as(&anna, CALL).await.expect(200)["reminder"], false, "{name}");
        later(&world, &json!({ "days": 1, "seconds": -1800 })).await;
    }
    let broken = world.get("/stop-mails?token=x").await;
    assert!(broken.status == 404 && broken.text().contains("unvollständig"), "{}", broken.text());
    for path in ["/stop-mails?token=x", "/stop-mails"] {
        world.post(path, &Value::Null).await.refused(404, "mail_link_invalid");
    }
}
