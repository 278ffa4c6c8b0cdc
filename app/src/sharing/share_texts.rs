//! The dialog's texts in the page's language: the browser's module holds no table.

use serde::{Deserialize, Serialize};

macro_rules! texts {
    ($($name:ident = $key:ident),* $(,)?) => {
        #[derive(Clone, Debug, Serialize, Deserialize)]
        pub struct ShareTexts { $(pub $name: String,)* }

        #[cfg(feature = "ssr")]
        impl ShareTexts {
            pub fn of(language: domain::Language) -> Self {
                Self { $($name: language.text(domain::Key::$key).to_owned(),)* }
            }
        }
    };
}

texts! {
    button = EntryShare,
    title = ShareTitle,
    intro = ShareIntro,
    close = AppClose,
    options = ShareOptions,
    images = ShareImages,
    all_images = ShareAllImages,
    summary = ShareSummary,
    details = ShareDetails,
    mood = ShareMood,
    original_text = ShareOriginalText,
    create = ShareCreate,
    creating = ShareCreating,
    link = ShareLink,
    copy = ShareCopy,
    save = ShareSave,
    deactivate = ShareDeactivate,
    created = ShareCreated,
    saved = ShareSaved,
    deactivated = ShareDeactivated,
    copied = ShareCopied,
    failed = ShareFailedTitle,
    create_failed = ShareCreateFailed,
    save_failed = ShareSaveFailed,
    deactivate_failed = ShareDeactivateFailed,
    copy_failed = ShareCopyFailed,
}
