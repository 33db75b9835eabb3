import { expect, it } from 'vitest'
import { findDuplicates } from '../../../ingest/endorsement/duplicate-endorsers.ts'

type Named = Parameters<typeof findDuplicates>[0][number]

/** Endorsers as `slug: name, category, state`, of a national organisation by default. */
const pairs = (text: string) => {
  const endorsers = text.split('; ').map((one): Named => {
    const [endorser_slug = '', rest = ''] = one.split(': ')
    const [name = '', category = 'advocacy', state = 'national'] = rest.split(', ')
    return { endorser_slug, name, category, state } as Named
  })
  return findDuplicates(endorsers).map(({ one, other, why }) => `${one.endorser_slug} ${other.endorser_slug}: ${why}`)
}

it.each([
  ['u-s-sample: U.S. Sample; us-sample: US Sample', 'u-s-sample us-sample: same words'],
  ['club: Invented Club; club-action-fund: Invented Club Action Fund', 'club club-action-fund: initials or suffix'],
  ['worker: Placeholder Workers; workers: Placeholders Workers', 'worker workers: one or two letters'],
  ['cy-d: Cy D. Sample, person; cy-me: Cy Sample, official, ME', 'cy-d cy-me: initials or suffix'],
  // Two locals of a union, a person and a club, and namesakes of two states are apart.
  ['local-12: Invented Workers Local 12; local-13: Invented Workers Local 13', undefined],
  ['ann: Ann Sample, person; ann-club: Ann Sample', undefined],
  ['bo-me: Bo Sample, official, ME; bo-nh: Bo Sample, official, NH', undefined],
])('endorsers may be one, or are not: %s', (text, pair) => {
  expect(pairs(text)).toEqual(pair === undefined ? [] : [pair])
})

it('endorsers that may be one are in the order of their slugs', () => {
  const slugs = 'u-s: U.S. Sample; us: US Sample; club: Invented Club; fund: Invented Club Action Fund'
  expect(pairs(slugs)).toEqual(['club fund: initials or suffix', 'u-s us: same words'])
})
