-- Endorsements part: endorsers, what they endorse, and every count of endorsements, so that a change of one dirties no other part.

CREATE TABLE endorser_category (
  slug TEXT PRIMARY KEY, endorser_count INTEGER NOT NULL,
  body_en TEXT NOT NULL, body_es TEXT NOT NULL -- the served EndorserCategory, JSON
) STRICT, WITHOUT ROWID;

CREATE TABLE endorser (
  id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
  name_folded TEXT NOT NULL, -- lower case, accents off: q searches it, and lists are sorted by it
  category TEXT NOT NULL, state TEXT NOT NULL, endorsement_count INTEGER NOT NULL,
  body_en TEXT NOT NULL, body_es TEXT NOT NULL,  -- the served Endorser of lists, JSON
  elections_en TEXT NOT NULL, elections_es TEXT NOT NULL -- elections endorsed in, newest first, JSON
) STRICT;
CREATE UNIQUE INDEX endorser_order ON endorser (name_folded, id);

CREATE TABLE endorsement ( -- one row an endorser and choice: what lists of them are found by
  id INTEGER PRIMARY KEY, endorser_id INTEGER NOT NULL, endorser_slug TEXT NOT NULL, category TEXT NOT NULL,
  endorser_state TEXT NOT NULL, contest_id INTEGER NOT NULL, choice_id INTEGER NOT NULL, election_id INTEGER NOT NULL,
  election_slug TEXT NOT NULL, state TEXT NOT NULL, contest_kind TEXT NOT NULL, level TEXT NOT NULL
) STRICT;
-- Each list of endorsements is found by one of these, in the order of ids (an index ends with the id).
CREATE INDEX endorsement_contest ON endorsement (contest_id);
CREATE INDEX endorsement_endorser ON endorsement (endorser_slug);
CREATE INDEX endorsement_election ON endorsement (election_id);
CREATE INDEX endorsement_state ON endorsement (state);
CREATE INDEX endorsement_category ON endorsement (category);
CREATE INDEX endorsement_endorser_state ON endorsement (endorser_state);
CREATE INDEX endorsement_level ON endorsement (level);
CREATE INDEX endorsement_kind ON endorsement (contest_kind);

CREATE TABLE endorsement_body ( -- apart, so that finding reads narrow rows
  id INTEGER PRIMARY KEY, body_en TEXT NOT NULL, body_es TEXT NOT NULL -- the served Endorsement of lists, JSON; its last key, source_id, becomes retrieved_at
) STRICT;

CREATE TABLE position ( -- one row an endorser and contest: its picks there
  contest_id INTEGER NOT NULL,
  ordinal INTEGER NOT NULL, -- within the contest by the endorser's folded name, then id
  endorser_id INTEGER NOT NULL, endorser_slug TEXT NOT NULL, category TEXT NOT NULL, endorser_state TEXT NOT NULL,
  body_en TEXT NOT NULL, body_es TEXT NOT NULL -- the served Position, JSON
) STRICT; -- with a rowid: a wide row of a table without one takes a page of its own
CREATE UNIQUE INDEX position_order ON position (contest_id, ordinal);

CREATE TABLE pick ( -- one row an endorser and choice, for recommendations
  contest_id INTEGER NOT NULL, ordinal INTEGER NOT NULL, -- of its position
  choice_id INTEGER NOT NULL, rank INTEGER,
  backer_en TEXT NOT NULL, backer_es TEXT NOT NULL, -- the served item of endorsed_by, JSON
  PRIMARY KEY (contest_id, ordinal, choice_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE stance ( -- one row an endorser and contest in which it looked and has no position
  contest_id INTEGER NOT NULL,
  ordinal INTEGER NOT NULL, -- within the contest by the endorser's folded name, then id
  endorser_id INTEGER NOT NULL, endorser_slug TEXT NOT NULL, category TEXT NOT NULL, endorser_state TEXT NOT NULL,
  body_en TEXT NOT NULL, body_es TEXT NOT NULL -- the served Stance, JSON
) STRICT;
CREATE UNIQUE INDEX stance_order ON stance (contest_id, ordinal);
CREATE INDEX stance_endorser ON stance (endorser_slug);

CREATE TABLE evidence ( -- one row an endorsement whose announced page was captured
  endorsement_id INTEGER PRIMARY KEY,
  contest_id INTEGER NOT NULL, ordinal INTEGER NOT NULL, choice_id INTEGER NOT NULL, -- of its pick
  quote_found INTEGER NOT NULL,
  body TEXT NOT NULL -- the served Evidence, JSON
) STRICT;
CREATE INDEX evidence_contest ON evidence (contest_id);

CREATE TABLE election_endorser ( -- who endorsed in which election, and how much
  election_id INTEGER NOT NULL, endorser_id INTEGER NOT NULL, endorsement_count INTEGER NOT NULL,
  contest_count INTEGER NOT NULL,
  PRIMARY KEY (election_id, endorser_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX election_endorser_endorser ON election_endorser (endorser_id, election_id);

CREATE TABLE election_count ( -- one row an election that anything is endorsed in
  election_id INTEGER PRIMARY KEY, endorsement_count INTEGER NOT NULL, endorsed_contest_count INTEGER NOT NULL
) STRICT;

CREATE TABLE coverage ( -- one row a state that anything is endorsed in
  state TEXT PRIMARY KEY, updated_at TEXT NOT NULL -- the publishers' latest date among the sources of its endorsements
) STRICT, WITHOUT ROWID;

CREATE TABLE endorser_coverage ( -- one row an endorser and election in which it spoke, or which has contests that it usually covers
  endorser_id INTEGER NOT NULL, election_date TEXT NOT NULL, election_id INTEGER NOT NULL, state TEXT NOT NULL,
  position_count INTEGER NOT NULL, stance_count INTEGER NOT NULL,
  usual_contest_count INTEGER, covered_contest_count INTEGER, share REAL, -- null without an earlier election
  PRIMARY KEY (endorser_id, election_date, election_id) -- the order of lists
) STRICT, WITHOUT ROWID;

CREATE TABLE endorser_agreement ( -- one row an election and pair of endorsers that share at least two contests in it
  election_id INTEGER NOT NULL, interval_low REAL NOT NULL, -- Wilson's 95 % interval of agreement
  shared_contests INTEGER NOT NULL, endorser_id INTEGER NOT NULL, other_id INTEGER NOT NULL, -- endorser_id < other_id
  agreed_contests INTEGER NOT NULL, agreement REAL NOT NULL, interval_high REAL NOT NULL,
  PRIMARY KEY (election_id, interval_low, shared_contests, endorser_id, other_id) -- the order of lists, backwards
) STRICT, WITHOUT ROWID;
CREATE INDEX endorser_agreement_endorser ON endorser_agreement (endorser_id, other_id);
CREATE INDEX endorser_agreement_other ON endorser_agreement (other_id);

CREATE TABLE contest_agreement ( -- one row a contest with at least two positions
  election_id INTEGER NOT NULL, agreement REAL NOT NULL, position_count INTEGER NOT NULL, contest_id INTEGER NOT NULL,
  body_en TEXT NOT NULL, body_es TEXT NOT NULL -- the served ContestAgreement, JSON
) STRICT; -- with a rowid, as the table position
CREATE UNIQUE INDEX contest_agreement_order ON contest_agreement (election_id, agreement, position_count DESC, contest_id);
