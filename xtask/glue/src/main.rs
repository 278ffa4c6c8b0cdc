//! `wasm-glue MODULE FOLDER`: wasm-bindgen for the islands, in a program of its own, so that `cargo xtask` starts at once and builds this
//! beside the server.

use std::{env, error::Error};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let [module, folder] =
        env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "usage: wasm-glue MODULE FOLDER")?;
    // The page always names the module's address, so the glue needs none of its own.
    let mut bindgen = Bindgen::new();
    bindgen.typescript(false).omit_default_module_path(true).input_path(module).out_name("app");
    bindgen.web(true)?.generate(folder)?;
    Ok(())
}
