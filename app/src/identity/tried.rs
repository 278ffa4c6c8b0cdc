//! What the answer to a registration says about the account (product 8.2).

use domain::Refusal;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// The account is there.
    Registered,
    /// There is none, and the server says why.
    Refused,
    /// There may be one: the answer was lost, or somebody between us and the server gave it.
    Unsure,
}

/// `status` is 0 where no answer came; `code` is empty where it is not the server's own.
pub fn tried(status: u16, code: &str) -> Tried {
    match status {
        200..=299 => Tried::Registered,
        _ if code == Refusal::AlreadyRegistered.code() => Tried::Registered,
        408 | 429 => Tried::Unsure,
        400..=499 if !code.is_empty() => Tried::Refused,
        _ => Tried::Unsure,
    }
}

#[cfg(test)]
mod tests {
    use super::{Tried, tried};

    #[test]
    fn an_identity_is_taken_back_only_after_a_refusal_of_the_server_itself() {
        for (status, code, expected) in [
            (201, "", Tried::Registered),
            (409, "already_registered", Tried::Registered),
            (410, "invitation_used", Tried::Refused),
            (401, "unauthenticated", Tried::Refused),
            (422, "name_missing", Tried::Refused),
            (0, "", Tried::Unsure),
            (403, "", Tried::Unsure),
            (409, "", Tried::Unsure),
            (408, "timeout", Tried::Unsure),
            (429, "too_many_requests", Tried::Unsure),
            (500, "internal", Tried::Unsure),
            (503, "unavailable", Tried::Unsure),
            (502, "", Tried::Unsure),
            (524, "", Tried::Unsure),
        ] {
            assert_eq!(tried(status, code), expected, "{status} {code}");
        }
    }
}
