//! 'Alles exportieren': a link that downloads everything, and how much that is.

use crate::{
    components::{Icon, SettingsSection, icon},
    request::{PageRequest, t},
};
use backend::archive::Extent;
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn ExportSection(extent: Option<Extent>) -> impl IntoView {
    let request = PageRequest::current();
    let said = extent.map(|extent| format!("{}. {}", size(&request, extent), t(Key::ArchiveProgress)));
    let size = said.map(|said| view! { <p class="settings-text">{said}</p> });
    view! {
        <SettingsSection id="export" title=t(Key::ArchiveEverything) text=t(Key::ArchiveEverythingText)>
            {size}
            <p>
                <a class="button" href="/api/archive">
                    <Icon of=icon::DOWNLOAD />
                    {t(Key::ArchiveEverything)}
                </a>
            </p>
        </SettingsSection>
    }
}

/// How much an archive will hold. The page works without it: a failure is only logged.
pub async fn extent(request: &PageRequest, year: Option<i32>) -> Option<Extent> {
    let extent = backend::archive::extent(&request.backend, &request.viewer, year).await;
    extent.map_err(|error| request.log(&error)).ok()
}

pub fn size(request: &PageRequest, extent: Extent) -> String {
    let (days, photos) = (extent.days.to_string(), extent.photos.to_string());
    let counts = request.fill(Key::ArchiveCounts, &[("n", &days), ("photos", &photos)]);
    let megabytes = extent.bytes / 1_000_000 + 1;
    request.fill(Key::ArchiveSize, &[("counts", &counts), ("size", &megabytes.to_string())])
}
