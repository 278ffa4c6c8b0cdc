-- Mails that a person may switch off: the daily reminder, and news of friends.

-- The wall clock's time of the daily reminder, in minutes after midnight; kept while it is off.
ALTER TABLE users ADD COLUMN reminder_minutes BIGINT NOT NULL DEFAULT 1200;
-- When the reminder is due next; NULL: it is off.
ALTER TABLE users ADD COLUMN next_reminder_at TIMESTAMPTZ;
-- The last diary day that was reminded of.
ALTER TABLE users ADD COLUMN reminded_on DATE;
ALTER TABLE users ADD COLUMN mails_friend_requests BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE users ADD COLUMN mails_friend_news BOOLEAN NOT NULL DEFAULT TRUE;
CREATE INDEX users_next_reminder ON users (next_reminder_at) WHERE next_reminder_at IS NOT NULL;

-- When somebody last got a mail about another person; for a day, so that there is one at most.
CREATE TABLE friend_mails (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    about_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    sent_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (user_id, about_id)
);
CREATE INDEX friend_mails_about ON friend_mails (about_id);
CREATE INDEX friend_mails_sent ON friend_mails (sent_at);
