// A replay of three election nights of North Carolina. Each night is ingested, built and published with the filings that the State Board had
// until then; afterwards one server answers for each of them by its date, as a server did on that evening.
//
// The Board publishes one listing per year and overwrites it, so the listing of an evening does not exist any more. The test makes it from
// the last one: it leaves out candidates who filed later, and those of a later round whose first round was not counted by that evening. Candidates
// who withdrew before the last listing are in none of them. Lines are those of today's copies, whatever their date: a contest cannot be
// placed without them, and each has its own validity. Officeholders and endorsements take part if their copy had been published by then.

import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { build } from '../../build/build.ts'
import { publishBundle } from '../../build/publish/publish.ts'
import { recordRetrieved } from '../../cli/publish/bundles.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { openState } from '../../data/store/state/sqlite/state.ts'
import { ingest } from '../../ingest/engine/ingest.ts'
import { kindOf, sources } from '../../ingest/engine/registry.ts'
import type { Source } from '../../ingest/read/source.ts'
import { hasTestData, TEST_DATA } from '../build/cells-layers.ts'
import { runCommand } from '../cli/hustings.ts'
import { type ServedFolder, serveFolder } from '../cli/served-folder.ts'
import { shareFolder } from '../temporary.ts'

const NIGHTS = ['2022-05-17', '2022-11-08', '2024-11-05'] as const
const LISTINGS = join('ballots', 'nc_ncsbe')
const CAPITOL = 'lat=35.7804&lng=-78.6391'

const filing = z.looseObject({
  election_dt: z.string(),
  contest_name: z.string(),
  name_on_ballot: z.string(),
  candidacy_dt: z.string(),
  party_candidate: z.string(),
  is_partisan: z.string(),
  party_contest: z.string(),
})
type Filing = z.infer<typeof filing>

/** `11/08/2022` as `2022-11-08`. */
const toDay = (text: string): string => text.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2')

/** @param voted contests that are voted on that night, of a party or of none */
function isListedOn(night: string, row: Filing, voted: ReadonlySet<string>): boolean {
  if (toDay(row.candidacy_dt) > night) return false
  const party = row.is_partisan === 'TRUE' ? row.party_candidate : ''
  return toDay(row.election_dt) <= night || !voted.has(`${row.contest_name} ${party}`)
}

/** The rows of a listing as objects, and its lines. */
function readListing(name: string): { rows: Filing[]; lines: string[] } {
  const text = gunzipSync(readFileSync(join(TEST_DATA, LISTINGS, name))).toString('latin1')
  const parsed = parse(text, { columns: true, raw: true, relax_quotes: true })
  const records = z.array(z.object({ record: filing, raw: z.string() })).parse(parsed)
  return { rows: records.map(({ record }) => record), lines: records.map(({ raw }) => raw) }
}

/** The publishers' files, with the Board's listings as they were on a night. */
function makeMirror(folder: string, night: string): void {
  mkdirSync(join(folder, LISTINGS), { recursive: true })
  for (const name of readdirSync(TEST_DATA))
    if (name !== 'ballots') symlinkSync(join(TEST_DATA, name), join(folder, name))
  for (const name of readdirSync(join(TEST_DATA, LISTINGS))) {
    if (!name.endsWith('.csv.gz')) continue
    const [header = ''] = gunzipSync(readFileSync(join(TEST_DATA, LISTINGS, name)))
      .toString('latin1')
      .split('\n')
    const { rows, lines } = readListing(name)
    const tonight = rows.filter((row) => toDay(row.election_dt) === night)
    const voted = new Set(tonight.map((row) => `${row.contest_name} ${row.party_contest}`))
    const listed = lines.filter((_, at) => isListedOn(night, filing.parse(rows[at]), voted))
    const bytes = Buffer.from(`${header}\n${listed.join('')}`, 'latin1')
    writeFileSync(join(folder, LISTINGS, name), gzipSync(bytes))
  }
}

function isOfNight(night: string, source: Source): boolean {
  if (source.family !== 'public') return false
  const kind = kindOf(source)
  if (kind === 'ballots') return source.id.startsWith('nc-') && source.vintage <= night.slice(0, 4)
  return kind === 'lines' || kind === 'addresses' || source.published_on <= night
}

const choices = z.array(z.looseObject({ label: z.string() }))
const contest = z.looseObject({ title: z.string(), choices, election: z.looseObject({ slug: z.string() }) })
const contestsOf = z.object({ data: z.array(contest), next_cursor: z.string().nullable() })
const ballotOf = z.object({ data: z.looseObject({ contests: z.array(contest) }) })
const electionsOf = z.object({
  data: z.array(z.looseObject({ slug: z.string(), contest_count: z.number(), endorsement_count: z.number() })),
})

// Needs the publishers' files (HUSTINGS_TEST_DATA or ../shared/data), and builds North Carolina three times: a long proof.
describe.skipIf(!hasTestData || process.env.PROOF !== '1')('three election nights of North Carolina', () => {
  const folder = shareFolder()
  let server: ServedFolder
  const bundles: string[] = []
  /** What a server of that evening answered. */
  const evenings: Awaited<ReturnType<typeof askAll>>[] = []

  async function get(asked: ServedFolder, path: string) {
    const reply = await asked.get(path)
    return { status: reply.status, snapshot: reply.headers.get('x-snapshot'), body: JSON.parse(await reply.text()) }
  }
  /** @param snapshot undefined for the server's own day */
  async function askAll(asked: ServedFolder, snapshot?: string) {
    const name = snapshot === undefined ? '' : `&snapshot=${snapshot}`
    const seen = new Set<string | null>()
    const ask = async (path: string) => {
      const { status, snapshot: bundle, body } = await get(asked, `${path}${name}`)
      expect(status, path).toBe(200)
      seen.add(bundle)
      return body
    }
    const contests: z.infer<typeof contest>[] = []
    for (let cursor = ''; ; ) {
      const { data, next_cursor } = contestsOf.parse(await ask(`/v1/contests?upcoming=true&limit=500${cursor}`))
      contests.push(...data)
      if (next_cursor === null) break
      cursor = `&cursor=${next_cursor}`
    }
    const upcoming = electionsOf.parse(await ask('/v1/elections?upcoming=true&limit=500')).data
    const ballot = ballotOf.parse(await ask(`/v1/ballot?${CAPITOL}`)).data
    const { data: coverage } = await ask('/v1/coverage?upcoming=true')
    const all = electionsOf.parse(await ask('/v1/elections?limit=500')).data
    return { bundles: [...seen], contests, upcoming, ballot, coverage, all }
  }

  beforeAll(async () => {
    const paths = pathsIn(folder)
    for (const night of NIGHTS) {
      const mirror = join(folder, `mirror-${night}`)
      makeMirror(mirror, night)
      const evening = new Date(`${night}T23:30:00.000Z`)
      const states = new Set(['NC'] as const)
      const own = sources.filter((source) => isOfNight(night, source))
      const { totals } = await ingest({ paths, sources: own, states, mirror, now: evening })
      expect(totals.status.failed, night).toBe(0)
      const { bundle, refused } = await build({ paths })
      expect(refused).toEqual([])
      recordRetrieved(paths, bundle)
      const state = await openState(paths)
      await publishBundle({ paths, state, bundle, now: () => evening, accept: false, retentionDays: 7 })
      await state.close()
      bundles.push(bundle)
      const then = await serveFolder(folder, { asOf: night })
      evenings.push(await askAll(then))
      await then.stop()
    }
    server = await serveFolder(folder)
  })
  afterAll(async () => {
    await server.stop()
  })

  it.each(NIGHTS.map((night, at) => [night, at] as const))(
    'one server answers for %s as a server did on that evening',
    async (night, at) => {
      const evening = evenings[at] ?? expect.fail()
      expect(evening.bundles).toEqual([bundles[at]])
      for (const name of [night, bundles[at]]) expect(await askAll(server, name), name).toEqual(evening)
    },
  )

  it('the upcoming elections of each night are those that were to come', () => {
    const upcoming = evenings.map((evening) =>
      evening.upcoming.map(({ slug }) => slug).filter((slug) => slug.startsWith('nc-')),
    )
    expect(upcoming).toEqual([
      ['nc-2022-05-17-primary', 'nc-2022-07-26-general', 'nc-2022-11-08-general'],
      ['nc-2022-11-08-general'],
      ['nc-2024-11-05-general'],
    ])
  })

  it.each([
    ['2022-05-17', '05/17/2022', 'US SENATE', 'nc-2022-05-17-primary'],
    ['2022-11-08', '11/08/2022', 'US SENATE', 'nc-2022-11-08-general'],
    ['2024-11-05', '11/05/2024', 'NC GOVERNOR', 'nc-2024-11-05-general'],
  ])('%s: the candidates on the ballot at the Capitol are those of the listing', async (night, date, title, slug) => {
    const { rows } = readListing(`Candidate_Listing_${night.slice(0, 4)}.csv.gz`)
    const listed = rows.filter((row) => row.election_dt === date && row.contest_name.startsWith(title))
    const names = new Set(listed.map((row) => `${row.party_contest} ${row.name_on_ballot}`))
    const { body } = await get(server, `/v1/ballot?${CAPITOL}&snapshot=${night}`)
    const { contests } = ballotOf.parse(body).data
    const office = title === 'US SENATE' ? /U\.?S\.? Senat/i : /^(NC |North Carolina )?Governor/i
    const found = contests.filter((one) => one.election.slug === slug && office.test(one.title))
    const labels = found.flatMap((one) => one.choices.map(({ label }) => label))
    expect(labels.length).toBeGreaterThan(2)
    expect(labels).toHaveLength(names.size)
  })

  it('officeholders were in no copy of those days', async () => {
    for (const night of NIGHTS) {
      const { status, body } = await get(server, `/v1/officeholders?snapshot=${night}`)
      expect([status, body.error.code]).toEqual([404, 'not_found'])
    }
  })

  it('a person reads what changed from night to night', async () => {
    const changes = async (from: string, to: string) => {
      const { code, stdout } = await runCommand(folder, 'diff', from, to, '--json')
      expect(code).toBe(0)
      return z
        .array(
          z.looseObject({
            kind: z.string(),
            change: z.string(),
            election: z.string().nullable(),
            contest: z.string().nullable(),
            name: z.string(),
          }),
        )
        .parse(JSON.parse(stdout).changes)
    }
    const first = await changes('2022-05-17', '2022-11-08')
    // Two were nominated on the night before, one filed in August. The candidate of a party without a primary was listed before.
    const senators = first.filter(
      ({ election, contest }) => election === 'nc-2022-11-08-general' && contest === 'US Senate',
    )
    expect(senators.map(({ kind, change, name }) => `${kind} ${change} ${name}`)).toEqual([
      'choice added Cheri Beasley',
      'choice added Matthew Hoh',
      'choice added Ted Budd',
    ])
    expect(first.filter(({ election }) => election?.startsWith('nc-2024'))).toEqual([])
    const second = await changes('2022-11-08', '2024-11-05')
    expect(second).toContainEqual(
      expect.objectContaining({ kind: 'election', change: 'added', election: 'nc-2024-11-05-general' }),
    )
    const { stdout } = await runCommand(folder, 'diff', '2022-05-17', '2022-11-08', '--markdown')
    expect(stdout).toMatch(/^## NC: nc-2022-11-08-general$/m)
    expect(stdout).toMatch(/^- US Senate: Choice is new: Matthew Hoh\.$/m)
    expect(stdout).toMatch(/; Toussaint E\. Summers, Jr\.$/m)
    expect(stdout).toMatch(/^- Contest is new: Ashe County Board of Education, with Dianne Eldreth; /m)
    if (process.env.HUSTINGS_TEST_REPORT_FOLDER) {
      for (const [from, to] of [NIGHTS.slice(0, 2), NIGHTS.slice(1)])
        writeFileSync(
          join(process.env.HUSTINGS_TEST_REPORT_FOLDER, `diff-${from}-${to}.txt`),
          (await runCommand(folder, 'diff', from ?? '', to ?? '')).stdout,
        )
    }
  })
})
