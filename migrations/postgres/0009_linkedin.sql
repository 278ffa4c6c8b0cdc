-- What a person says about their LinkedIn posts: one row each, as the form has it. A choice that was not made is ''.
CREATE TABLE linkedin_profiles (
    user_id UUID PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Sealed: the fields of the form.
    words BYTEA NOT NULL
);
