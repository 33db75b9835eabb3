-- Macros shared by later files.

-- record_id(kind, key): an integer id from a natural key, after aliases (corrected names) and salts (collisions) are
-- applied.
CREATE OR REPLACE MACRO record_id(record_kind, record_key) AS natural_id(
  record_kind,
  coalesce((SELECT old_key FROM out.alias WHERE kind = record_kind AND key = record_key), record_key)
    || coalesce((SELECT salt FROM out.salt WHERE kind = record_kind AND key = record_key), '')
);

-- Whether a drawn place governs itself, by its class: an incorporated place (C…), or a town or township (T…). A census designated place
-- does not.
CREATE OR REPLACE MACRO governs(class) AS class IS NULL OR class[1] IN ('C', 'T');

-- The Census Bureau's name of a county (out.district.county_geoid). Of a city outside all counties it is `Richmond city`, or `Carson City`.
CREATE OR REPLACE MACRO county_name(type, name) AS
  CASE WHEN type = 'place' AND NOT ends_with(name, ' City') THEN name || ' city' ELSE name END;

-- A contest's key is election/ocd_id/office, then its seat and its party, if there are any.
CREATE OR REPLACE MACRO subject_of(contest_key, election_key, ocd_id) AS
  split_part(replace(substr(contest_key, length(election_key) + 2), ocd_id || '/', ''), '/', 1);

-- The ballot order of levels, federal first.
CREATE OR REPLACE MACRO level_rank(level) AS
  list_position(['federal', 'state', 'county', 'city', 'school', 'special'], level);

-- The kind of a contest (BALLOT_KINDS in data/schema/vocabulary.ts). `ballotKindOf` of data/place/ballot.ts says the same without the
-- key, which only statewide contests need.
CREATE OR REPLACE MACRO ballot_kind(level, kind, district_type, contest_key) AS
  CASE
    WHEN kind = 'measure' THEN CASE WHEN level IN ('federal', 'state') THEN 'state_measure' ELSE 'local_measure' END
    WHEN kind = 'retention' THEN 'court'
    WHEN level = 'federal' THEN CASE
      WHEN district_type = 'congressional' THEN 'us_house'
      WHEN contains(contest_key, '/us-senate') THEN 'us_senate'
      ELSE 'president'
    END
    WHEN level <> 'state' OR district_type IN ('state_upper', 'state_lower')
      THEN CASE WHEN level = 'state' THEN district_type ELSE level END
    WHEN district_type = 'court' OR regexp_matches(contest_key, '/[a-z-]*(judge|justice|magistrate)') THEN 'court'
    ELSE 'state_office'
  END;

-- The type of the districts that elect a seat of this kind.
CREATE OR REPLACE MACRO district_type_of(ballot_kind) AS CASE ballot_kind WHEN 'us_house' THEN 'congressional' ELSE ballot_kind END;

CREATE OR REPLACE MACRO ballot_kind_rank(kind) AS list_position(
  [
    'president', 'us_senate', 'us_house', 'state_office', 'state_upper', 'state_lower', 'court', 'state_measure', 'county', 'city',
    'school', 'special', 'local_measure'
  ],
  kind
);

-- What the ballots of an election lack (ElectionGap of the API).
CREATE OR REPLACE MACRO contest_gap_struct(kind, reason, districts, listed_in) AS
  {'kind': kind, 'reason': reason, 'districts': districts, 'listed_in': listed_in};

-- The order of officeholders: OFFICES in data/schema/vocabulary.ts, federal first.
CREATE OR REPLACE MACRO office_rank(office) AS list_position(
  [
    'us_senator', 'us_representative', 'governor', 'lieutenant_governor', 'attorney_general', 'secretary_of_state',
    'chief_election_officer', 'treasurer', 'auditor', 'state_senator', 'state_representative', 'state_legislator',
    'city_council'
  ],
  office
);

-- Wilson's score interval of 95 %: the share that n contests like these may have, if they agree in k. 1.96 is the 97.5 % point of
-- the normal distribution.
CREATE OR REPLACE MACRO wilson_centre(k, n) AS (k + 1.959963984540054e0 * 1.959963984540054e0 / 2) / (n + 1.959963984540054e0 * 1.959963984540054e0);
CREATE OR REPLACE MACRO wilson_half(k, n) AS
  1.959963984540054e0 * sqrt(k * (n - k) / n + 1.959963984540054e0 * 1.959963984540054e0 / 4) / (n + 1.959963984540054e0 * 1.959963984540054e0);
