//! Keeps `.env.example` equal to the settings: `TAGESECHO_WRITE=1` writes it, otherwise it is compared.

use std::{env, fs, path::Path};

#[test]
fn the_example_of_all_settings_is_current() {
    let text = server::commands::settings::example();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.env.example");
    if env::var_os("TAGESECHO_WRITE").is_some() {
        fs::write(&path, text).expect(".env.example can be written");
    } else {
        assert_eq!(fs::read_to_string(&path).unwrap_or_default(), text, "run `cargo xtask check --write`");
    }
}
