import { expect, it } from 'vitest'
import { findDuplicates } from '../../../ingest/endorsement/duplicates.ts'

const named = (endorser_slug: string, name: string, category = 'advocacy', state = 'national') => ({
  endorser_slug,
  name,
  category,
  state,
})
const pairs = (...endorsers: ReturnType<typeof named>[]) =>
  findDuplicates(endorsers).map(({ one, other, why }) => [one.endorser_slug, other.endorser_slug, why])

it('endorsers that may be one have the same words, the same core, or nearly the same letters', () => {
  expect(
    pairs(
      ...[named('u-s-sample', 'U.S. Sample'), named('us-sample', 'US Sample')],
      ...[named('invented-club', 'Invented Club'), named('invented-club-action-fund', 'Invented Club Action Fund')],
      ...[named('placeholder-workers', 'Placeholder Workers'), named('placeholders-workers', 'Placeholders Workers')],
    ),
  ).toEqual([
    ['invented-club', 'invented-club-action-fund', 'initials or suffix'],
    ['placeholder-workers', 'placeholders-workers', 'one or two letters'],
    ['u-s-sample', 'us-sample', 'same words'],
  ])
})

it('endorsers that may be one are not two locals of a union, a person and a club, or namesakes of two states', () => {
  expect(
    pairs(
      ...[
        named('workers-local-12', 'Invented Workers Local 12'),
        named('workers-local-13', 'Invented Workers Local 13'),
      ],
      ...[named('ann-sample', 'Ann Sample', 'person'), named('ann-sample-club', 'Ann Sample')],
      ...[named('bo-sample-me', 'Bo Sample', 'official', 'ME'), named('bo-sample-nh', 'Bo Sample', 'official', 'NH')],
    ),
  ).toEqual([])
})

it('endorsers that may be one are people with and without an initial, and with and without a home', () => {
  expect(
    pairs(named('cy-d-sample', 'Cy D. Sample', 'person'), named('cy-sample-me', 'Cy Sample', 'official', 'ME')),
  ).toEqual([['cy-d-sample', 'cy-sample-me', 'initials or suffix']])
})
