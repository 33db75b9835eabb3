import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import { LICENCES } from '../data/reference/licences.ts'
import { findSimilar } from '../data/schema/edit-distance.ts'
import { type DataKind, STATE_CODES, type StateCode } from '../data/schema/vocabulary.ts'
import { findLastRun } from '../data/store/last-run.ts'
import { projectFile } from '../data/store/paths.ts'
import type { Source, SourceFile } from '../ingest/read/source.ts'
import { loadRegistry } from './choose-sources.ts'
import { CommandError, EXIT } from './exit.ts'
import { type CommonOptions, familyOf, pathsOf, sampleFlag, withCommonOptions } from './options.ts'
import { logToStderr, printJson, printLine, printTable } from './output.ts'
import { entry } from './summary.ts'

type Origin = 'built-in' | 'sources.yaml' | 'switched off'

/** A source as `list` shows it. */
interface Listed {
  id: string
  kind: DataKind
  publisher: string
  licence: string
  vintage: string
  from: Origin
  states: readonly StateCode[]
}

export function addSources(program: Command): void {
  const sources = program
    .command('sources')
    .description('the sources of the data, and sources.yaml, which adds your own')

  withCommonOptions(
    sources.command('init').description('write a commented sources.yaml, which changes nothing until you edit it'),
  ).action((options: CommonOptions) => {
    const { sourcesFile } = pathsOf(options)
    if (existsSync(sourcesFile))
      throw new CommandError(`${sourcesFile} exists already; nothing was written.`, `less ${sourcesFile}`)
    mkdirSync(dirname(sourcesFile), { recursive: true, mode: 0o700 })
    writeFileSync(sourcesFile, initialFile(), { flag: 'wx', mode: 0o600 })
    if (options.json) printJson({ file: sourcesFile })
    else printLine(sourcesFile)
    logToStderr(`Next: hustings sources list${sampleFlag(options)}   (after editing the file)`)
  })

  withCommonOptions(
    sources
      .command('list')
      .description('list every source: kind, publisher, licence, vintage and where it is declared'),
  ).action(async (options: CommonOptions) => {
    const listed = (await listSources(options)).map(({ listed }) => listed)
    if (options.json) printJson(listed)
    else
      printTable({
        columns: ['id', 'kind', 'publisher', 'licence', 'vintage', 'from', 'states'],
        rows: listed.map(({ id, kind, publisher, licence, vintage, from, states }) => [
          ...[id, kind, publisher, licence, vintage, from],
          formatStates(states),
        ]),
      })
  })

  withCommonOptions(sources.command('show').description('show a source: its files, terms and last reading'))
    .argument('<id>', 'as in the list')
    .action(async (id: string, options: CommonOptions) => {
      const shown = await showSource(id, options)
      if (options.json) printJson(shown)
      else for (const line of formatShown(shown)) printLine(line)
    })
}

/** Those that are switched off come last. */
async function listSources(options: CommonOptions): Promise<{ listed: Listed; source: Source }[]> {
  const { findSources: findBuiltIn } = await import('../ingest/engine/registry.ts')
  const { findSources, added, disabled, kindOf } = await loadRegistry(options)
  const all = { mirror: null, year: new Date().getUTCFullYear() }
  const off = findBuiltIn(all).filter(({ id }) => disabled.has(id))
  return [...findSources(all), ...off]
    .filter(({ family }) => family === familyOf(options))
    .map((source) => {
      const { id, publisher, licence, vintage, states } = source
      const from = disabled.has(id) ? 'switched off' : added.has(id) ? 'sources.yaml' : 'built-in'
      return { source, listed: { id, kind: kindOf(source), publisher, licence, vintage, from, states } }
    })
}

/** Beyond these, the table counts them; --json has all. */
const STATES_SHOWN = 10

function formatStates(states: readonly StateCode[]): string {
  if (states.length === STATE_CODES.length) return 'all'
  return states.length > STATES_SHOWN ? `${states.length} states` : states.join(' ')
}

interface Shown extends Listed {
  page: string
  terms: string
  personal: readonly string[]
  /** For each header the variable of the environment with its value. */
  header_env: Readonly<Record<string, string>>
  /** Whether its rows are kept out of exports and snapshots. */
  private: boolean
  /** What sources.yaml says beside these: null for a built-in source. */
  settings: Readonly<Record<string, unknown>> | null
  files: { name: string; url: string; location: string }[]
  /** When its files were last fetched and read, or found unchanged; null if never. */
  checked_at: string | null
  /** Why the last attempt failed; null if it succeeded. */
  error: string | null
}

async function showSource(id: string, options: CommonOptions): Promise<Shown> {
  const { locate } = await import('../ingest/fetch/fetch.ts')
  const all = await listSources(options)
  const found = all.find(({ listed }) => listed.id === id)
  if (!found) {
    const similar = findSimilar(
      id,
      all.map(({ listed }) => listed.id),
    )
    throw new CommandError(
      `There is no source "${id}"${similar ? `: did you mean ${similar}?` : '.'} There are ${all.length}.`,
      `hustings sources list${sampleFlag(options)}`,
      EXIT.usage,
    )
  }
  const { listed, source } = found
  const last = findLastRun(pathsOf(options))?.sources[id]
  return {
    ...listed,
    page: source.url,
    terms: LICENCES[source.licence].terms,
    personal: source.personal,
    header_env: Object.assign({}, ...source.files.map(headersOf)),
    private: source.private === true,
    settings: source.settings ?? null,
    files: source.files.map((file) => {
      const { address, folder } = locate(file, null)
      return { name: file.mirror, url: file.url, location: folder ?? address }
    }),
    checked_at: last?.checked_at ?? null,
    error: last?.error ?? null,
  }
}

function headersOf({ location }: SourceFile): Readonly<Record<string, string>> {
  return location && 'address' in location ? (location.headerEnv ?? {}) : {}
}

/** Files beyond these are counted only. */
const FILES_SHOWN = 12

function formatShown(shown: Shown): string[] {
  const { files, settings, checked_at, error } = shown
  const more = files.length - FILES_SHOWN
  return [
    entry('Id', shown.id),
    entry('Kind', shown.kind),
    entry('From', shown.from),
    entry('Publisher', shown.publisher),
    entry('Page', shown.page),
    entry('Licence', shown.licence),
    entry('Terms', shown.terms),
    entry('Vintage', shown.vintage),
    entry('States', formatStates(shown.states)),
    entry('Personal', shown.personal.join(', ') || 'no columns'),
    ...Object.entries(shown.header_env).map(([header, variable]) =>
      entry('Headers', `${header}: the value of ${variable}`),
    ),
    ...(shown.private ? [entry('Private', 'yes: its rows are in no export and no snapshot')] : []),
    ...Object.entries(settings ?? {}).map(([key, value]) => entry('Settings', `${key}: ${formatSetting(value)}`)),
    ...files.slice(0, FILES_SHOWN).map(({ location }, at) => entry(at === 0 ? 'Files' : '', location)),
    ...(more > 0 ? [entry('', `and ${more} more`)] : []),
    entry('Last read', checked_at ?? 'never'),
    ...(error === null ? [] : [entry('Failed', error)]),
  ]
}

function formatSetting(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value)
}

function initialFile(): string {
  return `# yaml-language-server: $schema=${projectFile('data', 'reference', 'sources.schema.json')}
# Your own sources. docs/operator.md, "Add your own sources", explains every key. This file changes nothing until you edit it.
# After an edit: hustings sources list   (names line and key of each mistake), then hustings nightly.
version: 1

# Endorsements in the interchange format (data/reference/endorsements.md), at a URL, or in a file or folder of this machine.
# A path that does not begin with / begins in the folder of this file.
endorsement_feeds:
#  - id: city-paper
#    publisher: The City Paper
#    url: https://example.org/.well-known/endorsements.json
#    page: https://example.org/endorsements
#    licence: CC-BY-4.0
#    format: json
#    endorsers: [city-paper]

# Ballots in the format of the Voting Information Project, versions 2, 3, 5 and 6.
vip_feeds:
#  - id: example-county-vip
#    publisher: Example County Board of Elections
#    url: feeds/example-county
#    page: https://example.org/elections
#    licence: Public record
#    states: [NC]

# Ballot definitions in NIST's format (SP 1500-20).
nist_feeds:
#  - id: example-state-ballots
#    publisher: Example State Board of Elections
#    url: https://example.org/ballot-definition.json
#    page: https://example.org/elections
#    licence: Public record
#    states: [NC]
#    format: json

# Districts of a city or county: GeoJSON in degrees, or a zipped shapefile.
district_files:
#  - id: example-city-council
#    publisher: City of Example
#    url: https://example.org/council.geojson
#    page: https://example.org/council
#    licence: Public record
#    states: [NC]
#    layer: council
#    id_column: DISTRICT
#    ocd_id: ocd-division/country:us/state:nc/place:example/council_district:{id}
#    name: Example City Council District {id}
#    plan: 2022
#    valid_from: 2022-01-01

# Other addresses of built-in sources: an https URL, or a path.
overrides:
#  geonames-zip: https://mirror.example.org/US.zip

# Built-in sources that are not read.
disabled:
#  - dc-results-2022
`
}
