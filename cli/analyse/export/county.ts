import { hash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Command, Option } from 'commander'
import { encodeCounty } from '../../../data/place/county-file.ts'
import { findStateByFips } from '../../../data/schema/states.ts'
import { LANGUAGES, type Language, type StateCode } from '../../../data/schema/vocabulary.ts'
import { type Bundle, COUNTY_GEOID } from '../../../data/store/bundle.ts'
import { projectFile } from '../../../data/store/paths.ts'
import { findUpcoming } from '../../../server/read/elections.ts'
import type { Reading } from '../../../server/route/route.ts'
import { CommandError, EXIT, quote } from '../../exit.ts'
import { type OfflineCommandOptions, toCommandError, withAsOf } from '../../look/ask-offline.ts'
import { pathsOf, sampleFlag, withCommonOptions } from '../../options.ts'
import { formatKilobytes, formatNumberOf, printJson, printLine } from '../../output.ts'
import { listPrivate } from '../../publish/snapshot/work-folder.ts'

interface CountyOptions extends OfflineCommandOptions {
  elections?: string
  lang: Language
}

export function addExportCounty(exporting: Command): void {
  withCommonOptions(
    withAsOf(
      exporting
        .command('county')
        .description(
          'write the ballots of a county as one file for browsers, with its reader and a page that works offline',
        ),
    ),
  )
    .argument('<geoid>', 'the county by its five digits, such as 37183 for Wake County, NC')
    .argument('[folder]', 'a new folder (default: county-<geoid>)')
    .option('--elections <slugs>', 'separated by commas (default: the upcoming elections of the state)')
    .addOption(new Option('--lang <lang>', 'language of the texts').choices(LANGUAGES).default('en'))
    .action(async (geoid: string, folder: string | undefined, _options: CountyOptions, command: Command) => {
      // The options of `export` itself are accepted before `county`, too.
      const options = command.optsWithGlobals<CountyOptions>()
      const target = resolve(folder ?? `county-${geoid}`)
      if (existsSync(target))
        throw new CommandError(
          `${target} exists.`,
          `hustings export county${sampleFlag(options)} ${quote(geoid)} NEW_FOLDER`,
        )
      const { withOfflineReading } = await import('../../look/offline.ts')
      const source = { paths: pathsOf(options), asOf: options.asOf, now: Date.now, steady: () => performance.now() }
      try {
        const written = await withOfflineReading(source, (reading) => writeCounty(reading, { geoid, target }, options))
        if (options.json) printJson(written)
        else printWritten(written)
      } catch (fault) {
        throw toCommandError(fault, 'export county', options)
      }
    })
}

/** The outlines that the map shows, so that people find where they live. */
const MAPPED: ReadonlySet<string> = new Set(['place', 'council', 'county_council'])

interface WrittenCounty {
  folder: string
  county: string
  bundle: string
  /** YYYY-MM-DD */
  day: string
  elections: readonly string[]
  contests: number
  files: { name: string; bytes: number }[]
}

async function writeCounty(
  reading: Reading,
  { geoid, target }: { geoid: string; target: string },
  options: CountyOptions,
): Promise<WrittenCounty> {
  const { bundle } = reading
  const ids = await listPrivate(options, bundle.manifest.sources)
  if (ids.length > 0)
    throw new CommandError(
      `The bundle has rows of private sources: ${ids.join(', ')}. A county file may not have them.`,
      `hustings export${sampleFlag(options)} --without-private FOLDER   # exports tables without them`,
    )
  const county = requireCounty(bundle, geoid, options)
  const elections = requireElections(reading, county.state, geoid, options)
  const { collectCounty } = await import('./county-facts.ts')
  const { countyPage } = await import('./county-page.ts')
  const { loadOutline } = await import('../../../data/store/map-reads.ts')
  const held = collectCounty(reading, county, { elections, lang: options.lang })
  const file = gzipSync(encodeCounty(held), { level: 9 })
  const { facts, addresses } = held
  // The byte of gzip's header that names the operating system: the same file on every machine.
  file[9] = 255
  const drawn = facts.areas.flatMap(({ type, retired, district_id }) =>
    MAPPED.has(type) && retired === 0 ? [district_id] : [],
  )
  const mapped = nameDistricts(bundle, [...new Set(drawn)]).flatMap(({ id, name, type }) => {
    const outline = loadOutline(bundle.places, id)
    return outline ? [{ name, type, outline }] : []
  })
  const page = countyPage({
    facts,
    file,
    hasAddresses: addresses !== null,
    outline: loadOutline(bundle.places, county.district_id) ?? undefined,
    mapped,
  })
  const files = [
    { name: `${hash('sha256', file)}.county`, body: file },
    { name: 'county.js', body: readFileSync(projectFile('dist', 'county.js')) },
    ...(addresses
      ? [{ name: 'county-addresses.js', body: readFileSync(projectFile('dist', 'county-addresses.js')) }]
      : []),
    { name: 'index.html', body: Buffer.from(page.toString()) },
  ]
  mkdirSync(target, { recursive: true })
  // Nothing here is private: a web server of another user may serve it.
  chmodSync(target, 0o755)
  for (const { name, body } of files) {
    writeFileSync(join(target, name), body)
    chmodSync(join(target, name), 0o644)
  }
  return {
    folder: target,
    county: county.name,
    bundle: bundle.id,
    day: facts.day,
    contests: facts.contests.length,
    elections: facts.elections.map(({ slug }) => slug),
    files: files.map(({ name, body }) => ({ name, bytes: body.length })),
  }
}

/** Throws CommandError. */
function requireCounty(bundle: Bundle, geoid: string, options: CountyOptions): CountyDistrictName {
  const county = findCounty(bundle, geoid)
  if (county) return county
  // The first two digits of a GEOID name the state.
  const state = findStateByFips(geoid.slice(0, 2))?.code ?? (options.sample ? 'ME' : 'NC')
  const list = `SELECT coalesce(census_geoids[1], census_geoid) AS geoid, name FROM api.district WHERE (type = 'county' OR type = 'place' AND len(census_geoids) > 0) AND state = '${state}'`
  throw new CommandError(
    `No county has the GEOID "${geoid.slice(0, 80)}". Expected five digits, such as 37183.`,
    `hustings sql${sampleFlag(options)} "${list}"`,
    EXIT.usage,
  )
}

/** Ids of the named elections of the state, or of its upcoming ones. Throws CommandError for an unknown one, and if there is none. */
function requireElections(reading: Reading, state: StateCode, geoid: string, options: CountyOptions): number[] {
  const { bundle } = reading
  const own = listElectionsOf(bundle, state)
  const latest = own.at(-1)?.slug
  const again = `hustings export county${sampleFlag(options)} ${quote(geoid)} --elections ${latest ?? 'SLUG'}`
  if (options.elections === undefined) {
    const upcoming = new Set(findUpcoming(bundle, reading.day))
    const ids = own.map(({ id }) => id).filter((id) => upcoming.has(id))
    if (ids.length > 0) return ids
    throw new CommandError(`No election of ${state} is ahead. Name those that you want.`, again)
  }
  return options.elections.split(',').map((slug) => {
    const found = own.find((election) => election.slug === slug.trim())
    if (found) return found.id
    throw new CommandError(
      `--elections: ${state} has no election "${slug.trim().slice(0, 80)}". The latest one is ${latest ?? 'missing'}.`,
      again,
      EXIT.usage,
    )
  })
}

function printWritten({ folder, county, bundle, day, elections, contests, files }: WrittenCounty): void {
  printLine(`County     ${county}, ${formatNumberOf(contests, 'contest')} of ${elections.join(', ')}`)
  printLine(`Bundle     ${bundle.slice(0, 12)}, as of ${day}`)
  printLine(`Written    ${folder}`)
  for (const { name, bytes } of files) printLine(`           ${name}, ${formatKilobytes(bytes)}`)
  printLine(`Next: open ${join(folder, 'index.html')} in a browser. It works without a network.`)
}

// Reading the bundle.

interface CountyDistrictName {
  geoid: string
  district_id: number
  ocd_id: string
  name: string
  state: StateCode
}

/** The county, or the city outside all counties, whose lines are in use under a county's GEOID. */
export function findCounty({ places }: Bundle, geoid: string): CountyDistrictName | undefined {
  return places
    .statement<CountyDistrictName>(
      `SELECT $geoid AS geoid, id AS district_id, ocd_id, body ->> '$.name' AS name, state
FROM district
WHERE type IN ('county', 'place') AND ${COUNTY_GEOID} = $geoid AND retired = 0
ORDER BY id DESC
LIMIT 1`,
    )
    .get({ geoid })
}

/** By name. */
function nameDistricts({ places }: Bundle, ids: readonly number[]): { id: number; name: string; type: string }[] {
  return places
    .statement<{ id: number; name: string; type: string }>(
      `SELECT id, type, body ->> '$.name' AS name FROM district WHERE id IN (SELECT value FROM json_each($ids)) ORDER BY name, id`,
    )
    .all({ ids: JSON.stringify(ids) })
}

/** A state's elections by date, slug. */
function listElectionsOf({ ballots }: Bundle, state: string): { id: number; slug: string }[] {
  return ballots
    .statement<{ id: number; slug: string }>('SELECT id, slug FROM election WHERE state = $state ORDER BY date, slug')
    .all({ state })
}
