// Every kind of feed, read by its own reader: an edit of endorsements alone takes the changes path, an edit of the ballots that
// the feed creates builds the whole, and both serve what a first build of the same files serves.

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { build } from '../../build/build.ts'
import { buildChanges } from '../../build/changes.ts'
import { toCoordinates } from '../../data/geometry/polygon.ts'
import { openBundle } from '../../data/store/bundle.ts'
import { digestFeedBallots } from '../../data/store/feed-ballot-digest.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import { type Paths, pathsIn, projectFile } from '../../data/store/paths.ts'
import { type SharedWork, shareWork } from '../../data/store/scratch.ts'
import { addShape } from '../../ingest/boundary/shape.ts'
import { readFiveThirtyEight } from '../../ingest/endorsement/fivethirtyeight.ts'
import { readSelfContainedInterchange } from '../../ingest/endorsement/interchange.ts'
import { readSf2016 } from '../../ingest/endorsement/sf.ts'
import { ingest } from '../../ingest/engine/ingest.ts'
import type { Memory } from '../../ingest/engine/source-dependencies.ts'
import type { DeclaredReader, Source, SourceReader } from '../../ingest/read/source.ts'
import { joinCounties, readAtlas } from '../../ingest/sample/district.ts'
import { PROOF_ONLY } from '../proof/only.ts'
import { shareFolder } from '../temporary.ts'
import { closeAll, expectSame } from './answers.ts'

const US = 'ocd-division/country:us'
const DEM = 'dem.csv'
const REP = 'rep.csv'
const JUNE = 'june.csv'
const NOVEMBER = 'november.csv.gz'
const CLUB = 'club.csv'
const GUILD = 'guild.json'

const first: Record<string, string> = {
  [DEM]: lines(
    "Candidate,State,Primary Date,Office,District,EMILY's List,Justice Dems,Indivisible,PCCC,Our Revolution,Sunrise,Sanders,AOC,Party Committee,Primary Votes",
    'Ann Lee,Texas,3/1/22,Representative,1,Yes,N/A,N/A,N/A,N/A,N/A,Yes,No,N/A,500',
    'Bo Diaz,Texas,3/1/22,Representative,1,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,500',
    'Di Poe,Texas,3/1/22,Representative,2,N/A,Yes,N/A,N/A,N/A,N/A,N/A,N/A,N/A,500',
    'Ed Fox,Texas,3/1/22,Representative,2,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,500',
  ),
  [REP]: lines(
    "Candidate,State,Primary Date,Office,District,Trump,Trump Date,Club for Growth,Party Committee,Renew America,E-PAC,VIEW PAC,Maggie's List,Winning for Women,Primary Votes",
    'Cy Roe,Texas,3/1/22,Governor,N/A,Yes,12/9/21,N/A,N/A,N/A,N/A,N/A,N/A,N/A,500',
    'Flo Day,Texas,3/1/22,Governor,N/A,N/A,N/A,N/A,N/A,N/A,Yes,N/A,N/A,N/A,500',
  ),
  [JUNE]: lines(
    'endorser,category,candidate,endorsement',
    'SPUR,Proposition,State 50,Yes',
    'SPUR,State Senate,Jane Kim,Yes',
    'SPUR,State Senate,Scott Wiener,No',
  ),
  [NOVEMBER]: lines(
    'endorser,category,candidate,endorsement',
    'SPUR,Proposition,Local A,Yes',
    'SPUR,Proposition,Local B,NA',
    'San Francisco Chronicle,Proposition,Local A,No',
    'San Francisco Chronicle,Proposition,Local B,No',
    'San Francisco Chronicle,United States Senator,Kamala Harris,Yes',
    'San Francisco Chronicle,United States Senator,Loretta L. Sanchez,No',
  ),
  'pages.csv': lines('endorser,district_17_url,district_19_url,props_url,state_senate_url'),
  [CLUB]: lines(
    'endorser,election,contest,choice,statement,endorser_name,endorser_category,endorser_state',
    'club,tx-2022-03-01-primary,US House District 1,Bo Diaz,Why not.,Sample Club,civic,TX',
    'club,tx-2022-03-01-primary,US House District 2,Ed Fox,,Sample Club,civic,TX',
  ),
  [GUILD]: JSON.stringify({
    version: 1,
    endorser: { slug: 'guild', name: 'Sample Guild', category: 'labor', state: 'national' },
    endorsements: [
      { election: 'tx-2022-03-01-primary', contest: 'Governor', choice: 'Cy Roe' },
      { election: 'ca-2016-11-08-general', contest: 'Proposition A', choice: 'Yes' },
    ],
  }),
}

const places: SourceReader = ([file], _context, sink) => {
  if (!file) throw new Error('no atlas')
  const { counties, arcs } = readAtlas(file)
  for (const [state, fips] of [
    ['TX', '48'],
    ['CA', '06'],
  ] as const) {
    const of = counties.filter(({ geoid }) => geoid.startsWith(fips))
    const ocd_id = `${US}/state:${state.toLowerCase()}`
    const at = { file: file.name, line: null }
    const days = { vintage: '2017', valid_from: null, valid_to: null }
    const plan = { ...days, lines_precision: 'simplified', error_m: 0 } as const
    const area = { state, ocd_id, census_geoid: fips, name: state, class: null }
    addShape(sink, at, { ...plan, layer: 'state' }, { ...area, coordinates: toCoordinates(joinCounties(of, arcs)) })
    for (const county of of.filter(({ name }) => name === 'San Francisco'))
      addShape(
        sink,
        at,
        { ...plan, layer: 'county' },
        {
          ...{ state, ocd_id: `${ocd_id}/county:san_francisco`, census_geoid: county.geoid, name: county.name },
          ...{ class: null, coordinates: toCoordinates(joinCounties([county], arcs)) },
        },
      )
  }
}

const sources: readonly Source[] = [
  source('places', ['counties-10m.json'], { read: places }),
  source('fivethirtyeight', [DEM, REP], { needs: ['ballots'], read: readFiveThirtyEight(2022) }),
  source('san-francisco', [JUNE, NOVEMBER, 'pages.csv'], { needs: ['ballots'], read: readSf2016 }),
  source('club', [CLUB], { needs: ['ballots'], read: readSelfContainedInterchange }),
  source('guild', [GUILD], { needs: ['ballots'], read: readSelfContainedInterchange }),
]

const root = shareFolder()
const mirror = join(root, 'mirror')
const watched = pathsIn(join(root, 'watched'))
const memory: Memory = {}
const files = { ...first }

beforeAll(async () => {
  mkdirSync(mirror)
  symlinkSync(projectFile('node_modules', 'us-atlas', 'counties-10m.json'), join(mirror, 'counties-10m.json'))
  for (const [name, text] of Object.entries(files)) save(name, text)
  await read(watched)
  await build({ paths: watched })
})

function lines(...all: string[]): string {
  return `${all.join('\n')}\n`
}

function source(id: string, names: readonly string[], reading: DeclaredReader): Source {
  return {
    ...{ id, publisher: 'Invented', url: 'https://example.org', licence: 'CC0-1.0', vintage: '1', personal: [] },
    ...{ published_on: '2028-01-01', states: ['CA', 'TX'], family: 'sample', ...reading },
    files: names.map((name) => ({ url: `https://example.org/${name}`, mirror: name })),
  }
}

function save(name: string, text: string): void {
  files[name] = text
  writeFileSync(join(mirror, name), name.endsWith('.gz') ? gzipSync(text) : text)
}

/** @param changed with the database left open, like watch */
async function read(
  paths: Paths,
  { changed, work }: { changed?: ReadonlySet<string>; work?: SharedWork } = {},
): Promise<readonly string[]> {
  const now = new Date('2028-01-02T00:00:00Z')
  const report = await ingest({
    ...{ paths, sources, mirror, states: null, code: '1', now },
    ...(changed && { changed, memory }),
    ...(work && { work }),
  })
  expect(report.sources.map(({ error }) => error)).toEqual(sources.map(() => null))
  return report.sources.filter(({ status }) => status === 'read').map(({ source_id }) => source_id)
}

const BO = 'Bo Diaz,Texas,3/1/22,Representative,1,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,500\n'
const GUS = 'Gus Ray,Texas,3/1/22,Representative,3,Yes,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,500\n'
const BO_CLUB = 'club,tx-2022-03-01-primary,US House District 1,Bo Diaz,Why not.,Sample Club,civic,TX\n'
const GUILD_A = ',{"election":"ca-2016-11-08-general","contest":"Proposition A","choice":"Yes"}'
const OF_TEXAS = ['fivethirtyeight', 'san-francisco', 'club', 'guild']
const OF_CALIFORNIA = ['san-francisco', 'club', 'guild']

type Taken = 'changes' | 'whole'
/** Each edit is applied after the previous ones. */
// biome-ignore format: an edit a line
const edits: readonly [what: string, file: string, from: string, to: string, taken: Taken, reads?: readonly string[]][] = [
  ['FiveThirtyEight: an endorsement comes', DEM, 'Ed Fox,Texas,3/1/22,Representative,2,N/A', 'Ed Fox,Texas,3/1/22,Representative,2,Yes', 'changes'],
  ['FiveThirtyEight: an endorsement goes to the rival', DEM, '2,N/A,Yes,N/A', '2,N/A,No,N/A', 'changes'],
  ['FiveThirtyEight: a date', REP, '12/9/21', '12/10/21', 'changes'],
  ['FiveThirtyEight: an endorser’s only row goes', REP, 'N/A,N/A,Yes,N/A', 'N/A,N/A,N/A,N/A', 'changes'],
  // The line is a choice of the primary that the feed creates; the other feeds read it.
  ['FiveThirtyEight: a candidate’s line goes', DEM, BO, '', 'whole', OF_TEXAS],
  ['FiveThirtyEight: a candidate’s line with an endorsement comes', DEM, 'Ann Lee', `${GUS}Ann Lee`, 'whole', OF_TEXAS],
  ['FiveThirtyEight, after a whole build: an endorsement goes', DEM, 'N/A,Yes,No', 'N/A,No,No', 'changes'],
  ['San Francisco: an answer to a measure turns', NOVEMBER, 'SPUR,Proposition,Local A,Yes', 'SPUR,Proposition,Local A,No', 'changes'],
  ['San Francisco: an endorsement comes', NOVEMBER, 'Local B,NA', 'Local B,Yes', 'changes'],
  ['San Francisco: a row goes that others say, too', NOVEMBER, 'San Francisco Chronicle,Proposition,Local A,No\n', '', 'changes'],
  ['San Francisco: the only row of a candidate goes', JUNE, 'SPUR,State Senate,Scott Wiener,No\n', '', 'whole', OF_CALIFORNIA],
  ['the interchange format as CSV: a statement', CLUB, 'Ed Fox,,', 'Ed Fox,Because.,', 'changes'],
  ['the interchange format as CSV: a row goes', CLUB, BO_CLUB, '', 'changes'],
  ['the interchange format as CSV: its endorser’s name', CLUB, 'Sample Club', 'Another Club', 'changes'],
  ['the interchange format as JSON: another choice', GUILD, '"Cy Roe"', '"Flo Day"', 'changes'],
  ['the interchange format as JSON: an endorsement goes', GUILD, GUILD_A, '', 'changes'],
]

it.skipIf(PROOF_ONLY !== null).each(edits)('%s', async (what, file, from, to, taken, reads) => {
  const text = files[file] ?? ''
  expect(text.split(from)).toHaveLength(2)
  save(file, text.replace(from, to))
  const owner = sources.find((one) => one.files.some(({ mirror }) => mirror === file))?.id ?? ''
  // Like watch: opens the database once, and passes on the ballots of the feeds.
  const work = shareWork(watched.work)
  expect(await read(watched, { changed: new Set([owner]), work })).toEqual(reads ?? [owner])
  const { feedBallots } = memory
  expect(feedBallots).toEqual(await digestFeedBallots(await work.open()))
  const built = await buildChanges({
    ...{ paths: watched, work, fold: { share: 1, rows: 1_000_000 } },
    ...(feedBallots && { feedBallots }),
  })
  expect(built).toMatchObject({ taken })

  const fresh = pathsIn(join(root, 'fresh', what))
  await read(fresh)
  const whole = await build({ paths: fresh })
  const both = [
    openBundle(watched, loadManifest(watched, built.bundle)),
    openBundle(fresh, loadManifest(fresh, whole.bundle)),
  ] as const
  try {
    expectSame(...both)
  } finally {
    closeAll(both)
    rmSync(fresh.root, { recursive: true })
  }
})
