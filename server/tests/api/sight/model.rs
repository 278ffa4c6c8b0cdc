//! What ought to be: pure functions that call nothing of the product.

#![expect(clippy::match_same_arms, reason = "each arm is a rule of its own")]

use super::table::{Asks, Feed, Kind, Shows};

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
    /// Taken back, or past its time.
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

fn is_open(state: State, link: Link) -> bool {
    state != State::Bin && link == Link::Alive
}

/// Whether a link to the entry in `state` may show a field of the one in `about`: its own released parts, to everybody.
pub fn released(field: Field, about: State, state: State, link: Link) -> bool {
    let parts = matches!(field, Summary | TopMoment | Answer | Alt | MoodEmoji | Token);
    about == state && is_open(state, link) && parts
}

/// The status that an answer must have; none: only its words are looked at.
pub fn status(kind: Kind, sight: Sight, state: State, link: Link, asks: Asks) -> Option<u16> {
    let found = match asks {
        Asks::Again => 304,
        Asks::ForPart => 206,
        _ => 200,
    };
    let status = match (kind, sight) {
        // Whether there is a picture is the link's affair.
        (Kind::Card, _) if is_open(state, link) => return None,
        (Kind::Link(_), _) if is_open(state, link) => found,
        (Kind::Link(_) | Kind::Card | Kind::Unreleased, _) => 404,
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
        Kind::Link(true) if is_open(state, link) => LINK,
        Kind::Read(Shows::Entry) if is_seen => CALL,
        Kind::Read(Shows::Answers) if is_seen => &[Answer],
        Kind::Page if is_seen && asks == Asks::Plainly => PAGE,
        Kind::ReadOwn if sight == Sight::Owner => &[Earlier],
        Kind::Feed(Feed::All) if is_seen => &[Summary],
        Kind::Feed(Feed::Friends) if sight == Sight::Reader && tie == Tie::Friend => &[Summary],
        Kind::Feed(Feed::Public) if is_seen && state == State::Public => &[Summary],
        Kind::Feed(Feed::Owners) if sight == Sight::Reader => &[Summary],
        _ => &[],
    }
}
