//! What ought to be: pure functions that call nothing of the product.

#![expect(clippy::match_same_arms, reason = "each arm is a rule of its own")]

use super::kinds::{Asks, Feed, Kind, Shows};

/// What is between somebody and the owner, as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    Guest,
    /// Signed in at the provider, and not registered here.
    Unregistered,
    None,
    Friend,
    /// One of them has blocked the other.
    Blocked,
    Owner,
}

/// How an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Private,
    Friends,
    Public,
    /// It was public and had a link before it was deleted.
    Bin,
}

impl State {
    pub const ALL: [Self; 4] = [Self::Private, Self::Friends, Self::Public, Self::Bin];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    Alive,
    /// With a PIN, and whoever asks does not have it.
    Locked,
    /// With a PIN, and everybody has the pass for it.
    Unlocked,
    /// Past its end.
    Over,
    /// Taken back.
    Ended,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
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
    /// What the sender called the save.
    Attempt,
    Token,
}

use Field::{Alt, Answer, Attempt, Earlier, MoodEmoji, Summary, Text, Token, TopMoment, Transcript};

pub fn sight(tie: Tie, state: State) -> Sight {
    match (tie, state) {
        (Tie::Guest, _) => Sight::Refused(401),
        (Tie::Unregistered, _) => Sight::Refused(404),
        (Tie::Owner, State::Bin) => Sight::OwnersBin,
        (_, State::Bin) => Sight::Refused(404),
        (Tie::Owner, _) => Sight::Owner,
        (Tie::Friend, State::Friends | State::Public) | (Tie::None, State::Public) => Sight::Reader,
        _ => Sight::Refused(403),
    }
}

/// Whether a field of an entry may stand before somebody with this sight of it.
pub fn readable(field: Field, sight: Sight) -> bool {
    match sight {
        Sight::Owner | Sight::OwnersBin => true,
        Sight::Reader => !matches!(field, Earlier | Attempt | Token),
        Sight::Refused(_) => false,
    }
}

/// Whether it is there; what it shows, a PIN may still guard.
fn lives(state: State, link: Link) -> bool {
    state != State::Bin && !matches!(link, Link::Over | Link::Ended)
}

/// The owner needs no PIN.
fn is_open(tie: Tie, state: State, link: Link) -> bool {
    lives(state, link) && (link != Link::Locked || tie == Tie::Owner)
}

/// Whether a link to the entry in `state` may show a field of the one in `about`: its own released parts, to everybody. Its
/// token is in the address that was asked for.
pub fn released(field: Field, about: State, tie: Tie, state: State, link: Link) -> bool {
    let parts = matches!(field, Summary | TopMoment | Answer | Alt | MoodEmoji);
    about == state && (is_open(tie, state, link) && parts || lives(state, link) && field == Token)
}

/// The status that an answer must have; none: only its words are looked at.
pub fn status(kind: Kind, tie: Tie, state: State, link: Link, asks: Asks) -> Option<u16> {
    let found = match asks {
        Asks::Again => 304,
        Asks::ForPart => 206,
        _ => 200,
    };
    let status = match (kind, sight(tie, state)) {
        (Kind::Unlock, _) if lives(state, link) => {
            if link == Link::Alive {
                303
            } else {
                401
            }
        }
        (Kind::Link(_) | Kind::Card, _) if is_open(tie, state, link) => found,
        (Kind::Link(_) | Kind::Card | Kind::Unreleased, _) if lives(state, link) && !is_open(tie, state, link) => 401,
        (Kind::Link(_) | Kind::Card | Kind::Unlock | Kind::Unreleased, _) => 404,
        (Kind::Report, Sight::Reader) => 204,
        // Nobody reports themselves.
        (Kind::Report, Sight::Owner) => 422,
        (Kind::Report, Sight::OwnersBin) => 404,
        // Nobody evades a report by a block.
        (Kind::Report, Sight::Refused(403)) if tie == Tie::Blocked && state != State::Private => 204,
        (Kind::Report, Sight::Refused(status)) => status,
        (Kind::BinPage, Sight::OwnersBin) => 200,
        (Kind::BinPage, Sight::Refused(401)) => 401,
        (Kind::BinPage, _) => 404,
        // With others' eyes only the owner looks.
        (Kind::Page, Sight::Reader) if asks != Asks::Plainly => 403,
        (Kind::Page | Kind::Read(_) | Kind::Media, Sight::Owner | Sight::Reader) => found,
        (Kind::ReadOwn | Kind::Edit, Sight::Owner) => found,
        (Kind::ReadOwn | Kind::Edit | Kind::Call(_), Sight::Reader) => 403,
        (
            Kind::Page | Kind::Read(_) | Kind::Media | Kind::ReadOwn | Kind::Edit | Kind::Call(_),
            Sight::Refused(status),
        ) => status,
        (Kind::Page | Kind::Read(_) | Kind::Media | Kind::ReadOwn | Kind::Edit, Sight::OwnersBin) => 404,
        _ => return None,
    };
    Some(status)
}

/// What an answer with status 200 must show of the entry.
pub fn shows(kind: Kind, tie: Tie, state: State, link: Link, asks: Asks) -> &'static [Field] {
    const CALL: &[Field] = &[Text, Summary, TopMoment, Transcript, Alt, MoodEmoji];
    const PAGE: &[Field] = &[Text, Summary, TopMoment, Transcript, Answer, Alt, MoodEmoji];
    const LINK: &[Field] = &[Summary, TopMoment, Answer, Alt, MoodEmoji];
    let sight = sight(tie, state);
    let is_seen = matches!(sight, Sight::Owner | Sight::Reader);
    match kind {
        Kind::Link(true) if is_open(tie, state, link) => LINK,
        Kind::Read(Shows::Entry) if is_seen => CALL,
        Kind::Read(Shows::Answers) if is_seen => &[Answer],
        Kind::Page if is_seen && asks == Asks::Plainly => PAGE,
        Kind::ReadOwn if sight == Sight::Owner => &[Earlier],
        Kind::Feed(Feed::All | Feed::Called) if is_seen => &[Summary],
        Kind::Feed(Feed::Friends) if sight == Sight::Reader && tie == Tie::Friend => &[Summary],
        Kind::Feed(Feed::Public) if is_seen && state == State::Public => &[Summary],
        Kind::Feed(Feed::Owners) if sight == Sight::Reader => &[Summary],
        _ => &[],
    }
}
