//! Access rules: every address of the router is requested by everybody who may have to do with the owner of some
//! entries, and compared with a model. Words are planted in every private field and must appear in no wrong answer.

mod actors;
pub mod addresses;
mod ends;
mod kinds;
mod model;
mod planted;
mod portrait;
mod table;

use crate::world::{Reply, World, people::PASSWORD, world};
use actors::{Actor, Cast};
use chrono::TimeDelta;
use http::Method;
use kinds::{Asks, Kind};
use model::{Link, Relationship, State};
use planted::{Diary, PIN};
use serde_json::json;
use table::TABLE;

/// Compares every answer to everybody with the model.
#[tokio::test]
async fn every_address_shows_each_person_what_they_may_see_and_no_word_more() {
    let mut round = Round::begin().await;
    let before = round.diary.as_owner(&round.world, &round.cast).await;
    round.ask_all(Link::Alive, |_| true).await;
    assert!(round.asked > 2000, "{}", round.asked);
    let after = round.diary.as_owner(&round.world, &round.cast).await;
    assert_eq!(after, before, "nobody changed anything");
    let binned = round.diary.binned(&round.world, &round.cast).await;
    assert_eq!(binned, round.diary.kept(State::Bin), "what is in the bin is there still");
}

/// A PIN guards every address of a link from everybody but the owner, and opens it to whoever has its pass. A link that
/// is past its end or was taken back shows nothing to anybody, whoever they are.
#[tokio::test]
async fn links_with_a_pin_past_their_end_and_taken_back_show_nobody_more_than_they_should() {
    let mut round = Round::begin().await;
    let end = round.world.backend.clock.now() + TimeDelta::minutes(5);
    round.diary.change_links(&round.world, &round.cast, json!({ "pin": PIN, "expiresAt": end })).await;
    round.ask_all(Link::Locked, Kind::is_of_link).await;
    round.cast.passes = round.diary.passes(&round.world, &round.cast).await;
    round.ask_all(Link::Unlocked, Kind::is_of_link).await;
    round.world.backend.clock.advance(TimeDelta::minutes(6));
    round.ask_all(Link::Over, Kind::is_of_link).await;
    round.diary.end_links(&round.world, &round.cast).await;
    round.ask_all(Link::Ended, Kind::is_of_link).await;
}

/// Somebody who leaves is gone for everybody, at every address; they themselves are a guest.
#[tokio::test]
async fn nobody_sees_anything_of_somebody_who_leaves() {
    let mut round = Round::begin().await;
    let form = json!({ "password": PASSWORD });
    let owner = round.cast.person(Actor::Owner).clone();
    round.world.json_as(&owner, Method::DELETE, "/api/account", &form).await.expect(202);
    round.has_left = true;
    round.ask_all(Link::Ended, |_| true).await;
    assert!(round.asked > 2000, "{}", round.asked);
}

struct Round {
    world: World,
    cast: Cast,
    diary: Diary,
    asked: usize,
    has_left: bool,
    /// Answers that differ from the model.
    wrong: Vec<String>,
}

/// One request: actor, address, and the state of the entry.
#[derive(Clone, Copy, Debug)]
struct Case {
    actor: Actor,
    address: &'static str,
    kind: Kind,
    state: State,
    link: Link,
    has_left: bool,
}

impl Case {
    /// A bearer speaks to calls only; to everything else its holder is a guest.
    fn relationship(&self) -> Relationship {
        let relationship =
            if self.address.contains(" /api/") { self.actor.relationship() } else { self.actor.tie_by_cookie() };
        match relationship {
            Relationship::Owner if self.has_left => Relationship::Guest,
            Relationship::None | Relationship::Friend if self.has_left => Relationship::Left,
            other => other,
        }
    }
}

impl Round {
    async fn begin() -> Self {
        let world = world().await;
        let (cast, diary) = Cast::write(&world, &Actor::ALL).await;
        Self { world, cast, diary, asked: 0, has_left: false, wrong: Vec::new() }
    }

    async fn ask_all(&mut self, link: Link, wanted: fn(Kind) -> bool) {
        for actor in Actor::ALL {
            for (address, kind) in TABLE.iter().copied().filter(|(_, kind)| wanted(*kind)) {
                for state in kind.states() {
                    let state = *state;
                    self.ask(Case { actor, address, kind, state, link, has_left: self.has_left }).await;
                }
            }
        }
        assert!(self.wrong.is_empty(), "{} of {}:\n{}", self.wrong.len(), self.asked, self.wrong.join("\n"));
    }

    /// Asks in each way that there is.
    async fn ask(&mut self, case: Case) {
        let Case { actor, address, kind, state, .. } = case;
        // The owner's own calls would change what the others ask for.
        if matches!(kind, Kind::Call(_)) && actor == Actor::Owner {
            return;
        }
        let (method, path) = address.split_once(' ').unwrap();
        let method: Method = method.parse().unwrap();
        for path in kinds::paths(path, kind, self.diary.entry(state), &self.cast) {
            for asks in kind.ways() {
                let body = kind.body(self.diary.entry(state));
                let expected = model::status(kind, case.relationship(), state, case.link, *asks);
                // A card that may be seen is drawn for guests; its head tells of the others that they may.
                let is_drawn = kind != Kind::Card || actor == Actor::Guest || expected != Some(200);
                let method = if is_drawn { &method } else { &Method::HEAD };
                let reply = self.cast.send(&self.world, actor, method, &path, body, asks).await;
                let what = format!("{} {path} {asks:?}: {case:?}", reply.status.as_u16());
                if let Some(expected) = expected
                    && reply.status != expected
                {
                    self.wrong.push(format!("not {expected}: {what}"));
                }
                self.check_words(&reply, case, *asks, &what);
                self.asked += 1;
            }
        }
    }

    /// Words that are there must be allowed; where the model says that something is shown, its words must be there.
    fn check_words(&mut self, reply: &Reply, case: Case, asks: Asks, what: &str) {
        let Case { actor, kind, state, link, .. } = case;
        let text = reply.text();
        for about in State::ALL {
            for (field, word) in self.diary.entry(about).words() {
                let allowed = if kind.is_of_link() {
                    model::released(*field, about, case.relationship(), state, link)
                } else {
                    model::readable(*field, model::access_level(case.relationship(), about))
                };
                if !allowed && text.contains(word.as_str()) {
                    self.wrong.push(format!("shows {field:?} of {about:?}: {what}"));
                }
            }
        }
        let email = planted::email_of_owner();
        if actor != Actor::Owner && kind != Kind::Search && text.to_lowercase().contains(&email) {
            self.wrong.push(format!("shows the owner's address: {what}"));
        }
        if reply.status == 200 {
            let its_own = [state];
            for about in if kind.is_of_all() { State::ALL.as_slice() } else { its_own.as_slice() } {
                let shown = model::shows(kind, case.relationship(), *about, link, asks);
                for (field, word) in self.diary.entry(*about).words().iter().filter(|(field, _)| shown.contains(field))
                {
                    if !text.contains(word.as_str()) {
                        self.wrong.push(format!("lacks {field:?} of {about:?}: {what}"));
                    }
                }
            }
        }
    }
}
