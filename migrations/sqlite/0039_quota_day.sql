-- Since a change of zone or day end: whose day's quota counts, and since when. NULL: today's, since today began.

ALTER TABLE users ADD COLUMN quota_day TEXT;
ALTER TABLE users ADD COLUMN quota_since TEXT;
