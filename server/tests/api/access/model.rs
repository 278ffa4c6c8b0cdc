//! The model of right answers: pure functions that call nothing of the product.

#![expect(clippy::match_same_arms, reason = "each arm is a rule of its own")]

use super::kinds::{Asks, Feed, Kind, Shows};

/// The relationship of somebody to the owner, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relationship {
    Guest,
    /// Signed in at the provider, and not registered here.
    Unregistered,
    None,
    Friend,
    /// One of them has blocked the other.
    Blocked,
    /// The owner is leaving, and so is there for nobody.
    Left,
    Owner,
}

/// How an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Private,
    Friends,
    Public,
    /// Deleted; before, it was public and had a link.
    Bin,
}

impl State {
    pub const ALL: [Self; 4] = [Self::Private, Self::Friends, Self::Public, Self::Bin];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    Alive,
    /// A PIN is set, and the actor does not have it.
    Locked,
    /// A PIN is set, and everybody has the pass for it.
    Unlocked,
    /// The link has expired.
    Over,
    /// Taken back.
    Ended,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessLevel {
    Owner,
    /// Their own, in the bin.
    OwnersBin,
    Reader,
    Refused(u16),
}

/// A planted word's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Text,
    Summary,
    TopMoment,
    Transcript,
    Answer,
    Alt,
    MoodEmoji,
    /// A text that an update replaced.
    Earlier,
    /// The idempotency key of the save.
    Token,
}

use Field::{Alt, Answer, Earlier, MoodEmoji, Summary, Text, Token, TopMoment, Transcript};

pub fn access_level(relationship: Relationship, state: State) -> AccessLevel {
    match (relationship, state) {
        (Relationship::Guest, _) => AccessLevel::Refused(401),
        (Relationship::Unregistered, _) => AccessLevel::Refused(404),
        (Relationship::Owner, State::Bin) => AccessLevel::OwnersBin,
        (_, State::Bin) => AccessLevel::Refused(404),
        (Relationship::Owner, _) => AccessLevel::Owner,
        (Relationship::Friend, State::Friends | State::Public) | (Relationship::None, State::Public) => {
            AccessLevel::Reader
        }
        _ => AccessLevel::Refused(403),
    }
}

/// Whether somebody with this access may see a field of an entry.
pub fn readable(field: Field, access_level: AccessLevel) -> bool {
    match access_level {
        AccessLevel::Owner | AccessLevel::OwnersBin => true,
        AccessLevel::Reader => !matches!(field, Earlier | Token),
        AccessLevel::Refused(_) => false,
    }
}

/// Whether the link exists. A PIN may still guard its content.
fn lives(state: State, link: Link) -> bool {
    state != State::Bin && !matches!(link, Link::Over | Link::Ended)
}

/// The owner needs no PIN.
fn is_open(relationship: Relationship, state: State, link: Link) -> bool {
    lives(state, link) && (link != Link::Locked || relationship == Relationship::Owner)
}

/// Whether a link to the entry in `state` may show a field of the one in `about`: its own released parts, to everybody. Its
/// token is in the address that was asked for.
pub fn released(field: Field, about: State, relationship: Relationship, state: State, link: Link) -> bool {
    let parts = matches!(field, Summary | TopMoment | Answer | Alt | MoodEmoji);
    about == state && (is_open(relationship, state, link) && parts || lives(state, link) && field == Token)
}

/// The status that an answer must have; none: only its words are looked at.
pub fn status(kind: Kind, relationship: Relationship, state: State, link: Link, asks: Asks) -> Option<u16> {
    let found = match asks {
        Asks::Again => 304,
        Asks::ForPart => 206,
        _ => 200,
    };
    let status = match (kind, access_level(relationship, state)) {
        (Kind::Unlock, _) if lives(state, link) => {
            if link == Link::Alive {
                303
            } else {
                401
            }
        }
        (Kind::Link(_) | Kind::Card, _) if is_open(relationship, state, link) => found,
        (Kind::Link(_) | Kind::Card | Kind::Unreleased, _)
            if lives(state, link) && !is_open(relationship, state, link) =>
        {
            401
        }
        (Kind::Link(_) | Kind::Card | Kind::Unlock | Kind::Unreleased, _) => 404,
        (Kind::Report, AccessLevel::Reader) => 204,
        // People cannot report themselves.
        (Kind::Report, AccessLevel::Owner) => 422,
        (Kind::Report, AccessLevel::OwnersBin) => 404,
        // A block does not prevent a report.
        (Kind::Report, AccessLevel::Refused(403))
            if relationship == Relationship::Blocked && state != State::Private =>
        {
            204
        }
        (Kind::Report, AccessLevel::Refused(status)) => status,
        (Kind::BinPage, AccessLevel::OwnersBin) => 200,
        (Kind::BinPage, AccessLevel::Refused(401)) => 401,
        (Kind::BinPage, _) => 404,
        // Only the owner has the preview of others' views.
        (Kind::Page, AccessLevel::Reader) if asks != Asks::Plainly => 403,
        (Kind::Page | Kind::Read(_) | Kind::Media, AccessLevel::Owner | AccessLevel::Reader) => found,
        (Kind::ReadOwn | Kind::Edit, AccessLevel::Owner) => found,
        (Kind::ReadOwn | Kind::Edit | Kind::Call(_), AccessLevel::Reader) => 403,
        (
            Kind::Page | Kind::Read(_) | Kind::Media | Kind::ReadOwn | Kind::Edit | Kind::Call(_),
            AccessLevel::Refused(status),
        ) => status,
        (Kind::Page | Kind::Read(_) | Kind::Media | Kind::ReadOwn | Kind::Edit, AccessLevel::OwnersBin) => 404,
        _ => return None,
    };
    Some(status)
}

/// Fields of the entry that an answer with status 200 must show.
pub fn shows(kind: Kind, relationship: Relationship, state: State, link: Link, asks: Asks) -> &'static [Field] {
    const CALL: &[Field] = &[Text, Summary, TopMoment, Transcript, Alt, MoodEmoji];
    const PAGE: &[Field] = &[Text, Summary, TopMoment, Transcript, Answer, Alt, MoodEmoji];
    const LINK: &[Field] = &[Summary, TopMoment, Answer, Alt, MoodEmoji];
    let access_level = access_level(relationship, state);
    let is_seen = matches!(access_level, AccessLevel::Owner | AccessLevel::Reader);
    match kind {
        Kind::Link(true) if is_open(relationship, state, link) => LINK,
        Kind::Read(Shows::Entry) if is_seen => CALL,
        Kind::Read(Shows::Answers) if is_seen => &[Answer],
        Kind::Page if is_seen && asks == Asks::Plainly => PAGE,
        Kind::ReadOwn if access_level == AccessLevel::Owner => &[Earlier],
        Kind::Feed(Feed::All | Feed::Called) if is_seen => &[Summary],
        Kind::Feed(Feed::Friends) if access_level == AccessLevel::Reader && relationship == Relationship::Friend => {
            &[Summary]
        }
        Kind::Feed(Feed::Public) if access_level == AccessLevel::Reader && state == State::Public => &[Summary],
        Kind::Feed(Feed::Owners) if access_level == AccessLevel::Reader => &[Summary],
        _ => &[],
    }
}
