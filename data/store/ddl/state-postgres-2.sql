-- Format 1 to 2: a subscription may have a token, with which its feed is read without a key.

ALTER TABLE subscription
  ADD COLUMN token_hash TEXT COLLATE "C", -- HMAC-SHA-256 under the pepper, hex; the token itself is kept nowhere; null: no token
  ADD COLUMN token_last_four TEXT COLLATE "C",
  ADD COLUMN token_created_at TEXT COLLATE "C";
CREATE UNIQUE INDEX subscription_token ON subscription (token_hash) WHERE token_hash IS NOT NULL;
