-- Macros shared by later files.

-- record_id(kind, key): an integer id from a natural key, after aliases (corrected names) and salts (collisions) are
-- applied.
CREATE OR REPLACE MACRO record_id(record_kind, record_key) AS natural_id(
  record_kind,
  coalesce((SELECT old_key FROM out.alias WHERE kind = record_kind AND key = record_key), record_key)
    || coalesce((SELECT salt FROM out.salt WHERE kind = record_kind AND key = record_key), '')
);

-- The ballot order of levels, federal first.
CREATE OR REPLACE MACRO level_rank(level) AS
  list_position(['federal', 'state', 'county', 'city', 'school', 'special'], level);

-- The order of officeholders: OFFICES in data/schema/vocabulary.ts, federal first.
CREATE OR REPLACE MACRO office_rank(office) AS list_position(
  [
    'us_senator', 'us_representative', 'governor', 'lieutenant_governor', 'attorney_general', 'secretary_of_state',
    'chief_election_officer', 'treasurer', 'auditor', 'state_senator', 'state_representative', 'state_legislator',
    'city_council'
  ],
  office
);
