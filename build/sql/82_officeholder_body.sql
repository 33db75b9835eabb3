-- out.officeholder_body: one row per person and seat, with the JSON that the API serves.
-- A seat's district is the one in which its holder was elected: the lines of that election's plan, or else lines not
-- replaced since. Lines known to belong to another plan are never used.
CREATE OR REPLACE TABLE out.officeholder_body AS
WITH seat AS (
  SELECT
    holder.officeholder_key, district.id AS district_id, district.has_boundary AS lines_held, district.census_geoid
  FROM core.officeholder AS holder
  JOIN out.district AS district ON district.ocd_id = holder.ocd_id
  LEFT JOIN out.plan AS plan
    ON plan.state = holder.state AND plan.type = district.type
    AND holder.elected_on BETWEEN plan.first_election AND plan.last_election
  WHERE plan.plan IS NULL
    OR (coalesce(district.valid_from <= plan.last_election, true) AND coalesce(district.valid_to >= plan.first_election, true))
  QUALIFY row_number() OVER (
    PARTITION BY holder.officeholder_key
    ORDER BY
      holder.elected_on IS NOT NULL
        AND (district.valid_from IS NULL OR district.valid_from <= holder.elected_on)
        AND (district.valid_to IS NULL OR district.valid_to >= holder.elected_on) DESC,
      NOT district.retired DESC, district.has_boundary DESC, district.vintage DESC
  ) = 1
),
source AS (SELECT source_id, strftime(published_on, '%Y-%m-%dT00:00:00.000Z') AS updated_at FROM core.source_read),
holder AS (
  SELECT
    record_id('officeholder', holder.officeholder_key) AS id, holder.*, seat.* EXCLUDE (officeholder_key), source.updated_at,
    office_rank(holder.office) AS office_rank, list_position(['federal', 'state', 'city'], holder.level) AS level_rank
  FROM core.officeholder AS holder
  LEFT JOIN seat USING (officeholder_key)
  JOIN source USING (source_id)
)
SELECT
  id, person_id, office, office_rank, level, level_rank, state, name, folded(name) AS name_folded, district_id,
  coalesce(lines_held, false) AS lines_held, ocd_id AS district_ocd_id,
  to_json({
    'person_id': person_id,
    'name': name,
    'given_name': given_name,
    'family_name': family_name,
    'office': office,
    'office_title': office_title,
    'level': level,
    'state': state,
    'party': party,
    'term': {'start': CAST(term_start AS VARCHAR), 'end': CAST(term_end AS VARCHAR)},
    'phone': phone,
    'email': email,
    'website': website,
    'photo': photo,
    'district': district,
    'district_id': district_id,
    'district_ocd_id': ocd_id,
    'census_geoid': census_geoid,
    'offices': offices,
    'social': social,
    'source_urls': source_urls,
    'updated_at': updated_at
  }) AS body
FROM holder
ORDER BY id;
