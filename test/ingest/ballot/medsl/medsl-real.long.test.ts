// The returns of three small states, beside the counts of count.sql, which is written without the reader.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWarehouse, quoteText, type Warehouse } from '../../../../data/store/warehouse.ts'
import { readZip } from '../../../../ingest/read/zip.ts'
import { HAS_REAL, REAL, type Read, readReal, realDivisions } from '../read.ts'

interface Counts {
  contests: number
  candidates: number
  questions: number
}

const SQL = readFileSync(join(import.meta.dirname, 'count.sql'), 'utf8')

describe.runIf(HAS_REAL)('The returns of 2024', () => {
  let folder = ''
  let warehouse: Warehouse
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hustings-medsl-'))
    warehouse = await openWarehouse(join(folder, 'count.duckdb'))
  })
  afterAll(async () => {
    await warehouse.close()
    rmSync(folder, { recursive: true })
  })

  it.each(['hi', 'sd', 'vt'] as const)('of %s have the contests and choices that SQL counts', async (state) => {
    const name = join(REAL, `ballots/medsl_2024/${state}24.zip`)
    const [member] = (await readZip({ name, url: '', bytes: readFileSync(name) })).values()
    const file = join(folder, `${state}.csv`)
    writeFileSync(file, member ?? '')
    const sql = SQL.replaceAll('$file', quoteText(file)).replaceAll('$town', 'false')
    const [counted] = await warehouse.all<Counts>(sql)
    const read = await readReal(`medsl-2024-${state}`, realDivisions(state))
    const { contests, candidates, questions } = counted ?? {}
    expect(countOf(read)).toEqual([contests, candidates, questions].map(Number))
  })
})

function countOf({ contest, choice }: Read): number[] {
  const people = choice.filter(({ candidate_name }) => candidate_name !== null)
  return [contest.length, people.length, contest.filter(({ kind }) => kind !== 'candidate').length]
}
