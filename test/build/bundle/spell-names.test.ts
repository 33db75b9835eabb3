// Candidates' names in capitals: their served form, their unchanged ids, and the reported guesses.

import { beforeAll, expect, test } from 'vitest'
import { type BuildIssue, spellNames } from '../../../build/bundle/name-case.ts'
import { loadReference } from '../../../build/bundle/reference-tables.ts'
import type { CoreRows, CoreTable } from '../../../data/core/rows.ts'
import type { SourceRow } from '../../../data/store/source-read.ts'
import { toDivisions } from '../../../ingest/engine/source-dependencies.ts'
import { readText } from '../../ingest/ballot/read.ts'
import { replace, runSteps, shareWarehouse, warehouse } from '../rows.ts'

let issues: BuildIssue[]

shareWarehouse()
beforeAll(async () => {
  await loadReference(warehouse)
  await runSteps(warehouse, '00_macro')
  await list('pa-candidates-2022', 'Malcolm Kenyatta', 'Emily Kinkead', 'ANN MILLERMEEKS', 'J D OCONNOR', 'ROSA NUNEZ')
  await list('pa-candidates-2024', 'MALCOLM KENYATTA', 'TIM DEFOOR', 'EUGENE DEPASQUALE', 'Ann Example')
  for (const name of ['Ann Miller-Meeks', "J.D. O'Connor", 'Rosa Núñez', 'Rosa Nuñez'])
    await warehouse.run(`INSERT INTO core.officeholder (source_id, name, state) VALUES ('people', $name, 'PA')`, {
      name,
    })
  await warehouse.run(
    "INSERT INTO core.officeholder (source_id, name, state) VALUES ('people', 'Timothy Ann DeFoor', 'PA')",
  )
  await warehouse.run("INSERT INTO core.officeholder (source_id, name, state) VALUES ('people', 'Tim X. DeFoor', 'PA')")
  issues = await spellNames(warehouse)
  await runSteps(warehouse, '12_ballot', '54_choice_name', '55_choice_body')
})

async function list(id: string, ...names: string[]): Promise<void> {
  const candidates = names.map((name) => ({ name, party: 'DEM' }))
  const read = await readText(id, [JSON.stringify({ 'State House': { 1: candidates } }, null, 1)], toDivisions([]))
  const rowsOf = <Table extends CoreTable>(table: Table, rows: readonly CoreRows[Table][]) =>
    rows.map((row, at) => ({ table, row, file: `${id}.json`, line: at + 1 }) as SourceRow)
  const rows = [
    ...rowsOf('election', read.election),
    ...rowsOf('contest', read.contest),
    ...rowsOf('choice', read.choice),
  ]
  await replace(warehouse, id, rows, { states: ['PA'] })
}

test('are served in mixed case, as label and as name, in both languages; other names as printed', async () => {
  const rows = await warehouse.all<{ label: string; name: string; es: string }>(
    `SELECT struct_en.label AS label, struct_en.candidate.full_name AS name, summary_es.label AS es
     FROM out.choice_body
     WHERE contest_key LIKE 'pa-2024%'
     ORDER BY ballot_order`,
  )
  const served = ['Malcolm Kenyatta', 'Tim DeFoor', 'Eugene Depasquale', 'Ann Example']
  expect(rows).toEqual(served.map((label) => ({ label, name: label, es: label })))
})

test('have the signs of the only officeholder whose name has the same letters', async () => {
  const rows = await warehouse.all<{ label: string }>(
    `SELECT struct_en.label AS label
     FROM out.choice_body
     WHERE contest_key LIKE 'pa-2022%'
     ORDER BY ballot_order`,
  )
  const served = ['Malcolm Kenyatta', 'Emily Kinkead', 'Ann Miller-Meeks', "J.D. O'Connor", 'Rosa Nunez']
  expect(rows.map(({ label }) => label)).toEqual(served)
})

test('keep the ids and keys that they have in capitals', async () => {
  const [row] = await warehouse.all<{ id: number; expected: number }>(
    `SELECT id, natural_id('choice', contest_key || '/tim-defoor') AS expected
     FROM out.choice_body
     WHERE choice_key LIKE '%/tim-defoor'`,
  )
  expect(row?.id).toBe(row?.expected)
})

test('are an issue with file and line if no known name decides', () => {
  expect(issues).toMatchObject([
    {
      ...{ source_id: 'pa-candidates-2024', file: 'pa-candidates-2024.json', line: 3, code: 'doubtful-case' },
      ...{ value: 'EUGENE DEPASQUALE', severity: 'mended', message: expect.stringContaining('"Eugene Depasquale"') },
    },
  ])
})
