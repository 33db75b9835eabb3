// Files of another layout or election stop the readers of the states' own files of 2025 and 2026. Their golden folders show what they read.

import { expect, it } from 'vitest'
import { table } from '../../table.ts'
import { goldenBytes } from '../golden/folder.ts'
import { makeSheet } from '../read/xlsx-bytes.ts'
import { readText } from './read.ts'

it.each(
  table(`
  fl-special-2026-03 | 03/24/2026 | 24 March | :2: got ElectionDate "24 March", expected a day
  ga-results-2026-runoff | Vote for 1 | Vote for one | got "Vote for one" for US Senate, expected "Vote for 1"
  ga-results-2026-runoff | "ballotItems" | "items" | expected results
  il-house-results-2026-primary | 2026 GENERAL PRIMARY | 2024 GENERAL PRIMARY | expected "2026 GENERAL PRIMARY"
  il-house-results-2026-primary | <th>Party</th> | <th>Ward</th> | the table of "1ST REPRESENTATIVE" has the columns
  md-candidates-2026 | "Active" | "Suspended" | :2: got Candidate Status "Suspended", expected one of Active,
  ny-certification-2026-primary | "contest_count": 6 | "contest_count": 7 | has 6 contests with 11 candidates, expected 7
  ny-certification-2026-primary | "ballot_order": "2" | "ballot_order": "B" | expected a certification
  tx-results-2026-runoff | "Federal" | "Other" | expected the sections of a results site
  va-winners-2025 | "1","cs1" | "many","cs1" | :2: got Seats "many", expected a number from 1 to 99
  wy-candidates-2026-general | 2026 GENERAL ELECTION | 2024 GENERAL ELECTION | got Election "2024 GENERAL ELECTION", expected
  wy-candidates-2026-general | "REP" | "XYZ" | got Party Affiliation "XYZ"
`),
)('%s stops where %s is %s', async (id, good, bad, message) => {
  const text = goldenBytes(id).toString('latin1')
  expect(text).toContain(good)
  await expect(readText(id, [Buffer.from(text.replace(good, bad), 'latin1')])).rejects.toThrow(message)
})

it.each([
  ['2024 PRIMARY RUNOFF ELECTION', 'SHERIFF', 'Ann Example', ':2: got Election Title "2024 PRIMARY RUNOFF ELECTION"'],
  ['2026 PRIMARY RUNOFF ELECTION', 'REFERENDUM', 'Perhaps', ':2: got Candidate Name "Perhaps", expected Yes or No'],
])('al-results-2026-runoff stops at %s, %s, %s', async (election, contest, name, message) => {
  const columns = ['Election Title', 'County Name', 'Contest Title', 'Candidate Name', 'Party Code']
  const sheet = makeSheet([columns, [election, 'Bibb', contest, name, 'REP']])
  await expect(readText('al-results-2026-runoff', [sheet])).rejects.toThrow(message)
})
