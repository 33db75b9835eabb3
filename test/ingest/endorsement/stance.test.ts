// Stances in the interchange format: an endorser that looked at a contest and has no position in it.

import { describe, expect, it } from 'vitest'
import { bond, ELECTION, ENDORSER, governor, mayor, readFeed } from './ballots.ts'

const of = (contest: string, more: object): object => ({ election: ELECTION, contest, ...more })
const feed = (endorsements: readonly object[]) => ({ 'a.json': { endorser: ENDORSER, endorsements } })

describe('a stance', () => {
  it('gives a row with contest, source and day, and no endorsement', async () => {
    const said = { source_url: 'https://example.org/times/none', published_on: '2028-10-02' }
    const { stance, endorsement, issues } = await readFeed(
      feed([
        of('NC Governor', { stance: 'declined', ...said }),
        of('School Bonds of 2028', { stance: 'no_position' }),
        of('City of Samplejo Mayor', { stance: 'rescinded' }),
      ]),
    )
    expect(issues).toEqual([])
    expect(endorsement).toEqual([])
    const row = (contest_key: string, value: string) => ({
      ...{ stance_key: `sample-times/${contest_key}`, endorser_slug: 'sample-times', contest_key, stance: value },
      ...{ source_url: null, published_on: null },
    })
    expect(stance).toEqual([
      { ...row(governor.contest_key, 'declined'), ...said },
      row(bond.contest_key, 'no_position'),
      row(mayor.contest_key, 'rescinded'),
    ])
  })

  it('in CSV has an empty choice', async () => {
    const { stance, endorsement, issues } = await readFeed({
      'endorsers.csv': 'slug,name,category,state\nsample-times,The Sample Times,newspaper,NC\n',
      'a.csv': `endorser,election,contest,choice,stance\nsample-times,${ELECTION},NC Governor,Ann Placeholder,\nsample-times,${ELECTION},School Bonds of 2028,,no_position\n`,
    })
    expect(issues).toEqual([])
    expect(endorsement).toHaveLength(1)
    expect(stance.map((row) => [row.contest_key, row.stance])).toEqual([[bond.contest_key, 'no_position']])
  })

  it.each([
    ['another word', { stance: 'undecided' }, 'bad-value endorsements[0].stance'],
    ['a choice too', { stance: 'declined', choice: 'Ann Placeholder' }, 'bad-value endorsements[0].choice'],
    ['a rank', { stance: 'declined', rank: 1 }, 'bad-value endorsements[0].rank'],
    ['a statement', { stance: 'declined', statement: 'No.' }, 'bad-value endorsements[0].statement'],
    ['neither', {}, 'missing-value endorsements[0].choice'],
  ])('with %s is left out, with an issue', async (_, more, issue) => {
    const { stance, endorsement, said } = await readFeed(feed([of('NC Governor', more)]))
    expect(said).toEqual([issue])
    expect([...stance, ...endorsement]).toEqual([])
  })

  it('in an unknown contest, twice, or beside an endorsement is left out, with an issue', async () => {
    const { stance, endorsement, said } = await readFeed(
      feed([
        of('No Such Contest', { stance: 'declined' }),
        of('NC Governor', { stance: 'declined' }),
        of('NC Governor', { stance: 'no_position' }),
        of('School Bonds of 2028', { stance: 'no_position' }),
        of('School Bonds of 2028', { choice: 'Yes' }),
      ]),
    )
    expect(said).toEqual([
      'unmatched-contest endorsements[0].contest',
      'duplicate-stance endorsements[2].stance',
      'stance-beside-choice endorsements[3].stance',
    ])
    expect(stance.map((row) => [row.contest_key, row.stance])).toEqual([[governor.contest_key, 'declined']])
    expect(endorsement).toHaveLength(1)
  })
})
