// Feeds in the interchange format: their two forms, their positions with dual endorsements (docs/rules.md#dual-endorsements), and stances.

import { describe, expect, it } from 'vitest'
import { readInterchangeOf, readSelfContainedInterchange } from '../../../ingest/endorsement/interchange.ts'
import { bond, council, ELECTION, ENDORSER, feedOf, governor, mayor, readFeed } from './ballots.ts'

const HEADER =
  'endorser,election,contest,choice,rank,statement,statement_es,source_url,published_on,endorser_name,endorser_category,endorser_state,endorser_website_url'

const OWN = { endorser_slug: 'sample-times', name: 'The Sample Times', category: 'newspaper', state: 'NC' }

it('the JSON form gives the endorser, and every field of an endorsement', async () => {
  const about = { description: 'An invented newspaper.', website_url: 'https://example.org/times' }
  const text = {
    statement: 'She listens.\nShe acts.',
    statement_es: 'Ella escucha.',
    source_url: 'https://example.org/times/governor?year=2028#ann',
    published_on: '2028-10-01',
  }
  const item = { election: ELECTION, contest: 'NC Governor', choice: 'Ann Placeholder', ...text }
  const { endorser, endorsement, issues } = await readFeed({
    'endorsements.json': { endorser: { ...ENDORSER, ...about }, endorsements: [item] },
  })
  expect(issues).toEqual([])
  expect(endorser).toEqual([{ ...OWN, ...about }])
  const { contest_key } = governor
  const choice_key = `${contest_key}/ann-placeholder`
  const keys = { endorsement_key: `sample-times/${choice_key}`, endorser_slug: 'sample-times', contest_key, choice_key }
  expect(endorsement).toEqual([{ ...keys, ...text, rank: null, evidence_url: null }])
})

it('the JSON form takes many endorsers, named by slug or name, and ids as numbers', async () => {
  const { endorsement, issues, endorser } = await readFeed({
    'a.json': {
      version: 1,
      endorsers: [
        ENDORSER,
        { ...ENDORSER, slug: 'sample-union', name: 'Sample Union', category: 'labor', state: 'national' },
      ],
      endorsements: [
        { endorser: 'sample-union', election: 11, contest: governor.id, choice: governor.choices[1]?.id },
        { endorser: 'the SAMPLE times', election: ELECTION, contest: governor.contest_key, choice: 'Bob Example' },
        { endorser: 77, election: ELECTION, contest: 'A', choice: 'Yes' },
      ],
    },
  })
  expect(issues).toEqual([])
  expect(endorser.map(({ endorser_slug, state }) => [endorser_slug, state])).toEqual([
    ['sample-times', 'NC'],
    ['sample-union', 'national'],
  ])
  expect(endorsement.map(({ endorser_slug, choice_key }) => [endorser_slug, choice_key])).toEqual([
    ['sample-union', governor.choices[1]?.choice_key],
    ['sample-times', governor.choices[1]?.choice_key],
    ['known-club', bond.choices[0]?.choice_key],
  ])
})

it('the JSON form says the line and the path of each issue, and keeps the other items', async () => {
  const text = [
    '{ "endorser": {"slug":"sample-times","name":"T","category":"newspaper","state":"NC"},',
    '  "endorsements": [',
    `    {"election":"${ELECTION}","contest":"NC Governor","choice":"Nobody"},`,
    '    7,',
    `    {"election":"${ELECTION}","contest":"Governor","choice":"Ann Placeholder", "statment": "[{"},`,
    `    {"election":"${ELECTION}",`,
    '     "contest":"Governor"}',
    '] }',
  ].join('\n')
  const { endorsement, issues } = await readFeed({ 'a.json': text })
  expect(endorsement).toHaveLength(1)
  expect(issues.map(({ code, line, field, severity }) => [code, line, field, severity])).toEqual([
    ['bad-value', 4, 'endorsements[1]', 'refused'],
    ['unknown-field', 5, 'endorsements[2].statment', 'ignored'],
    ['missing-value', 6, 'endorsements[3].choice', 'refused'],
    ['unmatched-choice', 3, 'endorsements[0].choice', 'refused'],
  ])
})

it('the CSV form declares endorsers on their rows', async () => {
  const { endorser, endorsement, issues } = await readFeed({
    'feed.csv': [
      HEADER,
      `sample-times,${ELECTION},City of Samplejo Mayor,Flo Sample,1,"Good, ""very"" good",Buena,https://example.org/a,2028-10-02,The Sample Times,newspaper,NC,https://example.org`,
      `sample-times,${ELECTION},City of Samplejo Mayor,Gus Sample, 2 ,,,,,The Sample Times,newspaper,NC,https://example.org`,
    ].join('\r\n'),
  })
  expect(issues).toEqual([])
  expect(endorser).toEqual([{ ...OWN, description: null, website_url: 'https://example.org' }])
  expect(endorsement.map(({ rank, statement, statement_es }) => [rank, statement, statement_es])).toEqual([
    [1, 'Good, "very" good', 'Buena'],
    [2, null, null],
  ])
})

it('the CSV form takes endorsers from a file of their own, and needs four columns', async () => {
  const { endorsement, issues } = await readFeed({
    'sample-endorsers.csv': 'slug,name,category,state\nsample-times,The Sample Times,newspaper,NC\n',
    'picks.csv': `endorser,election,contest,choice\nsample-times,NC 2028-11-07 general,Governor,Ann Placeholder\nThe Known Club,${ELECTION},governor,ann placeholder\n`,
  })
  expect(issues).toEqual([])
  expect(endorsement.map(({ endorser_slug }) => endorser_slug)).toEqual(['sample-times', 'known-club'])
  await expect(readFeed({ 'picks.csv': 'endorser,election,choice\n' })).rejects.toThrow('has no column "contest"')
})

it('the CSV form keeps the first of two declarations, and says that they differ', async () => {
  const row = (name: string, choice: string) => `sample-times,${ELECTION},${choice},,,,,,${name},newspaper,NC,`
  const { endorser, endorsement, said, issues } = await readFeed({
    'a.csv': [HEADER, row('One', 'Governor,Ann Placeholder'), row('Two', 'A,No')].join('\n'),
  })
  expect(endorser.map(({ name }) => name)).toEqual(['One'])
  expect(endorsement).toHaveLength(2)
  expect(said).toEqual(['conflicting-endorser name'])
  expect(issues[0]?.message).toContain('"One" in line 2')
})

describe('a value that does not fit', () => {
  const base = { election: ELECTION, contest: 'Governor', choice: 'Ann Placeholder' }
  it.each<[string, Record<string, unknown>]>([
    ['a URL of another scheme', { source_url: 'javascript:alert(1)' }],
    ['a URL with a user before the host', { source_url: 'https://a.org@b.org/' }],
    ['a day that is none', { published_on: '2028-02-30' }],
    ['a statement with a NUL', { statement: 'a\u0000b' }],
    ['half a character', { statement_es: 'a\ud800' }],
    ['a statement of 5,001 characters', { statement: 'a'.repeat(5001) }],
    ['a statement of 10 MB', { statement: 'a\n'.repeat(5e6) }],
    ['a list for text', { statement: ['a'] }],
  ])('leaves out %s, keeps the endorsement', async (_, wrong) => {
    const feed = await readFeed({ 'a.json': { endorser: ENDORSER, endorsements: [{ ...base, ...wrong }] } })
    expect(feed.said).toEqual([`bad-value endorsements[0].${Object.keys(wrong)[0]}`])
    expect(feed.issues[0]?.message).toMatch(/^expected .*; the field is left out$/)
    const nothing = { source_url: null, published_on: null, statement: null, statement_es: null }
    expect(feed.endorsement).toMatchObject([nothing])
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['a rank in words', { rank: 'first' }, 'bad-value'],
    ['a rank of nothing', { rank: 0 }, 'bad-value'],
    ['an election of a wrong type', { election: { state: 'NC' } }, 'bad-value'],
    ['an id that is no integer', { contest: 1.5 }, 'bad-value'],
    ['an endorser of a wrong type', { endorser: true }, 'bad-value'],
    ['no choice', { choice: '  ' }, 'missing-value'],
    ['a choice of megabytes', { choice: 'x'.repeat(3e6) }, 'bad-value'],
  ])('leaves out an endorsement with %s', async (_, wrong, code) => {
    const feed = await readFeed({ 'a.json': { endorser: ENDORSER, endorsements: [{ ...base, ...wrong }] } })
    expect(feed.said).toEqual([`${code} endorsements[0].${Object.keys(wrong)[0]}`])
    expect(feed.endorsement).toEqual([])
  })

  it.each<[string, unknown, string, RegExp]>([
    ['category', 'union', 'bad-value', /one of advocacy, .*, labor, .*, person/],
    ['state', 'North Carolina', 'bad-value', /a postal code such as NC, or national/],
    ['slug', 'The Times', 'bad-value', /lower-case letters and digits/],
    ['name', null, 'missing-value', /is missing, expected the endorser's name/],
  ])('leaves out an endorser with a wrong %s, and says what is allowed', async (field, wrong, code, sentence) => {
    const feed = await readFeed({ 'a.json': { endorser: { ...ENDORSER, [field]: wrong }, endorsements: [base] } })
    expect(feed.said).toEqual([`${code} endorser.${field}`, 'missing-value endorsements[0].endorser'])
    expect(feed.issues[0]?.message).toMatch(sentence)
    expect([feed.endorser, feed.endorsement]).toEqual([[], []])
  })
})

const PICK = { election: ELECTION, contest: 'Governor', choice: 'Ann Placeholder' }

it('a source that declares each endorser it names refuses an endorser that only another source declares', async () => {
  const endorsements = ['sample-times', 'known-club'].map((endorser) => ({ endorser, ...PICK }))
  const given = { read: readSelfContainedInterchange }
  const feed = await readFeed({ 'a.json': { endorser: ENDORSER, endorsements } }, given)
  expect(feed.said).toEqual(['unmatched-endorser endorsements[1].endorser'])
  expect(feed.endorsement.map(({ endorser_slug }) => endorser_slug)).toEqual(['sample-times'])
})

it('a source that speaks for some endorsers refuses what it says of others', async () => {
  const endorsements = [PICK, { endorser: 'known-club', ...PICK }]
  const content = { endorser: ENDORSER, endorsers: [{ ...ENDORSER, slug: 'rival' }], endorsements }
  const feed = await readFeed({ 'a.json': content }, { read: readInterchangeOf(['sample-times']) })
  expect(feed.said).toEqual(['foreign-endorser endorsers[0].slug', 'foreign-endorser endorsements[1].endorser'])
  expect(feed.endorser.map(({ endorser_slug }) => endorser_slug)).toEqual(['sample-times'])
  expect(feed.endorsement).toHaveLength(1)
})

it('a source that speaks for some endorsers gives an issue for each row of another, and names what lists the permitted ones', async () => {
  const read = readInterchangeOf(['sample-times'], 'endorsers of the entry bugle in sources.yaml')
  const rows = ['rival,The Rival,newspaper,ME', 'rival,,,', 'The Rival,,,']
  const header = 'endorser,endorser_name,endorser_category,endorser_state,election,contest,choice'
  const lines = rows.map((row) => `${row},${ELECTION},Governor,Ann Placeholder`)
  const { issues, endorsement } = await readFeed({ 'a.csv': [header, ...lines].join('\n') }, { read })
  expect(issues.map(({ line, code, value }) => `${line} ${code} ${value}`)).toEqual(
    [2, 3, 4].map((line) => `${line} foreign-endorser rival`),
  )
  expect(issues[0]?.message).toContain('bugle in sources.yaml permits this source to speak only for sample-times')
  expect(endorsement).toEqual([])
})

it('states that were not asked for are passed over, known or not', async () => {
  const feed = feedOf([['Governor', 'Ann Placeholder']])
  expect(await readFeed({ 'a.json': feed }, { states: ['DC'] })).toMatchObject({ endorsement: [], issues: [] })
  const unknown = JSON.stringify(feed).replaceAll(ELECTION, 'pa-2028-11-07-general')
  expect(await readFeed({ 'a.json': unknown }, { states: ['NC'] })).toMatchObject({ endorsement: [], issues: [] })
  expect((await readFeed({ 'a.json': unknown })).said).toEqual(['unmatched-election endorsements[0].election'])
})

it.each<[string, [string, string, number?][], number]>(
  // biome-ignore format: a case a line
  [
      ['one for vote-for-one', [['Governor', 'Ann Placeholder']], 1],
      ['nothing of two for vote-for-one', [['Governor', 'Ann Placeholder'], ['Governor', 'Bob Example']], 0],
      ['two without a rank in ranked choice', [[mayor.title, 'Flo Sample'], [mayor.title, 'Gus Sample']], 2],
      ['nothing of two of rank 1 in ranked choice', [[mayor.title, 'Flo Sample', 1], [mayor.title, 'Gus Sample', 1]], 0],
      ['two for a vote for two', [[council.title, 'Cy Sample'], [council.title, 'Dee Sample']], 2],
      ['a ranking', [[mayor.title, 'Flo Sample', 2], [mayor.title, 'Gus Sample', 1], [mayor.title, 'Jose Pena', 3]], 3],
      ['an answer', [['Measure A', 'Sí']], 1],
    ],
)('positions keeps %s', async (_, picks, kept) => {
  const { endorsement, stance, issues } = await readFeed({ 'a.json': feedOf(picks) })
  expect(issues.map(({ code }) => code)).toEqual(kept === 0 ? picks.map(() => 'too-many-picks') : [])
  expect([endorsement.length, stance]).toEqual([kept, []])
})

// Stances in the interchange format: an endorser that looked at a contest and has no position in it.

const of = (contest: string, more: object): object => ({ election: ELECTION, contest, ...more })
const feed = (endorsements: readonly object[]) => ({ 'a.json': { endorser: ENDORSER, endorsements } })

it('a stance gives a row with contest, source and day, and no endorsement', async () => {
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

it.each([
  ['another word', { stance: 'undecided' }, 'bad-value endorsements[0].stance'],
  ['a choice too', { stance: 'declined', choice: 'Ann Placeholder' }, 'bad-value endorsements[0].choice'],
  ['a rank', { stance: 'declined', rank: 1 }, 'bad-value endorsements[0].rank'],
  ['a statement', { stance: 'declined', statement: 'No.' }, 'bad-value endorsements[0].statement'],
  ['neither', {}, 'missing-value endorsements[0].choice'],
])('a stance with %s is left out, with an issue', async (_, more, issue) => {
  const { stance, endorsement, said } = await readFeed(feed([of('NC Governor', more)]))
  expect(said).toEqual([issue])
  expect([...stance, ...endorsement]).toEqual([])
})

it('a stance in an unknown contest, twice, or beside an endorsement is left out, with an issue', async () => {
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
