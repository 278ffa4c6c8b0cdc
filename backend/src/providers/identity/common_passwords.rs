//! The passwords that attackers try first.

use std::{collections::HashSet, sync::LazyLock};

static COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let lines = include_str!("common_passwords.txt").lines();
    lines.filter(|line| !line.starts_with('#')).collect()
});

/// Ignores case.
pub fn is_common(password: &str) -> bool {
    COMMON.contains(password.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::{COMMON, is_common};

    #[test]
    fn common_passwords_are_known_and_a_sentence_is_not() {
        assert!(COMMON.len() > 2500, "{}", COMMON.len());
        for common in ["123456", "password", "PASSWORD1", "iloveyou", "111111"] {
            assert!(is_common(common), "{common}");
        }
        for own in ["", "#", "abendlicht 7", "Kaffee & Kuchen", "iloveyou, Mia"] {
            assert!(!is_common(own), "{own}");
        }
    }
}
