//! 'Alles exportieren': a link that downloads everything, and how much that is.

use crate::{
    components::{Icon, SettingsSection, icon, loaded},
    request::{PageRequest, in_own_task, t},
};
use backend::archive::Extent;
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn ExportSection() -> impl IntoView {
    let request = PageRequest::current();
    let size = loaded(async move {
        let extent = extent(&request, None).await;
        let said = extent.map(|extent| format!("{}. {}", size(&request, extent), t(Key::ArchiveProgress)));
        view! { {said.map(|said| view! { <p class="settings-text">{said}</p> })} }
    });
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
    let (backend, viewer) = (request.backend.clone(), request.viewer.clone());
    let load = async move { backend::archive::extent(&backend, &viewer, year).await };
    in_own_task(load).await.map_err(|error| request.log(&error)).ok()
}

pub fn size(request: &PageRequest, extent: Extent) -> String {
    let (days, photos) = (extent.days.to_string(), extent.photos.to_string());
    let counts = request.fill(Key::ArchiveCounts, &[("n", &days), ("photos", &photos)]);
    let megabytes = extent.bytes / 1_000_000 + 1;
    request.fill(Key::ArchiveSize, &[("counts", &counts), ("size", &megabytes.to_string())])
}
