import { describe, expect, it } from 'vitest'
import { countBy, feed, HAS_FEEDS } from './feed.ts'

const ID = 'sf-endorsements-2024'
const org = (name: string, url: string) => `<span style="white-space:nowrap;">[${name}](${url})<span>`
const page = (...rows: string[]) =>
  [
    '# SF Propositions',
    '',
    '| Organization | [A <span>🏡</span>][sf] | [B <span>🚔</span>][sf] |',
    '|:----|:---:|:---:|',
    ...rows,
    '',
    '# CA Offices',
    '',
    '| Organization | State Senate, District 7 | State Assemblymember, District 17 |',
    '|:----|:----|:----|',
    `| ${org('SPUR', 'https://www.spur.org/x')} |  | Ann Sample |`,
    '',
    '# About',
  ].join('\n')
const MARKED = page(
  `| ${org('SPUR', 'https://www.spur.org/x')} | | ❌ |`,
  `| ${org('GrowSF', 'https://growsf.org/x')} | ✅ | |`,
)
const CA = 'ca-2024-03-05-primary/ocd-division/country:us/state:ca'

describe('the page of San Francisco', () => {
  it('creates the contests in the order of its columns; candidates are not all known', async () => {
    const fed = await feed(ID, { texts: [MARKED] })
    expect(
      fed.contest.map(({ contest_key, details }) => [contest_key.slice(CA.length), JSON.parse(details)]),
    ).toMatchObject([
      ['/sldl:17/state-assembly', { choices_incomplete: true }],
      ['/county:san_francisco/proposition-a', {}],
      ['/county:san_francisco/proposition-b', {}],
    ])
    expect(fed.contest.at(-1)?.details).not.toContain('incomplete')
    expect(fed.election).toMatchObject([{ election_key: 'ca-2024-03-05-primary', primary_system: 'top_two' }])
  })

  it('gives Yes and No of measures, and the named candidates, with the organisation’s page', async () => {
    const fed = await feed(ID, { texts: [MARKED] })
    expect(
      fed.endorsement.map(({ endorsement_key, source_url }) => [endorsement_key.replace(CA, ''), source_url]),
    ).toEqual([
      ['spur//sldl:17/state-assembly/ann-sample', 'https://www.spur.org/x'],
      ['growsf//county:san_francisco/proposition-a/yes', 'https://growsf.org/x'],
      ['spur//county:san_francisco/proposition-b/no', 'https://www.spur.org/x'],
    ])
    expect(fed.endorser.map(({ endorser_slug }) => endorser_slug).sort()).toEqual(['growsf', 'spur'])
  })

  it.each([
    [`| ${org('SPUR', 'https://www.spur.org/x')} | maybe | |`, 'mark "maybe"'],
    [`| ${org('Nobody', 'https://example.org/x')} | ✅ | |`, 'endorser "Nobody"'],
    [`| ${org('SPUR', 'https://www.spur.org/x')} | ✅ |`, '2 columns, expected 3'],
    ['| SPUR | ✅ | |', 'no organisation with a link'],
  ])('stops at %s', async (row, said) => {
    await expect(feed(ID, { texts: [page(row)] })).rejects.toThrow(said)
  })

  it('stops at an unknown column, and at a page without tables', async () => {
    await expect(feed(ID, { texts: [MARKED.replace('District 17', 'District 99')] })).rejects.toThrow('District 99')
    await expect(feed(ID, { texts: ['# About'] })).rejects.toThrow('no table')
  })
})

describe.skipIf(!HAS_FEEDS)('the held page', () => {
  it('has 480 endorsements of 21 organisations in 19 contests', async () => {
    const fed = await feed(ID)
    expect(fed.issues).toEqual([])
    expect(countBy(fed.contest, ({ kind }) => kind)).toEqual({ candidate: 11, measure: 8 })
    expect([fed.endorser.length, fed.endorsement.length]).toEqual([21, 480])
    const measures = fed.contest.filter(({ kind }) => kind === 'measure').map(({ short_title }) => short_title.at(-1))
    expect(measures.join('')).toBe('ABCDEFG1')
  })
})
