//! Keeps `frontend-react/src/shared/domain.ts` equal to the Rust types: `TAGESECHO_WRITE=1` writes it, otherwise it is compared.
#![cfg(feature = "typescript")]

use domain::{
    AnswerId, Author, Entry, EntryId, ExpectedLink, Expiry, Feeling, ImageId, Language, LinkForm, LinkState, LinkView,
    Mood, PinChange, Recording, ShareOptions, SharedEntry, User, UserId, Visibility,
    assistant::SummaryMark,
    linkedin::{AddressForm, CtaType, LinkedInProfile, PostGoal, PostLanguage, Tonality},
    reflection::{Question, ReflectionAnswer, SharedAnswer},
};
use std::{env, fs, path::Path};
use ts_rs::{Config, TS};

#[test]
fn the_generated_types_are_current() {
    let config = Config::new().with_large_int("number");
    let declarations = [
        UserId::decl(&config),
        EntryId::decl(&config),
        ImageId::decl(&config),
        AnswerId::decl(&config),
        Visibility::decl(&config),
        Language::decl(&config),
        Feeling::decl(&config),
        Mood::decl(&config),
        domain::media::Image::decl(&config),
        domain::day::DayTicket::decl(&config),
        Recording::decl(&config),
        Author::decl(&config),
        LinkState::decl(&config),
        Entry::decl(&config),
        Question::decl(&config),
        ReflectionAnswer::decl(&config),
        ShareOptions::decl(&config),
        LinkView::decl(&config),
        Expiry::decl(&config),
        PinChange::decl(&config),
        ExpectedLink::decl(&config),
        LinkForm::decl(&config),
        SummaryMark::decl(&config),
        SharedAnswer::decl(&config),
        SharedEntry::decl(&config),
        User::decl(&config),
        PostGoal::decl(&config),
        Tonality::decl(&config),
        AddressForm::decl(&config),
        PostLanguage::decl(&config),
        CtaType::decl(&config),
        LinkedInProfile::decl(&config),
    ];
    let body: Vec<String> = declarations.iter().map(|d| format!("export {d}\n")).collect();
    let text =
        format!("// Generated from the Rust types by `cargo xtask check --write`. Do not edit.\n\n{}", body.join("\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend-react/src/shared/domain.ts");
    if env::var_os("TAGESECHO_WRITE").is_some() {
        fs::write(&path, text).expect("domain.ts can be written");
    } else {
        assert_eq!(fs::read_to_string(&path).unwrap_or_default(), text, "run `cargo xtask check --write`");
    }
}
