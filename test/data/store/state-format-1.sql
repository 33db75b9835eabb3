-- The state as format 1 wrote it, word for word; only the migration test reads it.

CREATE TABLE plan (
  name TEXT PRIMARY KEY,
  requests_per_minute INTEGER NOT NULL,
  requests_per_day INTEGER, -- null: no daily cap
  streams INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO plan (name, requests_per_minute, requests_per_day, streams) VALUES
  ('free', 60, 5000, 2),
  ('standard', 600, 200000, 10),
  ('unlimited', 6000, NULL, 100);

CREATE TABLE account (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'suspended')),
  plan TEXT NOT NULL REFERENCES plan (name),
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE api_key (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account (id),
  hash TEXT NOT NULL UNIQUE, -- HMAC-SHA-256 under the pepper, hex; the key itself is kept nowhere
  last_four TEXT NOT NULL,
  scopes TEXT NOT NULL,      -- JSON array
  created_at TEXT NOT NULL,
  expires_at TEXT,
  revoked_at TEXT
) STRICT;

CREATE TABLE publication (
  publication INTEGER PRIMARY KEY, -- 1, 2, 3, … ; a bundle may come back under a new number
  bundle TEXT NOT NULL,
  published_at TEXT NOT NULL
) STRICT;

CREATE TABLE head (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  publication INTEGER REFERENCES publication (publication), -- null before the first
  epoch TEXT NOT NULL,
  seq INTEGER NOT NULL
) STRICT;
