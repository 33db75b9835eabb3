// Turns an editor's fields for a contest into a position and back, with problems and warnings.

import { describe, expect, it } from 'vitest'
import { sayProblems, sayWarning, WORDS } from '../../../apps/desk/words/words.ts'
import { type DeskContest, findWarnings, readFields, toFields } from '../../../data/desk/check.ts'
import { toEndorsementFile } from '../../../data/desk/file.ts'
import { type DeskPosition, type DraftFields, deskPosition, saysTheSame } from '../../../data/desk/position.ts'
import { endorsementFeed } from '../../../data/interchange/format.ts'

const choice = (id: number, label: string, withdrawn = false): DeskContest['choices'][number] => ({
  ...{ id, label, withdrawn, measure_answer: null, candidate: null, party: null, party_label: null },
  ...{ option: null, ballot_designation: null },
})

function contestOf(vote_method: DeskContest['vote_method'], votes_allowed = 1): DeskContest {
  return {
    ...{ id: 7, title: 'Sample Harbor City Council', vote_method, votes_allowed },
    ranks_allowed: vote_method === 'ranked_choice' ? 2 : null,
    election: { slug: 'me-2028-11-07-general', name: 'Sample election', date: '2028-11-07' },
    district: { name: 'Sample Harbor' },
    choices: [choice(1, 'Gwen Sample'), choice(2, 'Hugo Example'), choice(3, 'Sid Placeholder', true)],
  }
}

function problemsOf(fields: DraftFields, contest: DeskContest): Record<string, string> {
  const read = readFields(fields, contest)
  return 'problems' in read ? sayProblems(WORDS.en, read.problems) : {}
}

function positionOf(fields: DraftFields, contest: DeskContest): DeskPosition {
  const read = readFields(fields, contest)
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read
}

describe('problems', () => {
  it.each([
    ['plurality', 1, '1,2', '2 are chosen, and this contest permits 1'],
    ['yes_no', 1, '1,2', '2 are chosen, and this contest permits 1'],
    ['multi_seat', 2, '1,2,3', '3 are chosen, and this contest permits 2'],
    ['plurality', 1, '', 'nothing is chosen'],
    ['approval', 1, '1,1', 'chosen twice'],
    ['plurality', 1, '99', 'no longer on the ballot'],
  ] as const)('%s with %i: "%s"', (method, votes, pick, sentence) => {
    expect(problemsOf({ pick }, contestOf(method, votes)).pick).toContain(sentence)
  })

  it('as many as there are seats, and any number in approval, are none', () => {
    expect(problemsOf({ pick: '1,2' }, contestOf('multi_seat', 2))).toEqual({})
    expect(problemsOf({ pick: '1,2,3' }, contestOf('approval', 1))).toEqual({})
  })

  it('a rank that is given twice, is no number, or of a choice that is gone', () => {
    const contest = contestOf('ranked_choice')
    expect(problemsOf({ 'rank-1': '1', 'rank-2': '1' }, contest)['rank-2']).toContain('both have rank 1')
    expect(problemsOf({ 'rank-1': 'first' }, contest)['rank-1']).toContain('expected a whole number')
    expect(problemsOf({ 'rank-9': '1' }, contest).pick).toContain('no longer on the ballot')
    expect(problemsOf({}, contest).pick).toContain('nothing is ranked')
  })

  it.each(['javascript:alert(1)', 'ftp://example.org', 'example.org', 'https://user@example.org'])(
    'the source link %s',
    (source_url) => {
      expect(problemsOf({ pick: '1', source_url }, contestOf('plurality')).source_url).toContain('http or https')
    },
  )

  it('a date that is none, and a statement that is too long, also of one choice', () => {
    const contest = contestOf('multi_seat', 2)
    const fields = { pick: '1', published_on: '2028-02-30', 'statement-1': 'x'.repeat(5001) }
    expect(Object.keys(problemsOf(fields, contest)).sort()).toEqual(['published_on', 'statement-1'])
  })
})

const warningsOf = (fields: DraftFields, contest: DeskContest, today = '2028-10-01') =>
  findWarnings(positionOf(fields, contest), contest, today)
    .map((warning) => sayWarning(WORDS.en, warning))
    .join('\n')

it('warnings a withdrawn choice, a missing source, one language, the future, and an election that is over', () => {
  const fields = { pick: '3', statement: 'He listened.', published_on: '2028-12-01' }
  const said = warningsOf(fields, contestOf('plurality'), '2028-11-08')
  for (const part of [
    'Sid Placeholder has withdrawn',
    'no source link',
    'in Spanish',
    'in the future',
    'was on 2028-11-07',
  ])
    expect(said).toContain(part)
})

it('warnings of an election that is over begin on the day after it', () => {
  const over = ['2028-11-06', '2028-11-07', '2028-11-08'].map((today) =>
    warningsOf({ pick: '1' }, contestOf('plurality'), today).includes('was on 2028-11-07'),
  )
  expect(over).toEqual([false, false, true])
})

it('warnings fewer than permitted, a gap in the ranks, and more ranks than the ballot has', () => {
  expect(warningsOf({ pick: '1' }, contestOf('multi_seat', 2))).toContain('You chose 1 of 2')
  const said = warningsOf({ 'rank-1': '1', 'rank-2': '3', 'rank-3': '4' }, contestOf('ranked_choice'))
  expect(said).toContain('gap: 1, 3, 4')
  expect(said).toContain('the ballot has 2 ranks')
  const all = warningsOf({ 'rank-1': '1', 'rank-2': '2' }, contestOf('ranked_choice'))
  expect(all).not.toContain('the ballot has')
})

it('warnings none for a whole position', () => {
  const text = { statement: 'a', statement_es: 'b', source_url: 'https://example.org/a', published_on: '2028-09-01' }
  expect(warningsOf({ pick: '1', ...text }, contestOf('plurality'))).toBe('')
})

it('fields and position say the same, with texts of single choices', () => {
  const contest = contestOf('multi_seat', 2)
  const statements = { statement: 'Both.\nReally.', 'statement-2': 'Hugo first.' }
  const fields = { pick: '1,2', ...statements, source_url: 'http://example.org/a' }
  const position = positionOf(fields, contest)
  expect(position.picks.map(({ text }) => text?.statement ?? null)).toEqual([null, 'Hugo first.'])
  expect(positionOf(toFields(position), contest)).toEqual(position)
})

it('the file is in the interchange format: one item per pick, by rank, with the texts that apply', () => {
  const contest = contestOf('ranked_choice')
  const position = positionOf({ 'rank-1': '2', 'rank-2': '1', statement: 'Both.', 'statement-1': 'Second.' }, contest)
  const workers = { slug: 'sample-workers', name: 'Sample Workers', category: 'labor', state: 'ME' } as const
  const file = JSON.parse(toEndorsementFile(workers, [position]))
  expect(endorsementFeed.parse(file)).toEqual(file)
  expect(file.endorsements).toEqual([
    { election: 'me-2028-11-07-general', contest: 7, choice: 2, rank: 1, statement: 'Both.' },
    { election: 'me-2028-11-07-general', contest: 7, choice: 1, rank: 2, statement: 'Second.' },
  ])
})

const said = { source_url: 'https://example.org/none', published_on: '2028-10-02' }

it.each(['no_position', 'declined', 'rescinded'] as const)('a stance %s stands in place of choices', (stance) => {
  for (const contest of [contestOf('plurality'), contestOf('ranked_choice'), contestOf('multi_seat', 2)]) {
    const position = positionOf({ stance, pick: '', ...said }, contest)
    expect(position).toMatchObject({ stance, picks: [], text: { statement: null, statement_es: null, ...said } })
    expect(deskPosition.parse(position)).toEqual(position)
    expect(positionOf(toFields(position), contest)).toEqual(position)
    expect(findWarnings(position, contest, '2028-10-03')).toEqual([])
    const endorser = { slug: 'sample', name: 'Sample', category: 'civic', state: 'ME' } as const
    const file = endorsementFeed.parse(JSON.parse(toEndorsementFile(endorser, [position])))
    expect(file.endorsements).toEqual([{ election: 'me-2028-11-07-general', contest: 7, stance, ...said }])
  }
})

it('a stance beside a choice or a rank, with a statement, or of another name, is a problem', () => {
  const none = { stance: 'declined' }
  expect(problemsOf({ ...none, pick: '1' }, contestOf('plurality')).stance).toContain('Take one of them away')
  expect(problemsOf({ ...none, 'rank-2': '1' }, contestOf('ranked_choice')).stance).toContain('Take one of them away')
  expect(problemsOf({ ...none, statement: 'No.' }, contestOf('plurality')).statement).toContain('expected none')
  expect(problemsOf({ ...none, statement_es: 'No.' }, contestOf('plurality')).statement_es).toContain('expected none')
  expect(problemsOf({ stance: 'undecided' }, contestOf('plurality')).stance).toContain('choose one from the list')
  expect(problemsOf({ ...none, published_on: 'soon' }, contestOf('plurality')).published_on).toContain('a date')
})

it('a stance is a position only without picks, and a position without picks is one only with a stance', () => {
  const position = positionOf({ stance: 'declined' }, contestOf('plurality'))
  const picked = positionOf({ pick: '1' }, contestOf('plurality'))
  expect(deskPosition.safeParse({ ...picked, stance: 'declined' }).success).toBe(false)
  expect(deskPosition.safeParse({ ...picked, picks: [] }).success).toBe(false)
  expect(deskPosition.safeParse(picked).success).toBe(true)
  expect(saysTheSame(position, { ...position, stance: 'rescinded' })).toBe(false)
  expect(saysTheSame(position, picked)).toBe(false)
  expect(saysTheSame(position, { ...position, title: 'Another title' })).toBe(true)
})
