//! The project's commands, see `USAGE`. They need Rust, Node with npm and a C compiler; everything else they set up.
#![expect(clippy::print_stdout, reason = "a command line tool talks on standard output")]

mod audit;
mod bench;
mod browser;
mod build;
mod chaos;
mod check;
mod contract;
mod dev;
mod e2e;
mod files;
mod fuzz;
mod process;
mod run;
mod setup;
mod steps;
mod test;

use std::{env, process::ExitCode, time::Instant};

const USAGE: &str = "\
usage: cargo xtask <command>

  run [--release] [-- args]    start http://127.0.0.1:3000 with embedded defaults; --release: the build that is shipped
  dev                the same unoptimised; rebuild, restart and reload the page on every change
  build [--dev]      the release and its site folder, without starting it; --dev: the same unoptimised
  test [part ...]    everything, or only the parts: rust, typescript, e2e
  e2e [-- args]      end-to-end tests; the arguments go to Playwright, such as `-- --grep sharing`
  check [--write] [part ...]   formatting, lints, types, generated files, house rules, or only the named parts
                     (rules, texts, fmt, clippy, …); --write repairs what can be repaired
  audit [--advisories]   licences, bans, sources and duplicates of all crates; advisories need the network
  chaos [--before commit]   kills the release, breaks its disk and takes its database away, 200 times each (CHAOS_ROUNDS), and counts
                     what was lost; updates three servers of that commit one by one
  fuzz [target] [--seconds n]   the parsers with changed inputs, ten minutes in all or n seconds each; leaves findings in the corpus
  soak [--minutes n]   people use the release for two hours or n minutes; tells what grows
  contract           the embedded identity provider beside Firebase's emulator; needs the network once; writes
                     docs/identity-contract.md; the arguments go to Playwright
  bench [part]       throughput, latency, CPU and bytes of the main pages, the feed's statement among many entries, uploaded photos, and
                     the budget of pages and calls with a long diary (xtask/budget.json); or only one of them: archive, budget, feed,
                     overload, photos, search, twin
";

fn profile(args: &[String]) -> build::Profile {
    if args.iter().any(|a| a == "--dev") { build::Profile::Dev } else { build::Profile::Release }
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).filter(|a| a != "--").collect();
    let (command, rest) = args.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
    let start = Instant::now();
    let result = match command {
        "run" => run::run(rest, start),
        "dev" => dev::dev(rest),
        "build" => build::build(profile(rest)).map(drop),
        "test" => test::test(rest),
        "e2e" => e2e::e2e(rest),
        "check" => check::check(rest),
        "bench" => bench::bench(rest),
        "chaos" => chaos::chaos(rest),
        "soak" => bench::soak(rest),
        "fuzz" => fuzz::fuzz(rest),
        "contract" => contract::contract(rest),
        "audit" => audit::audit(rest),
        "" | "help" | "--help" | "-h" => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        other => Err(format!("unknown command '{other}'\n\n{USAGE}").into()),
    };
    steps::summary(command, start);
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            println!("\nxtask {command}: {e}");
            ExitCode::FAILURE
        }
    }
}
