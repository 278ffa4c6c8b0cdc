//! Everybody who may have to do with the owner of some entries.

use super::{
    kinds::{Asks, Body},
    model::{Relationship, State},
    planted::{Diary, OWNER},
};
use crate::world::{
    Reply, World,
    people::{Person, bearer},
    request,
};
use axum::body::Body as Bytes;
use domain::UserId;
use http::{Method, request::Builder};
use serde_json::{Value, json};
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    Guest,
    Unregistered,
    Stranger,
    /// Asked the owner, who has not answered.
    Requester,
    /// The owner asked them.
    Asked,
    /// Asked the owner, who declined.
    Declined,
    Friend,
    FormerFriend,
    BlockedByOwner,
    HasBlockedOwner,
    /// Was a friend until the owner blocked them.
    FriendBlockedByOwner,
    /// Was a friend until they blocked the owner.
    FriendHasBlockedOwner,
    Owner,
}

impl Actor {
    pub const ALL: [Self; 13] = [
        Self::Guest,
        Self::Unregistered,
        Self::Stranger,
        Self::Requester,
        Self::Asked,
        Self::Declined,
        Self::Friend,
        Self::FormerFriend,
        Self::BlockedByOwner,
        Self::HasBlockedOwner,
        Self::FriendBlockedByOwner,
        Self::FriendHasBlockedOwner,
        Self::Owner,
    ];

    pub fn relationship(self) -> Relationship {
        match self {
            Self::Guest => Relationship::Guest,
            Self::Unregistered => Relationship::Unregistered,
            Self::Stranger | Self::Requester | Self::Asked | Self::Declined | Self::FormerFriend => Relationship::None,
            Self::Friend => Relationship::Friend,
            Self::BlockedByOwner | Self::HasBlockedOwner | Self::FriendBlockedByOwner | Self::FriendHasBlockedOwner => {
                Relationship::Blocked
            }
            Self::Owner => Relationship::Owner,
        }
    }
}

impl Actor {
    /// Pages and files treat an actor without a session as a guest.
    pub fn tie_by_cookie(self) -> Relationship {
        if self == Self::Unregistered { Relationship::Guest } else { self.relationship() }
    }
}

/// The people and their relationships.
pub struct Cast {
    people: HashMap<Actor, Person>,
    unregistered: String,
    pub owner: UserId,
    /// The `ETag` of each picture and recording that the owner got.
    pub etags: HashMap<String, String>,
    /// Cookies that everybody sends along, by the token of their link.
    pub passes: HashMap<String, String>,
}

impl Cast {
    /// Makes the owner with their diary, and these people.
    pub async fn write(world: &World, actors: &[Actor]) -> (Self, Diary) {
        let owner = world.person(OWNER).await;
        let diary = Diary::write(world, &owner).await;
        let mut people = HashMap::from([(Actor::Owner, owner)]);
        for actor in actors {
            if !matches!(actor, Actor::Guest | Actor::Unregistered | Actor::Owner) {
                people.insert(*actor, world.person(&format!("{actor:?}")).await);
            }
        }
        let (unregistered, _) = world.sign_up("unregistered").await;
        let user = world.get_as(&people[&Actor::Owner], "/api/auth/user").await.expect(200);
        let owner = user["id"].as_str().unwrap().parse().unwrap();
        let mut cast = Self { people, unregistered, owner, etags: HashMap::new(), passes: HashMap::new() };
        for actor in actors {
            cast.relationship(world, *actor).await;
        }
        for path in State::ALL.into_iter().flat_map(|state| diary.files_of(state)) {
            let reply = cast.send(world, Actor::Owner, &Method::GET, &path, Body::None, &Asks::Plainly).await;
            let etag = reply.header("etag").to_owned();
            assert!(!etag.is_empty(), "{path}: {}", reply.text());
            cast.etags.insert(file_of(&path).to_owned(), etag);
        }
        diary.delete(world, &cast).await;
        (cast, diary)
    }

    pub fn person(&self, actor: Actor) -> &Person {
        &self.people[&actor]
    }

    /// A request of the actor: with the session's cookie, with a bearer, or with neither.
    pub fn request(&self, actor: Actor, method: &Method, path: &str) -> Builder {
        match actor {
            Actor::Guest => request(method.clone(), path),
            Actor::Unregistered => bearer(method.clone(), path, &self.unregistered),
            _ => self.person(actor).request(method.clone(), path),
        }
    }

    pub async fn send(
        &self,
        world: &World,
        actor: Actor,
        method: &Method,
        path: &str,
        body: Body,
        asks: &Asks,
    ) -> Reply {
        let request = self.request(actor, method, &format!("{path}{}", asks.query()));
        let request = match asks {
            Asks::Again => request.header("if-none-match", &self.etags[file_of(path)]),
            Asks::ForPart => request.header("range", "bytes=0-9"),
            _ => request,
        };
        let pass = self.passes.iter().find(|(token, _)| path.contains(token.as_str()));
        let request = match pass {
            Some((_, pass)) => request.header("cookie", pass),
            None => request,
        };
        let request = match body {
            Body::None => request.body(Bytes::empty()).unwrap(),
            Body::Json(value) => crate::world::json(request, &value),
            Body::Form(form) => form.into_request(request),
            Body::Pin(pin) => urlencoded(request, format!("pin={pin}")),
            Body::Fields(fields) => urlencoded(request, fields),
        };
        world.send(request).await
    }
}

fn urlencoded(request: Builder, fields: String) -> http::Request<axum::body::Body> {
    request.header("content-type", "application/x-www-form-urlencoded").body(fields.into()).unwrap()
}

/// The file's name, the same at each of its addresses.
fn file_of(path: &str) -> &str {
    path.rsplit_once("/media/").map_or(path, |(_, file)| file)
}

impl Cast {
    pub async fn id(&self, world: &World, actor: Actor) -> UserId {
        let user = world.get_as(self.person(actor), "/api/auth/user").await.expect(200);
        user["id"].as_str().unwrap().parse().unwrap()
    }

    /// Makes the relationship through requests, answers and endings, as people do.
    async fn relationship(&self, world: &World, actor: Actor) {
        match actor {
            Actor::Friend => self.make_friends(world, actor).await,
            Actor::FormerFriend => {
                self.make_friends(world, actor).await;
                let path = format!("/api/friends/{}", self.id(world, actor).await);
                self.calls(world, Actor::Owner, Method::DELETE, &path, Value::Null).await;
            }
            Actor::Requester => drop(self.request_of(world, actor, Actor::Owner).await),
            Actor::Asked => drop(self.request_of(world, Actor::Owner, actor).await),
            Actor::Declined => {
                let request = self.request_of(world, actor, Actor::Owner).await;
                let path = format!("/api/friend-requests/{request}/decline");
                self.calls(world, Actor::Owner, Method::PUT, &path, Value::Null).await;
            }
            Actor::BlockedByOwner => self.block(world, Actor::Owner, actor).await,
            Actor::HasBlockedOwner => self.block(world, actor, Actor::Owner).await,
            Actor::FriendBlockedByOwner => {
                self.make_friends(world, actor).await;
                self.block(world, Actor::Owner, actor).await;
            }
            Actor::FriendHasBlockedOwner => {
                self.make_friends(world, actor).await;
                self.block(world, actor, Actor::Owner).await;
            }
            Actor::Guest | Actor::Unregistered | Actor::Stranger | Actor::Owner => {}
        }
    }

    /// The first blocks the second.
    pub async fn block(&self, world: &World, one: Actor, other: Actor) {
        let whom = json!({ "userId": self.id(world, other).await });
        self.calls(world, one, Method::POST, "/api/blocks", whom).await;
    }

    async fn make_friends(&self, world: &World, actor: Actor) {
        let request = self.request_of(world, actor, Actor::Owner).await;
        let path = format!("/api/friend-requests/{request}/accept");
        self.calls(world, Actor::Owner, Method::PUT, &path, Value::Null).await;
    }

    /// The id of the request.
    async fn request_of(&self, world: &World, requester: Actor, addressee: Actor) -> String {
        let whom = json!({ "userId": self.id(world, addressee).await });
        let request = self.calls(world, requester, Method::POST, "/api/friend-requests", whom).await;
        request["id"].as_str().unwrap().to_owned()
    }

    async fn calls(&self, world: &World, actor: Actor, method: Method, path: &str, body: Value) -> Value {
        let body = if body.is_null() { Body::None } else { Body::Json(body) };
        let reply = self.send(world, actor, &method, path, body, &Asks::Plainly).await;
        assert!(reply.status.is_success(), "{actor:?} {path}: {}", reply.text());
        if reply.bytes.is_empty() { Value::Null } else { reply.json() }
    }
}
