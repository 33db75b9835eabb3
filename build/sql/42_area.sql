-- out.area: one row per area of the cell index: a district's boundaries, or the band within the error of its generalized boundaries.
CREATE OR REPLACE TABLE out.area AS
SELECT district.id AS district_id, 'lines' AS role, line.rings
FROM out.line AS line
JOIN out.district AS district USING (ocd_id, vintage)
WHERE line.layer <> 'zcta'
UNION ALL
SELECT district.id, 'near', near.rings
FROM out.line_near AS near
JOIN out.district AS district USING (ocd_id, vintage)
ORDER BY district_id, role;

-- out.state_body: one row per state of the reference table, with the JSON that the API serves.
CREATE OR REPLACE TABLE out.state_body AS
SELECT code, fips, name, ocd_id, time_zone, to_json({'code': code, 'fips': fips, 'name': name, 'ocd_id': ocd_id}) AS body
FROM out.state
ORDER BY code;
