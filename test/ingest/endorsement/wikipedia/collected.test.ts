import { describe, expect, it } from 'vitest'
import { cells } from '../../../table.ts'
import { countBy } from '../../count.ts'
import { feed } from '../feed.ts'
import { knownBallots } from '../known.ts'

const ID = 'wikipedia-endorsements-2018-2020'
const house = (within: string, names: string[]) =>
  ({ state: 'ME', date: '2020-11-03', within, subject: 'us-house', title: `US House ${within}`, names }) as const
const ballots = knownBallots([
  house('cd:1', ['Ann B. Sample (Democratic)', 'Cy Example (Republican)', 'José Peña']),
  house('cd:2', ['Dee Sample', 'Eve Twin']),
  { state: 'ME', date: '2020-11-03', subject: 'us-senate', title: 'US Senate', names: ['Flo Sample', 'Eve Twin'] },
])
const row = (candidate: string, ...lines: string[]) => `2020,House,Maine,${candidate},"${lines.join('\n')}"`
const read = (rows: readonly string[], recodes: readonly string[] = []) =>
  feed(ID, {
    texts: [
      ['cycle,race,state,candidates,endorsements', ...rows].join('\n'),
      Buffer.from(['endorsement_name,results_name', ...recodes].join('\n'), 'latin1'),
    ],
    ballots,
  })
/** A cell whose first line is its candidate, and more rows. */
const readCell = (cell: string, ...more: string[]) => {
  const [candidate = '', ...lines] = cells(cell)
  return read([row(candidate, ...lines), ...more])
}
const picks = (fed: Awaited<ReturnType<typeof read>>) =>
  fed.endorsement.map(({ endorser_slug, choice_key }) => `${endorser_slug} ${choice_key.split('/').at(-1)}`)

describe('a cell of many lines', () => {
  it('gives each entry the category of the heading above it', async () => {
    const fed = await readCell(`
      Cy Example (R)
      U.S. Senators
      Pat Placeholder, U.S. Senator from Ohio[1]
      Labor unions
      Invented Workers Local 9[2]
      Organizations
      Sample Democratic Committee, a party club[3]
      Invented State, County and Municipal League[4]
      Newspapers
      The Daily Item[5]
    `)
    expect(fed.endorser.map(({ endorser_slug, category, state }) => [endorser_slug, category, state])).toEqual([
      ['daily-item-me', 'newspaper', 'ME'],
      ['invented-state-county-and-municipal-league', 'advocacy', 'ME'],
      ['sample-democratic-committee', 'party', 'national'],
      ['invented-workers-local-9', 'labor', 'ME'],
      ['pat-placeholder', 'official', 'national'],
    ])
    expect(fed.endorsement.map(({ source_url }) => source_url)).toContain(
      'https://en.wikipedia.org/wiki/2020_United_States_House_of_Representatives_elections_in_Maine',
    )
  })

  it('serves people only with a public office, and counts the others without their names', async () => {
    const fed = await readCell(`
      Cy Example
      Individuals
      Lee Hidden, actress[1]
      Kit Hidden, campaign manager of a senator[1]
      Ida Mayor, former Mayor of Reno, Nevada[2]
      State legislators
      Jo Plain[3]
      Al Hidden, county party chair[4]
    `)
    expect(fed.endorser.map(({ endorser_slug, category, state }) => [endorser_slug, category, state])).toEqual([
      ['jo-plain-me', 'official', 'ME'],
      ['ida-mayor-nv', 'person', 'NV'],
    ])
    expect(fed.issues.map(({ code, message }) => [code, message.slice(0, 14)])).toEqual([
      ['private-person', '3 of its lines'],
    ])
    expect(JSON.stringify(fed)).not.toContain('Hidden')
  })

  it('takes no stance, remark or repeated person for an endorsement', async () => {
    const fed = await readCell(
      `
      Cy Example
      Organizations
      Invented Club (endorsement rescinded)[1]
      Declined to endorse
      Other Club[2]
    `,
      row('Declined to endorse', 'Organizations', 'Third Club'),
      row('Dee Sample', 'Individuals', 'Lou Person, governor of Ohio[1]'),
      row('José Peña', 'Organizations', 'Lou Person[2]'),
    )
    expect(picks(fed)).toEqual(['lou-person dee-sample'])
    expect(countBy(fed.issues, ({ code }) => code)).toEqual({ 'no-endorsement': 2, 'private-person': 1 })
  })

  it('takes an endorsement that was taken back for a stance: the remark alone, at a candidate of the ballot', async () => {
    const fed = await readCell(
      `
      Cy Example
      Organizations
      Invented Club (endorsement rescinded)[1]
      Second Club (withdrawn)
      Third Club (originally endorsed Dee Sample, rescinded on June 18)
      Fourth Club (endorsed Dee Sample)
    `,
      row('No Candidate', 'Organizations', 'Fifth Club (retracted)'),
      // It endorses another candidate of the contest now.
      row('Ann B. Sample', 'Organizations', 'Second Club'),
      row('Declined to endorse', 'Organizations', 'Sixth Club'),
    )
    expect(picks(fed)).toEqual(['second-club ann-b-sample'])
    expect(fed.stance.map(({ endorser_slug, stance, published_on }) => [endorser_slug, stance, published_on])).toEqual([
      ['invented-club', 'rescinded', null],
    ])
    expect(fed.stance[0]?.contest_key).toContain('cd:1/us-house')
    expect(fed.endorser.map(({ endorser_slug }) => endorser_slug).sort()).toEqual(['invented-club', 'second-club'])
    expect(fed.issues.map(({ code }) => code)).toContain('stance-beside-choice')
  })

  it('tells members of Congress of one name apart by their states', async () => {
    const fed = await read([
      row('Cy Example', 'U.S. Representatives', 'Max Same, U.S. Representative from Ohio[1]'),
      row(
        'Dee Sample',
        'U.S. Representatives',
        'Max Same, U.S. Representative (TX-9)[1]',
        'Max Same, U.S. Representative',
      ),
    ])
    expect(picks(fed)).toEqual(['max-same-oh cy-example', 'max-same-tx dee-sample'])
    expect(fed.issues.map(({ code }) => code)).toEqual(['ambiguous-endorser'])
  })
})

describe('a candidate', () => {
  const club = ['Organizations', 'Invented Club[1]'] as const

  it('is found in the one contest that has the name, without brackets, references, initials and accents', async () => {
    const fed = await read([row('Ann Sample[13] (D) (withdrew)', ...club), row('Jose Pena', ...club)])
    expect(picks(fed)).toEqual([])
    expect(fed.issues.map(({ code }) => code)).toEqual(['mended-name', 'too-many-picks', 'too-many-picks'])
    expect(picks(await read([row('Ann Sample[13] (D) (withdrew)', ...club)]))).toEqual(['invented-club ann-b-sample'])
    expect(picks(await read([row('Jose Pena', ...club)]))).toEqual(['invented-club jose-pena'])
  })

  it('has the name of the second file, which is in windows-1252', async () => {
    expect(picks(await read([row('Peña', ...club)], ['Pe\u00f1a,José Peña']))).toEqual(['invented-club jose-pena'])
  })

  it('who is on no held ballot, or on two, is an issue', async () => {
    const two = knownBallots([house('cd:1', ['Eve Twin']), house('cd:2', ['Eve Twin'])])
    const texts = [
      `cycle,race,state,candidates,endorsements\n${row('Eve Twin', ...club)}`,
      'endorsement_name,results_name\na,b',
    ]
    expect((await feed(ID, { texts, ballots: two })).issues).toMatchObject([{ code: 'ambiguous-choice' }])
    const fed = await read([row('Nobody Here', ...club), row('Cy Example', ...club).replace('2020', '2018')])
    expect(fed.endorsement).toEqual([])
    expect(fed.issues.map(({ code, value, severity }) => [code, value, severity])).toEqual([
      ['unmatched-choice', 'Nobody Here', 'ignored'],
      ['ballot-not-held', 'Cy Example', 'ignored'],
    ])
  })
})

describe('a candidate of November whom a primary of the same year has', () => {
  const primary = (within: string, names: string[], state: 'ME' | 'CA' = 'ME', date = '2020-06-02') => {
    const title = `US House ${within}`
    return { state, date, type: 'primary', within, subject: 'us-house', title, names, party: 'Democratic' } as const
  }
  const read = async (...primaries: ReturnType<typeof primary>[]) => {
    const fed = await feed(ID, {
      texts: [
        ['cycle,race,state,candidates,endorsements', row('Dee Sample', 'Unions', 'Invented Local 9[1]')].join('\n'),
        'endorsement_name,results_name\n',
      ],
      ballots: knownBallots([house('cd:1', ['Ann B. Sample']), house('cd:2', ['Dee Sample']), ...primaries]),
    })
    return [fed.endorsement.length, ...fed.issues.map(({ code }) => code)]
  }

  it.each(
    // biome-ignore format: a case a line
    [
      ['is the same person in the same district', [primary('cd:2', ['Dee Sample'])], [1]],
      ['is another person, or of another contest, in another district', [primary('cd:1', ['Dee Sample'])], [0, 'primary-elsewhere']],
      ['is the same person if one of two primaries is of the district', ['cd:1', 'cd:2'].map((one) => primary(one, ['Dee Sample'])), [1]],
      ['is the same person if no held primary has the name', [primary('cd:1', ['Ann B. Sample'])], [1]],
      ['says nothing in another state', [primary('cd:1', ['Dee Sample'], 'CA')], [1]],
      ['says nothing in another year', [primary('cd:1', ['Dee Sample'], 'ME', '2018-06-12')], [1]],
    ],
  )('%s', async (_, primaries, found) => {
    expect(await read(...primaries)).toEqual(found)
  })
})
