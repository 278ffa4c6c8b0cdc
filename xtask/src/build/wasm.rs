//! The Leptos islands: cargo, wasm-bindgen, wasm-opt, hashed names and `public/pkg/manifest.json`.

use super::Profile;
use crate::{
    files::{Stamp, files_below, fingerprint, hash},
    process::{self, Result, root},
    setup::WASM,
    steps::{step, step_unless},
};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The features of WASM that Rust 1.95 emits; wasm-opt refuses every other.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

impl Profile {
    fn wasm(self) -> &'static str {
        match self {
            Self::Dev => "wasm-dev",
            Self::Test | Self::Release => "wasm-release",
        }
    }
}

pub fn build(profile: Profile) -> Result {
    let name = profile.wasm();
    step(&format!("islands in Rust ({name})"), || cargo(&["-p", "app-wasm", "--target", WASM, "--profile", name]))?;
    let module = format!("target/{WASM}/{name}/app_wasm.wasm");
    let wanted = fingerprint(&[&module, "Cargo.lock", "frontend-react/node_modules/.installed"]);
    let stamp = Stamp::new("wasm");
    step_unless(
        "wasm-bindgen and wasm-opt",
        || Ok(stamp.is(&wanted) && root().join("public/pkg/manifest.json").is_file()),
        || {
            cargo(&["-p", "wasm-glue", "--profile", "tool"])?;
            let glue = bind(&root().join(&module))?;
            if profile != Profile::Dev {
                shrink(&glue)?;
            }
            publish(&glue)?;
            stamp.set(&wanted)
        },
    )
}

/// Builds quietly, because the server's build shows its progress at the same time.
fn cargo(args: &[&str]) -> Result {
    let mut cargo = process::cargo(&["build", "--quiet"]);
    cargo.args(args);
    process::done(process::in_background(cargo))
}

/// wasm-bindgen's output folder, with `app.js` and `app_bg.wasm`.
fn bind(module: &Path) -> Result<PathBuf> {
    let out = root().join("target/wasm-bindgen");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    let mut glue = process::program(root().join(format!("target/tool/wasm-glue{}", std::env::consts::EXE_SUFFIX)));
    glue.arg(module).arg(&out);
    process::done(process::in_background(glue))?;
    Ok(out)
}

/// A smaller module (wasm-opt) and smaller glue (rolldown, which Vite brings).
fn shrink(glue: &Path) -> Result {
    let modules = root().join("frontend-react/node_modules");
    let optimizer = modules.join("binaryen/bin/wasm-opt");
    if optimizer.is_file() {
        let mut node = process::program("node");
        node.arg(optimizer).args(["-Oz"]).args(FEATURES);
        node.arg(glue.join("app_bg.wasm")).arg("-o").arg(glue.join("app_bg.wasm"));
        process::done(process::in_background(node))?;
    } else {
        println!("    wasm-opt is not installed (npm package binaryen): the module stays larger than it need be");
    }
    let bundler = modules.join("rolldown/bin/cli.mjs");
    if bundler.is_file() {
        let mut node = process::program("node");
        node.arg(bundler).args(["--format", "esm", "--minify", "--log-level", "warn"]);
        node.arg(glue.join("app.js")).arg("--file").arg(glue.join("app.min.js"));
        process::output(node)?;
        fs::rename(glue.join("app.min.js"), glue.join("app.js"))?;
        drop(fs::remove_dir_all(glue.join("snippets")));
    }
    Ok(())
}

/// Puts the pair into `public/pkg` under one hash, so that a page never mixes two builds.
fn publish(glue: &Path) -> Result {
    let (js, wasm) = (fs::read(glue.join("app.js"))?, fs::read(glue.join("app_bg.wasm"))?);
    let name = format!("app-{:016x}", hash(&[&js, &wasm]));
    let folder = root().join("public/pkg");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for file in files_below(&glue.join("snippets")) {
        let target = folder.join(file.strip_prefix(glue)?);
        fs::create_dir_all(target.parent().unwrap_or(&folder))?;
        fs::copy(&file, target)?;
    }
    println!("    {name}: {} kB of WASM, {} kB of JavaScript", wasm.len() / 1000, js.len() / 1000);
    fs::write(folder.join(format!("{name}.js")), js)?;
    fs::write(folder.join(format!("{name}.wasm")), wasm)?;
    let manifest = serde_json::json!({ "js": format!("/pkg/{name}.js"), "wasm": format!("/pkg/{name}.wasm") });
    Ok(fs::write(folder.join("manifest.json"), format!("{manifest:#}\n"))?)
}
