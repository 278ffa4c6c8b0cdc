-- Pictures and recordings whose rows were deleted, for as long as their files may be there. The transaction that deletes a row adds its id.

CREATE TABLE removed_media (
    id UUID PRIMARY KEY NOT NULL
);
