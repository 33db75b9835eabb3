// Reports the changes that a file would make at the desk: added, changed, unchanged, refused. A refused line never removes a published endorsement.

import { expect, it } from 'vitest'
import type { DeskContest } from '../../../data/desk/check.ts'
import { type FileRecord, type HeldBefore, planImport } from '../../../data/desk/file.ts'
import type { DeskPosition, DeskText } from '../../../data/desk/position.ts'

const TEXT: DeskText = { statement: 'Both.', statement_es: null, source_url: null, published_on: null }

const COUNCIL: DeskContest = {
  ...{ id: 8, title: 'Council', vote_method: 'multi_seat', votes_allowed: 3, ranks_allowed: null },
  election: { slug: 'me-2028-11-07-general', name: 'General', date: '2028-11-07' },
  district: { name: 'Sample Harbor' },
  choices: [80, 81, 82].map((id) => ({
    ...{ id, label: `Choice ${id}`, withdrawn: false, measure_answer: null, candidate: null, party: null },
    ...{ party_label: null, option: null, ballot_designation: null },
  })),
}

const record = (line: number, choice_id: number | null, text = TEXT, code = 'unmatched-choice'): FileRecord => ({
  ...{ line, item: null, contest_id: COUNCIL.id },
  stated: { election: 'e', contest: 'Council', choice: String(choice_id) },
  pick: choice_id === null ? null : { choice_id, rank: null, text },
  stance: null,
  problems: choice_id === null ? [{ code, field: 'choice', got: 'x', likely: null, message: 'm' }] : [],
})

const published = (...ids: number[]): DeskPosition => ({
  ...{ election: COUNCIL.election.slug, contest_id: COUNCIL.id, title: 'Council', text: TEXT },
  picks: ids.map((choice_id) => ({ choice_id, label: `Choice ${choice_id}`, rank: null, text: null })),
})

const plan = (records: FileRecord[], held?: Partial<HeldBefore>) =>
  planImport(
    { records, problems: [] },
    new Map(held ? [[COUNCIL.id, { version: 4, published: null, publish_at: null, ...held }]] : []),
    (id) => (id === COUNCIL.id ? COUNCIL : undefined),
  )
const effects = ({ records }: ReturnType<typeof plan>) => records.map(({ effect }) => effect)

it('nothing published: every line is added, as one position with own texts where they differ', () => {
  const other = { ...TEXT, statement: 'Second.' }
  const { positions, ...rest } = plan([record(2, 80), record(3, 81, other)])
  expect(rest.records.map(({ effect }) => effect)).toEqual(['added', 'added'])
  expect(positions).toMatchObject([
    {
      ...{ expected: 0, dropped: [], cancels: null },
      position: {
        text: TEXT,
        picks: [
          { choice_id: 80, label: 'Choice 80', text: null },
          { choice_id: 81, text: other },
        ],
      },
    },
  ])
})

it('names each text that is published and that the file does not have', () => {
  const bare = { ...TEXT, statement: null, statement_es: null, source_url: null, published_on: null }
  const held = {
    published: { ...published(80, 81), text: { ...bare, statement: 'Why.', source_url: 'https://example.org/' } },
  }
  expect(plan([record(2, 80, bare), record(3, 81, { ...bare, statement: 'Anew.' })], held).positions).toMatchObject([
    {
      emptied: [
        { pick: { choice_id: 80 }, fields: ['statement', 'source_url'] },
        { pick: { choice_id: 81 }, fields: ['source_url'] },
      ],
    },
  ])
  expect(
    plan([record(2, 80, { ...bare, statement: 'Why.', source_url: 'https://example.org/b' })], held).positions,
  ).toMatchObject([{ emptied: [] }])
})

it('a refused line leaves a published contest as it is, and an unpublished one takes the others', () => {
  const held = plan([record(2, 80), record(3, null)], { published: published(80, 81) })
  expect(effects(held)).toEqual(['refused', 'refused'])
  expect(held.records.map(({ held_back }) => held_back)).toEqual(['refused', null])
  expect(held.positions).toEqual([])
  const fresh = plan([record(2, 80), record(3, null)])
  expect(effects(fresh)).toEqual(['added', 'refused'])
  expect(fresh.positions).toHaveLength(1)
})

it('a line without a contest withdraws nothing: it may be of any contest', () => {
  const unmatched = { ...record(3, null, TEXT, 'unmatched-contest'), contest_id: null }
  const held = plan([record(2, 80), unmatched], { published: published(80, 81) })
  expect(effects(held)).toEqual(['refused', 'refused'])
  expect(held.records.map(({ held_back }) => held_back)).toEqual(['unmatched', null])
  expect(held.positions).toEqual([])
  // Changes that withdraw nothing go in beside it.
  const changed = plan([record(2, 80), record(4, 81), unmatched], { published: published(80) })
  expect(effects(changed)).toEqual(['unchanged', 'added', 'refused'])
  expect(changed.positions).toMatchObject([{ dropped: [] }])
})

it('a repeated line is refused alone, because nothing is lost with it', () => {
  const repeated = plan([record(2, 80), record(3, null, TEXT, 'duplicate-endorsement')], { published: published(80) })
  expect(effects(repeated)).toEqual(['unchanged', 'refused'])
})

it('names what is scheduled, which the import cancels', () => {
  const publish_at = '2028-10-20T09:30:00.000Z'
  expect(plan([record(2, 80)], { publish_at }).positions).toMatchObject([{ cancels: publish_at, expected: 4 }])
})

it('a contest that is gone is refused', () => {
  expect(effects(plan([{ ...record(2, 80), contest_id: 99 }]))).toEqual(['refused'])
})

const silent = (line: number, published_on: string): FileRecord => {
  const text = { ...TEXT, statement: null, published_on }
  return { ...record(line, null), stance: { stance: 'declined', text }, problems: [] }
}
const held = (published_on: string): DeskPosition => ({
  ...{ ...published(), stance: 'declined' },
  text: { ...TEXT, statement: null, published_on },
})

it('a stance is added, changed or unchanged, and takes the place of what is published', () => {
  const first = plan([silent(2, '2028-10-01')])
  expect(effects(first)).toEqual(['added'])
  expect(first.positions).toMatchObject([{ position: held('2028-10-01'), expected: 0, dropped: [] }])
  const again = plan([silent(2, '2028-10-01')], { published: held('2028-10-01') })
  expect([effects(again), again.positions]).toEqual([['unchanged'], []])
  const later = plan([silent(2, '2028-10-02')], { published: held('2028-10-01') })
  expect([effects(later), later.positions.length]).toEqual([['changed'], 1])
  const instead = plan([silent(2, '2028-10-01')], { published: published(80, 81) })
  expect(effects(instead)).toEqual(['added'])
  expect(instead.positions[0]?.dropped.map(({ choice_id }) => choice_id)).toEqual([80, 81])
  const back = plan([record(2, 80)], { published: held('2028-10-01') })
  expect([effects(back), back.positions[0]?.position.stance]).toEqual([['added'], undefined])
})

it('a refused line leaves a published stance as it is', () => {
  expect(plan([record(2, 80), record(3, null)], { published: held('2028-10-01') }).positions).toEqual([])
})
