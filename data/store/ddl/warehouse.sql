-- Tables of the working database beside the core rows, and the one definition of an integer id.

CREATE TABLE IF NOT EXISTS core.issue ( -- what a source file said that could not be used, or was mended
  source_id VARCHAR, file VARCHAR, line INTEGER, field VARCHAR, code VARCHAR, value VARCHAR, message VARCHAR,
  severity VARCHAR
);

-- No table here has a primary key: when a commit fails (a full disk), DuckDB 1.5 leaves the key of the row that was replaced twice in
-- its index, the next checkpoint keeps it, and from then on that row is lost when it is written, and refused as a duplicate key.
CREATE TABLE IF NOT EXISTS core.source_read ( -- one row a source: its last good read
  source_id VARCHAR, family VARCHAR, signature VARCHAR, publisher VARCHAR, licence VARCHAR,
  vintage VARCHAR, published_on DATE, url VARCHAR, states JSON, rows_in INTEGER, files JSON,
  lists JSON, -- which contests it gives, where it gives any (Listing of data/store/source-read.ts)
  selected_states JSON, -- those of states that were selected with --only
  private BOOLEAN -- true if exports and snapshots may not have its rows
);
-- A working database of an earlier version lacks these columns.
ALTER TABLE core.source_read ADD COLUMN IF NOT EXISTS lists JSON;
ALTER TABLE core.source_read ADD COLUMN IF NOT EXISTS selected_states JSON;
ALTER TABLE core.source_read ADD COLUMN IF NOT EXISTS private BOOLEAN;

-- The first 53 bits of SHA-256 over kind + key: the same id on every machine, whatever else is in the database.
CREATE OR REPLACE MACRO natural_id(kind, key) AS
  (CAST('0x' || substr(sha256(kind || ':' || nfc_normalize(key)), 1, 14) AS BIGINT) >> 3);

-- The order of sources that name one election, or one contest; the first in text order is the best (docs/rules.md#several-sources-of-one-contest).
CREATE OR REPLACE MACRO source_rank(lists, states, source_id) AS
  coalesce(list_position(['candidate_list', 'feed', 'returns'], lists ->> 'basis'), 1)
    || lpad(CAST(coalesce(json_array_length(states), 0) AS VARCHAR), 3, '0') || source_id;

CREATE OR REPLACE MACRO contest_rank(details, lists, states, source_id) AS
  CASE WHEN details ->> 'choices_incomplete' = 'true' THEN '1' ELSE '0' END || source_rank(lists, states, source_id);

-- The text that `q` searches: lower case, accents off (data/schema/folded-name.ts is the same in TypeScript).
CREATE OR REPLACE MACRO folded(text) AS lower(strip_accents(text));

-- The form in which location strings are compared: folded, without dots and apostrophes, other punctuation as one space.
CREATE OR REPLACE MACRO place_folded(text) AS
  trim(regexp_replace(regexp_replace(folded(text), '[.''’]', '', 'g'), '[^a-z0-9]+', ' ', 'g'));

-- The form in which names of places are compared: folded, abbreviations written out, no spaces (placeKey of data/schema/folded-name.ts).
CREATE OR REPLACE MACRO place_key(text) AS
  place_folded(regexp_replace(replace(text, '&', ' and '), '[‘ʻʼ`´]', '', 'g'))
    .regexp_replace('^the ', '')
    .regexp_replace('^n ([a-z]{2})', 'north \1')
    .regexp_replace('^s ([a-z]{2})', 'south \1')
    .regexp_replace('^e ([a-z]{2})', 'east \1')
    .regexp_replace('^w ([a-z]{2})', 'west \1')
    .regexp_replace('\bst\b', 'saint', 'g')
    .regexp_replace('\bste\b', 'sainte', 'g')
    .regexp_replace('\bft\b', 'fort', 'g')
    .regexp_replace('\bmt\b', 'mount', 'g')
    .regexp_replace('\bmtn\b', 'mountain', 'g')
    .regexp_replace('\bhts\b', 'heights', 'g')
    .replace(' ', '');
