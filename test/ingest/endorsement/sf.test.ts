import { describe, expect, it } from 'vitest'
import type { Ballots } from '../../../ingest/read/source.ts'
import { countBy } from '../count.ts'
import { noBallots } from '../no-ballots.ts'
import { choice, contest } from './ballots.ts'
import { feed } from './feed.ts'

const ID = 'sf-endorsements-2016'
const HEAD = 'endorser,category,candidate,endorsement'
const PAGES = 'endorser,district_17_url,district_19_url,props_url,state_senate_url'
const CA = 'ocd-division/country:us/state:ca'
const grid = (...cells: string[]) => [HEAD, ...cells].join('\n')
const PAGE = [PAGES, 'SPUR,NA,NA,https://www.spur.org/voter-guide,Private e-mail'].join('\n')

const JUNE = grid(
  'SPUR,Proposition,Local A,Yes',
  'SPUR,Proposition,State 50,No',
  'SPUR,Proposition,Regional AA,Abstain',
  'SPUR,State Senate,Jane Kim,Yes',
  'SPUR,State Senate,Scott Wiener,No',
)
const NOVEMBER = grid(
  'SF Chronicle,"Member, Board of Supervisors, District 11",Ahsha Safai,Yes',
  'SF Chronicle,"Member, Board of Supervisors, District 3",Aaron Peskin,NA',
  'San Francisco Chronicle,"Member, Board of Supervisors, District 11",Ahsha Safai,Yes',
  'San Francisco Chronicle,"Member, Board of Supervisors, District 3",Aaron Peskin,No',
)

describe('the grids of San Francisco', () => {
  it('create the contests that no other source has: all candidates, or Yes and No', async () => {
    const fed = await feed(ID, { texts: [JUNE, NOVEMBER, PAGE] })
    expect(fed.election.map(({ election_key }) => election_key)).toEqual([
      'ca-2016-06-07-primary',
      'ca-2016-11-08-general',
    ])
    const made = fed.contest.map(({ contest_key, kind, vote_method, level }) =>
      [contest_key.split(CA)[1], kind, vote_method, level].join(' '),
    )
    expect(made).toEqual([
      '/sldu:11/state-senate candidate plurality state',
      '/county:san_francisco/proposition-a measure yes_no county',
      '/proposition-50 measure yes_no state',
      '/special_district:san_francisco_bay_restoration_authority/proposition-aa measure yes_no special',
      '/county:san_francisco/council_district:3/board-of-supervisors candidate ranked_choice county',
      '/county:san_francisco/council_district:11/board-of-supervisors candidate ranked_choice county',
    ])
    const answers = fed.choice.filter(({ contest_key }) => contest_key.endsWith('/proposition-a'))
    expect(answers.map(({ label }) => label)).toEqual(['Yes', 'No'])
    expect(countBy(fed.contest_county, ({ contest_key }) => contest_key.split(CA)[1] ?? '')).toMatchObject({
      '/sldu:11/state-senate': 1,
      '/special_district:san_francisco_bay_restoration_authority/proposition-aa': 9,
    })
  })

  it('endorse candidates by Yes alone, and measures by Yes and No; pages are those of June’s endorsers', async () => {
    const fed = await feed(ID, { texts: [JUNE, NOVEMBER, PAGE] })
    expect(fed.endorsement.map(({ choice_key, source_url }) => [choice_key.split(CA)[1], source_url])).toMatchObject([
      ['/sldu:11/state-senate/jane-kim', expect.stringContaining('2016_June/data/endorsements.csv')],
      ['/county:san_francisco/proposition-a/yes', 'https://www.spur.org/voter-guide'],
      ['/proposition-50/no', 'https://www.spur.org/voter-guide'],
      [
        '/county:san_francisco/council_district:11/board-of-supervisors/ahsha-safai',
        expect.stringContaining('2016_November/data/endorsements.csv'),
      ],
    ])
  })

  it('say no position where an endorser abstains on a measure, or on every candidate', async () => {
    const office = (n: number, name: string, answer: string) =>
      `SPUR,"Member, Board of Supervisors, District ${n}",${name},${answer}`
    const november = grid(
      ...[office(3, 'Aaron Peskin', 'Abstain'), office(3, 'Tim Donnelly', 'Abstain')],
      // A choice, a No or an NA beside it: the grid does not say that it took no position.
      ...[office(11, 'Ahsha Safai', 'Yes'), office(11, 'Kim Alvarenga', 'Abstain')],
      ...[office(7, 'Norman Yee', 'No'), office(7, 'Joel Engardio', 'Abstain')],
      ...[office(9, 'Hillary Ronen', 'NA'), office(9, 'Joshua Arce', 'NA')],
    )
    const fed = await feed(ID, { texts: [JUNE, november, PAGE] })
    const said = fed.stance.map(({ contest_key, ...row }) => [contest_key.split(CA)[1], row.stance, row.source_url])
    const authority = '/special_district:san_francisco_bay_restoration_authority/proposition-aa'
    const board = '/county:san_francisco/council_district:3/board-of-supervisors'
    expect(said).toEqual([
      [authority, 'no_position', 'https://www.spur.org/voter-guide'],
      [board, 'no_position', expect.stringContaining('2016_November/data/endorsements.csv')],
    ])
    expect(fed.stance.map(({ stance_key }) => stance_key)).toEqual(
      fed.stance.map(({ contest_key }) => `spur/${contest_key}`),
    )
    expect(fed.issues).toEqual([])
  })

  it('take one endorser under two names as one', async () => {
    const fed = await feed(ID, { texts: [JUNE, NOVEMBER, PAGE] })
    expect(fed.endorser.map(({ name, category, state }) => [name, category, state])).toEqual([
      ['SPUR', 'civic', 'CA'],
      ['San Francisco Chronicle', 'newspaper', 'CA'],
    ])
    expect(fed.issues.map(({ code, line, severity }) => [code, line, severity])).toEqual([
      ['mended-name', 2, 'mended'],
      ['duplicate-endorsement', 4, 'ignored'],
    ])
  })

  it('keep nothing of a position with more picks than seats', async () => {
    const both = grid('SPUR,State Senate,Jane Kim,Yes', 'SPUR,State Senate,Scott Wiener,Yes')
    const fed = await feed(ID, { texts: [both, grid(), PAGE] })
    expect(fed.endorsement).toEqual([])
    expect(fed.issues.map(({ code, line }) => `${code} ${line}`)).toEqual(['too-many-picks 2', 'too-many-picks 3'])
  })

  it('attach to a measure that another source holds', async () => {
    const fed = await feed(ID, { texts: [JUNE, NOVEMBER, PAGE], ballots: withMeasure('Proposition A') })
    expect(fed.contest.map(({ title }) => title)).not.toContain('San Francisco Proposition A')
    expect(fed.endorsement.map(({ choice_key }) => choice_key)).toContain('held/yes')
  })

  it.each([
    ['SPUR,Mayor,Ann Lee,Yes', 'Mayor'],
    ['SPUR,Proposition,Local A,Maybe', 'Maybe'],
    ['Nobody,Proposition,Local A,Yes', 'Nobody'],
  ])('stop at %s', async (line, said) => {
    await expect(feed(ID, { texts: [grid(line), grid(), PAGE] })).rejects.toThrow(said)
  })
})

/** A measure that another source has; its choices are `held/yes` and `held/no`. */
function withMeasure(measure_code: string): Ballots {
  const choices = (['yes', 'no'] as const).map((answer) =>
    choice('held', answer, { candidate_name: null, measure_answer: answer }),
  )
  const of = { contest_key: 'held', election_key: 'ca-2016-06-07-primary', short_title: measure_code, measure_code }
  const more = { kind: 'measure', vote_method: 'yes_no', ocd_id: `${CA}/county:san_francisco`, choices } as const
  const held = contest('held', 'School Parcel Tax', { ...of, ...more })
  return { ...noBallots, contests: (key) => (key === held.election_key ? [held] : []) }
}

const ID_2024 = 'sf-endorsements-2024'
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
const STATE = 'ca-2024-03-05-primary/ocd-division/country:us/state:ca'

describe('the page of San Francisco', () => {
  it('creates the contests in the order of its columns; candidates are not all known', async () => {
    const fed = await feed(ID_2024, { texts: [MARKED] })
    const made = fed.contest.map(({ contest_key, details }) => [contest_key.slice(STATE.length), JSON.parse(details)])
    expect(made).toMatchObject([
      ['/sldl:17/state-assembly', { choices_incomplete: true }],
      ['/county:san_francisco/proposition-a', {}],
      ['/county:san_francisco/proposition-b', {}],
    ])
    expect(fed.contest.at(-1)?.details).not.toContain('incomplete')
    expect(fed.election).toMatchObject([{ election_key: 'ca-2024-03-05-primary', primary_system: 'top_two' }])
  })

  it('gives Yes and No of measures, and the named candidates, with the organisation’s page', async () => {
    const fed = await feed(ID_2024, { texts: [MARKED] })
    const said = fed.endorsement.map(({ endorsement_key, source_url }) => [
      endorsement_key.replace(STATE, ''),
      source_url,
    ])
    expect(said).toEqual([
      ['spur//sldl:17/state-assembly/ann-sample', 'https://www.spur.org/x'],
      ['growsf//county:san_francisco/proposition-a/yes', 'https://growsf.org/x'],
      ['spur//county:san_francisco/proposition-b/no', 'https://www.spur.org/x'],
    ])
    expect(fed.endorser.map(({ endorser_slug }) => endorser_slug).sort()).toEqual(['growsf', 'spur'])
  })

  it.each([
    [page(`| ${org('SPUR', 'https://www.spur.org/x')} | maybe | |`), 'mark "maybe"'],
    [page(`| ${org('Nobody', 'https://example.org/x')} | ✅ | |`), 'endorser "Nobody"'],
    [page(`| ${org('SPUR', 'https://www.spur.org/x')} | ✅ |`), '2 columns, expected 3'],
    [page('| SPUR | ✅ | |'), 'no organization with a link'],
    [MARKED.replace('District 17', 'District 99'), 'District 99'],
    ['# About', 'no table'],
  ])('stops at another layout: %#', async (text, said) => {
    await expect(feed(ID_2024, { texts: [text] })).rejects.toThrow(said)
  })
})
