// The plan of each contest of Congress or of a legislature (docs/rules.md#plans): the build's SQL over two plans of two chambers.

import { beforeAll, expect, test } from 'vitest'
import { createEmpty, runSteps, shareWarehouse, warehouse } from '../rows.ts'

shareWarehouse({ threads: 1 })
beforeAll(async () => {
  // Two plans of the house. The senate's first plan is not drawn, and its second one changed district 9 alone.
  await warehouse.run(`
    CREATE TABLE out.plan_row (state VARCHAR, type VARCHAR, first_general INTEGER, last_general INTEGER, edition VARCHAR, changed VARCHAR);
    INSERT INTO out.plan_row VALUES
      ('SC', 'state_lower', 2022, 2022, 'e22', NULL), ('SC', 'state_lower', 2024, NULL, 'e24', NULL),
      ('SC', 'state_upper', 2022, 2022, NULL, NULL), ('SC', 'state_upper', 2024, NULL, 'u24', '9');
    CREATE TABLE out.plan_exception AS
      SELECT 'SC' AS state, 'state_lower' AS type, '6' AS district, DATE '2024-01-05' AS date, 'e24' AS plan
      UNION ALL SELECT 'SC', 'state_lower', '7', '2024-01-05', 'court';
    CREATE TABLE out.line (ocd_id VARCHAR, state VARCHAR, layer VARCHAR, vintage VARCHAR, class VARCHAR, valid_from DATE, valid_to DATE);
    INSERT INTO out.line
      SELECT 'sldl:' || n, 'SC', 'state_lower', vintage, NULL, NULL, NULL FROM range(5, 8) AS r(n), (VALUES ('e22'), ('e24')) AS v(vintage)
      UNION ALL SELECT 'sldu:' || n, 'SC', 'state_upper', 'u24', NULL, NULL, NULL FROM range(8, 10) AS r(n)
      UNION ALL SELECT 'sldl:5', 'SC', 'state_lower', 'invented', NULL, DATE '2030-01-01', NULL;
    CREATE TABLE out.contest_county (contest_key VARCHAR, county_ocd_id VARCHAR);
    CREATE TABLE out.election (election_key VARCHAR, date DATE, type VARCHAR);
    CREATE TABLE out.contest (contest_key VARCHAR, election_key VARCHAR, ocd_id VARCHAR, district_type VARCHAR, state VARCHAR)`)
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
  await warehouse.run("INSERT INTO out.contest SELECT 'contest' || $end, $type, $ocd_id, $district_type, 'SC'", {
    ...{ end, type, ocd_id, district_type },
  })
  await runSteps(warehouse, '20_contest_district')
  expect(await warehouse.all('SELECT vintage, lines_held FROM out.contest_district')).toEqual([{ vintage, lines_held }])
})
