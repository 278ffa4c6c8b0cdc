//! The content security policy of a page.

/// The content policy: own files only, and a nonce for Leptos' inline scripts. `wasm`: the page starts WebAssembly.
/// `payment`: the site that the form redirects to.
pub fn policy(nonce: &str, wasm: bool, payment: Option<&str>) -> String {
    let wasm = if wasm { " 'wasm-unsafe-eval'" } else { "" };
    let payment = payment.map(|origin| format!(" {origin}")).unwrap_or_default();
    format!(
        "default-src 'none'; script-src 'self' 'nonce-{nonce}'{wasm}; style-src 'self' 'nonce-{nonce}'; \
         img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
         worker-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'{payment}"
    )
}

/// The policy of the offline page. Browsers store that page, so a nonce would always be the same.
pub const KEPT_PAGE: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    media-src 'self' blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; object-src 'none'; \
    base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

#[cfg(test)]
mod tests {
    use super::policy;

    #[test]
    fn nothing_inline_runs_without_the_nonce_and_only_pages_with_a_module_may_compile_one() {
        let plain = policy("abc", false, None);
        assert!(plain.contains("script-src 'self' 'nonce-abc';"));
        assert!(!plain.contains("unsafe"));
        assert!(plain.contains("connect-src 'self';"));
        let order = policy("abc", false, Some("https://www.paypal.com"));
        assert!(order.ends_with("form-action 'self' https://www.paypal.com"), "{order}");
        assert!(policy("abc", true, None).contains("script-src 'self' 'nonce-abc' 'wasm-unsafe-eval';"));
    }
}
