-- The state as format 2 wrote it, word for word; only the migration test reads it.

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
  role TEXT NOT NULL CHECK (role IN ('member', 'operator')), -- an operator approves accounts and sets plans in the console
  contact TEXT,       -- how the operator reaches who signed up; as they wrote it
  password_hash TEXT, -- data/access/password.ts; null: no sign-in to the console
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE api_key (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account (id),
  label TEXT,              -- what its owner calls it
  hash TEXT NOT NULL UNIQUE, -- HMAC-SHA-256 under the pepper, hex; the key itself is kept nowhere
  last_four TEXT NOT NULL,
  scopes TEXT NOT NULL,      -- JSON array
  addresses TEXT NOT NULL,   -- JSON array of CIDR ranges (data/access/ip-range.ts); empty: any address
  created_at TEXT NOT NULL,
  expires_at TEXT,
  revoked_at TEXT,
  last_used_on TEXT          -- the UTC day
) STRICT;
CREATE INDEX api_key_account ON api_key (account_id);

CREATE TABLE session ( -- of the console
  hash TEXT PRIMARY KEY, -- HMAC-SHA-256 of the cookie under the pepper, hex
  account_id INTEGER NOT NULL REFERENCES account (id),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_account ON session (account_id);

CREATE TABLE audit ( -- every change of accounts, keys and plans, by whom
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  by TEXT NOT NULL,     -- an account's name in the console, or `command line`
  action TEXT NOT NULL, -- data/access/account.ts AUDIT_ACTIONS
  account TEXT,         -- whose; null for a plan
  detail TEXT NOT NULL  -- JSON object of what was set; never a key, a password or a hash
) STRICT;
CREATE INDEX audit_account ON audit (account, id);

CREATE TABLE publication (
  publication INTEGER PRIMARY KEY, -- 1, 2, 3, … ; a bundle may come back under a new number
  bundle TEXT NOT NULL,
  published_at TEXT NOT NULL
) STRICT;

CREATE TABLE head (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  publication INTEGER REFERENCES publication (publication), -- null before the first
  epoch TEXT NOT NULL,
  seq INTEGER NOT NULL,
  pepper TEXT -- fingerprint of the pepper that keys and sessions are kept under (data/store/pepper.ts); null before its first use
) STRICT;
