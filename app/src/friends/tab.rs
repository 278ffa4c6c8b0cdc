//! The parts of `/friends`, as `?tab=` names them: the tabs, and inviting, which the head's button opens.

use domain::Key;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    Friends,
    Find,
    Incoming,
    Outgoing,
    Invitations,
}

impl Tab {
    const ALL: [Self; 5] = [Self::Friends, Self::Find, Self::Incoming, Self::Outgoing, Self::Invitations];

    pub const IN_ROW: [Self; 4] = [Self::Friends, Self::Find, Self::Incoming, Self::Outgoing];

    /// The tab with this name. Any other name is the first tab.
    pub fn of(name: Option<&str>) -> Self {
        Self::ALL.into_iter().find(|tab| Some(tab.name()) == name).unwrap_or(Self::Friends)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Friends => "friends",
            Self::Find => "find",
            Self::Incoming => "incoming",
            Self::Outgoing => "outgoing",
            Self::Invitations => "invitations",
        }
    }

    pub fn href(self) -> String {
        match self {
            Self::Friends => "/friends".into(),
            tab => format!("/friends?tab={}", tab.name()),
        }
    }

    pub fn label(self) -> Key {
        match self {
            Self::Friends => Key::FriendsTabFriends,
            Self::Find => Key::FriendsTabFind,
            Self::Incoming => Key::FriendsTabIncoming,
            Self::Outgoing => Key::FriendsTabOutgoing,
            Self::Invitations => Key::InvitationsTab,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tab;

    #[test]
    fn an_unknown_tab_is_the_first_one_and_each_address_leads_to_its_tab() {
        for name in [None, Some(""), Some("x"), Some("FRIENDS")] {
            assert_eq!(Tab::of(name), Tab::Friends);
        }
        for tab in Tab::ALL {
            assert_eq!(Tab::of(tab.href().split_once('=').map(|(_, name)| name)), tab);
        }
    }
}
