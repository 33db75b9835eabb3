-- Ballots part: elections, contests with their choices, and where each contest is voted.

CREATE TABLE election (
  id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, date TEXT NOT NULL, state TEXT NOT NULL, type TEXT NOT NULL,
  contest_count INTEGER NOT NULL, measure_count INTEGER NOT NULL,
  body_en TEXT NOT NULL, body_es TEXT NOT NULL -- the served Election without endorsement_count, JSON
) STRICT;
CREATE UNIQUE INDEX election_order ON election (date, state, slug);

CREATE TABLE contest (
  id INTEGER PRIMARY KEY, election_id INTEGER NOT NULL, election_slug TEXT NOT NULL, election_date TEXT NOT NULL,
  state TEXT NOT NULL, level TEXT NOT NULL, level_rank INTEGER NOT NULL, kind TEXT NOT NULL,
  vote_method TEXT NOT NULL, votes_allowed INTEGER NOT NULL, ranks_allowed INTEGER,
  ballot_order INTEGER NOT NULL, district_id INTEGER NOT NULL, district_ocd_id TEXT NOT NULL,
  lines_held INTEGER NOT NULL, -- whether the district's own lines of this election's plan are held
  body_en TEXT NOT NULL, body_es TEXT NOT NULL -- the served Contest of lists, JSON
) STRICT;
-- In the list's order, then what its filters ask: a row that they leave out costs no look at the table.
CREATE UNIQUE INDEX contest_order ON contest (
  election_date, state, election_slug, level_rank, ballot_order, id, election_id, level, kind, district_ocd_id
);
CREATE INDEX contest_election ON contest (election_id);
CREATE INDEX contest_district ON contest (district_ocd_id);

CREATE TABLE choice ( -- each alone; the contest's body holds them too
  contest_id INTEGER NOT NULL, ballot_order INTEGER NOT NULL, id INTEGER NOT NULL, withdrawn INTEGER NOT NULL,
  measure_answer TEXT, body_en TEXT NOT NULL, body_es TEXT NOT NULL, -- the served Choice, JSON
  PRIMARY KEY (contest_id, ballot_order, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE contest_area ( -- where a contest is voted, by district whose lines are held
  district_id INTEGER NOT NULL,
  role TEXT NOT NULL,   -- the area's role: lines, near
  contest_id INTEGER NOT NULL,
  rule TEXT NOT NULL,   -- certain | possible | inside | near | listed (matchContest combines them)
  PRIMARY KEY (district_id, role, contest_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE coverage ( -- one row a state, all 56
  state TEXT PRIMARY KEY, updated_at TEXT -- the publishers' latest date among its sources, or null
) STRICT, WITHOUT ROWID;

CREATE TABLE regular_general ( -- one row a state and federal election day, of those without an election above
  state TEXT NOT NULL, date TEXT NOT NULL,
  missing TEXT NOT NULL, -- what its ballots lack, as in an election's body, JSON
  PRIMARY KEY (state, date)
) STRICT, WITHOUT ROWID;
