-- Places part: districts, their lines, the cell index over the lines, areas and names.

CREATE TABLE state (
  code TEXT PRIMARY KEY, fips TEXT NOT NULL, name TEXT NOT NULL, ocd_id TEXT NOT NULL,
  time_zone TEXT NOT NULL, -- its latest: a day ends last there
  body TEXT NOT NULL       -- the served State, JSON
) STRICT;

CREATE TABLE district (
  id INTEGER PRIMARY KEY, ocd_id TEXT NOT NULL, vintage TEXT NOT NULL, state TEXT NOT NULL,
  level TEXT NOT NULL, level_rank INTEGER NOT NULL, type TEXT NOT NULL,
  name TEXT NOT NULL, name_folded TEXT NOT NULL, -- lower case, accents off: what q looks in
  census_geoid TEXT, retired INTEGER NOT NULL, valid_from TEXT, valid_to TEXT, has_boundary INTEGER NOT NULL,
  summary TEXT NOT NULL,   -- the served district summary, JSON
  body TEXT NOT NULL       -- the served District of lists, JSON
) STRICT;
CREATE UNIQUE INDEX district_ocd ON district (ocd_id, vintage);
CREATE INDEX district_order ON district (state, level_rank, type, ocd_id, id);

CREATE TABLE boundary ( -- the polygons as served, by encodeMultiPolygon
  district_id INTEGER PRIMARY KEY, rings BLOB NOT NULL
) STRICT;

CREATE TABLE outline ( -- the lines simplified for drawing (toOutline); no look-up reads them
  district_id INTEGER PRIMARY KEY,
  step INTEGER NOT NULL,       -- of the grid, in microdegrees
  west INTEGER NOT NULL, south INTEGER NOT NULL, east INTEGER NOT NULL, north INTEGER NOT NULL, -- of the boundary; west below -180 degrees across the antimeridian
  rings BLOB NOT NULL          -- one polygon of all rings, in steps, by encodeMultiPolygon
) STRICT;

CREATE TABLE state_outline ( -- the states on one grid, for a map of all: neighbors share their lines (toOutlinesTogether)
  state TEXT PRIMARY KEY, step INTEGER NOT NULL, rings BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE area ( -- what the cell index answers with
  ordinal INTEGER PRIMARY KEY, -- 1, 2, 3, … dense
  district_id INTEGER NOT NULL,
  role TEXT NOT NULL           -- lines: inside the district's lines; near: nearer to them than generalized lines' error
) STRICT;

CREATE TABLE area_set ( -- each distinct set of areas once; 0 is the empty set
  set_id INTEGER PRIMARY KEY, ordinals BLOB NOT NULL -- rising varints
) STRICT;

CREATE TABLE cell_run ( -- which set each cell holds (encodeRuns); a bucket without a row goes on as the one before it ends
  bucket INTEGER PRIMARY KEY, runs BLOB NOT NULL
) STRICT;

CREATE TABLE cell ( -- those that borders run through (cellKey)
  key INTEGER PRIMARY KEY, edges BLOB NOT NULL -- encodeEdges
) STRICT;

CREATE TABLE overlap ( -- districts that an area touches by more than the mismatch of the two layers' borders
  area_key TEXT NOT NULL,      -- zip:27601, or district:<id> of a county, place or state
  district_id INTEGER NOT NULL,
  role TEXT NOT NULL,          -- as in area
  covers INTEGER NOT NULL,     -- the district's lines cover the whole area, and it reaches into no band of theirs
  size INTEGER,                -- of the area's part inside the lines, in square decimeters; null of near, and where the area is not drawn
  PRIMARY KEY (area_key, district_id, role)
) STRICT, WITHOUT ROWID;

CREATE TABLE area_size ( -- of the areas of overlap whose lines are all held
  area_key TEXT PRIMARY KEY, size INTEGER NOT NULL -- in square decimeters
) STRICT, WITHOUT ROWID;

CREATE TABLE area_grid ( -- points inside the areas of area_size but states, as layAreaGrid lays them
  area_key TEXT PRIMARY KEY,
  west INTEGER NOT NULL, south INTEGER NOT NULL,       -- the corner of field 0, in microdegrees
  step_lng INTEGER NOT NULL, step_lat INTEGER NOT NULL, -- of a field, in microdegrees
  columns INTEGER NOT NULL,                            -- fields in a row
  runs BLOB NOT NULL                                   -- the fields inside, by encodeGridRuns
) STRICT, WITHOUT ROWID;

CREATE TABLE place_name ( -- what a location string may name
  kind TEXT NOT NULL,          -- zip, city, county, state; township, within, largest, unheld: 90_place_name.sql
  name_folded TEXT NOT NULL,   -- 27601 | raleigh, cityofraleigh | rochester,ulster | wake | northcarolina, nc: placeKey
  state TEXT NOT NULL,
  area_key TEXT NOT NULL,      -- of a city without lines each county that it lies in; empty of unheld
  label TEXT NOT NULL,         -- the service's own name: ZIP 27601 | Raleigh, NC | Wake County, NC | North Carolina; empty of unheld
  basis TEXT NOT NULL,         -- area, or county where the overlaps are those of its counties
  PRIMARY KEY (kind, name_folded, state, area_key, label)
) STRICT, WITHOUT ROWID;
