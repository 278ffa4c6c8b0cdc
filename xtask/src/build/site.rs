//! `target/site`: the files that the server sends, with `.br` and `.gz` copies of those that get smaller.

use super::Profile;
use crate::{
    files::{files_below, mirror, with_ending},
    process::{self, Result, root},
    steps::step_unless,
};
use std::{fs, path::PathBuf};

const COMPRESSIBLE: [&str; 8] = ["js", "css", "wasm", "svg", "json", "txt", "xml", "webmanifest"];
/// Smaller files fit into one packet anyway.
const WORTH_COMPRESSING: u64 = 512;

/// Node has both encoders and a thread pool.
const COMPRESS: &str = r#"
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import zlib from "node:zlib";
const brotli = promisify(zlib.brotliCompress), gzip = promisify(zlib.gzip);
await Promise.all(process.argv.slice(1).map(async (path) => {
  const bytes = await readFile(path);
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(path + ".br", await brotli(bytes, { params }));
  await writeFile(path + ".gz", await gzip(bytes, { level: 9 }));
}));
"#;

pub fn assemble(profile: Profile) -> Result<PathBuf> {
    let site = root().join("target/site");
    fs::create_dir_all(&site)?;
    mirror(&root().join("public"), &site)?;
    if profile != Profile::Dev {
        let plain = uncompressed(&site);
        step_unless(
            "compressed assets",
            || Ok(plain.is_empty()),
            || {
                let mut node = process::program("node");
                node.args(["--input-type=module", "--eval", COMPRESS]).args(&plain);
                process::done(node)
            },
        )?;
    }
    Ok(site)
}

fn uncompressed(site: &std::path::Path) -> Vec<PathBuf> {
    let mut files = files_below(site);
    files.retain(|file| {
        let kind = file.extension().and_then(|e| e.to_str()).unwrap_or_default();
        let large = file.metadata().is_ok_and(|meta| meta.len() >= WORTH_COMPRESSING);
        large && COMPRESSIBLE.contains(&kind) && ["br", "gz"].iter().any(|e| !with_ending(file, e).is_file())
    });
    files
}
