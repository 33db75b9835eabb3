-- out.contest_area: one row per contest and area of the cell index that affects where the contest is voted.
CREATE OR REPLACE TABLE out.contest_area AS
SELECT district.id AS district_id, extent.role, contest.id AS contest_id, extent.rule
FROM out.contest_extent AS extent
JOIN out.contest_body AS contest USING (contest_key)
JOIN out.district AS district ON district.ocd_id = extent.ocd_id AND district.vintage = extent.vintage
ORDER BY district_id, role, contest_id;
