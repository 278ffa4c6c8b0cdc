//! The owner's diary: one entry in each state, with a word of its own in each field.

use super::{
    actors::{Actor, Cast},
    kinds::{Asks, Body},
    model::{Field, State},
};
use crate::world::{
    World,
    form::{Form, PHOTO},
    people::Person,
    reply::cookie,
};
use chrono::TimeDelta;
use http::Method;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

pub const PIN: &str = "2468";
pub const OWNER: &str = "Tagebuchbesitzerin";
const WEBM: &[u8] = include_bytes!("../../../../backend/tests/data/heute.webm");

pub struct Planted {
    pub id: String,
    pub image: String,
    pub answer: String,
    pub token: String,
    words: Vec<(Field, String)>,
    /// The entry as its owner got it when it was made.
    whole: Value,
}

impl Planted {
    pub fn words(&self) -> &[(Field, String)] {
        &self.words
    }
}

pub struct Diary {
    entries: Vec<(State, Planted)>,
}

impl Diary {
    pub async fn write(world: &World, owner: &Person) -> Self {
        let email = format!("{OWNER}@example.org");
        let last = "2027-06-01".parse().unwrap();
        backend::subscription::grant(&world.backend, &email, last).await.unwrap();
        let mut entries = Vec::new();
        for (state, emoji) in
            [(State::Private, "🪗"), (State::Friends, "🪕"), (State::Public, "🪘"), (State::Bin, "🪇")]
        {
            entries.push((state, plant(world, owner, state, emoji).await));
            world.backend.clock.advance(TimeDelta::days(1));
        }
        Self { entries }
    }

    pub fn entry(&self, state: State) -> &Planted {
        &self.entries.iter().find(|(of, _)| *of == state).unwrap().1
    }

    /// Addresses of all files of an entry, for those who may see it.
    pub fn files_of(&self, state: State) -> Vec<String> {
        let entry = self.entry(state);
        let pictures = ["original", "optimized", "thumbnail"].map(|name| format!("/media/{}/{name}", entry.image));
        pictures.into_iter().chain([format!("/api/entries/{}/audio", entry.id)]).collect()
    }

    /// The last one goes into the bin.
    pub async fn delete(&self, world: &World, cast: &Cast) {
        let path = format!("/api/entries/{}", self.entry(State::Bin).id);
        let reply = cast.send(world, Actor::Owner, &Method::DELETE, &path, Body::None, &Asks::Plainly).await;
        assert!(reply.status.is_success(), "{}", reply.text());
    }

    pub async fn change_links(&self, world: &World, cast: &Cast, form: Value) {
        for (_, entry) in self.entries.iter().filter(|(state, _)| *state != State::Bin) {
            let path = format!("/api/entries/{}/update-share-options", entry.id);
            let reply = world.json_as(cast.person(Actor::Owner), Method::PATCH, &path, &form).await;
            assert!(reply.status.is_success(), "{}", reply.text());
        }
    }

    /// Passes of a browser that sent the PIN, by the links' tokens.
    pub async fn passes(&self, world: &World, cast: &Cast) -> HashMap<String, String> {
        let mut passes = HashMap::new();
        for (_, entry) in self.entries.iter().filter(|(state, _)| *state != State::Bin) {
            let path = format!("/shared/{}", entry.token);
            let reply = cast.send(world, Actor::Guest, &Method::POST, &path, Body::Pin(PIN), &Asks::Plainly).await;
            passes.insert(entry.token.clone(), cookie(&reply));
        }
        passes
    }

    pub async fn end_links(&self, world: &World, cast: &Cast) {
        for (_, entry) in self.entries.iter().filter(|(state, _)| *state != State::Bin) {
            let path = format!("/api/entries/{}/remove-share-token", entry.id);
            let reply = cast.send(world, Actor::Owner, &Method::DELETE, &path, Body::None, &Asks::Plainly).await;
            assert!(reply.status.is_success(), "{}", reply.text());
        }
    }

    /// Everything that is not deleted, as its owner gets it now.
    pub async fn as_owner(&self, world: &World, cast: &Cast) -> BTreeMap<String, Value> {
        let mut all = BTreeMap::new();
        for (_, entry) in self.entries.iter().filter(|(state, _)| *state != State::Bin) {
            for path in [format!("/api/entries/{}", entry.id), format!("/api/entries/{}/reflection-answers", entry.id)]
            {
                all.insert(path.clone(), world.get_as(cast.person(Actor::Owner), &path).await.expect(200));
            }
        }
        all
    }

    pub async fn binned(&self, world: &World, cast: &Cast) -> String {
        let bin = world.get_as(cast.person(Actor::Owner), "/api/bin").await.expect(200);
        bin[0]["text"].as_str().unwrap_or_default().to_owned()
    }

    pub fn kept(&self, state: State) -> String {
        self.entry(state).whole["text"].as_str().unwrap().to_owned()
    }
}

async fn plant(world: &World, owner: &Person, state: State, emoji: &str) -> Planted {
    let named = |field: Field| format!("{field:?}wort{state:?}");
    let visibility = match state {
        State::Private => "private",
        State::Friends => "friends",
        State::Public | State::Bin => "public",
    };
    let form = |text: &str| {
        Form::new(text)
            .field("summary", named(Field::Summary))
            .field("topMoment", named(Field::TopMoment))
            .field("audioTranscript", named(Field::Transcript))
            .field("mood", json!({ "level": 7, "customEmoji": emoji }).to_string())
            .field("visibility", visibility)
            .field("imageAlts", json!([named(Field::Alt)]).to_string())
    };
    let answers = json!([{ "questionId": "song", "answer": named(Field::Answer) }]).to_string();
    let first = form(&named(Field::Earlier)).field("reflectionAnswers", answers).image("kaffee.jpg", PHOTO).part(
        "name=\"audio\"; filename=\"aufnahme.webm\"",
        Some("audio/webm"),
        WEBM,
    );
    let entry = world.entry(owner, first).await;
    let id = entry["id"].as_str().unwrap().to_owned();
    let path = format!("/api/entries/{id}");
    let whole = world.form_as(owner, Method::PATCH, &path, form(&named(Field::Text))).await.expect(200);
    let parts = json!({ "images": true, "allImages": true, "summary": true, "details": true, "mood": true });
    let share = json!({ "shareOptions": parts });
    let share = world.json_as(owner, Method::POST, &format!("{path}/generate-share-token"), &share).await.expect(200);
    let token = share["shareToken"].as_str().unwrap().to_owned();
    let answers = world.get_as(owner, &format!("{path}/reflection-answers")).await.expect(200);
    let fields =
        [Field::Text, Field::Summary, Field::TopMoment, Field::Transcript, Field::Answer, Field::Alt, Field::Earlier];
    let mut words: Vec<_> = fields.into_iter().map(|field| (field, named(field))).collect();
    words.extend([(Field::MoodEmoji, emoji.to_owned()), (Field::Token, token.clone())]);
    Planted {
        id,
        token,
        words,
        image: whole["images"][0]["id"].as_str().unwrap().to_owned(),
        answer: answers[0]["id"].as_str().unwrap().to_owned(),
        whole,
    }
}

/// The address as the provider stores it.
pub fn email_of_owner() -> String {
    format!("{OWNER}@example.org").to_lowercase()
}
