//! The field for one's own picture: shown, chosen, removed. `frontend-react/src/features/profile/picture.ts` shows the
//! chosen one.

use crate::{
    components::Avatar,
    forms::{FieldError, error_of},
    request::t,
};
use domain::{Key, User, limits};
use leptos::prelude::*;

#[component]
pub fn PictureField(user: User) -> impl IntoView {
    let (initials, image) = (user.initials(), user.profile_image_url);
    let is_refused = error_of("profileImage").is_some();
    let remove = image.is_some().then(|| {
        view! {
            <label class="check">
                <input type="checkbox" name="removeImage" value="true" data-picture-remove />
                {t(Key::ProfilePictureRemove)}
            </label>
        }
    });
    view! {
        <div
            class="picture-field"
            role="group"
            aria-labelledby="picture-label"
            data-picture
            data-most=limits::PORTRAIT_BYTES
            data-large=t(Key::ProfilePictureLarge)
            data-unreadable=t(Key::ProfilePictureUnreadable)
            data-new=t(Key::ProfilePictureNew)
            data-gone=t(Key::ProfilePictureGone)
        >
            <Avatar initials image class="avatar-large" />
            <div class="picture-words">
                <p class="field-label" id="picture-label">
                    {t(Key::ProfilePicture)}
                </p>
                <input
                    class="visually-hidden"
                    type="file"
                    id="profile-image"
                    name="profileImage"
                    accept="image/jpeg,image/png,image/webp,image/gif,image/jpg,image/pjpeg"
                    aria-describedby="picture-hint picture-error"
                    aria-invalid=is_refused.then_some("true")
                />
                <label class="button" for="profile-image">
                    {t(Key::ProfilePictureChoose)}
                </label>
                <p class="field-hint" id="picture-hint">
                    {t(Key::ProfilePictureHint)}
                </p>
                {remove}
                <FieldError id="picture-error" name="profileImage" />
                <p class="field-hint" role="status" data-picture-note></p>
            </div>
        </div>
    }
}
