//! The lightbox: the page's pictures one at a time, as large as the window.
//! `frontend-react/src/features/photos/lightbox.ts` fills and opens it. Without script a picture's link opens the file.

use crate::{
    components::{Fixed, Icon, icon},
    markup::written,
};
use domain::{Key, Language};
use leptos::prelude::*;

static MARKUP: Fixed<1> = Fixed::new();

/// The lightbox of a page, for the pictures behind `a[data-photo]`. Used once on a page.
#[component]
pub fn Lightbox(language: Language) -> impl IntoView {
    written(MARKUP.html(language, 0, || dialog(language)))
}

fn dialog(language: Language) -> impl IntoView {
    let t = |key| language.text(key);
    view! {
        <dialog class="lightbox" id="lightbox" aria-label=t(Key::EntryLightboxTitle)>
            <div class="lightbox-bar">
                <div class="lightbox-steps" data-steps>
                    <button
                        type="button"
                        class="icon-button"
                        data-step="-1"
                        aria-label=t(Key::EntryLightboxPrevious)
                    >
                        <Icon of=icon::CHEVRON_LEFT />
                    </button>
                    <p class="lightbox-place" data-place=t(Key::EntryLightboxPlace)></p>
                    <button type="button" class="icon-button" data-step="1" aria-label=t(Key::EntryLightboxNext)>
                        <Icon of=icon::CHEVRON_RIGHT />
                    </button>
                </div>
                <a class="lightbox-full" data-full href="#lightbox" target="_blank">
                    {t(Key::EntryLightboxFull)}
                    <span class="visually-hidden">{t(Key::ShareNewWindow)}</span>
                </a>
                <button type="button" class="icon-button" data-close aria-label=t(Key::AppClose)>
                    <Icon of=icon::X />
                </button>
            </div>
            <div
                class="lightbox-strip"
                data-strip
                role="group"
                aria-label=t(Key::EntryLightboxPicture)
                tabindex="0"
            ></div>
            <p class="visually-hidden" role="status"></p>
        </dialog>
    }
}
