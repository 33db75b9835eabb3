// Reads a file for the desk: one record for each line, its contest, and each problem.

import { expect, it } from 'vitest'
import type { DeskFile, NamedContest, ServedBallots, UnreadFile } from '../../../data/desk/file.ts'
import type { ContestElection } from '../../../data/schema/election.ts'
import { DESK_IMPORT_COMPARED_MAX, readDeskFile } from '../../../ingest/endorsement/desk-import.ts'

const WORKERS = { slug: 'sample-workers', name: 'Sample Workers', category: 'labor', state: 'ME' } as const
const SLUG = 'me-2028-11-07-general'

const election: ContestElection = {
  ...{ id: 5, slug: SLUG, name: '2028 Maine General', date: '2028-11-07', state: 'ME', type: 'general' },
  ...{ short_name: 'General', primary_system: null, info_url: null, details: {} },
}

const PLAIN = { kind: 'candidate', party: null, measure_code: null, votes_allowed: 1, ranks_allowed: null } as const
const DISTRICT = {
  id: 1,
  name: 'Maine',
  level: 'state',
  state: 'ME',
  type: 'state_lower',
  lines_precision: null,
} as const
const CHOICE = { party: null, party_label: null, option: null, ballot_designation: null, measure_answer: null } as const

function contest(id: number, title: string, labels: string[], more: Partial<NamedContest> = {}): NamedContest {
  return {
    ...PLAIN,
    id,
    title,
    short_title: title,
    vote_method: 'plurality',
    district: { ...DISTRICT, ocd_id: `ocd-division/country:us/state:me/sldl:${id}` },
    choices: labels.map((label, at) => ({ ...CHOICE, id: id * 10 + at, label, candidate: null, withdrawn: false })),
    ...more,
  }
}

const CONTESTS = [
  contest(7, 'Mayor', ['Ada Sample', 'Ben Example']),
  contest(8, 'Council', ['Cy Sample', 'Di Example', 'Ed'], { vote_method: 'multi_seat', votes_allowed: 2 }),
  contest(9, 'State Representative', ['Flo Sample']),
  contest(10, 'State Representative', ['Gus Sample']),
]
const BALLOTS: ServedBallots = { elections: [election], contestsOf: (slug) => (slug === SLUG ? CONTESTS : []) }

const read = (text: string | Uint8Array, records_max = 100) =>
  readDeskFile(typeof text === 'string' ? Buffer.from(text) : text, {
    endorser: WORKERS,
    ballots: BALLOTS,
    records_max,
  })

function fileOf(answer: DeskFile | UnreadFile): DeskFile {
  if (!('records' in answer)) throw new Error(JSON.stringify(answer))
  return answer
}

const HEAD = 'endorser,election,contest,choice,rank,statement,source_url,published_on'
const csv = (...lines: string[]): string => [HEAD, ...lines, ''].join('\n')
const line = (contest: string, choice: string, rest = ',,,'): string =>
  `sample-workers,${SLUG},${contest},${choice},${rest}`

it('each line is a record; a wrong one names its field, value and likely names, and the others stay', async () => {
  const { records, problems } = fileOf(
    await read(
      csv(
        line('Mayor', 'Ada Sample', ',"She listens,\nalways.",https://example.org/a,2028-10-01'),
        line('Mayer', 'Ada Sample'),
        line('8', 'Cy Sampel'),
        line('State Representative', 'Flo Sample'),
        line('Council', 'Di Example', ',x,javascript:alert(1),'),
        `other-union,${SLUG},Council,Cy Sample,,,,`,
        'too,few',
      ),
    ),
  )
  expect(problems).toEqual([])
  expect(records.map(({ line, contest_id, pick }) => [line, contest_id, pick?.choice_id ?? null])).toEqual([
    [2, 7, 70],
    [4, null, null],
    [5, 8, null],
    [6, null, null],
    [7, 8, 81],
    [8, 8, null],
    [9, null, null],
  ])
  expect(records[0]?.pick?.text).toEqual({
    ...{ statement: 'She listens,\nalways.', statement_es: null },
    ...{ source_url: 'https://example.org/a', published_on: '2028-10-01' },
  })
  expect(records.slice(1).map(({ problems }) => problems.map(({ code, field, got }) => [code, field, got]))).toEqual([
    [['unmatched-contest', 'contest', 'Mayer']],
    [['unmatched-choice', 'choice', 'Cy Sampel']],
    [['ambiguous-contest', 'contest', 'State Representative']],
    [['bad-value', 'source_url', 'javascript:alert(1)']],
    [['unmatched-endorser', 'endorser', 'other-union']],
    [['ragged-line', null, null]],
  ])
  expect(records[1]?.problems[0]?.likely).toContain('"Mayor"')
  expect(records[2]?.problems[0]?.likely).toContain('"Cy Sample"')
  expect(records[4]?.pick?.text.source_url).toBeNull()
})

it('JSON has an item for each endorsement; several may be on one line', async () => {
  const items = [
    { election: SLUG, contest: 7, choice: 70 },
    { election: SLUG, contest: 8, choice: 'nobody' },
  ]
  const text = JSON.stringify({ endorser: WORKERS, endorsements: [...items, 'x'] })
  const { records } = fileOf(await read(text))
  expect(records.map(({ line, item, pick, contest_id }) => [line, item, contest_id, pick?.choice_id ?? null])).toEqual([
    [1, 1, 7, 70],
    [1, 2, 8, null],
    [1, 3, null, null],
  ])
  expect(records[1]?.problems).toMatchObject([{ code: 'unmatched-choice', field: 'choice', got: 'nobody' }])
})

it('another endorser’s file says so for every record', async () => {
  const other = { ...WORKERS, slug: 'other-union', name: 'Other Union' }
  const { records } = fileOf(
    await read(JSON.stringify({ endorser: other, endorsements: [{ election: SLUG, contest: 7, choice: 70 }] })),
  )
  expect(records).toMatchObject([{ pick: null, problems: [{ field: 'endorser' }] }])
})

it('more picks than the contest permits refuse each line of the position', async () => {
  const { records } = fileOf(await read(csv(line('Mayor', 'Ada Sample'), line('Mayor', 'Ben Example'))))
  expect(records).toMatchObject([
    { contest_id: 7, pick: null, problems: [{ code: 'too-many-picks' }] },
    { contest_id: 7, pick: null, problems: [{ code: 'too-many-picks' }] },
  ])
})

it('an unknown column is a problem of the whole file', async () => {
  const { records, problems } = fileOf(await read(`${HEAD},note\n${line('Mayor', 'Ada Sample')},hello\n`))
  expect(records).toMatchObject([{ pick: { choice_id: 70 }, problems: [] }])
  expect(problems).toMatchObject([{ code: 'unknown-column', field: 'note' }])
})

it.each([
  ['a missing column', 'endorser,election,contest\na,b,c\n', 'choice'],
  ['a quote that is never closed in the header', `"${csv(line('Mayor', 'Ada Sample'))}`, 'quote'],
  ['text that is not UTF-8', Buffer.concat([Buffer.from(csv()), Buffer.from([0xff, 0xfe])]), ''],
  ['broken JSON', '{"endorsements": [', ''],
  ['another version', '{"version": 9, "endorsements": []}', 'version 9'],
])('%s stops the reading with its reason', async (_, text, part) => {
  expect(await read(text)).toMatchObject({ stopped: { reason: expect.stringContaining(part) } })
})

it('counts the records before it matches them', async () => {
  const text = csv(...Array.from({ length: 4 }, () => line('Mayor', 'Ada Sample')))
  expect(await read(text, 3)).toEqual({ too_many: 4 })
  expect(fileOf(await read(text, 4)).records).toHaveLength(4)
})

it('suggests names only while that is cheap: a long list of contests and a file of wrong names do not hold up the server', async () => {
  const many = Array.from({ length: 3000 }, (_, at) =>
    contest(at + 1, `Board of School District ${at}`, ['Ann Sample']),
  )
  const ballots: ServedBallots = { elections: [election], contestsOf: () => many }
  const text = csv(...Array.from({ length: 100 }, (_, at) => line(`Bord of Scool Distrct ${at}`, 'Ann Sample')))
  const desk = { endorser: WORKERS, ballots, records_max: 100 }
  const { records } = fileOf(await readDeskFile(Buffer.from(text), desk))
  const suggested = records.filter(({ problems }) => problems[0]?.likely !== null).length
  expect([records.length, suggested]).toEqual([100, Math.floor(DESK_IMPORT_COMPARED_MAX / many.length)])
})

it('a line gives a stance, with source and day; beside a choice of the same contest it is refused', async () => {
  const said = { source_url: 'https://example.org/none', published_on: '2028-10-02' }
  const endorsements = [
    { endorser: 'sample-workers', election: SLUG, contest: 'Mayor', stance: 'declined', ...said },
    { endorser: 'sample-workers', election: SLUG, contest: 'Council', choice: 'Cy Sample' },
    { endorser: 'sample-workers', election: SLUG, contest: 'Council', stance: 'no_position' },
  ]
  const { records } = fileOf(await read(JSON.stringify({ endorsements })))
  const text = { statement: null, statement_es: null, ...said }
  expect(records.map(({ contest_id, pick, stance }) => [contest_id, pick?.choice_id ?? null, stance])).toEqual([
    [7, null, { stance: 'declined', text }],
    [8, 80, null],
    [8, null, null],
  ])
  expect(records.map(({ problems }) => problems.map(({ code }) => code))).toEqual([[], [], ['stance-beside-choice']])
  const inCsv = fileOf(await read(`endorser,election,contest,choice,stance\nsample-workers,${SLUG},Mayor,,rescinded\n`))
  expect(inCsv.records.map(({ stance }) => stance?.stance)).toEqual(['rescinded'])
})
