-- Two questions that somebody new is asked once: about the person whose code they used, and about the feed's filter for friends.

-- When the person who registered with the code answered whether to befriend its owner. NULL: the question is open.
ALTER TABLE invitations ADD COLUMN befriend_answered_at TIMESTAMPTZ;
-- Whoever was here before is not asked.
UPDATE invitations SET befriend_answered_at = used_at WHERE used_at IS NOT NULL;

-- When the person sent the offer of the filter away.
ALTER TABLE users ADD COLUMN filter_offer_closed_at TIMESTAMPTZ;
