-- out.election, out.contest, out.contest_county, out.choice: the ballots of all sources, each election, contest and choice once. Rule:
-- docs/rules.md#several-sources-of-one-contest. A column that the best source leaves empty comes from the next one that fills it.
CREATE OR REPLACE TABLE out.election AS
WITH ranked AS (
  SELECT
    election.* EXCLUDE (source_id, file, line),
    row_number() OVER (
      PARTITION BY election_key ORDER BY source_rank(source.lists, source.states, source_id), file, line
    ) AS place
  FROM core.election AS election
  LEFT JOIN core.source_read AS source USING (source_id)
)
SELECT election_key, arg_min(COLUMNS(* EXCLUDE (election_key, place)), place)
FROM ranked
GROUP BY election_key
ORDER BY election_key;

-- out.contest_source: one row per contest and source, the best one first.
CREATE OR REPLACE TABLE out.contest_source AS
SELECT
  contest_key, source_id, coalesce(source.lists ->> 'basis', 'candidate_list') AS basis,
  row_number() OVER (PARTITION BY contest_key ORDER BY contest_rank(details, source.lists, source.states, source_id)) AS place
FROM core.contest AS contest
LEFT JOIN core.source_read AS source USING (source_id)
ORDER BY contest_key, place;

CREATE OR REPLACE TABLE out.contest AS
WITH ranked AS (
  SELECT contest.*, basis, place
  FROM core.contest AS contest
  JOIN out.contest_source AS source USING (contest_key, source_id)
),
-- What belongs together comes from one source: the others fill only the texts that it lacks.
filled AS (
  SELECT
    contest_key,
    arg_min(COLUMNS(['title_es', 'short_title_es', 'measure_code', 'description', 'description_es', 'source_url']), place)
  FROM ranked
  GROUP BY contest_key
),
-- A city that elects its council at large has no districts: the whole city votes for the seat of a district in a title. The list says so of 2026
-- (ingest/configuration/council-layers.ts); earlier contests, and districts that a file draws, keep what their title names.
at_large AS (
  SELECT division.ocd_id, any_value(division.same_as) AS city, any_value(division.name) AS name
  FROM core.division AS division
  WHERE division.source_id = 'ocd-at-large-councils'
    AND NOT EXISTS (FROM core.shape AS shape WHERE shape.layer = 'council' AND shape.ocd_id = division.ocd_id)
  GROUP BY division.ocd_id
)
SELECT
  ranked.* EXCLUDE (place)
    REPLACE (
      coalesce(at_large.city, ranked.ocd_id) AS ocd_id,
      CASE WHEN at_large.city IS NULL THEN ranked.district_type ELSE 'place' END AS district_type,
      coalesce(at_large.name, ranked.district_name) AS district_name,
      CASE
        WHEN at_large.city IS NULL THEN ranked.details
        ELSE json_merge_patch(ranked.details, '{"elected_at_large": true}')
      END AS details,
      filled.title_es AS title_es, filled.short_title_es AS short_title_es, filled.measure_code AS measure_code,
      filled.description AS description, filled.description_es AS description_es, filled.source_url AS source_url,
      -- Each source counts from 1: where the contests of a level come from several, those of a kind stand together.
      CASE
        WHEN min(source_id) OVER on_level = max(source_id) OVER on_level THEN ballot_order
        ELSE CAST(row_number() OVER (
          on_level ORDER BY ballot_kind_rank(ballot_kind(level, kind, district_type, contest_key)), ballot_order, contest_key
        ) AS INTEGER)
      END AS ballot_order
    )
FROM ranked
JOIN filled USING (contest_key)
LEFT JOIN at_large ON at_large.ocd_id = ranked.ocd_id AND substr(ranked.contest_key, 4, 4) >= '2026'
WHERE ranked.place = 1
WINDOW on_level AS (PARTITION BY election_key, level)
ORDER BY contest_key;

CREATE OR REPLACE TABLE out.contest_county AS
SELECT DISTINCT contest_key, county.county_ocd_id
FROM core.contest_county AS county
JOIN out.contest_source AS source USING (contest_key, source_id)
QUALIFY rank() OVER (PARTITION BY contest_key ORDER BY source.place) = 1
ORDER BY contest_key, county_ocd_id;

-- Only the best source says who stands: another may spell a name differently, and nobody may appear twice.
CREATE OR REPLACE TABLE out.choice AS
WITH ranked AS (
  SELECT choice.*, place, min(place) OVER (PARTITION BY choice_key) AS best
  FROM core.choice AS choice
  JOIN out.contest_source AS source USING (contest_key, source_id)
),
filled AS (
  SELECT choice_key, arg_min(COLUMNS(['label_es', 'party', 'party_label', 'ballot_designation']), place)
  FROM ranked
  WHERE best = 1
  GROUP BY choice_key
)
SELECT
  ranked.* EXCLUDE (place, best)
    REPLACE (
      filled.label_es AS label_es, filled.party AS party, filled.party_label AS party_label,
      filled.ballot_designation AS ballot_designation
    )
FROM ranked
JOIN filled USING (choice_key)
WHERE ranked.place = 1
ORDER BY choice_key;
