// The returns of three small states, beside the counts of count.sql, which is written without the reader.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWarehouse, quoteText, type Warehouse } from '../../../../data/store/warehouse.ts'
import { readZip } from '../../../../ingest/read/zip.ts'
import { shareFolder } from '../../../temporary.ts'
import { realFile } from '../../real.ts'
import { HAS_REAL, readReal, realDivisions } from '../read.ts'

interface Counts {
  contests: number
  candidates: number
  questions: number
}

const SQL = readFileSync(join(import.meta.dirname, 'count.sql'), 'utf8')

describe.runIf(HAS_REAL)('The returns of 2024', () => {
  const folder = shareFolder()
  let warehouse: Warehouse
  beforeAll(async () => {
    warehouse = await openWarehouse(join(folder, 'count.duckdb'))
  })
  afterAll(() => warehouse.close())

  it.each(['hi', 'sd', 'vt'] as const)('of %s have the contests and choices that SQL counts', async (state) => {
    const [member] = (await readZip(realFile(`ballots/medsl_2024/${state}24.zip`))).values()
    const file = join(folder, `${state}.csv`)
    writeFileSync(file, member ?? '')
    const sql = SQL.replaceAll('$file', quoteText(file)).replaceAll('$town', 'false')
    const [counted] = await warehouse.all<Counts>(sql)
    const { contest, choice } = await readReal(`medsl-2024-${state}`, realDivisions(state))
    const people = choice.filter(({ candidate_name }) => candidate_name !== null)
    const asked = contest.filter(({ kind }) => kind !== 'candidate')
    const { contests, candidates, questions } = counted ?? {}
    expect([contest.length, people.length, asked.length]).toEqual([contests, candidates, questions].map(Number))
  })
})
