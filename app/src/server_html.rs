//! HTML that the server has rendered for an island.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// The HTML of a view on the server, so it is escaped, and an island shows it as it is. Cards and results as views of an
/// island would need dates, drawings and the texts of four languages in the browser's module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ServerHtml(String);

impl ServerHtml {
    #[cfg(feature = "ssr")]
    pub fn render(view: impl IntoView) -> Self {
        Self(view.into_view().to_html())
    }

    pub fn view(self) -> impl IntoView {
        view! { <div inner_html=self.0></div> }
    }
}
