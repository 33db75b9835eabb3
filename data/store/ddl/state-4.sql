-- Format 3 to 4: the console's second factor, sessions that end when nobody uses them, accounts that are erased.

ALTER TABLE account ADD COLUMN erased_at TEXT;

ALTER TABLE session ADD COLUMN seen_at TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN awaits_code INTEGER NOT NULL DEFAULT 0;
UPDATE session SET seen_at = created_at;

CREATE TABLE second_factor (
  account_id INTEGER PRIMARY KEY REFERENCES account (id),
  secret TEXT NOT NULL,
  set_at TEXT,
  last_step INTEGER NOT NULL,
  wrong_codes INTEGER NOT NULL,
  locked_until TEXT
) STRICT;

CREATE TABLE recovery_code (
  hash TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX recovery_code_account ON recovery_code (account_id);
