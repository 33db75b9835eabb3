// The sources that a failed check refuses, and their last good rows. refuse.long.test.ts does the same with files and whole builds.

import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type FailedCheck,
  ISSUES_PER_CHECK_MAX,
  type Offence,
  type RefusedSource,
  refuseSources,
} from '../../../build/check/checks.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { copyLastGood, deleteCopies } from '../../../data/store/last-good.ts'
import { type SourceRow, STALE } from '../../../data/store/source-read.ts'
import { column, replace, shareWarehouse, sourceRow, warehouse } from '../rows.ts'

shareWarehouse({ threads: 1 })
afterEach(async () => {
  await deleteCopies(warehouse)
  for (const table of ['choice', 'contest', 'endorsement', 'stance', 'source_read'])
    await warehouse.run(`DELETE FROM core.${table}`)
})

/** Signatures that the last build accepted. */
let accepted: Map<string, string>
beforeEach(() => {
  accepted = new Map()
})

const choiceRow = (choice_key: string) => sourceRow('choice', { choice_key, label: choice_key })
const contestRow = (contest_key: string) => sourceRow('contest', { contest_key })
const endorsementRow = (choice_key: string, line: number) =>
  sourceRow('endorsement', { endorsement_key: `club/${choice_key}`, choice_key }, { file: 'picks.csv', line })
const stanceRow = (contest_key: string, line: number) =>
  sourceRow('stance', { stance_key: `club/${contest_key}`, contest_key }, { file: 'picks.csv', line })

/** @param signature of the rows */
const say = (source_id: string, signature: string, rows: readonly SourceRow[], states: readonly StateCode[] = ['NC']) =>
  replace(warehouse, source_id, rows, { signature, states })

/** A source whose rows a build has accepted. */
async function accept(source_id: string, rows: readonly SourceRow[], states?: readonly StateCode[]) {
  const read = await say(source_id, 'good', rows, states)
  accepted.set(source_id, 'good')
  return read
}

const labels = () => column(warehouse, "SELECT source_id || ' ' || label FROM core.choice ORDER BY ALL")
const signatures = async () =>
  Object.fromEntries((await warehouse.sourceReads()).map(({ source_id, signature }) => [source_id, signature]))
const offence = (source_id: string, key = 'k', line = 1): Offence => ({ source_id, file: 'f.csv', line, key })
const failed = (check: string, offences: Offence[]): FailedCheck => ({
  ...{ check, rule: `the rule of ${check}`, rows: offences.length, offences },
  sample: offences.slice(0, 5).map((one) => JSON.stringify(one)),
})
const refuse = (checks: readonly FailedCheck[], earlier: readonly RefusedSource[] = []) =>
  refuseSources(warehouse, checks, { accepted, earlier })
const refusedBy = async (...offences: Offence[]) =>
  (await refuse([failed('a-rule', offences)])).sources.map(({ source_id }) => source_id)

test('a source gets its last good rows back; the report names its first check, its own rows and one of them', async () => {
  await copyLastGood(warehouse, await accept('a', [choiceRow('ann')]), accepted)
  await accept('b', [choiceRow('bob')])
  await say('a', 'new', [choiceRow('cy'), choiceRow('dee')])
  const other = await say('c', 'new', [choiceRow('eve')])
  const many = Array.from({ length: ISSUES_PER_CHECK_MAX + 1 }, (_, at) => offence('a', `a${at}`, at))
  const checks = [failed('first', [offence('c', 'c0', 7), ...many]), failed('second', [offence('a', 'x', 8)])]
  const { sources, issues } = await refuse(checks)
  expect(sources).toEqual([
    {
      ...{ source_id: 'a', check: 'first', rule: 'the rule of first', rows: many.length, rows_in: 1 },
      sample: JSON.stringify(many[0]),
    },
    {
      ...{ source_id: other.source_id, check: 'first', rule: 'the rule of first', rows: 1, rows_in: null },
      sample: JSON.stringify(offence('c', 'c0', 7)),
    },
  ])
  expect(await labels()).toEqual(['a ann', 'b bob'])
  expect(await signatures()).toEqual({ a: 'good', b: 'good' })
  expect(issues).toHaveLength(ISSUES_PER_CHECK_MAX + 1)
  const first = { source_id: 'a', file: 'f.csv', line: 0, code: 'first', value: 'a0', severity: 'refused' }
  expect([issues[0], issues.at(-1)]).toMatchObject([first, { ...first, source_id: 'c', line: 7, value: 'c0' }])
})

test('a source that fails again with its last good rows is left out', async () => {
  await copyLastGood(warehouse, await accept('a', [choiceRow('ann')]), accepted)
  await say('a', 'new', [choiceRow('cy')])
  const { sources } = await refuse([failed('a-rule', [offence('a')])])
  const again = await refuse([failed('a-rule', [offence('a')])], sources)
  expect(again.sources).toMatchObject([{ source_id: 'a', rows_in: null }])
  expect(await labels()).toEqual([])
})

test('of two that contradict each other, the one that no build has accepted is refused, otherwise the smaller', async () => {
  await accept('old', [choiceRow('ann')])
  await say('large', 'new', [choiceRow('bob'), choiceRow('cy')])
  await say('small', 'new', [choiceRow('dee')])
  await say('tiny', 'new', [])
  expect(await refusedBy(offence('old'), offence('large'))).toEqual(['large'])
  await say('large', 'new', [choiceRow('bob'), choiceRow('cy')])
  // Beside an accepted one, the largest is refused too.
  expect(await refusedBy(offence('old'), offence('small'), offence('large'))).toEqual(['large', 'small'])
  await say('small', 'new', [choiceRow('dee')])
  await say('large', 'new', [choiceRow('bob'), choiceRow('cy')])
  expect(await refusedBy(offence('small'), offence('large'), offence('tiny'))).toEqual(['small', 'tiny'])
  await say('small', 'new', [choiceRow('dee')])
  // Each alone breaks the rule, under keys of its own.
  expect(await refusedBy(offence('small', 'x'), offence('large', 'y'))).toEqual(['large', 'small'])
  await say('one', 'new', [choiceRow('eve')])
  await say('two', 'new', [choiceRow('flo')])
  expect(await refusedBy(offence('two'), offence('one'))).toEqual(['two'])
})

test('if only accepted rows fail, new rows of the same state are at fault, otherwise the rows themselves', async () => {
  await accept('old', [choiceRow('ann')], ['NC'])
  await say('elsewhere', 'new', [choiceRow('bob')], ['VA'])
  await say('beside', 'new', [choiceRow('cy')], ['SC', 'NC'])
  expect(await refusedBy(offence('old'))).toEqual(['beside'])
  expect(await refusedBy(offence('old'))).toEqual(['old'])
  expect(await labels()).toEqual(['elsewhere bob'])
})

test('no source is refused for rows that name none', async () => {
  await say('a', 'new', [choiceRow('ann')])
  expect(await refuse([failed('a-rule', [])])).toEqual({ sources: [], issues: [] })
  expect(await labels()).toEqual(['a ann'])
})

test('endorsements of choices that are taken back are left out, and their feed is read again', async () => {
  await copyLastGood(warehouse, await accept('a', [choiceRow('ann')]), accepted)
  await say('a', 'new', [choiceRow('ann'), choiceRow('bob')])
  await accept('other', [choiceRow('cy')])
  await accept('feed', [endorsementRow('bob', 2), endorsementRow('ann', 3)])
  await accept('faithful', [endorsementRow('ann', 1), endorsementRow('cy', 2), endorsementRow('missing', 3)])
  const { sources, issues } = await refuse([failed('a-rule', [offence('a')])])
  expect(sources.map(({ source_id }) => source_id)).toEqual(['a'])
  expect(issues.slice(1)).toMatchObject([
    { source_id: 'feed', file: 'picks.csv', line: 2, code: 'choice-refused', value: 'club/bob', severity: 'refused' },
  ])
  const left = "SELECT source_id || ' ' || choice_key FROM core.endorsement ORDER BY ALL"
  expect(await column(warehouse, left)).toEqual(['faithful ann', 'faithful cy', 'faithful missing', 'feed ann'])
  expect(await signatures()).toEqual({ a: 'good', other: 'good', feed: STALE, faithful: 'good' })
})

test('stances on contests that are taken back are left out, and their feed is read again', async () => {
  await copyLastGood(warehouse, await accept('a', [contestRow('mayor')]), accepted)
  await say('a', 'new', [contestRow('mayor'), contestRow('clerk')])
  await accept('feed', [stanceRow('clerk', 2), stanceRow('mayor', 3), stanceRow('missing', 4)])
  const { issues } = await refuse([failed('a-rule', [offence('a')])])
  expect(issues.slice(1)).toMatchObject([
    { source_id: 'feed', file: 'picks.csv', line: 2, code: 'contest-refused', value: 'club/clerk' },
  ])
  expect(await column(warehouse, 'SELECT contest_key FROM core.stance ORDER BY ALL')).toEqual(['mayor', 'missing'])
  expect(await signatures()).toEqual({ a: 'good', feed: STALE })
})
