-- Who confirmed their address here before it was written down; those of another provider are known at their next sign-in.
UPDATE users SET email_confirmed = TRUE WHERE EXISTS (
    SELECT 1 FROM identity_accounts a
    WHERE a.local_id = users.uid AND a.email_verified AND a.email_folded = users.email_folded
);
