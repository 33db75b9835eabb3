-- The tables of state.sql in PostgreSQL, format 1, in a schema of their own. Text is compared by its bytes, as SQLite does. JSON is text:
-- an answer has the same bytes from both engines. Instants are ISO text.

CREATE TABLE plan (
  name TEXT COLLATE "C" PRIMARY KEY,
  requests_per_minute BIGINT NOT NULL,
  requests_per_day BIGINT, -- null: no daily cap
  streams BIGINT NOT NULL
);
INSERT INTO plan (name, requests_per_minute, requests_per_day, streams) VALUES
  ('free', 60, 5000, 2),
  ('standard', 600, 200000, 10),
  ('unlimited', 6000, NULL, 100);

CREATE TABLE account (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL UNIQUE,
  status TEXT COLLATE "C" NOT NULL CHECK (status IN ('pending', 'approved', 'suspended')),
  plan TEXT COLLATE "C" NOT NULL REFERENCES plan (name),
  role TEXT COLLATE "C" NOT NULL CHECK (role IN ('member', 'operator')), -- an operator approves accounts and sets plans in the console
  contact TEXT COLLATE "C",       -- how the operator reaches who signed up; as they wrote it
  password_hash TEXT COLLATE "C", -- data/access/password.ts; null: no sign-in to the console
  created_at TEXT COLLATE "C" NOT NULL,
  erased_at TEXT COLLATE "C"      -- its name, contact, password and keys' labels are gone since; null: it was not erased
);

CREATE TABLE api_key (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id BIGINT NOT NULL REFERENCES account (id),
  label TEXT COLLATE "C",              -- what its owner calls it
  hash TEXT COLLATE "C" NOT NULL UNIQUE, -- HMAC-SHA-256 under the pepper, hex; the key itself is kept nowhere
  last_four TEXT COLLATE "C" NOT NULL,
  scopes TEXT COLLATE "C" NOT NULL,      -- JSON array
  addresses TEXT COLLATE "C" NOT NULL,   -- JSON array of CIDR ranges (data/access/ip-range.ts); empty: any address
  created_at TEXT COLLATE "C" NOT NULL,
  expires_at TEXT COLLATE "C",
  revoked_at TEXT COLLATE "C",
  last_used_on TEXT COLLATE "C"          -- the UTC day
);
CREATE INDEX api_key_account ON api_key (account_id);

CREATE TABLE session ( -- of the console
  hash TEXT COLLATE "C" PRIMARY KEY, -- HMAC-SHA-256 of the cookie under the pepper, hex
  account_id BIGINT NOT NULL REFERENCES account (id),
  created_at TEXT COLLATE "C" NOT NULL,
  expires_at TEXT COLLATE "C" NOT NULL,
  seen_at TEXT COLLATE "C" NOT NULL DEFAULT '',       -- when its visitor last opened a page, to the minute
  awaits_code BIGINT NOT NULL DEFAULT 0  -- 1: the password was right, and the second factor is still to come
);
CREATE INDEX session_account ON session (account_id);

CREATE TABLE second_factor ( -- codes of an authenticator app (TOTP, RFC 6238)
  account_id BIGINT PRIMARY KEY REFERENCES account (id),
  secret TEXT COLLATE "C" NOT NULL,         -- encrypted under the pepper
  set_at TEXT COLLATE "C",                  -- null: a first code is still to come, and sign-in asks for none
  last_step BIGINT NOT NULL,   -- of the last code that was taken: neither it nor an earlier one is taken again
  wrong_codes BIGINT NOT NULL, -- since the last right one
  locked_until TEXT COLLATE "C"             -- no code is looked at before; null: any time
);

CREATE TABLE recovery_code ( -- each works once, in place of a code
  hash TEXT COLLATE "C" PRIMARY KEY, -- HMAC-SHA-256 under the pepper, hex
  account_id BIGINT NOT NULL REFERENCES account (id)
);
CREATE INDEX recovery_code_account ON recovery_code (account_id);

CREATE TABLE audit ( -- every change of accounts, keys and plans, by whom
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at TEXT COLLATE "C" NOT NULL,
  by TEXT COLLATE "C" NOT NULL,     -- an account's name in the console, or `command line`
  action TEXT COLLATE "C" NOT NULL, -- data/access/account.ts AUDIT_ACTIONS
  account TEXT COLLATE "C",         -- whose; null for a plan
  detail TEXT COLLATE "C" NOT NULL  -- JSON object of what was set; never a key, a password or a hash
);
CREATE INDEX audit_account ON audit (account, id);

CREATE TABLE publication (
  publication BIGINT PRIMARY KEY, -- 1, 2, 3, … ; a bundle may come back under a new number
  bundle TEXT COLLATE "C" NOT NULL,
  published_at TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL DEFAULT 0, -- the last event that is current with it
  epoch TEXT COLLATE "C" NOT NULL -- of the feed, as it is read with it
);
CREATE INDEX publication_bundle ON publication (bundle, publication);

CREATE TABLE pin ( -- bundles that stay until they are unpinned
  bundle TEXT COLLATE "C" PRIMARY KEY,
  name TEXT COLLATE "C" UNIQUE, -- data/schema/pin.ts; null: none
  pinned_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE head (
  only_row BIGINT PRIMARY KEY CHECK (only_row = 1),
  publication BIGINT REFERENCES publication (publication), -- null before the first
  epoch TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  pepper TEXT COLLATE "C", -- fingerprint of the pepper that keys and sessions are kept under (data/store/pepper.ts); null before its first use
  occurred_at TEXT COLLATE "C", -- of the last committed event; null before the first
  chain TEXT COLLATE "C" NOT NULL DEFAULT '0000000000000000000000000000000000000000000000000000000000000000', -- its hash (data/schema/event.ts)
  stage TEXT COLLATE "C", -- who stages events above seq now; null: nobody
  baseline BIGINT REFERENCES publication (publication), -- the last one of which no event says what it changed; null: none but the first
  pruned_at TEXT COLLATE "C", -- when the last event occurred that was dropped; null: none was
  change_count BIGINT NOT NULL DEFAULT 0 -- rises with each change that other processes must notice
);

CREATE TABLE event ( -- those above head.seq are staged, and not yet committed
  seq BIGINT PRIMARY KEY,
  kind TEXT COLLATE "C" NOT NULL, -- created, updated, deleted
  occurred_at TEXT COLLATE "C" NOT NULL,
  category TEXT COLLATE "C" NOT NULL, endorser_slug TEXT COLLATE "C" NOT NULL, endorser_state TEXT COLLATE "C" NOT NULL,
  state TEXT COLLATE "C" NOT NULL, election_slug TEXT COLLATE "C" NOT NULL, contest_kind TEXT COLLATE "C" NOT NULL, level TEXT COLLATE "C" NOT NULL,
  body TEXT COLLATE "C" NOT NULL,        -- the served Event, JSON
  chain_before TEXT COLLATE "C" NOT NULL -- the hash of the event before it
);
CREATE INDEX event_occurred ON event (occurred_at, seq);

CREATE TABLE subscription (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id BIGINT NOT NULL REFERENCES account (id),
  name TEXT COLLATE "C" NOT NULL,
  filter TEXT COLLATE "C" NOT NULL, -- JSON, the keys that were sent
  created_at TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL,
  UNIQUE (account_id, name)
);

CREATE TABLE lease ( -- which publication each server answers from
  server TEXT COLLATE "C" PRIMARY KEY,
  publication BIGINT NOT NULL,
  expires_at DOUBLE PRECISION NOT NULL -- seconds since 1970 on the server's clock
);

CREATE TABLE usage_server ( -- each server that counts requests; its process renews the row each second
  server TEXT COLLATE "C" PRIMARY KEY,
  seen_at DOUBLE PRECISION NOT NULL -- seconds since 1970 on the database's clock
);

CREATE TABLE usage_now ( -- what all servers together have granted an account; a statement that counts first locks the row
  account_id BIGINT PRIMARY KEY, -- 0: the visitors of the public explorer
  minute BIGINT NOT NULL, -- whole minutes since 1970 on the database's clock
  minute_requests BIGINT NOT NULL,
  day BIGINT NOT NULL, -- whole days since 1970
  day_requests BIGINT NOT NULL,
  day_bytes BIGINT NOT NULL, -- downloaded
  streams JSONB NOT NULL -- open streams, by server
) WITH (fillfactor = 50); -- an update then finds room on the page of its row, and touches no index

CREATE TABLE usage_minute (
  account_id BIGINT NOT NULL,
  minute BIGINT NOT NULL,
  requests BIGINT NOT NULL,
  PRIMARY KEY (account_id, minute)
) WITH (fillfactor = 50);
CREATE INDEX usage_minute_minute ON usage_minute (minute); -- for pruning

CREATE TABLE usage_day (
  account_id BIGINT NOT NULL,
  day BIGINT NOT NULL,
  requests BIGINT NOT NULL,
  PRIMARY KEY (account_id, day)
) WITH (fillfactor = 50);

CREATE TABLE desk ( -- an endorser whose endorsements are recorded at the publishing desk
  endorser_slug TEXT COLLATE "C" PRIMARY KEY,
  endorser TEXT COLLATE "C" NOT NULL,   -- JSON, as its file declares it (data/desk/position.ts)
  version BIGINT NOT NULL, -- rises with each change of what the file says
  opened_at TEXT COLLATE "C" NOT NULL,
  closed_at TEXT COLLATE "C" -- null: the desk decides what is served of the endorser
);

CREATE TABLE desk_editor ( -- which accounts may speak for an endorser
  account_id BIGINT NOT NULL REFERENCES account (id),
  endorser_slug TEXT COLLATE "C" NOT NULL REFERENCES desk (endorser_slug),
  PRIMARY KEY (account_id, endorser_slug)
);
CREATE INDEX desk_editor_endorser ON desk_editor (endorser_slug);

CREATE TABLE desk_position ( -- the endorser's picks in one contest
  endorser_slug TEXT COLLATE "C" NOT NULL REFERENCES desk (endorser_slug),
  contest_id BIGINT NOT NULL,
  version BIGINT NOT NULL, -- rises with each change of this row
  body TEXT COLLATE "C",       -- JSON, what is published now; null: nothing
  scheduled TEXT COLLATE "C",  -- JSON, what replaces it at publish_at; null: nothing
  publish_at TEXT COLLATE "C", -- null: nothing is scheduled
  changed_at TEXT COLLATE "C" NOT NULL,
  changed_by TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (endorser_slug, contest_id)
);
CREATE INDEX desk_position_due ON desk_position (publish_at) WHERE publish_at IS NOT NULL;

CREATE TABLE desk_draft ( -- what an editor has typed and not published yet
  endorser_slug TEXT COLLATE "C" NOT NULL REFERENCES desk (endorser_slug),
  contest_id BIGINT NOT NULL,
  account_id BIGINT NOT NULL REFERENCES account (id),
  version BIGINT NOT NULL, -- rises with each save: another window of the same editor does not overwrite it
  base BIGINT NOT NULL,    -- the version of the position that the editor saw
  election TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  fields TEXT COLLATE "C" NOT NULL,     -- JSON, the form's fields as typed
  saved_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (endorser_slug, contest_id, account_id)
);
CREATE INDEX desk_draft_account ON desk_draft (account_id);

CREATE TABLE desk_change ( -- the history of each position
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  endorser_slug TEXT COLLATE "C" NOT NULL REFERENCES desk (endorser_slug),
  contest_id BIGINT NOT NULL,
  at TEXT COLLATE "C" NOT NULL,
  by TEXT COLLATE "C" NOT NULL,
  action TEXT COLLATE "C" NOT NULL, -- data/desk/change.ts DESK_ACTIONS
  title TEXT COLLATE "C" NOT NULL,  -- of the contest
  body TEXT COLLATE "C",            -- JSON of the position; null for a withdrawal
  publish_at TEXT COLLATE "C"
);
CREATE INDEX desk_change_endorser ON desk_change (endorser_slug, id);

CREATE TABLE invitation ( -- with its code, an account sets a password once
  account_id BIGINT PRIMARY KEY REFERENCES account (id),
  hash TEXT COLLATE "C" NOT NULL, -- HMAC-SHA-256 of the code under the pepper, hex
  expires_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE format ( -- of these tables
  only_row BIGINT PRIMARY KEY CHECK (only_row = 1),
  format BIGINT NOT NULL
);
