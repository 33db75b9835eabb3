-- out.plan: one row per plan of Congress and of legislatures (data/reference/plans.csv), with the days on which it elects and the vintage
-- of its district records. A plan elects until the next one does (docs/rules.md#plans).
CREATE OR REPLACE TABLE out.plan AS
WITH dated AS (
  SELECT
    state, type, first_general, edition, string_split(changed, ' ') AS changed,
    coalesce(edition, CAST(first_general AS VARCHAR)) AS vintage,
    make_date(first_general, 1, 1) AS valid_from,
    make_date(lead(first_general) OVER later - 1, 12, 31) AS valid_to,
    -- Of a plan that no edition draws: districts that the plan after it did not change have that plan's boundaries.
    CASE WHEN changed IS NOT NULL AND lag(edition) OVER later IS NULL THEN make_date(lag(first_general) OVER later, 1, 1) END AS kept_from,
    lead(edition) OVER later AS next_edition,
    lead(string_split(changed, ' ')) OVER later AS next_changed
  FROM out.plan_row
  WINDOW later AS (PARTITION BY state, type ORDER BY first_general)
)
SELECT
  * EXCLUDE (next_edition, next_changed),
  CASE WHEN edition IS NULL THEN next_changed END AS next_changed,
  CASE WHEN edition IS NULL AND next_changed IS NOT NULL THEN next_edition END AS next_vintage
FROM dated
ORDER BY state, type, first_general;

-- The vintage of a district's record in a plan.
CREATE OR REPLACE MACRO vintage_in_plan(ocd_id, vintage, next_vintage, next_changed) AS
  CASE
    WHEN next_vintage IS NOT NULL AND NOT list_contains(next_changed, split_part(list_last(string_split(ocd_id, '/')), ':', 2))
      THEN next_vintage
    ELSE vintage
  END;

-- The year whose plan elects: that of the general election to which a primary or runoff leads; the year before, by whose end the seat was
-- filled, for an unexpired term. A runoff of a general election may fall in January.
CREATE OR REPLACE MACRO plan_day(date, election_type, unexpired) AS
  CASE
    WHEN unexpired OR election_type IN ('special', 'special_primary') OR (election_type = 'runoff' AND month(date) < 3)
      THEN make_date(year(date) - 1, 12, 31)
    ELSE date
  END;

-- The year of the elections that an edition of the Census Bureau draws: of the 118th Congress 2022, of sld2024 2024.
CREATE OR REPLACE MACRO edition_year(edition) AS
  CASE
    WHEN edition LIKE 'cd%' THEN 1786 + 2 * CAST(regexp_extract(edition, '^cd(\d+)', 1) AS INTEGER)
    WHEN edition LIKE 'sld%' THEN CAST(edition[4:] AS INTEGER)
  END;
