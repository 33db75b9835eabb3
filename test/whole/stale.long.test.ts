// A source that answers, but whose content does not change for longer than its kind should take, is stale. Nightlies over the sample, whose
// mirror stays the same for 400 days, and then changes.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { dataAges, lastRun } from '../../data/schema/last-run.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { runCommandAt } from '../cli/hustings.ts'
import { keepAlarms, shareMirror } from '../cli/temporary.ts'
import { shareFolder } from '../temporary.ts'

const FIRST_NIGHT = '2026-11-22T03:00:00.000Z'
const folder = shareFolder()
const mirror = shareMirror()
const alarms = keepAlarms(folder)
const later = (days: number): string => new Date(Date.parse(FIRST_NIGHT) + days * 86_400_000).toISOString()
const runAfter = (days: number, settings: Record<string, string>, ...words: string[]) =>
  runCommandAt(later(days), { ...alarms.setting, ...settings }, folder, ...words)
const nightlyAfter = (days: number, settings: Record<string, string> = {}) =>
  runAfter(days, settings, 'nightly', '--sample', '--mirror', mirror.folder)
const record = () => lastRun.parse(JSON.parse(readFileSync(pathsIn(join(folder, 'sample')).lastRun, 'utf8')))
const findStale = () =>
  Object.entries(record().sources).flatMap(([id, { stale }]) => (stale ? [[id, stale] as const] : []))

beforeAll(async () => {
  expect(await nightlyAfter(0)).toMatchObject({ code: 0 })
})

it('nothing is stale at first, nor within the days of its kind', async () => {
  expect([findStale(), alarms.take()]).toEqual([[], []])
  expect(await nightlyAfter(60, { HUSTINGS_STALE_DAYS: 'ballots=off,endorsements=off' })).toMatchObject({ code: 0 })
  expect([findStale(), alarms.take()]).toEqual([[], []])
})

it('after 400 days, the officeholders are: in the alarm, in doctor and in the state of the sources', async () => {
  const ended = await nightlyAfter(400)
  expect(ended.code, ended.stderr).toBe(0)
  const stale = { since: '2026-11-22', days: 60 }
  const said =
    'sample-officeholders is stale: its content has not changed since 2026-11-22; a change was expected within 60 days'
  expect(findStale()).toEqual([['sample-officeholders', stale]])
  expect(alarms.take()).toEqual([said])
  expect(ended.stderr).toContain(`ALARM: ${said}`)
  expect(ended.stdout).toMatch(/^sample-officeholders +officeholders .* its content has not changed since 2026-11-22/m)
  expect(dataAges(record()).map(({ kind, stale: count }) => [kind, count])).toContainEqual(['officeholders', 1])
  const { stdout } = await runAfter(400, {}, 'doctor', '--sample')
  expect(stdout).toContain(
    `warn  officeholders   ${said}\n      Next: hustings sources show sample-officeholders --sample`,
  )
  expect((await runAfter(400, {}, 'sources', 'status', '--sample')).stdout).toMatch(/^sample-officeholders +stale /m)
})

it('shortly before an election, its candidate lists and endorsements are; long after it, nothing is', async () => {
  const settings = { HUSTINGS_STALE_DAYS: 'officeholders=off' }
  // Nine days before the elections of November 2027, of which the sample has no endorsements in these files.
  expect(await nightlyAfter(336, settings)).toMatchObject({ code: 0 })
  const election_on = '2027-11-02'
  expect(findStale()).toContainEqual(['sample-ballots', { since: '2026-11-22', days: 14, election_on }])
  const near = 'a change was expected within 14 days, before the election of 2027-11-02'
  expect(alarms.take()).toEqual([expect.stringContaining(near)])
  expect(await nightlyAfter(4000, settings)).toMatchObject({ code: 0 })
  expect([findStale(), alarms.take()]).toEqual([[], []])
})

it('a change ends it', async () => {
  await nightlyAfter(401)
  expect(findStale().map(([id]) => id)).toEqual(['sample-officeholders'])
  mirror.edit('officeholders.csv', 'bruno-example,', 'bruno-example-2,')
  expect(await nightlyAfter(402)).toMatchObject({ code: 0 })
  expect([findStale(), record().sources['sample-officeholders']?.content?.since]).toEqual([[], later(402).slice(0, 10)])
})
