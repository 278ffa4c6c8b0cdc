//! The kind of an address, and the ways to ask for it.

use super::{
    actors::Cast,
    model::State,
    planted::{OWNER, Planted},
};
use crate::world::form::Form;

/// How a file is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    Plainly,
    /// Asks with the `ETag` that the owner got.
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
    /// The link as the dialog's functions take it.
    Link,
    LinkGone,
    /// The fields of a form besides the entry's id.
    Pressed(&'static str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feed {
    /// The feed with every filter on.
    All,
    /// The same by its server function.
    Called,
    Friends,
    Public,
    /// The owner's entries, as one may see them.
    Owners,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Everybody who may see the entry reads it.
    Read(Shows),
    /// The entry's page.
    Page,
    /// Its files, in each way.
    Media,
    /// The owner alone reads it.
    ReadOwn,
    /// The editor's page, for the owner.
    Edit,
    /// A page of the bin: the owner's.
    BinPage,
    /// Changes the entry: the owner's.
    Call(Call),
    /// The link's picture for messengers. Sharing's own tests check what it shows.
    Card,
    /// A try with a wrong PIN.
    Unlock,
    /// A part that the links do not release.
    Unreleased,
    /// An address with the link's token. True: it shows the released words.
    Link(bool),
    /// Lists and pages that differ for each person; only the words are looked at.
    List,
    /// A feed, or what one may see of the owner's.
    Feed(Feed),
    /// Finds entries of the caller.
    Found,
    /// Finds people; who types an e-mail gets it back.
    Search,
    /// Reports an entry that one may see.
    Report,
    /// Concerns the caller alone, or nobody. Never requested here, since it shows nobody else's entry.
    Own,
}

use Call::{Answer, Form as Whole, Heart, LinkGone, Nothing, Options, Visibility};
use Kind::{Link, List, Media, Own, Page};

impl Kind {
    pub fn is_of_link(self) -> bool {
        matches!(self, Link(_) | Kind::Card | Kind::Unlock | Kind::Unreleased)
    }

    /// Whether its address names no entry, so that one answer is about all of them.
    pub fn is_of_all(self) -> bool {
        matches!(self, List | Kind::Feed(_) | Kind::Search | Kind::Found)
    }

    /// The entries for which it is asked.
    pub fn states(self) -> &'static [State] {
        if self.is_of_all() { &[State::Public] } else { &State::ALL }
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
        let call = match self {
            Kind::Call(call) => call,
            Kind::Found => return Body::Json(serde_json::json!({ "form": { "year": "2026" } })),
            Kind::Unlock => return Body::Pin("1357"),
            Kind::Feed(Feed::Called) => {
                let filters = serde_json::json!({ "own": true, "friends": true, "public": true });
                return Body::Json(serde_json::json!({ "filters": filters, "before": null }));
            }
            _ => return Body::None,
        };
        match call {
            Nothing => Body::None,
            Heart => Body::Json(serde_json::json!({ "isFavorite": true })),
            Visibility => Body::Json(serde_json::json!({ "visibility": "public" })),
            Options => Body::Json(serde_json::json!({ "shareOptions": { "originalText": true, "audio": true } })),
            Call::Link => {
                let form = serde_json::json!({ "options": { "originalText": true, "audio": true }, "pin": "Remove" });
                Body::Json(serde_json::json!({ "id": entry.id, "form": form }))
            }
            LinkGone => {
                let expected = serde_json::json!({ "Link": { "token": entry.token, "options": {} } });
                Body::Json(serde_json::json!({ "id": entry.id, "expected": expected }))
            }
            Call::Pressed(more) => Body::Fields(format!("id={}{more}", entry.id)),
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
    Pin(&'static str),
    Fields(String),
}

/// The address with everything in braces filled in; several where there are several files.
pub fn paths(path: &str, kind: Kind, entry: &Planted, cast: &Cast) -> Vec<String> {
    if kind == Own {
        return Vec::new();
    }
    let path = path.replace("{token}", &entry.token).replace("{version}", "1");
    if path.contains("{rendition}") {
        let of = |rendition: &str| path.replace("{id}", &entry.image).replace("{rendition}", rendition);
        return ["original", "optimized", "thumbnail"].map(of).to_vec();
    }
    match kind {
        Kind::Feed(Feed::All) => return vec![format!("{path}?own=true&friends=true&public=true")],
        Kind::Feed(_) => return vec![path.replace("{id}", &cast.owner.to_string())],
        Kind::Found => return vec![format!("{path}?year=2026")],
        Kind::Search => return vec![format!("{path}?email={OWNER}@example.org")],
        _ => {}
    }
    let id = if path.starts_with("/api/reflection-answers") { &entry.answer } else { &entry.id };
    vec![path.replace("{id}", id)]
}
