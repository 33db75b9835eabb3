// A source of each kind, the sample's and those of sources.yaml, loses half of its rows on a night of its own: it alone is held back, with
// its last good rows, while the source of the night before recovers. Invented rows make every source large enough for the guard.

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { lastRun } from '../../data/schema/last-run.ts'
import { DATA_KINDS, type DataKind } from '../../data/schema/vocabulary.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { openState } from '../../data/store/state/open.ts'
import { type Ended, runCommandAt } from '../cli/hustings.ts'
import { shareMirror } from '../cli/temporary.ts'
import { textsBeside } from '../table.ts'
import { shareFolder } from '../temporary.ts'

const folder = shareFolder()
const mirror = shareMirror()
const paths = pathsIn(join(folder, 'sample'))
const sample = (name: string): string => join(mirror.folder, 'data', 'sample', name)
const own = (name: string): string => join(paths.root, 'feeds', name)

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at)
const lines = (...texts: readonly (string | readonly string[])[]): string => `${texts.flat().join('\n')}\n`
/** Of a file of the sample: its head, and a share of its lines. The last line stays, so that the file looks whole. */
function shareOf(name: string, share: number): string {
  const [head = '', ...rest] = readFileSync(sample(name), 'utf8').trimEnd().split('\n')
  return lines(head, rest.slice(0, Math.floor((rest.length - 1) * share)), rest.at(-1) ?? '')
}
/** A UUID of version 5 for a number. */
function toUuid(at: number): string {
  const hex = createHash('sha1').update(`invented person ${at}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const SOURCES = textsBeside(import.meta.url)('sources.yaml')

const guild = (at: number): string => `sample-guild-${at}`
const QUESTIONS = ['Question 1', 'Pier Bond']

/** In degrees. */
const [TILE_WIDTH, TILE_HEIGHT] = [0.228279 / 20, 0.183752 / 10]

/** A source: its kind, its file, and the text of that file, whole or with half of the rows. */
interface Case {
  id: string
  kind: DataKind
  file: string
  text(share: number): string
}
const CASES: readonly Case[] = [
  { id: 'sample-ballots', kind: 'ballots', file: sample('choices.csv'), text: textOf('choices.csv') },
  {
    id: 'sample-endorsements',
    kind: 'endorsements',
    file: sample('endorsements.csv'),
    text: textOf('endorsements.csv'),
  },
  {
    id: 'sample-officeholders',
    kind: 'officeholders',
    file: sample('officeholders.csv'),
    text: manyOf('officeholders.csv', 200, (at, like) => like.replace(/^[^,]+/, toUuid(at))),
  },
  {
    id: 'sample-places',
    kind: 'lines',
    file: sample('zips.csv'),
    text: manyOf('zips.csv', 300, (at, like) => like.replace(/^\d+/, String(450 - at).padStart(5, '0'))),
  },
  {
    id: 'guild',
    kind: 'endorsements',
    file: own('guild.csv'),
    text: (share) =>
      lines(
        'endorser,endorser_name,endorser_category,endorser_state,election,contest,choice',
        numbers(100 * share).flatMap((at) =>
          QUESTIONS.map((question) => `${guild(at)},Sample Guild ${at},labor,ME,me-2028-11-07-general,${question},Yes`),
        ),
      ),
  },
  { id: 'vip', kind: 'ballots', file: own('vip.xml'), text: (share) => toVip(80 * share) },
  {
    id: 'council',
    kind: 'lines',
    file: own('council.geojson'),
    text: (share) => JSON.stringify({ type: 'FeatureCollection', features: numbers(200 * share).map(toTile) }),
  },
  {
    id: 'addresses',
    kind: 'addresses',
    file: own('addresses.csv'),
    text: (share) =>
      lines(
        'LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH',
        numbers(200 * share).map((at) => `-69.8,44.4,1,Invented ${at} Street,,Sample Harbor,,ME,,${at},`),
      ),
  },
]

function textOf(name: string): Case['text'] {
  const whole = shareOf(name, 1)
  const half = shareOf(name, 0.5)
  return (share) => (share === 1 ? whole : half)
}

/** The sample's rows, and invented ones like its last. */
function manyOf(name: string, count: number, make: (at: number, like: string) => string): Case['text'] {
  const whole = readFileSync(sample(name), 'utf8').trimEnd().split('\n')
  return (share) =>
    lines(
      whole,
      numbers(count * share).map((at) => make(at, whole.at(-1) ?? '')),
    )
}

/** One of 20 times 10 rectangles of which Sample Harbor is made. */
function toTile(at: number): object {
  const [west, south] = [-69.828931 + (at % 20) * TILE_WIDTH, 44.352487 + Math.floor(at / 20) * TILE_HEIGHT]
  const [east, north] = [west + TILE_WIDTH, south + TILE_HEIGHT]
  // biome-ignore format: a ring on one line
  const ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
  return { type: 'Feature', properties: { DISTRICT: at + 1 }, geometry: { type: 'Polygon', coordinates: [ring] } }
}

/** A feed of VIP 6.0 with so many measures in an election of its own. */
function toVip(measures: number): string {
  const contest = (at: number): string =>
    `<BallotMeasureContest id="bmc${at}"><BallotSelectionIds>yes no</BallotSelectionIds><ElectoralDistrictId>ed1</ElectoralDistrictId><Name>QUESTION ${at + 1}</Name></BallotMeasureContest>`
  const selection = (id: string, text: string): string =>
    `<BallotMeasureSelection id="${id}"><Selection><Text language="en">${text}</Text></Selection></BallotMeasureSelection>`
  return lines(
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<VipObject schemaVersion="6.0">',
    '<Source id="src1"><DateTime>2028-05-01T12:00:00</DateTime><Name>Sample County</Name><VipId>23</VipId></Source>',
    '<Election id="ele1"><Date>2028-06-13</Date><ElectionType><Text language="en">Special</Text></ElectionType><Name><Text language="en">Sample Special Election</Text></Name><StateId>st23</StateId></Election>',
    '<State id="st23"><Name>Maine</Name></State>',
    '<ElectoralDistrict id="ed1"><Name>Maine</Name><Type>state</Type></ElectoralDistrict>',
    numbers(measures).map(contest),
    [selection('yes', 'FOR'), selection('no', 'AGAINST')],
    '</VipObject>',
  )
}

const toNight = (nth: number): string => new Date(Date.parse('2028-03-01T03:00:00Z') + nth * 86_400_000).toISOString()
const nightly = (nth: number): Promise<Ended> =>
  runCommandAt(toNight(nth), {}, folder, 'nightly', '--sample', '--mirror', mirror.folder)
const put = (one: Case, share: number): void => writeFileSync(one.file, one.text(share))

/** Rows of each source in the published bundle. */
async function countPublished(): Promise<Map<string, number>> {
  const state = await openState(paths)
  try {
    const { sources } = loadManifest(paths, (await state.head())?.bundle ?? '')
    return new Map(sources.map(({ id, rows }) => [id, rows]))
  } finally {
    await state.close()
  }
}
/** The sources that failed in the last run, and whether they are held back. */
const findFailed = () => {
  const { sources } = lastRun.parse(JSON.parse(readFileSync(paths.lastRun, 'utf8')))
  const failed = Object.entries(sources).filter(([, { error }]) => error !== null)
  return failed.map(([id, { kind, held_back }]) => ({ id, kind, held_back: held_back !== undefined }))
}

beforeAll(async () => {
  mkdirSync(join(paths.root, 'feeds'), { recursive: true })
  writeFileSync(paths.sourcesFile, SOURCES.replace('ENDORSERS', numbers(100).map(guild).join(', ')))
  for (const one of CASES) put(one, 1)
  const first = await nightly(0)
  expect(first, first.stderr).toMatchObject({ code: 0 })
})

it('the cases have every kind of data, and rows enough for the guard', async () => {
  expect(new Set(CASES.map(({ kind }) => kind))).toEqual(new Set(DATA_KINDS))
  const published = await countPublished()
  for (const { id } of CASES) expect(published.get(id), id).toBeGreaterThanOrEqual(100)
})

it.each(CASES.map((one, at) => [one.id, one, at] as const))(
  '%s is held back alone, and recovers',
  async (_, one, at) => {
    const published = await countPublished()
    put(one, 0.5)
    const ended = await nightly(2 * at + 1)
    expect(ended, ended.stdout).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`sources accept ${one.id} --sample`),
    })
    expect(findFailed()).toEqual([{ id: one.id, kind: one.kind, held_back: true }])
    expect(await countPublished()).toEqual(published)
    put(one, 1)
    expect(await nightly(2 * at + 2)).toMatchObject({ code: 0 })
    expect(findFailed()).toEqual([])
  },
)
