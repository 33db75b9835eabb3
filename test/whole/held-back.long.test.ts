// A source that loses too many rows at once is held back: its last good rows stay, and everything else is published. Nightlies over the
// sample on days of their own, with an alarm that counts.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { lastRun } from '../../data/schema/last-run.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { type Ended, runCommandAt } from '../cli/hustings.ts'
import { keepAlarms, shareMirror } from '../cli/temporary.ts'
import { shareFolder } from '../temporary.ts'

const SOURCE = 'sample-endorsements'
const DAY_MS = 86_400_000
const FIRST_NIGHT = Date.parse('2028-03-01T03:00:00Z')

const folder = shareFolder()
const mirror = shareMirror()
const alarms = keepAlarms(folder)
const file = (name: string): string => join(mirror.folder, 'data', 'sample', name)
const toNight = (nth: number): string => new Date(FIRST_NIGHT + nth * DAY_MS).toISOString()
const runOn = (nth: number, ...words: string[]): Promise<Ended> =>
  runCommandAt(
    toNight(nth),
    // The sample never changes: before its election in June it is stale.
    { ...alarms.setting, HUSTINGS_STALE_DAYS: 'ballots=off,endorsements=off' },
    folder,
    ...words,
  )
const nightly = (nth: number, ...words: string[]) =>
  runOn(nth, 'nightly', '--sample', '--mirror', mirror.folder, ...words)
const record = () => lastRun.parse(JSON.parse(readFileSync(pathsIn(join(folder, 'sample')).lastRun, 'utf8')))

/** Rows of the warehouse that the last build sealed. */
async function query<Row extends object>(sql: string): Promise<Row[]> {
  const warehouse = await openWarehouse(pathsIn(join(folder, 'sample')).warehouse, { readonly: true })
  try {
    return await warehouse.all<Row>(sql)
  } finally {
    await warehouse.close()
  }
}
const countEndorsements = async (): Promise<number> =>
  (await query<{ n: number }>(`SELECT count(*) AS n FROM core.endorsement WHERE source_id = '${SOURCE}'`))[0]?.n ?? 0

/** Every night also changes the page of an officeholder, of another source, which must be published. */
let page = 'https://example.org/sample/people/bruno-example'
function changePage(nth: number): string {
  const next = `https://example.org/sample/night-${nth}`
  mirror.edit('officeholders.csv', `${page},`, `${next},`)
  page = next
  return page
}
const findPages = () =>
  query<{ website: string }>("SELECT DISTINCT website FROM core.officeholder WHERE website LIKE '%/night-%'")

/** The file with a share of its rows; it ends as before, so that no more of it is expected. */
function shrink(text: string, share: number): string {
  const lines = text.trimEnd().split('\n')
  return `${[...lines.slice(0, Math.ceil(lines.length * share)), lines.at(-1)].join('\n')}\n`
}

beforeAll(async () => {
  expect(await nightly(0)).toMatchObject({ code: 0 })
})

it('fifteen nights: other changes are published every night, and the source recovers by itself', async () => {
  const path = file('endorsements.csv')
  const whole = readFileSync(path, 'utf8')
  const all = await countEndorsements()
  const put = (text: string) => () => writeFileSync(path, text)
  const half = put(shrink(whole, 0.5))
  const gone = () => rmSync(path, { force: true })
  const renamed = put(whole.replace(/^([^\n]*)endorser/, '$1supporter'))
  const doubled = put(whole + whole.slice(whole.indexOf('\n') + 1))
  // biome-ignore format: a night a line
  const NIGHTS: [string, () => void, number, 'held back' | 'failed' | 'ok', boolean][] = [
    ['as before', put(whole), 0, 'ok', false],
    ['half of it', half, 1, 'held back', false],
    ['half of it', half, 1, 'held back', false],
    ['half of it', half, 1, 'held back', true],
    ['gone', gone, 1, 'held back', true],
    ['half of it again', half, 1, 'held back', true],
    ['whole again', put(whole), 0, 'ok', false],
    ['gone', gone, 1, 'failed', false],
    ['gone', gone, 1, 'failed', false],
    ['a renamed column', renamed, 1, 'failed', true],
    ['whole again', put(whole), 0, 'ok', false],
    ['each line twice', doubled, 0, 'ok', false],
    ['half of it', half, 1, 'held back', false],
    ['whole again', put(whole), 0, 'ok', false],
    ['as before', put(whole), 0, 'ok', false],
  ]
  for (const [at, [what, change, code, state, alarmed]] of NIGHTS.entries()) {
    const nth = at + 1
    change()
    const expected = changePage(nth)
    const ended = await nightly(nth)
    const source = record().sources[SOURCE]
    const found = source?.held_back ? 'held back' : source?.error ? 'failed' : 'ok'
    const seen = { nth, what, code: ended.code, state: found, alarms: alarms.take().length > 0 }
    expect(seen, ended.stderr).toEqual({ nth, what, code, state, alarms: alarmed })
    expect(await findPages()).toEqual([{ website: expected }])
    expect(await countEndorsements()).toBe(all)
    if (state === 'held back' && what !== 'gone')
      expect(ended.stderr).toContain(`Next: hustings sources accept ${SOURCE} --sample`)
  }
})

it('says what is held back, why, since when and how to accept it; accepting publishes the loss', async () => {
  const path = file('endorsements.csv')
  const whole = readFileSync(path, 'utf8')
  writeFileSync(path, shrink(whole, 0.5))
  for (const nth of [21, 22]) expect(await nightly(nth)).toMatchObject({ code: 1 })
  const held = record().sources[SOURCE]?.held_back
  expect(held).toMatchObject({ since: toNight(21), rows_before: expect.any(Number), rows: expect.any(Number) })
  const said = `${SOURCE} is held back since 2028-03-22: it would fall from ${held?.rows_before} to ${held?.rows} rows`
  expect((await runOn(22, 'doctor', '--sample')).stdout).toContain(said)
  expect((await runOn(22, 'sources', 'status', '--sample')).stdout).toMatch(new RegExp(`^${SOURCE} +held back`, 'm'))
  alarms.take()
  await nightly(23)
  expect(alarms.take()).toEqual([
    `${SOURCE} is held back since 2028-03-22, from ${held?.rows_before} to ${held?.rows} rows: hustings sources accept ${SOURCE} --sample`,
  ])
  expect(await runOn(23, 'sources', 'accept', 'sample-ballots', '--sample')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`got "sample-ballots", which is not held back; these are: ${SOURCE}`),
  })
  expect(await runOn(23, 'sources', 'accept', SOURCE, '--sample')).toMatchObject({ code: 0 })
  const before = await countEndorsements()
  expect(await nightly(23)).toMatchObject({ code: 0 })
  expect(await countEndorsements()).toBeLessThan(before * 0.6)
  expect(record().sources[SOURCE]).not.toHaveProperty('held_back')
  expect(record().sources[SOURCE]).not.toHaveProperty('accepted_rows')
  writeFileSync(path, whole)
  expect(await nightly(24)).toMatchObject({ code: 0 })
  expect(await countEndorsements()).toBe(before)
})

describe('a run that publishes nothing alarms on the third night', () => {
  it('because the bundle cannot be built', async () => {
    const { warehouse } = pathsIn(join(folder, 'sample'))
    rmSync(warehouse)
    mkdirSync(join(warehouse, 'in the way'), { recursive: true })
    changePage(50)
    alarms.take()
    const said: string[][] = []
    for (const nth of [51, 52, 53]) {
      expect((await nightly(nth)).code).not.toBe(0)
      said.push(alarms.take())
    }
    expect(said).toEqual([[], [], [expect.stringMatching(/^nothing was published on 3 nights: /)]])
    rmSync(warehouse, { recursive: true })
    expect(await nightly(54)).toMatchObject({ code: 0 })
    expect(record()).not.toHaveProperty('unpublished')
  })

  it('because it was killed, when the next one begins', async () => {
    const { lastRun: path } = pathsIn(join(folder, 'sample'))
    const { run, ...rest } = record()
    const killed = { ...run, ended_at: null, outcome: null, publication: null }
    writeFileSync(
      path,
      JSON.stringify({ ...rest, run: killed, unpublished: { nights: 3, on: toNight(56).slice(0, 10) } }),
    )
    expect(await nightly(57)).toMatchObject({ code: 0 })
    expect(alarms.take()).toEqual([
      expect.stringMatching(/^nothing was published on 3 nights: the nightly of .* did not end$/),
    ])
    expect(await nightly(58)).toMatchObject({ code: 0 })
    expect(alarms.take()).toEqual([])
  })
})
