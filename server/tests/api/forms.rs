//! Forms that post to their own page. They work without a script and keep what was typed.

use crate::world::{Reply, World, form::Form, request, world};
use axum::body::Body;
use http::{Method, StatusCode, header};

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
async fn a_script_that_sends_a_form_hears_where_it_leads_why_it_is_refused_and_that_nobody_is_signed_in() {
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
}

#[tokio::test]
async fn an_entry_is_written_without_a_script_and_no_word_is_lost() {
    let world = world().await;
    let anna = world.person("anna").await;
    let send = async |cookie: &str, path: &str, fields: &[(String, String)]| {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let form = request(Method::POST, path)
            .header("content-type", "application/x-www-form-urlencoded")
            .header("accept", "text/html")
            .header("sec-fetch-site", "same-origin")
            .header("cookie", cookie);
        world.send(form.body(Body::from(body)).unwrap()).await
    };
    let open = async |path: &str| {
        let page = request(Method::GET, path).header("accept", "text/html").header("cookie", &anna.cookie);
        world.send(page.body(Body::empty()).unwrap()).await.text()
    };
    // The form as the page has it, with another text and visibility.
    let filled = |page: &str, text: &str, visibility: &str| {
        let form = page.split(r#"id="form-save-entry""#).nth(1).and_then(|rest| rest.split("</form>").next()).unwrap();
        let attribute = |tag: &str, name: &str| {
            tag.split(&format!("{name}=\"")).nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned)
        };
        let hidden = form.split('<').filter(|tag| tag.contains("type=\"hidden\""));
        let hidden = hidden.map(|tag| (attribute(tag, "name").unwrap(), attribute(tag, "value").unwrap()));
        let typed = [("text", text), ("top_moment", "Der Eisvogel"), ("visibility", visibility)];
        hidden.chain(typed.map(|(name, value)| (name.to_owned(), value.to_owned()))).collect::<Vec<_>>()
    };
    let create = open("/create").await;
    let empty = send(&anna.cookie, "/create", &filled(&create, " ", "private")).await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(empty.text().contains(r#"id="plain-text-error""#) && empty.text().contains("Der Eisvogel"));
    let long = send(&anna.cookie, "/create", &filled(&create, &"ab ".repeat(1001), "private")).await;
    assert!(long.status == StatusCode::UNPROCESSABLE_ENTITY && long.text().contains(&"ab ".repeat(1001)));

    let asked = send(&anna.cookie, "/create", &filled(&create, "Für alle", "public")).await;
    assert!(asked.text().contains("Für alle") && asked.text().contains(r#"name="step" value="confirm""#));
    let out = send("", "/create", &filled(&create, "Abgemeldet", "private")).await;
    assert_eq!(out.status, StatusCode::UNAUTHORIZED);
    assert!(out.text().contains("Abgemeldet") && out.text().contains("next=%2Fcreate"), "{}", out.text());
    let ben = world.person("ben").await;
    let other = send(&ben.cookie, "/create", &filled(&create, "Von Anna", "private")).await;
    assert_eq!(other.status, StatusCode::UNAUTHORIZED);
    let kept = other.text();
    assert!(kept.contains("Von Anna") && kept.contains("ein anderes Konto angemeldet"));
    let again = send(&ben.cookie, "/create", &filled(&kept, "Von Anna", "private")).await;
    assert_eq!(again.status, StatusCode::UNAUTHORIZED, "they stay hers");

    let sent = filled(&create, "Ein stiller Tag", "friends");
    let done = send(&anna.cookie, "/create", &sent).await;
    assert_eq!(done.header(header::LOCATION), "/dashboard#form-entry-created", "{}", done.text());
    let twice = send(&anna.cookie, "/create", &sent).await;
    assert_eq!(twice.status, StatusCode::SEE_OTHER, "pressed twice it is saved once");
    let second = send(
        &anna.cookie,
        "/create",
        &filled(
            &create.replace("name=\"key\" value=\"", "name=\"key\" value=\"x"),
            "Aus einem anderen Fenster",
            "private",
        ),
    )
    .await;
    assert_eq!(second.status, StatusCode::CONFLICT);
    assert!(second.text().contains("Ein stiller Tag\n\nAus einem anderen Fenster"), "{}", second.text());

    let entry = world.get_as(&anna, "/api/entries/today").await.expect(200);
    assert_eq!((&entry["text"], &entry["visibility"]), (&"Ein stiller Tag".into(), &"friends".into()));
    assert_eq!(entry["topMoment"], "Der Eisvogel");
    let path = format!("/edit/{}", entry["id"].as_str().unwrap());
    let edit = open(&path).await;
    let his = world.get_as(&ben, "/api/auth/user").await.expect(200);
    let mut foreign = filled(&edit, "Von Ben", "friends");
    foreign
        .iter_mut()
        .filter(|(name, _)| name == "user_id")
        .for_each(|(_, id)| his["id"].as_str().unwrap().clone_into(id));
    assert_eq!(send(&ben.cookie, &path, &foreign).await.status, StatusCode::FORBIDDEN);
    let done = send(&anna.cookie, &path, &filled(&edit, "Ein neuer Satz", "friends")).await;
    assert_eq!(done.header(header::LOCATION), format!("{path}#form-save-entry"));
    let stale = send(
        &anna.cookie,
        &path,
        &filled(&edit.replace("name=\"key\" value=\"", "name=\"key\" value=\"y"), "Auf altem Stand", "friends"),
    )
    .await;
    assert_eq!(stale.status, StatusCode::CONFLICT);
    assert!(stale.text().contains("Auf altem Stand") && stale.text().contains("Gespeicherte Fassung"));
    let again = send(&anna.cookie, &path, &filled(&stale.text(), "Auf altem Stand", "friends")).await;
    assert_eq!(again.status, StatusCode::SEE_OTHER, "the form has the new version");
}
