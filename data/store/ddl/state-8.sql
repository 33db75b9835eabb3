-- Format 7 to 8: a subscription may have a token, with which its feed is read without a key.

ALTER TABLE subscription ADD COLUMN token_hash TEXT;
ALTER TABLE subscription ADD COLUMN token_last_four TEXT;
ALTER TABLE subscription ADD COLUMN token_created_at TEXT;
CREATE UNIQUE INDEX subscription_token ON subscription (token_hash) WHERE token_hash IS NOT NULL;
