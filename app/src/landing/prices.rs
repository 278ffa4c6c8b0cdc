//! Prices and features of Free and Pro.

use crate::{
    components::{Icon, icon, price_line},
    request::{PageRequest, t},
};
use domain::Key;
use leptos::prelude::*;

const FREE: [Key; 4] =
    [Key::LandingFreeEntry, Key::LandingFreeRecording, Key::LandingFreeSummary, Key::LandingFreeFriends];
const PRO: [Key; 4] = [Key::LandingProPhotos, Key::LandingProRecording, Key::LandingProSummary, Key::LandingProEdit];

#[component]
pub fn Prices() -> impl IntoView {
    let monthly = PageRequest::current().fill(Key::LandingPriceMonthly, &[("price", t(Key::PricePro))]);
    view! {
        <section class="prices" aria-labelledby="prices">
            <h2 id="prices">{t(Key::LandingPricesTitle)}</h2>
            <div class="price-list">
                <Plan name=Key::LandingFree price=t(Key::PriceFree).to_owned() note=t(Key::LandingFreeNote).to_owned() holds=FREE />
                <Plan name=Key::LandingPro price=monthly note=price_line() holds=PRO />
            </div>
        </section>
    }
}

#[component]
fn Plan(name: Key, price: String, note: String, holds: [Key; 4]) -> impl IntoView {
    let holds = holds.map(|what| {
        view! {
            <li>
                <Icon of=icon::CHECK />
                {t(what)}
            </li>
        }
    });
    view! {
        <div class="price">
            <h3>{t(name)}</h3>
            <p class="price-amount">{price}</p>
            <p class="price-note">{note}</p>
            <ul class="price-holds">{holds.collect_view()}</ul>
        </div>
    }
}
