//! Which page answers which path, and who may see it.

use crate::{landing::LandingPage, not_found::NotFoundPage};
use leptos::prelude::*;
use leptos_meta::provide_meta_context;
use leptos_router::{
    components::{Route, Router, Routes},
    path,
};

#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    view! {
        <Router>
            <Routes fallback=NotFoundPage>
                <Route path=path!("/") view=LandingPage />
            </Routes>
        </Router>
    }
}
