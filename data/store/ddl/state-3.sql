-- Format 2 to 3: events and the chain over them, subscriptions, leases.

ALTER TABLE publication ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE publication ADD COLUMN epoch TEXT NOT NULL DEFAULT '';
UPDATE publication SET epoch = (SELECT epoch FROM head);
ALTER TABLE head ADD COLUMN occurred_at TEXT;
ALTER TABLE head ADD COLUMN chain TEXT NOT NULL DEFAULT '0000000000000000000000000000000000000000000000000000000000000000';
ALTER TABLE head ADD COLUMN stage TEXT;
ALTER TABLE head ADD COLUMN baseline INTEGER REFERENCES publication (publication);
UPDATE head SET baseline = publication;
ALTER TABLE head ADD COLUMN pruned_at TEXT;

CREATE TABLE event (
  seq INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  occurred_at TEXT NOT NULL,
  category TEXT NOT NULL,
  endorser_slug TEXT NOT NULL,
  endorser_state TEXT NOT NULL,
  state TEXT NOT NULL,
  election_slug TEXT NOT NULL,
  contest_kind TEXT NOT NULL,
  level TEXT NOT NULL,
  body TEXT NOT NULL,
  chain_before TEXT NOT NULL
) STRICT;
CREATE INDEX event_occurred ON event (occurred_at, seq);

CREATE TABLE subscription (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account (id),
  name TEXT NOT NULL,
  filter TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (account_id, name)
) STRICT;

CREATE TABLE lease (
  server TEXT PRIMARY KEY,
  publication INTEGER NOT NULL,
  expires_at REAL NOT NULL
) STRICT, WITHOUT ROWID;
