import { describe, expect, it } from 'vitest'
import { feed } from './feed.ts'
import { knownBallots } from './known.ts'

const ID = 'newspapers-president'
const file = (...lines: string[]) => ['publication,year,endorsed,source,source2,notes', ...lines].join('\n')
const president = (state: 'CA' | 'NC', names: string[]) =>
  ({ state, date: '2020-11-03', subject: 'president', title: 'President and Vice President', names }) as const
const ballots = knownBallots([president('CA', ['Ann Sample / Bo Vice', 'Cy Example / Di Vice'])])
const read = (...lines: string[]) => feed(ID, { texts: [file(...lines)], ballots })

describe('newspapers’ endorsements for President', () => {
  it('stand in the contest of the paper’s home state', async () => {
    const fed = await read('Fresno Bee,2020,Sample,https://example.org/bee,,', 'New York Times,2020,Sample,,,')
    expect(fed.endorsement).toMatchObject([
      {
        endorsement_key:
          'fresno-bee/ca-2020-11-03-general/ocd-division/country:us/state:ca/president/ann-sample-bo-vice',
        source_url: 'https://example.org/bee',
        published_on: null,
      },
    ])
    expect(fed.endorser).toMatchObject([{ endorser_slug: 'fresno-bee', category: 'newspaper', state: 'CA' }])
    expect(fed.issues).toMatchObject([
      { code: 'ballot-not-held', value: '2020', message: expect.stringMatching(/^1 line /) },
    ])
  })

  it('are none where the paper endorsed nobody, is split, is national, or names no candidate', async () => {
    const fed = await read(
      'Fresno Bee,2020,None,,,',
      'Modesto Bee,2020,Unknown,,,',
      'Sacramento Bee,2020,Not Trump,,,',
      'East Bay Times,2020,Sample/Example,,,',
      'USA Today,2020,Sample,,,',
      'Los Angeles Times,2020,Vice,,,',
    )
    expect([fed.endorsement, fed.endorser]).toEqual([[], []])
    expect(fed.issues.map(({ code }) => code).sort()).toEqual([
      'no-endorsement',
      'no-endorsement',
      'no-endorsement',
      'no-home-ballot',
      'split-endorsement',
      'unmatched-choice',
    ])
  })

  it.each([
    ['Nowhere Gazette,2020,Sample,,,', 'Nowhere Gazette'],
    ['Fresno Bee,now,Sample,,,', 'year "now"'],
  ])('stop at %s', async (line, said) => {
    await expect(read(line)).rejects.toThrow(said)
  })
})
