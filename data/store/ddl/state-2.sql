-- Format 1 to 2: roles, contacts and passwords of accounts; labels, address lists and last days of keys; sessions and the audit; the
-- pepper's fingerprint.

ALTER TABLE account ADD COLUMN role TEXT NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'operator'));
ALTER TABLE account ADD COLUMN contact TEXT;
ALTER TABLE account ADD COLUMN password_hash TEXT;

ALTER TABLE api_key ADD COLUMN label TEXT;
ALTER TABLE api_key ADD COLUMN addresses TEXT NOT NULL DEFAULT '[]';
ALTER TABLE api_key ADD COLUMN last_used_on TEXT;
CREATE INDEX api_key_account ON api_key (account_id);

CREATE TABLE session (
  hash TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_account ON session (account_id);

CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  by TEXT NOT NULL,
  action TEXT NOT NULL,
  account TEXT,
  detail TEXT NOT NULL
) STRICT;
CREATE INDEX audit_account ON audit (account, id);

ALTER TABLE head ADD COLUMN pepper TEXT;
