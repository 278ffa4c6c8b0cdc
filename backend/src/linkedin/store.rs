//! SQL of the LinkedIn profiles.

use crate::{Db, Result};
use domain::{
    LinkedInProfile, UserId,
    linkedin::{AddressForm, CtaType, PostGoal, PostLanguage, Tonality},
};

#[derive(sqlx::FromRow)]
struct Row {
    linkedin_info: String,
    general_description: String,
    target_audience: String,
    post_goal: String,
    tonality: String,
    address_form: String,
    language: String,
    cta_type: String,
    cta_text: String,
    special_instructions: String,
}

pub async fn find(db: &Db, user: UserId) -> Result<Option<LinkedInProfile>> {
    let row: Option<Row> = db
        .read(
            "SELECT linkedin_info, general_description, target_audience, post_goal, tonality, address_form, language, \
             cta_type, cta_text, special_instructions FROM linkedin_profiles WHERE user_id = $1",
        )
        .bind(user.0)
        .fetch_optional()
        .await?;
    Ok(row.map(|row| LinkedInProfile {
        linkedin_info: row.linkedin_info,
        general_description: row.general_description,
        target_audience: row.target_audience,
        post_goal: PostGoal::parse(&row.post_goal),
        tonality: Tonality::parse(&row.tonality),
        address_form: AddressForm::parse(&row.address_form).unwrap_or_default(),
        language: PostLanguage::parse(&row.language).unwrap_or_default(),
        cta_type: CtaType::parse(&row.cta_type),
        cta_text: row.cta_text,
        special_instructions: row.special_instructions,
    }))
}

pub async fn upsert(db: &Db, user: UserId, profile: &LinkedInProfile) -> Result<()> {
    db.write(
        "INSERT INTO linkedin_profiles (user_id, linkedin_info, general_description, target_audience, post_goal, \
         tonality, address_form, language, cta_type, cta_text, special_instructions) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
         ON CONFLICT (user_id) DO UPDATE SET linkedin_info = excluded.linkedin_info, \
         general_description = excluded.general_description, target_audience = excluded.target_audience, \
         post_goal = excluded.post_goal, tonality = excluded.tonality, address_form = excluded.address_form, \
         language = excluded.language, cta_type = excluded.cta_type, cta_text = excluded.cta_text, \
         special_instructions = excluded.special_instructions",
    )
    .bind(user.0)
    .bind(profile.linkedin_info.clone())
    .bind(profile.general_description.clone())
    .bind(profile.target_audience.clone())
    .bind(profile.post_goal.map_or("", PostGoal::as_str))
    .bind(profile.tonality.map_or("", Tonality::as_str))
    .bind(profile.address_form.as_str())
    .bind(profile.language.as_str())
    .bind(profile.cta_type.map_or("", CtaType::as_str))
    .bind(profile.cta_text.clone())
    .bind(profile.special_instructions.clone())
    .execute()
    .await
    .map(drop)
}
