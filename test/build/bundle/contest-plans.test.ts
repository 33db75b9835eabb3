// The plan of each contest of Congress or of a legislature (docs/rules.md#plans): the build's SQL over two plans of two chambers.

import { beforeAll, expect, test } from 'vitest'
import { findMissingDistricts } from '../../../build/bundle/no-such-district.ts'
import { createEmpty, runSteps, shareWarehouse, warehouse } from '../rows.ts'

shareWarehouse({ threads: 1 })
beforeAll(async () => {
  // Two plans of the house. The senate's first plan is not drawn, and its second one changed district 9 alone.
  await warehouse.run(`
    CREATE TABLE out.plan_row (state VARCHAR, type VARCHAR, first_general INTEGER, last_general INTEGER, edition VARCHAR, changed VARCHAR);
    INSERT INTO out.plan_row VALUES
      ('SC', 'state_lower', 2022, 2022, 'e22', NULL), ('SC', 'state_lower', 2024, NULL, 'e24', NULL),
      ('SC', 'state_upper', 2022, 2022, NULL, NULL), ('SC', 'state_upper', 2024, NULL, 'u24', '9'),
      ('SC', 'congressional', 2022, NULL, 'cd118', NULL);
    CREATE TABLE out.house_seat AS SELECT 'SC' AS state, 2022 AS first_general, NULL::INTEGER AS last_general, 7 AS seats;
    CREATE TABLE out.plan_exception AS
      SELECT 'SC' AS state, 'state_lower' AS type, '6' AS district, DATE '2024-01-05' AS date, 'e24' AS plan
      UNION ALL SELECT 'SC', 'state_lower', '7', '2024-01-05', 'court';
    CREATE TABLE out.line (ocd_id VARCHAR, state VARCHAR, layer VARCHAR, vintage VARCHAR, class VARCHAR, valid_from DATE, valid_to DATE);
    INSERT INTO out.line
      SELECT 'sldl:' || n, 'SC', 'state_lower', vintage, NULL, NULL, NULL FROM range(5, 8) AS r(n), (VALUES ('e22'), ('e24')) AS v(vintage)
      UNION ALL SELECT 'sldu:' || n, 'SC', 'state_upper', 'u24', NULL, NULL, NULL FROM range(8, 10) AS r(n)
      UNION ALL SELECT 'cd:' || n, 'SC', 'congressional', 'cd118', NULL, NULL, NULL FROM range(1, 8) AS r(n)
      UNION ALL SELECT 'sldl:5', 'SC', 'state_lower', 'invented', NULL, DATE '2030-01-01', NULL;
    CREATE TABLE out.contest_county (contest_key VARCHAR, county_ocd_id VARCHAR);
    CREATE TABLE out.election (election_key VARCHAR, date DATE, type VARCHAR);
    CREATE TABLE out.contest (contest_key VARCHAR, election_key VARCHAR, ocd_id VARCHAR, district_type VARCHAR, state VARCHAR, level VARCHAR, kind VARCHAR, title VARCHAR)`)
  await createEmpty(warehouse, 'line_overlap')
  await runSteps(warehouse, '00_macro', '05_plan')
})

test.each<[string, string, string, string, string | null, boolean]>([
  ['general', '2024-11-05', 'sldl:5', '', 'e24', true],
  ['general', '2026-11-03', 'sldl:5', '', 'e24', true],
  ['general', '2022-11-08', 'sldl:5', '', 'e22', true],
  ['general', '2010-11-02', 'sldl:5', '', 'unheld', false],
  // A primary leads to the general election of its year, a runoff in January away from that of the year before.
  ['primary', '2024-03-05', 'sldl:5', '', 'e24', true],
  ['runoff', '2024-04-16', 'sldl:5', '', 'e24', true],
  ['runoff', '2024-01-30', 'sldl:5', '', 'e22', true],
  // A seat whose term has not expired was filled before.
  ['special', '2024-01-05', 'sldl:5', '', 'e22', true],
  ['special_primary', '2024-01-05', 'sldl:5', '', 'e22', true],
  ['general', '2024-11-05', 'sldl:5', '/unexpired', 'e22', true],
  ['special', '2024-01-05', 'sldl:6', '', 'e24', true],
  ['special', '2024-01-05', 'sldl:7', '', 'court', false],
  // A district that the next plan did not change.
  ['general', '2022-11-08', 'sldu:8', '', 'u24', true],
  ['general', '2022-11-08', 'sldu:9', '', '2022', false],
  // Lines of no plan in the table serve the days on which they are valid, after those of the plan.
  ['general', '2030-11-05', 'sldl:5', '', 'e24', true],
])('%s of %s in %s%s: %s', async (type, date, ocd_id, end, vintage, lines_held) => {
  await warehouse.run('DELETE FROM out.election; DELETE FROM out.contest')
  await warehouse.run('INSERT INTO out.election SELECT $type, CAST($date AS DATE), $type', { type, date })
  const district_type = ocd_id.startsWith('sldl') ? 'state_lower' : 'state_upper'
  await warehouse.run(
    "INSERT INTO out.contest SELECT 'contest' || $end, $type, $ocd_id, $district_type, 'SC', 'state', 'candidate', 'Title'",
    {
      ...{ end, type, ocd_id, district_type },
    },
  )
  await runSteps(warehouse, '20_contest_district')
  expect(await warehouse.all('SELECT vintage, lines_held FROM out.contest_district')).toEqual([{ vintage, lines_held }])
})

const WHOLE = '3, NULL, 1'
// Of each, the number of districts of the chamber or that of the present plan, if it is known, and how many of them may lie over one place.
test.each<[date: string, ocd_id: string, chamber: string, served: boolean]>([
  ['2024-11-05', 'sldl:5', WHOLE, true],
  ['2024-11-05', 'sldl:8', WHOLE, false],
  ['2024-11-05', 'sldl:8', 'NULL, 3, 1', false],
  // A district is not drawn, or one that lies over others, or nobody knows how many there are.
  ['2024-11-05', 'sldl:8', '4, NULL, 1', true],
  ['2024-11-05', 'sldl:8', 'NULL, 3, 2', true],
  ['2024-11-05', 'sldl:8', 'NULL, NULL, 1', true],
  // The plan is not drawn, or not known.
  ['2022-11-08', 'sldu:9', '2, NULL, 1', true],
  ['2010-11-02', 'sldl:8', WHOLE, true],
  // The next plan is drawn, did not change the district, and does not have it.
  ['2022-11-08', 'sldu:7', '2, NULL, 1', false],
  ['2024-11-05', 'cd:7', WHOLE, true],
  ['2024-11-05', 'cd:8', WHOLE, false],
])('a contest of %s in %s of a chamber of %s is served: %s', async (date, ocd_id, chamber, served) => {
  const district_type = { cd: 'congressional', sldl: 'state_lower', sldu: 'state_upper' }[ocd_id.split(':')[0] ?? '']
  await warehouse.run(`
    DELETE FROM out.election; DELETE FROM out.contest; DELETE FROM core.contest; DELETE FROM core.endorsement;
    INSERT INTO out.election SELECT 'e', DATE '${date}', 'general';
    CREATE OR REPLACE TABLE out.chamber AS
      SELECT 'SC' AS state, '${district_type}' AS type, districts, drawn, overlap FROM (VALUES (${chamber})) AS row(districts, drawn, overlap);
    INSERT INTO out.contest BY NAME
      SELECT 'c' AS contest_key, 'e' AS election_key, '${ocd_id}' AS ocd_id, '${district_type}' AS district_type, 'SC' AS state,
        'state' AS level, 'candidate' AS kind, 'State House' AS title;
    CREATE OR REPLACE TABLE out.choice AS SELECT 'c/ann' AS choice_key, 'c' AS contest_key;
    CREATE OR REPLACE TABLE out.contest_source AS SELECT 'c' AS contest_key;
    INSERT INTO core.contest BY NAME SELECT contest_key, title, 'list' AS source_id, 'list.csv' AS file, 4 AS line FROM out.contest;
    INSERT INTO core.endorsement BY NAME SELECT 'club/c/ann' AS endorsement_key, 'c' AS contest_key, 'club' AS source_id, 'e.csv' AS file, 2 AS line`)
  await runSteps(warehouse, '20_contest_district', '25_no_such_district')
  const kept = await warehouse.all(
    'SELECT contest_key FROM out.contest JOIN out.choice USING (contest_key) JOIN out.contest_district USING (contest_key)',
  )
  const issues = await findMissingDistricts(warehouse)
  expect([kept.length, issues.map(({ file, line }) => `${file}:${line}`)]).toEqual(
    served ? [1, []] : [0, ['e.csv:2', 'list.csv:4']],
  )
  if (!served) expect(issues[1]?.message).toContain(`got the district ${ocd_id}, expected one of the`)
})
