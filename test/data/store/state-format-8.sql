-- State: which bundle is current, what has changed since when, and who may ask. Kept in state.sqlite, WAL; data/store/state/state.ts says what may be asked of it.

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
  created_at TEXT NOT NULL,
  erased_at TEXT      -- its name, contact, password and keys' labels are gone since; null: it was not erased
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
  expires_at TEXT NOT NULL,
  seen_at TEXT NOT NULL DEFAULT '',       -- when its visitor last opened a page, to the minute
  awaits_code INTEGER NOT NULL DEFAULT 0  -- 1: the password was right, and the second factor is still to come
) STRICT, WITHOUT ROWID;
CREATE INDEX session_account ON session (account_id);

CREATE TABLE second_factor ( -- codes of an authenticator app (TOTP, RFC 6238)
  account_id INTEGER PRIMARY KEY REFERENCES account (id),
  secret TEXT NOT NULL,         -- encrypted under the pepper
  set_at TEXT,                  -- null: a first code is still to come, and sign-in asks for none
  last_step INTEGER NOT NULL,   -- of the last code that was taken: neither it nor an earlier one is taken again
  wrong_codes INTEGER NOT NULL, -- since the last right one
  locked_until TEXT             -- no code is looked at before; null: any time
) STRICT;

CREATE TABLE recovery_code ( -- each works once, in place of a code
  hash TEXT PRIMARY KEY, -- HMAC-SHA-256 under the pepper, hex
  account_id INTEGER NOT NULL REFERENCES account (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX recovery_code_account ON recovery_code (account_id);

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
  published_at TEXT NOT NULL,
  seq INTEGER NOT NULL DEFAULT 0, -- the last event that is current with it
  epoch TEXT NOT NULL -- of the feed, as it is read with it
) STRICT;
CREATE INDEX publication_bundle ON publication (bundle, publication);

CREATE TABLE pin ( -- bundles that stay until they are unpinned
  bundle TEXT PRIMARY KEY,
  name TEXT UNIQUE, -- data/schema/pin.ts; null: none
  pinned_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE head (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  publication INTEGER REFERENCES publication (publication), -- null before the first
  epoch TEXT NOT NULL,
  seq INTEGER NOT NULL,
  pepper TEXT, -- fingerprint of the pepper that keys and sessions are kept under (data/store/pepper.ts); null before its first use
  occurred_at TEXT, -- of the last committed event; null before the first
  chain TEXT NOT NULL DEFAULT '0000000000000000000000000000000000000000000000000000000000000000', -- its hash (data/schema/event.ts)
  stage TEXT, -- who stages events above seq now; null: nobody
  baseline INTEGER REFERENCES publication (publication), -- the last one of which no event says what it changed; null: none but the first
  pruned_at TEXT -- when the last event occurred that was dropped; null: none was
) STRICT;

CREATE TABLE event ( -- those above head.seq are staged, and not yet committed
  seq INTEGER PRIMARY KEY,
  kind TEXT NOT NULL, -- created, updated, deleted
  occurred_at TEXT NOT NULL,
  category TEXT NOT NULL, endorser_slug TEXT NOT NULL, endorser_state TEXT NOT NULL,
  state TEXT NOT NULL, election_slug TEXT NOT NULL, contest_kind TEXT NOT NULL, level TEXT NOT NULL,
  body TEXT NOT NULL,        -- the served Event, JSON
  chain_before TEXT NOT NULL -- the hash of the event before it
) STRICT;
CREATE INDEX event_occurred ON event (occurred_at, seq);

CREATE TABLE subscription (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account (id),
  name TEXT NOT NULL,
  filter TEXT NOT NULL, -- JSON, the keys that were sent
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  token_hash TEXT,      -- HMAC-SHA-256 under the pepper, hex; the token itself is kept nowhere; null: no token
  token_last_four TEXT,
  token_created_at TEXT,
  UNIQUE (account_id, name)
) STRICT;
CREATE UNIQUE INDEX subscription_token ON subscription (token_hash) WHERE token_hash IS NOT NULL;

CREATE TABLE lease ( -- which publication each server answers from
  server TEXT PRIMARY KEY,
  publication INTEGER NOT NULL,
  expires_at REAL NOT NULL -- seconds since 1970 on the clock of whoever holds this file
) STRICT, WITHOUT ROWID;

CREATE TABLE desk ( -- an endorser whose endorsements are recorded at the publishing desk
  endorser_slug TEXT PRIMARY KEY,
  endorser TEXT NOT NULL,   -- JSON, as its file declares it (data/desk/position.ts)
  version INTEGER NOT NULL, -- rises with each change of what the file says
  opened_at TEXT NOT NULL,
  closed_at TEXT -- null: the desk decides what is served of the endorser
) STRICT, WITHOUT ROWID;

CREATE TABLE desk_editor ( -- which accounts may speak for an endorser
  account_id INTEGER NOT NULL REFERENCES account (id),
  endorser_slug TEXT NOT NULL REFERENCES desk (endorser_slug),
  PRIMARY KEY (account_id, endorser_slug)
) STRICT, WITHOUT ROWID;
CREATE INDEX desk_editor_endorser ON desk_editor (endorser_slug);

CREATE TABLE desk_position ( -- the endorser's picks in one contest
  endorser_slug TEXT NOT NULL REFERENCES desk (endorser_slug),
  contest_id INTEGER NOT NULL,
  version INTEGER NOT NULL, -- rises with each change of this row
  body TEXT,       -- JSON, what is published now; null: nothing
  scheduled TEXT,  -- JSON, what replaces it at publish_at; null: nothing
  publish_at TEXT, -- null: nothing is scheduled
  changed_at TEXT NOT NULL,
  changed_by TEXT NOT NULL,
  PRIMARY KEY (endorser_slug, contest_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX desk_position_due ON desk_position (publish_at) WHERE publish_at IS NOT NULL;

CREATE TABLE desk_draft ( -- what an editor has typed and not published yet
  endorser_slug TEXT NOT NULL REFERENCES desk (endorser_slug),
  contest_id INTEGER NOT NULL,
  account_id INTEGER NOT NULL REFERENCES account (id),
  version INTEGER NOT NULL, -- rises with each save: another window of the same editor does not overwrite it
  base INTEGER NOT NULL,    -- the version of the position that the editor saw
  election TEXT NOT NULL,
  title TEXT NOT NULL,
  fields TEXT NOT NULL,     -- JSON, the form's fields as typed
  saved_at TEXT NOT NULL,
  PRIMARY KEY (endorser_slug, contest_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX desk_draft_account ON desk_draft (account_id);

CREATE TABLE desk_change ( -- the history of each position
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  endorser_slug TEXT NOT NULL REFERENCES desk (endorser_slug),
  contest_id INTEGER NOT NULL,
  at TEXT NOT NULL,
  by TEXT NOT NULL,
  action TEXT NOT NULL, -- data/desk/change.ts DESK_ACTIONS
  title TEXT NOT NULL,  -- of the contest
  body TEXT,            -- JSON of the position; null for a withdrawal
  publish_at TEXT
) STRICT;
CREATE INDEX desk_change_endorser ON desk_change (endorser_slug, id);

CREATE TABLE invitation ( -- with its code, an account sets a password once
  account_id INTEGER PRIMARY KEY REFERENCES account (id),
  hash TEXT NOT NULL, -- HMAC-SHA-256 of the code under the pepper, hex
  expires_at TEXT NOT NULL
) STRICT;
