// Files of another layout or election stop the readers of the states' own files of 2025 and 2026. Their golden folders show what they read.

import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { table } from '../../table.ts'
import { GOLDEN } from '../golden/folder.ts'
import { noDivisions } from '../no-divisions.ts'
import { makeSheet } from '../read/xlsx-bytes.ts'
import { readText, sourceOf } from './read.ts'

function goldenInput(id: string): string {
  const name = basename(sourceOf(id).files[0]?.mirror ?? '').replace(/\.gz$/, '')
  return readFileSync(join(GOLDEN, id, 'input', name), 'utf8')
}

it.each(
  table(`
  fl-special-2026-03 | 03/24/2026 | 2026-03-24 | :2: got ElectionDate "2026-03-24", expected MM/DD/YYYY
  ga-results-2026-runoff | Vote for 1 | Vote for one | got "Vote for one" for US Senate, expected "Vote for 1"
  ga-results-2026-runoff | "ballotItems" | "items" | expected results
  il-house-results-2026-primary | 2026 GENERAL PRIMARY | 2024 GENERAL PRIMARY | expected "2026 GENERAL PRIMARY"
  il-house-results-2026-primary | <th>Party</th> | <th>Ward</th> | the table of "1ST REPRESENTATIVE" has the columns
  ny-certification-2026-primary | "contest_count": 6 | "contest_count": 7 | has 6 contests with 11 candidates, expected 7
  ny-certification-2026-primary | "ballot_order": "2" | "ballot_order": "B" | expected a certification
  tx-results-2026-runoff | "Federal" | "Other" | expected the sections of a results site
  va-winners-2025 | "1","cs1" | "many","cs1" | :2: got Seats "many", expected a number from 1 to 99
`),
)('%s stops where %s is %s', async (id, good, bad, message) => {
  const text = goldenInput(id)
  expect(text).toContain(good)
  await expect(readText(id, [text.replace(good, bad)], noDivisions)).rejects.toThrow(message)
})

it.each([
  ['2024 PRIMARY RUNOFF ELECTION', 'SHERIFF', 'Ann Example', ':2: got Election Title "2024 PRIMARY RUNOFF ELECTION"'],
  ['2026 PRIMARY RUNOFF ELECTION', 'REFERENDUM', 'Perhaps', ':2: got the answer "Perhaps", expected Yes or No'],
])('al-results-2026-runoff stops at %s, %s, %s', async (election, contest, name, message) => {
  const columns = ['Election Title', 'County Name', 'Contest Title', 'Candidate Name', 'Party Code']
  const sheet = makeSheet([columns, [election, 'Bibb', contest, name, 'REP']])
  await expect(readText('al-results-2026-runoff', [sheet], noDivisions)).rejects.toThrow(message)
})
