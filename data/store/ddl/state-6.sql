-- Format 5 to 6: the publishing desk: endorsers with their positions, drafts and history; who may speak for whom; invitations.

CREATE TABLE desk (
  endorser_slug TEXT PRIMARY KEY,
  endorser TEXT NOT NULL,
  version INTEGER NOT NULL,
  opened_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE desk_editor (
  account_id INTEGER NOT NULL REFERENCES account (id),
  endorser_slug TEXT NOT NULL REFERENCES desk (endorser_slug),
  PRIMARY KEY (account_id, endorser_slug)
) STRICT, WITHOUT ROWID;
CREATE INDEX desk_editor_endorser ON desk_editor (endorser_slug);

CREATE TABLE desk_position (
  endorser_slug TEXT NOT NULL REFERENCES desk (endorser_slug),
  contest_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT,
  scheduled TEXT,
  publish_at TEXT,
  changed_at TEXT NOT NULL,
  changed_by TEXT NOT NULL,
  PRIMARY KEY (endorser_slug, contest_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX desk_position_due ON desk_position (publish_at) WHERE publish_at IS NOT NULL;

CREATE TABLE desk_draft (
  endorser_slug TEXT NOT NULL REFERENCES desk (endorser_slug),
  contest_id INTEGER NOT NULL,
  account_id INTEGER NOT NULL REFERENCES account (id),
  version INTEGER NOT NULL,
  base INTEGER NOT NULL,
  election TEXT NOT NULL,
  title TEXT NOT NULL,
  fields TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  PRIMARY KEY (endorser_slug, contest_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX desk_draft_account ON desk_draft (account_id);

CREATE TABLE desk_change (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  endorser_slug TEXT NOT NULL REFERENCES desk (endorser_slug),
  contest_id INTEGER NOT NULL,
  at TEXT NOT NULL,
  by TEXT NOT NULL,
  action TEXT NOT NULL,
  title TEXT NOT NULL,
  body TEXT,
  publish_at TEXT
) STRICT;
CREATE INDEX desk_change_endorser ON desk_change (endorser_slug, id);

CREATE TABLE invitation (
  account_id INTEGER PRIMARY KEY REFERENCES account (id),
  hash TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;
