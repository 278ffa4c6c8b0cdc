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

/// `deploy/compose.yml` names settings that exist, and its proxy the addresses of its servers.
#[test]
fn the_compose_file_fits_the_settings_and_the_proxy() {
    let file = |path: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).unwrap();
    let (compose, settings, proxy) = (file("deploy/compose.yml"), file(".env.example"), file("deploy/haproxy.cfg"));
    let pairs = compose.lines().filter_map(|line| line.trim().split_once(": "));
    let (mut own, mut servers) = (0, 0);
    for (name, value) in pairs {
        if name.starts_with("TAGESECHO_") || name.starts_with("DATABASE_") {
            own += 1;
            assert!(settings.contains(&format!("{name}=")), "{name}");
        }
        if name.starts_with("SERVER_") {
            servers += 1;
            assert!(proxy.contains(&format!("presetenv {name} ")), "{name}");
            let address = value.strip_suffix(":3000").unwrap();
            assert!(compose.contains(&format!("ipv4_address: {address}}}")), "{address}");
        }
    }
    assert_eq!((own, servers), (4, 3));
}
