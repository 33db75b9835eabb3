// Over the whole sample: every served record has the source lines that support it.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EXPLAINED, type Explained, findProvenance } from '../../../build/provenance/provenance.ts'
import { type Paths, PROJECT_ROOT, pathsIn } from '../../../data/store/paths.ts'
import { openWarehouse, type Warehouse } from '../../../data/store/warehouse.ts'
import { copySample } from '../../cli/sample.ts'
import { shareFolder } from '../../temporary.ts'

const IDS: Readonly<Record<Explained, string>> = {
  contest: 'SELECT id, title AS value FROM out.contest_body JOIN core.contest USING (contest_key)',
  election: 'SELECT slug AS id, name AS value FROM out.election_body JOIN core.election USING (election_key)',
  endorsement: 'SELECT id, endorser_slug AS value FROM out.endorsement',
  district: 'SELECT id, state AS value FROM out.district',
  officeholder: 'SELECT person_id AS id, name AS value FROM core.officeholder',
}

const folder = shareFolder()
let paths: Paths
let warehouse: Warehouse

beforeAll(async () => {
  await copySample(folder)
  paths = pathsIn(join(folder, 'sample'))
  warehouse = await openWarehouse(paths.warehouse, { readonly: true })
})
afterAll(() => warehouse.close())

it.each(EXPLAINED)('every %s has a supporting line in a file of its source', async (kind) => {
  const records = await warehouse.all<{ id: bigint | number | string; value: string }>(IDS[kind])
  expect(records.length).toBeGreaterThan(5)
  const lost: string[] = []
  for (const { id, value } of records) {
    const said = await findProvenance(warehouse, kind, String(id))
    const own = said.filter((row) => {
      const text = row.line === null ? '' : lineOf(row.file, row.line)
      // A line that draws districts may name the state alone; a division without lines is named by its contests.
      const names = row.what === 'contest' ? [row.value] : [value]
      return names.some((name) => text?.includes(name.split(' ')[0] ?? name))
    })
    if (own.length === 0) lost.push(`${id} ${value}: ${JSON.stringify(said.slice(0, 2))}`)
  }
  expect(lost.slice(0, 3)).toEqual([])
})

it('of a contest: itself, its election, its choices and all endorsements', async () => {
  const [most] = await warehouse.all<{ id: bigint; contest_key: string; endorsements: bigint }>(
    `SELECT body.id, contest_key, count(*) AS endorsements
     FROM out.contest_body AS body JOIN core.endorsement USING (contest_key)
     GROUP BY ALL ORDER BY endorsements DESC, body.id LIMIT 1`,
  )
  const said = await findProvenance(warehouse, 'contest', String(most?.id))
  const count = (what: string) => said.filter((row) => row.what === what).length
  expect(count('endorsement')).toBe(Number(most?.endorsements))
  expect([count('contest'), count('election')]).toEqual([1, 1])
  expect(count('choice')).toBeGreaterThan(1)
})

it('an unknown id has no provenance', async () => {
  for (const kind of EXPLAINED) expect(await findProvenance(warehouse, kind, '12')).toEqual([])
})

const texts = new Map<string, string[]>()

function lineOf(file: string, line: number): string | undefined {
  const lines = texts.get(file) ?? readFileSync(join(PROJECT_ROOT, file), 'utf8').split('\n')
  texts.set(file, lines)
  return lines[line - 1]
}
