//! The page after a sign-in: one of our own, never another site.

/// `next`, if it is a path of this site. A browser reads `//host`, `/\host` and paths with tabs or line ends in them
/// as other hosts, so those are refused, as are paths that are no page.
pub fn own_path(next: &str) -> Option<&str> {
    let is_path = next.starts_with('/') && !next.starts_with("//");
    let is_plain = !next.chars().any(|c| c == '\\' || c == '#' || c.is_control() || c.is_whitespace());
    let path = next.split('?').next().unwrap_or(next);
    // Browsers resolve dots after any path before them.
    let has_dots = path.replace("%2e", ".").replace("%2E", ".").split('/').any(|part| part == "." || part == "..");
    let is_page = !["/api", "/rpc", "/identity", "/media", "/islands", "/pkg", "/test"]
        .iter()
        .any(|folder| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')));
    (is_path && is_plain && is_page && !has_dots && next.len() <= 512).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::own_path;

    #[test]
    fn own_pages_pass() {
        for next in ["/", "/create", "/entry/1?a=b", "/apiary", "/shared/abc"] {
            assert_eq!(own_path(next), Some(next));
        }
    }

    #[test]
    fn other_sites_and_what_is_no_page_are_refused() {
        let long = format!("/{}", "a".repeat(600));
        for next in [
            "",
            "create",
            "//example.org",
            "/\\example.org",
            "\\/example.org",
            "https://example.org/",
            "javascript:alert(1)",
            "/\t/example.org",
            "/\n/example.org",
            "/a b",
            "/#there",
            "/api/login?next=/",
            "/media/1/original",
            "/x/../api/auth/google/start?mode=link",
            "/x/%2E%2e/api/login",
            "/./api/login",
            &long,
        ] {
            assert_eq!(own_path(next), None, "{next:?}");
        }
    }
}
