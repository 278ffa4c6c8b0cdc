//! E-mail addresses: which ones are taken, and when two are the same (product 8.10).

use crate::{Refusal, limits, text};

/// Most bytes before the `@` (RFC 5321 4.5.3.1.1).
const LOCAL_BYTES: usize = 64;

/// An address that mail can go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Email {
    text: String,
    /// Length of what stands before the `@`.
    at: usize,
    /// The host in ASCII and lower case.
    host: String,
}

impl Email {
    /// Takes an address as a person typed or pasted it, without the white space and invisible characters around it. `invalid_email`: it is
    /// more or less than one address, or mail cannot go to it.
    pub fn parse(typed: &str) -> Result<Self, Refusal> {
        let text = typed.trim_matches(|c: char| c.is_whitespace() || text::is_invisible(c));
        let at = text.rfind('@').ok_or(Refusal::InvalidEmail)?;
        let host = ascii_host(&text[at + 1..]).ok_or(Refusal::InvalidEmail)?;
        if !is_local(&text[..at]) || text::length(text) > limits::EMAIL {
            return Err(Refusal::InvalidEmail);
        }
        Ok(Self { text: text.to_owned(), at, host })
    }

    /// The same as [`Self::parse`], for an address that is new here. A host without a dot counts as a typing error: nobody has mail at a
    /// top-level domain.
    pub fn parse_new(typed: &str) -> Result<Self, Refusal> {
        Self::parse(typed)
            .and_then(|email| if email.host.contains('.') { Ok(email) } else { Err(Refusal::InvalidEmail) })
    }

    /// The address as it was typed.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The part before the `@`.
    pub fn local(&self) -> &str {
        &self.text[..self.at]
    }

    /// The form for comparison: in lower case, with the host in ASCII.
    pub fn folded(&self) -> String {
        format!("{}@{}", self.local().to_lowercase(), self.host)
    }

    /// The form for a mail server, which may know only ASCII hosts.
    pub fn deliverable(&self) -> String {
        format!("{}@{}", self.local(), self.host)
    }
}

/// Letters, digits and the signs of RFC 5322's `atext`, in parts between dots. Quoted names are refused: nobody has one.
fn is_local(local: &str) -> bool {
    let is_sign = |c: char| c.is_ascii() && "!#$%&'*+/=?^_`{|}~-".contains(c);
    let is_part = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() && !text::is_invisible(c) || is_sign(c))
    };
    local.len() <= LOCAL_BYTES && local.split('.').all(is_part)
}

/// The host as DNS knows it: `müller.de` is `xn--mller-kva.de`. UTS 46 drops invisible characters, so they are looked for before.
fn ascii_host(host: &str) -> Option<String> {
    if host.ends_with('.') || host.chars().any(text::is_invisible) {
        return None;
    }
    idna::domain_to_ascii_strict(host).ok()
}

/// A stored address for comparison. One that [`Email::parse`] would refuse or trim is from before that rule, and stays as it is but for case.
pub fn fold(stored: &str) -> String {
    let stored = stored.trim();
    let email = Email::parse(stored).ok().filter(|email| email.text == stored);
    email.map_or_else(|| stored.to_lowercase(), |email| email.folded())
}

/// The keys under which an existing account with this address may be stored, most likely first. Accounts from before [`Email::parse`]
/// have other hosts and signs, and can still sign in.
pub fn keys(typed: &str) -> Vec<String> {
    let earlier = typed.trim().to_lowercase();
    let Ok(email) = Email::parse(typed) else { return vec![earlier] };
    let unicode = format!("{}@{}", email.local().to_lowercase(), idna::domain_to_unicode(&email.host).0);
    let mut keys = vec![earlier];
    for key in [email.folded(), unicode] {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

/// Whether both addresses surely belong to the same mailbox. What stands before the `@` is compared exactly, because only the host knows
/// its rules. Accounts ignore case completely ([`fold`]).
pub fn is_same_mailbox(one: &str, other: &str) -> bool {
    match (Email::parse(one), Email::parse(other)) {
        (Ok(one), Ok(other)) => one.local() == other.local() && one.host == other.host,
        _ => false,
    }
}

/// The address without its tag: mail to `anna+tagesecho@example.org` and to `anna@example.org` usually arrives in the same mailbox.
pub fn untagged(email: &str) -> String {
    let parts = email.rsplit_once('@').and_then(|(local, host)| Some((local.split_once('+')?.0, host)));
    match parts {
        Some((name, host)) if !name.is_empty() => format!("{name}@{host}"),
        _ => email.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Email, fold, is_same_mailbox, keys, untagged};
    use proptest::prelude::{any, prop_assert_eq, proptest};

    /// Characters that nobody sees.
    const INVISIBLE: [char; 12] = [
        '\u{ad}', '\u{34f}', '\u{61c}', '\u{200b}', '\u{200d}', '\u{200e}', '\u{202a}', '\u{202e}', '\u{2060}',
        '\u{2066}', '\u{3164}', '\u{feff}',
    ];

    #[test]
    fn one_address_is_taken_as_it_was_typed() {
        for (typed, text, folded) in [
            ("anna@example.org", "anna@example.org", "anna@example.org"),
            (" Anna.Berger@Example.ORG\n", "Anna.Berger@Example.ORG", "anna.berger@example.org"),
            ("\u{feff}anna@example.org\u{200b} ", "anna@example.org", "anna@example.org"),
            ("o'neill+diary@example.org", "o'neill+diary@example.org", "o'neill+diary@example.org"),
            ("anna@müller.de", "anna@müller.de", "anna@xn--mller-kva.de"),
            ("anna@XN--Mller-KVA.de", "anna@XN--Mller-KVA.de", "anna@xn--mller-kva.de"),
            ("anna@MÜLLER.de", "anna@MÜLLER.de", "anna@xn--mller-kva.de"),
            ("anna@mu\u{308}ller.de", "anna@mu\u{308}ller.de", "anna@xn--mller-kva.de"),
            ("Änne@example.org", "Änne@example.org", "änne@example.org"),
            ("anna@example\u{3002}org", "anna@example\u{3002}org", "anna@example.org"),
        ] {
            let email = Email::parse_new(typed).unwrap_or_else(|_| panic!("{typed:?}"));
            assert_eq!((email.as_str(), email.folded().as_str()), (text, folded), "{typed:?}");
            assert_eq!(fold(email.as_str()), folded);
        }
        assert_eq!(Email::parse("Anna@Müller.de").unwrap().deliverable(), "Anna@xn--mller-kva.de");
    }

    #[test]
    fn only_a_single_address_is_accepted() {
        for typed in [
            "",
            "anna",
            "@example.org",
            "anna@",
            "anna@@example.org",
            "a b@example.org",
            "anna@exa mple.org",
            "anna@.org",
            "anna@example.",
            "anna@example..org",
            "anna@-example.org",
            "anna@example_.org",
            "anna@example.org,",
            "anna@example.org;",
            "anna@example.org.",
            "a@example.org,b@example.org",
            "a@example.org;b@example.org",
            "a@example.org b@example.org",
            "mailto:anna@example.org",
            "Anna <anna@example.org>",
            "<anna@example.org>",
            "„anna@example.org“",
            "anna.@example.org",
            ".anna@example.org",
            "an..na@example.org",
            "\"anna b\"@example.org",
            "anna@[127.0.0.1]",
            "anna\0@example.org",
            "anna@example.org\0",
            "anna@example.org?subject=x",
            "https://example.org/@anna",
            "anna@exam／ple.org",
            "anna\u{a0}@example.org",
        ] {
            assert!(Email::parse(typed).is_err(), "{typed:?}");
        }
        let long = format!("{}@example.org", "a".repeat(65));
        assert!(Email::parse(&long).is_err() && Email::parse(&long[1..]).is_ok());
        assert!(
            Email::parse("zoe@example").is_ok() && Email::parse_new("zoe@example").is_err(),
            "a host without a dot"
        );
    }

    #[test]
    fn invisible_characters_go_at_the_ends_and_are_refused_inside() {
        for sign in INVISIBLE {
            let around = format!("{sign}anna@example.org{sign}");
            assert_eq!(
                Email::parse(&around).map(|email| email.as_str().to_owned()),
                Ok("anna@example.org".into()),
                "{sign:?}"
            );
            for inside in [
                format!("an{sign}na@example.org"),
                format!("anna{sign}@example.org"),
                format!("anna@exam{sign}ple.org"),
            ] {
                assert!(Email::parse(&inside).is_err(), "{inside:?}");
            }
        }
    }

    #[test]
    fn an_account_from_before_the_rule_is_found_by_its_old_key() {
        assert_eq!(keys(" Anna@Example.org "), ["anna@example.org"]);
        assert_eq!(keys("anna@müller.de"), ["anna@müller.de", "anna@xn--mller-kva.de"]);
        assert_eq!(keys("anna@xn--mller-kva.de"), ["anna@xn--mller-kva.de", "anna@müller.de"]);
        assert_eq!(keys("An\u{200b}na@example.org"), ["an\u{200b}na@example.org"]);
        assert_eq!(keys("\u{200b}anna@example.org"), ["\u{200b}anna@example.org", "anna@example.org"]);
        for stored in ["an\u{200b}na@example.org", "\u{feff}anna@example.org", "anna@example.org,"] {
            assert_eq!(fold(stored), stored, "nobody else's key");
        }
    }

    #[test]
    fn a_mailbox_is_the_hosts_affair() {
        assert!(is_same_mailbox("max@example.org", " max@Example.ORG "));
        assert!(is_same_mailbox("max@müller.de", "max@xn--mller-kva.de"));
        for other in ["Max@example.org", "max+1@example.org", "max@example.com", "max", ""] {
            assert!(!is_same_mailbox("max@example.org", other), "{other}");
        }
        assert!(!is_same_mailbox("max", "max"));
    }

    #[test]
    fn a_tag_makes_no_other_address() {
        for (typed, plain) in [
            ("anna+1@example.org", "anna@example.org"),
            ("anna+a+b@example.org", "anna@example.org"),
            ("anna@example.org", "anna@example.org"),
            ("anna@x+y.example.org", "anna@x+y.example.org"),
            ("+1@example.org", "+1@example.org"),
            ("anna+1", "anna+1"),
        ] {
            assert_eq!(untagged(typed), plain);
        }
    }

    proptest! {
        #[test]
        fn folding_twice_is_as_once(typed in any::<String>(), host in "[a-zà-ü]{1,9}\\.[a-z]{2,4}") {
            for text in [format!("{typed}@{host}"), typed] {
                if let Ok(email) = Email::parse(&text) {
                    prop_assert_eq!(fold(&email.folded()), email.folded());
                    prop_assert_eq!(Email::parse(&email.deliverable()).unwrap().folded(), email.folded());
                }
            }
        }
    }
}
