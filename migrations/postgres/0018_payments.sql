-- Attempts to read a subscription at the payment provider that failed since the last one that succeeded.
ALTER TABLE subscriptions ADD COLUMN failures BIGINT NOT NULL DEFAULT 0;
-- When the payment of the running term was seen to be given back; NULL: it was not.
ALTER TABLE subscriptions ADD COLUMN refunded_at TIMESTAMPTZ;

-- When the sandbox collects next; NULL: it collects nothing. Subscriptions from before are looked at once.
ALTER TABLE payment_sandbox ADD COLUMN due_at TIMESTAMPTZ;
UPDATE payment_sandbox SET due_at = '1970-01-01T00:00:00+00:00';
ALTER TABLE payment_sandbox ADD COLUMN changed_at TIMESTAMPTZ NOT NULL DEFAULT '1970-01-01T00:00:00+00:00';
CREATE INDEX payment_sandbox_due ON payment_sandbox (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payment_sandbox_age ON payment_sandbox (changed_at);
