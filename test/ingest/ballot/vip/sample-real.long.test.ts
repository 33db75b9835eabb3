import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HAS_REAL, REAL } from '../read.ts'
import { read } from './read.ts'

describe.skipIf(!HAS_REAL)("the specification's own sample of version 5", () => {
  const text = HAS_REAL ? readFileSync(join(REAL, 'ballots/vip_feeds/sample_feed_v5.xml'), 'utf8') : ''
  const readSample = () =>
    read(
      text,
      [25, 57, 58, 59].map((number) => `sldl:${number}`),
      'VA',
    )

  it('gives every contest, candidate, measure and retention; four districts of one county are listed as unmatched', async () => {
    const { contest, choice, codes } = await readSample()
    const kinds = contest.map((row) => 'kind' in row && row.kind)
    expect(kinds).toEqual([...Array(15).fill('candidate'), 'measure', 'retention'])
    expect(new Set(contest.map((row) => 'ocd_id' in row && row.ocd_id)).size).toBe(9)
    expect(choice.filter((row) => 'candidate_name' in row && row.candidate_name !== null)).toHaveLength(25)
    expect(codes).toEqual(Array(7).fill(expect.stringMatching(/^unmatched-school-district /)))
  })

  it('lets no address, telephone number or e-mail of a person through, to rows or to issues', async () => {
    const { said } = await readSample()
    const personal = [...text.matchAll(/<(?:AddressLine|Email|Phone|Uri)[^>]*>([^<]+)</g)].map(
      ([, value]) => value ?? '',
    )
    expect(personal.length).toBeGreaterThan(80)
    expect(personal.filter((value) => said.includes(value))).toEqual([])
  })
})
