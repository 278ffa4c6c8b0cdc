-- What people pay for, and what the payment provider says about it.

-- Nobody's row goes before what was paid is kept in `payment_records`.
CREATE TABLE subscriptions (
    -- `custom_id` at the payment provider.
    id UUID PRIMARY KEY NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id),
    status TEXT NOT NULL,
    -- What its owner wants: 'run', 'end' with the term, 'end_now'.
    intent TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    -- Idempotency key of the call that makes it.
    request_id TEXT NOT NULL,
    -- When the person asked us to begin before the time to withdraw is over. NULL: nobody was asked.
    start_confirmed_at TIMESTAMPTZ,
    -- When an older subscription ends and this one begins. NULL: it begins at once.
    starts_at TIMESTAMPTZ,
    -- The latest moment that is paid for.
    period_end TIMESTAMPTZ,
    -- When the payment of the running term was seen to be given back. NULL: it was not.
    refunded_at TIMESTAMPTZ,
    -- The first moment without it. NULL: it renews itself.
    end_date TIMESTAMPTZ,
    paypal_id TEXT UNIQUE,
    paypal_status TEXT,
    approval_url TEXT,
    synced_at TIMESTAMPTZ,
    -- When it is read again. NULL: never.
    next_check TIMESTAMPTZ,
    -- Failed attempts to read it at the payment provider since the last one that succeeded.
    failures BIGINT NOT NULL DEFAULT 0,
    -- Who works on it at the payment provider, and until when at most.
    lease UUID,
    leased_until TIMESTAMPTZ
);
CREATE INDEX subscriptions_by_user ON subscriptions (user_id, created_at);
CREATE UNIQUE INDEX subscriptions_pending ON subscriptions (user_id) WHERE status = 'pending';
CREATE INDEX subscriptions_due ON subscriptions (next_check) WHERE next_check IS NOT NULL;

-- Messages of the payment provider that were taken.
CREATE TABLE webhook_events (
    id TEXT PRIMARY KEY NOT NULL,
    received_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX webhook_events_by_time ON webhook_events (received_at);

-- What the payment sandbox keeps: a JSON document for each subscription.
CREATE TABLE payment_sandbox (
    id TEXT PRIMARY KEY NOT NULL,
    document TEXT NOT NULL,
    -- When the sandbox collects next. NULL: it collects nothing.
    due_at TIMESTAMPTZ,
    changed_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX payment_sandbox_due ON payment_sandbox (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payment_sandbox_age ON payment_sandbox (changed_at);

-- What the law wants kept of the payments of people who are gone. No row leads to a person of ours.

-- A subscription of somebody who is gone. It is read at the payment provider until it has surely ended there.
CREATE TABLE ended_subscriptions (
    paypal_id TEXT PRIMARY KEY NOT NULL,
    began_at TIMESTAMPTZ NOT NULL,
    -- When it is read again. NULL: a message of the payment provider decides.
    next_check TIMESTAMPTZ,
    failures BIGINT NOT NULL DEFAULT 0,
    -- Without payments that are kept the row goes at this time.
    keep_until TIMESTAMPTZ NOT NULL
);
CREATE INDEX ended_subscriptions_due ON ended_subscriptions (next_check) WHERE next_check IS NOT NULL;

CREATE TABLE payment_records (
    -- The payment provider's id of the payment.
    id TEXT PRIMARY KEY NOT NULL,
    paypal_id TEXT NOT NULL REFERENCES ended_subscriptions (paypal_id),
    paid_at TIMESTAMPTZ NOT NULL,
    -- Such as '3.99' and 'EUR'.
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    -- The payment provider's, such as 'COMPLETED' or 'REFUNDED'.
    status TEXT NOT NULL,
    -- 'vat' or 'small_business': how the price was taxed.
    tax TEXT NOT NULL,
    -- The end of the eighth year after that of the payment.
    keep_until TIMESTAMPTZ NOT NULL
);
CREATE INDEX payment_records_of ON payment_records (paypal_id);
CREATE INDEX payment_records_age ON payment_records (keep_until);
