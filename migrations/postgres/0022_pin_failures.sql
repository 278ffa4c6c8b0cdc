-- Wrong PINs of a secret link since its PIN was set. Too many close it, whoever asks and however slowly.

ALTER TABLE share_links ADD COLUMN pin_failures BIGINT NOT NULL DEFAULT 0;
