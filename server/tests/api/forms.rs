//! Forms that post to their own page. They work without a script and keep what was typed.

use crate::world::{Reply, World, form::Form, request, world};
use axum::body::Body;
use domain::limits;
use http::{Method, StatusCode, header};
use serde_json::json;
use std::sync::atomic::{AtomicU32, Ordering};

async fn post(world: &World, session: &str, body: &str) -> Reply {
    post_for(world, session, "text/html", body).await
}

async fn post_for(world: &World, session: &str, accept: &str, body: &str) -> Reply {
    let form = request(Method::POST, "/settings?x=1")
        .header("content-type", "application/x-www-form-urlencoded")
        .header("accept", accept)
        .header("sec-fetch-site", "same-origin")
        .header("cookie", session);
    world.send(form.body(Body::from(body.to_owned())).unwrap()).await
}

async fn page(world: &World, cookies: &str) -> Reply {
    let page = request(Method::GET, "/settings").header("accept", "text/html").header("cookie", cookies);
    world.send(page.body(Body::empty()).unwrap()).await
}

async fn signed_in(world: &World) -> String {
    world.person("anna").await.cookie
}

#[tokio::test]
async fn a_form_that_is_done_leads_back_to_its_page_which_says_so_once() {
    let world = world().await;
    let session = signed_in(&world).await;
    let done = post(&world, &session, "form=default-visibility&visibility=friends").await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text());
    assert_eq!(done.header(header::LOCATION), "/settings?x=1#form-default-visibility");
    assert!(done.header(header::SET_COOKIE).starts_with("form-done=default-visibility; "));

    let told = page(&world, &format!("{session}; form-done=default-visibility")).await;
    assert!(told.text().contains("Gespeichert"));
    assert!(told.header(header::SET_COOKIE).starts_with("form-done=; Path=/; Max-Age=0"));
    let again = page(&world, &session).await;
    assert!(!again.text().contains("Gespeichert"));
    assert!(again.text().contains(r#"value="friends" checked"#), "{}", again.text());
}

#[tokio::test]
async fn a_form_that_is_refused_shows_why_in_its_place() {
    let world = world().await;
    let session = signed_in(&world).await;
    let refused = post(&world, &session, "form=day-end&minutes=211").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let form = refused.text();
    let form = form.split(r#"id="form-day-end""#).nth(1).and_then(|rest| rest.split("</form>").next()).unwrap();
    assert!(form.contains(r#"role="alert""#), "{form}");
    assert_eq!(refused.header(header::CACHE_CONTROL), "private, no-store");

    assert_eq!(post(&world, &session, "form=day-end&minutes=morgen").await.status, StatusCode::BAD_REQUEST);
    for unknown in ["", "form=", "form=nichts", "form=../sharing/create", "form=default-visibility/"] {
        assert_eq!(post(&world, &session, unknown).await.status, StatusCode::BAD_REQUEST, "{unknown}");
    }
    let out = post(&world, "", "form=day-end&minutes=0").await;
    assert_eq!(
        (out.status, out.header(header::LOCATION)),
        (StatusCode::SEE_OTHER, "/api/login?next=%2Fsettings%3Fx%3D1")
    );
}

#[tokio::test]
async fn a_script_learns_a_forms_redirect_its_refusal_and_a_missing_session() {
    let world = world().await;
    let session = signed_in(&world).await;
    let send = async |session: &str, body: &str| post_for(&world, session, "application/json", body).await;
    let done = send(&session, "form=default-visibility&visibility=friends").await;
    assert_eq!(done.status, StatusCode::NO_CONTENT, "browsers hide from a script where a redirect leads");
    assert_eq!(done.header(header::LOCATION), "/settings?x=1#form-default-visibility");
    assert!(done.header(header::SET_COOKIE).starts_with("form-done=default-visibility; "));

    let refused = send(&session, "form=day-end&minutes=211").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let named = format!("why={}", refused.header("form-refused"));
    let (_, why) = url::form_urlencoded::parse(named.as_bytes()).next().unwrap();
    assert!(!why.is_empty() && refused.text().contains(&*why), "{why}");
    assert!(refused.text().contains(r#"id="form-day-end""#), "the page with the form");
    assert!(refused.text().contains(r#"<details id="group-writing" open"#), "in its open group");

    send("", "form=day-end&minutes=0").await.refused(401, "unauthenticated");
    let profile = request(Method::POST, "/profile/edit").header("accept", "application/json");
    let profile = profile.header("content-type", "multipart/form-data; boundary=x").body(Body::empty()).unwrap();
    world.send(profile).await.refused(401, "unauthenticated");
    send(&session, "form=nichts").await.refused(400, "invalid_form");
}

#[tokio::test]
async fn a_form_with_a_wrong_field_keeps_what_was_typed_and_a_right_one_leads_on() {
    let world = World::with_limits().await;
    let send = async |body: &'static str| {
        let form = request(Method::POST, "/forgot-password")
            .header("content-type", "application/x-www-form-urlencoded")
            .header("sec-fetch-site", "same-origin")
            .header("accept", "text/html");
        world.send(form.body(Body::from(body)).unwrap()).await
    };
    let refused = send("form=forgot-password&email=%22%3E%3Cb%3Eanna").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let page = refused.text();
    assert!(page.contains("value=\"&quot;&gt;&lt;b&gt;anna\"") && page.contains("aria-invalid=\"true\""), "{page}");
    assert!(page.contains("id=\"forgot-email-error\"") && page.contains("autofocus"), "{page}");

    let done = send("form=forgot-password&email=anna%40example.org").await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text());
    assert_eq!(done.header(header::LOCATION), "/forgot-password?sent=1&email=anna%40example.org");
    assert_eq!(done.header(header::SET_COOKIE), "");
    for _ in 0..9 {
        send("form=forgot-password&email=nobody%40example.org").await;
    }
    let often = send("form=forgot-password&email=anna%40example.org").await;
    assert_eq!(often.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(!often.header(header::RETRY_AFTER).is_empty());
}

#[tokio::test]
async fn the_bin_is_emptied_with_the_second_press_only() {
    let world = world().await;
    let anna = world.person("anna").await;
    let entry = world.entry(&anna, Form::new("weg")).await;
    let path = format!("/api/entries/{}", entry["id"].as_str().unwrap());
    world.json_as(&anna, Method::DELETE, &path, &serde_json::Value::Null).await.expect(204);
    let press = async |body: &'static str| world.press(&anna, "/bin", body).await;
    let asked = press("form=empty-bin").await;
    assert_eq!(asked.status, StatusCode::OK);
    assert!(asked.text().contains("Alles im Papierkorb endgültig löschen?"), "{}", asked.text());
    assert_eq!(world.get_as(&anna, "/api/bin").await.expect(200).as_array().unwrap().len(), 1, "nothing is gone yet");
    assert_eq!(press("form=empty-bin&step=confirm").await.status, StatusCode::SEE_OTHER);
    assert_eq!(world.get_as(&anna, "/api/bin").await.expect(200).as_array().unwrap().len(), 0);
    world.json_as(&anna, Method::DELETE, "/api/bin", &serde_json::Value::Null).await.expect(204);
}

#[tokio::test]
async fn people_ask_answer_and_part_by_forms_and_an_old_page_says_what_is_no_more() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let id = async |person| world.get_as(person, "/api/auth/user").await.expect(200)["id"].as_str().unwrap().to_owned();
    let (her_id, his_id) = (id(&anna).await, id(&ben).await);
    let (hers, his) = (format!("/friends/{her_id}"), format!("/friends/{his_id}"));
    let location = |reply: &Reply| reply.header(header::LOCATION).to_owned();

    let asked = world.press(&anna, &his, &format!("form=friend-ask&id={his_id}")).await;
    assert_eq!((asked.status, location(&asked)), (StatusCode::SEE_OTHER, format!("{his}#form-friend-ask")));
    let waiting = world.get_as(&ben, "/settings").await.text();
    assert!(waiting.contains("1 Anfrage wartet auf deine Antwort"), "both navigations of any page say so");

    let met = world.press(&ben, &hers, &format!("form=friend-ask&id={her_id}")).await;
    assert_eq!(location(&met), format!("{hers}#form-friend-met"));
    assert!(met.header(header::SET_COOKIE).starts_with("form-done=friend-met; "));
    let removed = world.press(&anna, "/friends", &format!("form=friend-remove&id={his_id}")).await;
    assert_eq!(location(&removed), "/friends#form-friend-remove");
    let again = world.press(&anna, "/friends?tab=friends", &format!("form=friend-remove&id={his_id}")).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND);
    assert!(again.text().contains("Ihr seid nicht mehr befreundet."), "{}", again.text());

    let registered = "form=invite&email=ben%40example.org&message=Komm";
    let shown = world.press(&anna, "/friends?tab=invitations", registered).await;
    assert_eq!(location(&shown), "/friends?tab=find&q=ben%40example.org#form-invite-registered");
    let wrong = world.press(&anna, "/friends?tab=invitations", "form=invite&email=x&message=%3Cb%3E").await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    let wrong = wrong.text();
    assert!(wrong.contains("id=\"invite-email-error\"") && wrong.contains("&lt;b&gt;</textarea>"), "{wrong}");

    let reported = format!("form=report&user_id={his_id}&words=Werbung");
    let unreasoned = world.press(&anna, &format!("{his}?report="), &reported).await;
    assert_eq!(unreasoned.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(unreasoned.text().contains("id=\"report-reason-error\"") && unreasoned.text().contains("Werbung"));
    let done = world.press(&anna, &format!("{his}?report="), &format!("{reported}&reason=spam")).await;
    assert_eq!(location(&done), format!("{his}#form-report"));
    let blocked = world.press(&anna, &his, &format!("form=block&id={his_id}")).await;
    assert_eq!(location(&blocked), "/friends#form-block");
    let unblocked = world.press(&anna, "/settings", &format!("form=unblock&id={his_id}")).await;
    assert_eq!(location(&unblocked), "/settings#form-unblock");
}

#[tokio::test]
async fn language_and_theme_are_chosen_without_a_script_and_lead_back() {
    let world = world().await;
    let anna = world.person("anna").await;
    let choose = async |site: &str, body: &str| {
        let form = request(Method::POST, "/preferences")
            .header("content-type", "application/x-www-form-urlencoded")
            .header("sec-fetch-site", site)
            .header("referer", format!("{}/calendar?month=2026-11", world.backend.settings.origin))
            .header("cookie", &anna.cookie);
        world.send(form.body(Body::from(body.to_owned())).unwrap()).await
    };
    for (body, cookie) in [("language=fr", "language=fr; Path=/; "), ("theme=dark", "theme=dark; Path=/; ")] {
        let done = choose("same-origin", body).await;
        assert_eq!((done.status, done.header(header::LOCATION)), (StatusCode::SEE_OTHER, "/calendar?month=2026-11"));
        assert!(done.header(header::SET_COOKIE).starts_with(cookie), "{body}");
    }
    let (language,) = world.backend.db.read("SELECT language FROM users").fetch_one::<(String,)>().await.unwrap();
    assert_eq!(language, "fr", "of mails, too");
    for body in ["language=it", "theme=blue", "session=x", ""] {
        assert!(choose("same-origin", body).await.status.is_client_error(), "{body}");
    }
    choose("cross-site", "theme=dark").await.refused(403, "cross_site");
    let elsewhere = request(Method::POST, "/preferences")
        .header("content-type", "application/x-www-form-urlencoded")
        .header("sec-fetch-site", "same-origin")
        .header("referer", format!("{}//evil.example", world.backend.settings.origin));
    let done = world.send(elsewhere.body(Body::from("theme=dark")).unwrap()).await;
    assert_eq!(done.header(header::LOCATION), "/");
}

/// The form of an editor without a script, and sending it.
struct Plain<'a> {
    world: &'a World,
}

impl Plain<'_> {
    async fn send(&self, cookie: &str, path: &str, fields: &[(String, String)]) -> Reply {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let form = request(Method::POST, path)
            .header("content-type", "application/x-www-form-urlencoded")
            .header("accept", "text/html")
            .header("sec-fetch-site", "same-origin")
            .header("cookie", cookie);
        self.world.send(form.body(Body::from(body)).unwrap()).await
    }

    async fn open(&self, cookie: &str, path: &str) -> String {
        let page = request(Method::GET, path).header("accept", "text/html").header("cookie", cookie);
        self.world.send(page.body(Body::empty()).unwrap()).await.text()
    }
}

/// The form as the page has it, with these words and this visibility, and a key of its own.
fn filled(page: &str, text: &str, top_moment: &str, visibility: &str) -> Vec<(String, String)> {
    let hidden = form_of(page).split('<').filter(|tag| tag.contains("type=\"hidden\""));
    let hidden = hidden.map(|tag| (attribute(tag, "name").unwrap(), attribute(tag, "value").unwrap()));
    let hidden = hidden.map(|(name, value)| if name == "key" { (name, fresh_key()) } else { (name, value) });
    let typed = [("text", text), ("top_moment", top_moment), ("visibility", visibility)];
    hidden.chain(typed.map(|(name, value)| (name.to_owned(), value.to_owned()))).collect()
}

fn fresh_key() -> String {
    static KEYS: AtomicU32 = AtomicU32::new(0);
    format!("key-{}", KEYS.fetch_add(1, Ordering::Relaxed))
}

fn form_of(page: &str) -> &str {
    page.split(r#"id="form-save-entry""#).nth(1).and_then(|rest| rest.split("</form>").next()).unwrap()
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    tag.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned)
}

/// The visibility that is chosen in the form.
fn chosen(page: &str) -> String {
    let tag = form_of(page).split('<').find(|tag| tag.contains("type=\"radio\"") && tag.contains(" checked")).unwrap();
    attribute(tag, "value").unwrap()
}

#[tokio::test]
async fn an_entry_is_written_without_a_script_and_no_word_is_lost() {
    let world = world().await;
    let anna = world.person("anna").await;
    let plain = Plain { world: &world };
    let create = plain.open(&anna.cookie, "/create").await;
    let empty = plain.send(&anna.cookie, "/create", &filled(&create, " ", "Der Eisvogel", "private")).await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(empty.text().contains(r#"id="plain-text-error""#) && empty.text().contains("Der Eisvogel"));
    let long =
        plain.send(&anna.cookie, "/create", &filled(&create, &"ab ".repeat(1001), "Der Eisvogel", "private")).await;
    assert!(long.status == StatusCode::UNPROCESSABLE_ENTITY && long.text().contains(&"ab ".repeat(1001)));
    let umlauts = "ü".repeat(30_000);
    let longer = plain.send(&anna.cookie, "/create", &filled(&create, &umlauts, "", "private")).await;
    assert!(longer.status == StatusCode::UNPROCESSABLE_ENTITY && longer.text().contains(&umlauts), "180 kB as a form");
    let (largest, moment) = ("\u{1F4D6}".repeat(limits::TEXT), "\u{1F98A}".repeat(limits::TOP_MOMENT));
    let asked = plain.send(&anna.cookie, "/create", &filled(&create, &largest, &moment, "public")).await;
    assert!(asked.text().contains(r#"name="step" value="confirm""#), "the largest text that is allowed");
    let over = plain.send(&anna.cookie, "/create", &filled(&create, &"ü".repeat(100_000), "", "private")).await;
    assert_eq!(over.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(over.text().contains("Geh im Browser zurück"), "{}", over.text());

    let asked = plain.send(&anna.cookie, "/create", &filled(&create, "Für alle", "Der Eisvogel", "public")).await;
    assert!(asked.text().contains("Für alle") && asked.text().contains(r#"name="step" value="confirm""#));
    let out = plain.send("", "/create", &filled(&create, "Abgemeldet", "Der Eisvogel", "private")).await;
    assert_eq!(out.status, StatusCode::UNAUTHORIZED);
    assert!(out.text().contains("Abgemeldet") && out.text().contains("next=%2Fcreate"), "{}", out.text());
    let ben = world.person("ben").await;
    let other = plain.send(&ben.cookie, "/create", &filled(&create, "Von Anna", "Der Eisvogel", "private")).await;
    assert_eq!(other.status, StatusCode::UNAUTHORIZED);
    let kept = other.text();
    assert!(kept.contains("Von Anna") && kept.contains("ein anderes Konto angemeldet"));
    let again = plain.send(&ben.cookie, "/create", &filled(&kept, "Von Anna", "Der Eisvogel", "private")).await;
    assert_eq!(again.status, StatusCode::UNAUTHORIZED, "they stay hers");

    let sent = filled(&create, "Ein stiller Tag", "Der Eisvogel", "friends");
    let done = plain.send(&anna.cookie, "/create", &sent).await;
    assert_eq!(done.header(header::LOCATION), "/dashboard#form-entry-created", "{}", done.text());
    let twice = plain.send(&anna.cookie, "/create", &sent).await;
    assert_eq!(twice.status, StatusCode::SEE_OTHER, "pressed twice it is saved once");
    let second = plain
        .send(&anna.cookie, "/create", &filled(&create, "Aus einem anderen Fenster", "Der Eisvogel", "private"))
        .await;
    assert_eq!(second.status, StatusCode::CONFLICT);
    assert!(second.text().contains("Ein stiller Tag\n\nAus einem anderen Fenster"), "{}", second.text());

    let entry = world.get_as(&anna, "/api/entries/today").await.expect(200);
    assert_eq!((&entry["text"], &entry["visibility"]), (&"Ein stiller Tag".into(), &"friends".into()));
    assert_eq!(entry["topMoment"], "Der Eisvogel");
    let path = format!("/edit/{}", entry["id"].as_str().unwrap());
    let edit = plain.open(&anna.cookie, &path).await;
    let his = world.get_as(&ben, "/api/auth/user").await.expect(200);
    let mut foreign = filled(&edit, "Von Ben", "Der Eisvogel", "friends");
    foreign
        .iter_mut()
        .filter(|(name, _)| name == "user_id")
        .for_each(|(_, id)| his["id"].as_str().unwrap().clone_into(id));
    assert_eq!(plain.send(&ben.cookie, &path, &foreign).await.status, StatusCode::FORBIDDEN);
    let done = plain.send(&anna.cookie, &path, &filled(&edit, "Ein neuer Satz", "Der Eisvogel", "friends")).await;
    assert_eq!(done.header(header::LOCATION), format!("{}#form-entry-updated", path.replace("edit", "entry")));
    let stale = plain.send(&anna.cookie, &path, &filled(&edit, "Auf altem Stand", "Der Eisvogel", "friends")).await;
    assert_eq!(stale.status, StatusCode::CONFLICT);
    assert!(stale.text().contains("Auf altem Stand") && stale.text().contains("Gespeicherte Fassung"));
    let again =
        plain.send(&anna.cookie, &path, &filled(&stale.text(), "Auf altem Stand", "Der Eisvogel", "friends")).await;
    assert_eq!(again.status, StatusCode::SEE_OTHER, "the form has the new version");
}

#[tokio::test]
async fn a_refused_form_without_a_script_keeps_its_words_day_writer_and_readers() {
    let world = world().await;
    let plain = Plain { world: &world };
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let late = plain.open(&anna.cookie, "/create").await;
    // The default makes no entry public without a question.
    let asked = plain
        .send(
            &anna.cookie,
            "/create",
            &filled(
                &late.replace(r#"name="seen" value="private""#, r#"name="seen" value="public""#),
                "Für alle",
                "",
                "public",
            ),
        )
        .await;
    assert!(asked.text().contains(r#"name="step" value="confirm""#), "{}", asked.text());

    // Ben has an entry of the day; Anna's form, sent while he is signed in, gets nothing of it.
    let his = plain.open(&ben.cookie, "/create").await;
    plain.send(&ben.cookie, "/create", &filled(&his, "Bens Geheimnis", "", "private")).await;
    let mixed = plain.send(&ben.cookie, "/create", &filled(&late, "Annas Worte", "", "private")).await.text();
    assert!(mixed.contains("Annas Worte") && !mixed.contains("Bens Geheimnis"));
    // Meanwhile she wrote a private entry elsewhere.
    plain.send(&anna.cookie, "/create", &filled(&late, "Nur für mich", "Der Eisvogel", "private")).await;
    let met = plain.send(&anna.cookie, "/create", &filled(&mixed, "Annas Worte", "Ein Fuchs", "friends")).await;
    assert_eq!(met.status, StatusCode::CONFLICT);
    let met = met.text();
    assert!(met.contains("Nur für mich\n\nAnnas Worte") && met.contains("Der Eisvogel") && met.contains("Ein Fuchs"));
    assert_eq!(chosen(&met), "private", "the saved entry has fewer readers");
    let kept = plain.send(&anna.cookie, "/create", &filled(&late, "Annas Worte", "", "private")).await.text();
    assert!(form_of(&kept).contains(r#"name="top_moment" value="Der Eisvogel""#), "{}", form_of(&kept));

    // A refusal that shows nothing of the newer version does not take its place.
    let id = world.get_as(&anna, "/api/entries/today").await.expect(200)["id"].as_str().unwrap().to_owned();
    let path = format!("/edit/{id}");
    let old = plain.open(&anna.cookie, &path).await;
    plain.send(&anna.cookie, &path, &filled(&old, "Die neuere Fassung", "", "private")).await;
    let long = plain.send(&anna.cookie, &path, &filled(&old, &"ab ".repeat(1001), "", "private")).await.text();
    let stale = plain.send(&anna.cookie, &path, &filled(&long, "Gekürzt", "", "friends")).await;
    assert_eq!(stale.status, StatusCode::CONFLICT);
    assert!(stale.text().contains("Die neuere Fassung") && stale.text().contains("Gekürzt"));
    assert_eq!(chosen(&stale.text()), "private");

    // A deleted entry's form keeps its words.
    let deleted = world.json_as(&anna, Method::DELETE, &format!("/api/entries/{id}"), &json!(null)).await;
    assert!(deleted.status.is_success(), "{}", deleted.text());
    let gone = plain.send(&anna.cookie, &path, &filled(&old, "Noch ein Satz", "", "private")).await;
    assert_eq!(gone.status, StatusCode::NOT_FOUND);
    assert!(gone.text().contains("Noch ein Satz"));
}
