-- out.officeholder_body: one row per person and seat, with the JSON that the API serves.
-- A seat's district is the one in which its holder was elected: that of the plan of the election that filled the seat, or else boundaries not
-- replaced since. Without the day of the election, the plan of the end of the year before the source's date.
CREATE OR REPLACE TABLE out.officeholder_body AS
WITH elected AS (
  SELECT holder.*, coalesce(holder.elected_on, make_date(year(source.published_on) - 1, 12, 31)) AS filled_by
  FROM core.officeholder AS holder
  JOIN core.source_read AS source USING (source_id)
),
seat AS (
  SELECT
    holder.officeholder_key, district.id AS district_id, district.has_boundary AS lines_held, district.census_geoid
  FROM elected AS holder
  JOIN out.district AS district ON district.ocd_id = holder.ocd_id
  LEFT JOIN out.plan AS own ON own.state = holder.state AND own.type = district.type AND own.vintage = district.vintage
  LEFT JOIN out.plan AS plan
    ON plan.state = holder.state AND plan.type = district.type
    AND holder.filled_by BETWEEN plan.valid_from AND coalesce(plan.valid_to, holder.filled_by)
  -- A district of a plan has only the holders whom that plan elected.
  WHERE own.vintage IS NULL
    OR district.vintage = vintage_in_plan(district.ocd_id, plan.vintage, plan.next_vintage, plan.next_changed)
  QUALIFY row_number() OVER (
    PARTITION BY holder.officeholder_key
    ORDER BY
      own.vintage IS NOT NULL DESC,
      coalesce(district.valid_from <= holder.filled_by, true) AND coalesce(district.valid_to >= holder.filled_by, true) DESC,
      district.has_boundary DESC, NOT district.retired DESC, district.vintage DESC
  ) = 1
),
source AS (
  SELECT
    source_id, strftime(published_on, '%Y-%m-%dT00:00:00.000Z') AS updated_at, source_rank(lists, states, source_id) AS source_rank
  FROM core.source_read
),
holder AS (
  SELECT
    record_id('officeholder', holder.officeholder_key) AS id, holder.*, seat.* EXCLUDE (officeholder_key), source.updated_at,
    office_rank(holder.office) AS office_rank, list_position(['federal', 'state', 'city'], holder.level) AS level_rank
  FROM core.officeholder AS holder
  LEFT JOIN seat USING (officeholder_key)
  JOIN source USING (source_id)
  -- One source gives all holders of a seat: the same person has another id in another source.
  QUALIFY rank() OVER (PARTITION BY holder.office, holder.ocd_id ORDER BY source.source_rank) = 1
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
