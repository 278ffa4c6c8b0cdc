//! Every address, and what is known of it. `addresses.rs` fails when one is missing here.

use super::{
    actors::Cast,
    planted::{OWNER, Planted},
};
use crate::world::form::Form;

/// How a file is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    Plainly,
    /// With the `ETag` that the owner was given.
    Again,
    ForPart,
    /// 'Ansehen als …'
    AsFriend,
    AsStranger,
    AsLink,
}

impl Asks {
    pub fn query(self) -> &'static str {
        match self {
            Self::AsFriend => "?as=friend",
            Self::AsStranger => "?as=stranger",
            Self::AsLink => "?as=link",
            _ => "",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    Entry,
    Answers,
}

/// A body that would be taken from the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    Nothing,
    Heart,
    Visibility,
    Options,
    Form,
    Answer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feed {
    /// With every filter on.
    All,
    Friends,
    Public,
    /// The owner's entries, as one may see them.
    Owners,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// For everybody who may see the entry.
    Read(Shows),
    /// Its page.
    Page,
    /// Its files, in each way.
    Media,
    /// For the owner alone.
    ReadOwn,
    /// The editor's page: the owner's.
    Edit,
    /// A page of the bin: the owner's.
    BinPage,
    /// Changes the entry: the owner's.
    Call(Call),
    /// The link's picture for messengers; what is drawn in it, sharing's own tests look at.
    Card,
    /// A part that the links do not release.
    Unreleased,
    /// By the link's token; true: with the words that it releases.
    Link(bool),
    /// Lists and pages that each person gets in their own way; only the words are looked at.
    List,
    /// A feed, or what one may see of the owner's.
    Feed(Feed),
    /// Finds people; who types an e-mail gets it back.
    Search,
    /// Tells the operator about an entry that one may see.
    Report,
    /// Changes or tells what is the caller's own, or nobody's: never asked here, since it speaks of nobody else's entry.
    Own,
}

use Call::{Answer, Form as Whole, Heart, Nothing, Options, Visibility};
use Kind::{BinPage, Edit, Link, List, Media, Own, Page, Read, ReadOwn};

pub const TABLE: &[(&str, Kind)] = &[
    ("POST /api/auth/validate-invitation", Own),
    ("POST /api/auth/simple-register", Own),
    ("GET /api/auth/user", List),
    ("PUT /api/auth/update-profile", Own),
    ("POST /api/auth/session", Own),
    ("DELETE /api/auth/session", Own),
    ("GET /api/auth/token", Own),
    ("GET /api/auth/sessions", List),
    ("DELETE /api/auth/sessions", Own),
    ("DELETE /api/auth/sessions/{id}", Own),
    ("POST /api/auth/cleanup-before-registration", Own),
    ("DELETE /api/auth/google", Own),
    ("GET /api/auth/google/start", Own),
    ("GET /api/auth/google/callback", Own),
    ("GET /api/auth/google/result", Own),
    ("POST /api/auth/forgot-password", Own),
    ("POST /api/auth/first-password", Own),
    ("POST /api/auth/reset-password", Own),
    ("POST /api/auth/confirm-email", Own),
    ("POST /api/auth/send-verification", Own),
    ("PUT /api/auth/password", Own),
    ("PUT /api/auth/email", Own),
    ("GET /api/login", List),
    ("PATCH /api/profile", Own),
    ("PUT /api/users/default-visibility", Own),
    ("PUT /api/users/zone", Own),
    ("PUT /api/users/day-end", Own),
    ("PUT /api/users/language", Own),
    ("PUT /api/users/assistant-consent", Own),
    ("GET /api/entries", List),
    ("POST /api/entries", Own),
    ("GET /api/entries/today", List),
    ("GET /api/day-ticket", List),
    ("GET /api/entries/{id}", Read(Shows::Entry)),
    ("DELETE /api/entries/{id}", Kind::Call(Nothing)),
    ("PATCH /api/entries/{id}", Kind::Call(Whole)),
    ("PUT /api/entries/{id}/favorite", Kind::Call(Heart)),
    ("POST /api/entries/{id}/restore", Kind::Call(Nothing)),
    ("GET /api/bin", List),
    ("PUT /api/entries/{id}/visibility", Kind::Call(Visibility)),
    ("GET /api/entries/{id}/audio", Media),
    ("GET /api/entries/{id}/versions", ReadOwn),
    ("POST /api/entries/{id}/generate-share-token", Kind::Call(Options)),
    ("PATCH /api/entries/{id}/update-share-options", Kind::Call(Options)),
    ("DELETE /api/entries/{id}/remove-share-token", Kind::Call(Nothing)),
    ("GET /api/entries/{id}/reflection-answers", Read(Shows::Answers)),
    ("GET /api/reflection-questions", List),
    ("GET /api/reflection-question", List),
    ("POST /api/reflection-answers", Kind::Call(Answer)),
    ("DELETE /api/reflection-answers/{id}", Kind::Call(Nothing)),
    ("POST /api/transcribe-audio", Own),
    ("POST /api/generate-summary", Own),
    ("GET /api/assistant-calls", List),
    ("GET /api/friends", List),
    ("DELETE /api/friends/{id}", Own),
    ("GET /api/friends/{id}/entries", Kind::Feed(Feed::Owners)),
    ("GET /api/friend-requests", List),
    ("POST /api/friend-requests", Own),
    ("GET /api/friend-requests/sent", List),
    ("DELETE /api/friend-requests/{id}", Own),
    ("PUT /api/friend-requests/{id}/accept", Own),
    ("PUT /api/friend-requests/{id}/decline", Own),
    ("GET /api/users/search", Kind::Search),
    ("GET /api/feed", Kind::Feed(Feed::All)),
    ("GET /api/feed/friends", Kind::Feed(Feed::Friends)),
    ("GET /api/feed/public", Kind::Feed(Feed::Public)),
    ("GET /api/invitations", List),
    ("POST /api/invitations/stop", Own),
    ("GET /api/friend-invitations", List),
    ("POST /api/friend-invitations", Own),
    ("DELETE /api/friend-invitations/{id}", Own),
    ("POST /api/friend-invitations/{id}/resend", Own),
    ("GET /api/blocks", List),
    ("POST /api/blocks", Own),
    ("DELETE /api/blocks/{id}", Own),
    ("POST /api/reports", Kind::Report),
    ("GET /shared/{token}/card.jpg", Kind::Card),
    ("POST /shared/{token}", Own),
    ("GET /friends", List),
    ("GET /stop-invitations", List),
    ("GET /friends/{id}", Kind::Feed(Feed::Owners)),
    ("GET /api/shared/{token}", Link(true)),
    ("GET /media/{id}/{rendition}", Media),
    ("GET /shared/{token}/media/{id}/{rendition}", Link(false)),
    ("GET /shared/{token}/audio", Kind::Unreleased),
    ("ANY /rpc/{*call}", Own),
    ("ANY /api", Own),
    ("ANY /api/", Own),
    ("ANY /api/{*path}", Own),
    ("ANY /media/{id}", Own),
    ("GET /", List),
    ("GET /dashboard", List),
    ("GET /create", List),
    ("GET /edit/{id}", Edit),
    ("GET /entry/{id}", Page),
    ("GET /profile/edit", List),
    ("GET /settings", List),
    ("GET /settings/assistant", List),
    ("GET /bin", List),
    ("GET /bin/{id}", BinPage),
    ("GET /privacy", List),
    ("GET /shared/{token}", Link(true)),
    ("GET /action", List),
    ("GET /forgot-password", List),
    ("GET /offline", List),
    ("ANY /{*path}", Own),
    ("GET /livez", Own),
    ("GET /readyz", Own),
    ("ANY /identity/{*path}", Own),
    ("GET /dev/wait", Own),
];

impl Kind {
    pub fn is_of_link(self) -> bool {
        matches!(self, Link(_) | Kind::Card | Kind::Unreleased)
    }

    pub fn ways(self) -> &'static [Asks] {
        match self {
            Media | Link(false) => &[Asks::Plainly, Asks::Again, Asks::ForPart],
            Page => &[Asks::Plainly, Asks::AsFriend, Asks::AsStranger, Asks::AsLink],
            Own => &[],
            _ => &[Asks::Plainly],
        }
    }

    pub fn body(self, entry: &Planted) -> Body {
        if self == Kind::Report {
            return Body::Json(serde_json::json!({ "entryId": entry.id, "reason": "other", "words": "" }));
        }
        let Kind::Call(call) = self else { return Body::None };
        match call {
            Nothing => Body::None,
            Heart => Body::Json(serde_json::json!({ "isFavorite": true })),
            Visibility => Body::Json(serde_json::json!({ "visibility": "public" })),
            Options => Body::Json(serde_json::json!({ "shareOptions": { "originalText": true, "audio": true } })),
            Whole => Body::Form(Form::new("Von jemand anderem").field("visibility", "public")),
            Answer => {
                let (id, question, answer) = (&entry.id, "colour", "Fremd");
                Body::Json(serde_json::json!({ "entryId": id, "questionId": question, "answer": answer }))
            }
        }
    }
}

#[derive(Clone, Debug)]
pub enum Body {
    None,
    Json(serde_json::Value),
    Form(Form),
}

/// The address with everything in braces filled in; several where there are several files.
pub fn paths(path: &str, kind: Kind, entry: &Planted, cast: &Cast) -> Vec<String> {
    if kind == Own {
        return Vec::new();
    }
    let path = path.replace("{token}", &entry.token);
    if path.contains("{rendition}") {
        let of = |rendition: &str| path.replace("{id}", &entry.image).replace("{rendition}", rendition);
        return ["original", "optimized", "thumbnail"].map(of).to_vec();
    }
    match kind {
        Kind::Feed(Feed::All) => return vec![format!("{path}?own=true&friends=true&public=true")],
        Kind::Feed(_) => return vec![path.replace("{id}", &cast.owner.to_string())],
        Kind::Search => return vec![format!("{path}?email={OWNER}@example.org")],
        _ => {}
    }
    let id = if path.starts_with("/api/reflection-answers") { &entry.answer } else { &entry.id };
    vec![path.replace("{id}", id)]
}
