//! Settings of the day end and the time zone.

use crate::{
    components::SettingsSection,
    forms::{FormStatus, PostForm},
    reading::Dated,
    request::{PageRequest, t},
};
use domain::{Key, limits};
use leptos::prelude::*;

#[component]
pub fn DaySection() -> impl IntoView {
    let request = PageRequest::current();
    let (zone, day_end, today) = request.account().map_or_else(Default::default, |account| {
        (account.zone.name().replace('_', " "), account.day_end, account.today(&request.backend.clock))
    });
    let times = (0..=limits::DAY_END).step_by(usize::from(limits::DAY_END_STEP)).map(|minutes| {
        let time = format!("{}:{:02}", minutes / 60, minutes % 60);
        view! {
            <option value=minutes selected=minutes == day_end>
                {request.fill(Key::SettingsDayEndTime, &[("time", &time)])}
            </option>
        }
    });
    let times = times.collect_view();
    view! {
        <SettingsSection id="day" title=t(Key::SettingsDayTitle) text=t(Key::SettingsDayText)>
            <PostForm name="day-end" done=Key::SettingsSaved on_change=true class="options">
                <div class="field">
                    <label class="field-label" for="day-end">
                        {t(Key::SettingsDayEnd)}
                    </label>
                    <select class="input input-short" id="day-end" name="minutes" aria-describedby="day-end-note">
                        {times}
                    </select>
                    <p class="field-hint" id="day-end-note">
                        {t(Key::SettingsDayEndNote)}
                    </p>
                </div>
                <FormStatus />
            </PostForm>
            <dl class="facts">
                <dt>{t(Key::SettingsZone)}</dt>
                <dd>
                    {zone}
                    <span class="check-hint">
                        {t(Key::SettingsZoneText)} " " <Dated text=t(Key::SettingsToday) date=today />
                    </span>
                </dd>
            </dl>
        </SettingsSection>
    }
}
