//! What the answer to a registration says about the account (product 8.2).

use domain::Refusal;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegistrationOutcome {
    /// The account is there.
    Registered,
    /// There is none, and the server says why.
    Refused,
    /// There may be one: the answer was lost, or somebody between us and the server gave it.
    Unsure,
}

/// `status` is 0 where no answer came; `code` is empty where it is not the server's own.
pub fn registration_outcome(status: u16, code: &str) -> RegistrationOutcome {
    match status {
        200..=299 => RegistrationOutcome::Registered,
        _ if code == Refusal::AlreadyRegistered.code() => RegistrationOutcome::Registered,
        408 | 429 => RegistrationOutcome::Unsure,
        400..=499 if !code.is_empty() => RegistrationOutcome::Refused,
        _ => RegistrationOutcome::Unsure,
    }
}

#[cfg(test)]
mod tests {
    use super::{RegistrationOutcome, registration_outcome};

    #[test]
    fn an_identity_is_taken_back_only_after_a_refusal_of_the_server_itself() {
        for (status, code, expected) in [
            (201, "", RegistrationOutcome::Registered),
            (409, "already_registered", RegistrationOutcome::Registered),
            (410, "invitation_used", RegistrationOutcome::Refused),
            (401, "unauthenticated", RegistrationOutcome::Refused),
            (422, "name_missing", RegistrationOutcome::Refused),
            (0, "", RegistrationOutcome::Unsure),
            (403, "", RegistrationOutcome::Unsure),
            (409, "", RegistrationOutcome::Unsure),
            (408, "timeout", RegistrationOutcome::Unsure),
            (429, "too_many_requests", RegistrationOutcome::Unsure),
            (500, "internal", RegistrationOutcome::Unsure),
            (503, "unavailable", RegistrationOutcome::Unsure),
            (502, "", RegistrationOutcome::Unsure),
            (524, "", RegistrationOutcome::Unsure),
        ] {
            assert_eq!(registration_outcome(status, code), expected, "{status} {code}");
        }
    }
}
