-- Officeholders part: who holds which seat now. No rows: the source was not read, and the endpoints answer 503.

CREATE TABLE officeholder ( -- one row a person and seat
  id INTEGER PRIMARY KEY, person_id TEXT NOT NULL, office TEXT NOT NULL, office_rank INTEGER NOT NULL,
  level TEXT NOT NULL, level_rank INTEGER NOT NULL, state TEXT NOT NULL, name TEXT NOT NULL,
  name_folded TEXT NOT NULL, -- lower case, accents off: q searches it, and lists are sorted by it
  district_id INTEGER, district_ocd_id TEXT NOT NULL,
  lines_held INTEGER NOT NULL, -- the lines that the holder was elected in are drawn here
  body TEXT NOT NULL         -- the served Officeholder, JSON
) STRICT;
CREATE UNIQUE INDEX officeholder_order ON officeholder (level_rank, state, office_rank, name_folded, person_id, id);
CREATE INDEX officeholder_person ON officeholder (person_id);
CREATE INDEX officeholder_district ON officeholder (district_id);
CREATE INDEX officeholder_lines ON officeholder (state, lines_held);
CREATE INDEX officeholder_division ON officeholder (district_ocd_id);
