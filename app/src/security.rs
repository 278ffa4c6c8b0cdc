//! The content security policy of a page.

/// Own files only; the nonce is for Leptos' inline scripts. `wasm`: the page starts WebAssembly.
pub fn policy(nonce: &str, wasm: bool) -> String {
    let wasm = if wasm { " 'wasm-unsafe-eval'" } else { "" };
    format!(
        "default-src 'none'; script-src 'self' 'nonce-{nonce}'{wasm}; style-src 'self' 'nonce-{nonce}'; \
         img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
         worker-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    )
}

#[cfg(test)]
mod tests {
    use super::policy;

    #[test]
    fn nothing_inline_runs_without_the_nonce_and_only_pages_with_a_module_may_compile_one() {
        let plain = policy("abc", false);
        assert!(plain.contains("script-src 'self' 'nonce-abc';"));
        assert!(!plain.contains("unsafe"));
        assert!(policy("abc", true).contains("script-src 'self' 'nonce-abc' 'wasm-unsafe-eval';"));
    }
}
