-- How many mails declarations have caused: anybody can declare, and name anybody's address.

-- Mails since a time, to one mailbox, to all mailboxes of guests, and to the operator.
CREATE TABLE declaration_mails (
    -- A keyed hash: of the mailbox, or of the others' names.
    counter BYTEA PRIMARY KEY NOT NULL,
    since TIMESTAMPTZ NOT NULL,
    sent BIGINT NOT NULL
);
CREATE INDEX declaration_mails_since ON declaration_mails (since);

-- False: the mailbox had enough mails, so no confirmation was sent.
ALTER TABLE declarations ADD COLUMN is_mailed BOOLEAN NOT NULL DEFAULT TRUE;
-- When the operator was told by mail. NULL: the next digest does it.
ALTER TABLE declarations ADD COLUMN operator_told_at TIMESTAMPTZ;
UPDATE declarations SET operator_told_at = created_at;
CREATE INDEX declarations_untold ON declarations (created_at) WHERE operator_told_at IS NULL;
CREATE INDEX declarations_told ON declarations (operator_told_at) WHERE operator_told_at IS NOT NULL;
