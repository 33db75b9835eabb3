import { expect, it } from 'vitest'
import { toDivisions } from '../../../ingest/engine/source-dependencies.ts'
import { HAS_REAL, readReal } from './read.ts'

it.skipIf(!HAS_REAL)('the list of candidates for the House gives 435 seats in each of 13 years', async () => {
  const { contest, choice, issues } = await readReal('us-house-2000-2024', toDivisions([]))
  const of = (code: string) => issues.filter((issue) => issue.code === code)
  const twice = of('two-nominees').length
  expect(twice).toBeLessThan(30)
  expect(contest.length + of('unopposed').length + twice).toBe(13 * 435)
  // Every line is a choice, a write-in candidate or an unopposed one, but those of contests with two candidates of one party.
  const lines = choice.length + of('write-in-candidate').length + of('unopposed').length
  expect([lines < 15_034, lines > 15_034 - 5 * twice]).toEqual([true, true])
  const last = contest.filter(({ election_key }) => election_key.endsWith('-2024-11-05-general'))
  const left = of('unopposed').map(({ message }) => /district (\d+) of (..) in 2024/.exec(message)?.slice(1).join(' '))
  expect([last.length, left.filter(Boolean)]).toEqual([433, ['20 FL', '3 OK']])
  const atLarge = last.filter(({ ocd_id }) => ocd_id.endsWith('/cd:at-large')).map(({ state }) => state)
  expect(atLarge).toEqual(['AK', 'DE', 'ND', 'SD', 'VT', 'WY'])
})
