-- What a person says about their LinkedIn posts: one row each, as the form has it. A choice that was not made is ''.
CREATE TABLE linkedin_profiles (
    user_id BLOB PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    linkedin_info TEXT NOT NULL,
    general_description TEXT NOT NULL,
    target_audience TEXT NOT NULL,
    -- The words of the specification: 'diskussion', 'inspirierend', 'du', 'deutsch', 'kommentieren' and so on.
    post_goal TEXT NOT NULL,
    tonality TEXT NOT NULL,
    address_form TEXT NOT NULL,
    language TEXT NOT NULL,
    cta_type TEXT NOT NULL,
    cta_text TEXT NOT NULL,
    special_instructions TEXT NOT NULL
);
