import { z } from 'zod'
// `hustings sources init`, `add` and `remove`: edit sources.yaml in place. Only the lines of an entry are added or removed, so that comments and
// layout stay.

import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { type Document, isMap, isNode, isScalar, isSeq, parseDocument, stringify } from 'yaml'
import { environmentValue } from '../../../data/store/environment.ts'
import { projectFile } from '../../../data/store/paths.ts'
import { type SourcesFile, sourcesFile } from '../../../ingest/configuration/schema.ts'
import { SourceError } from '../../../ingest/read/source.ts'
import { readYaml } from '../../../ingest/read/yaml.ts'
import { CommandError, EXIT, nextStep } from '../../exit.ts'
import { type CommonOptions, familyOf, pathsOf, sampleFlag, withCommonOptions } from '../../options.ts'
import { formatNumberOf, logToStderr, printJson, printLine } from '../../output.ts'
import { loadListed } from './show.ts'

/** The word of `sources add` for an entry of each list. */
const ENTRY_KINDS = {
  'endorsement-feed': 'endorsement_feeds',
  'vip-feed': 'vip_feeds',
  'nist-feed': 'nist_feeds',
  'cdf-feed': 'cdf_feeds',
  'district-file': 'district_files',
  'address-file': 'address_files',
} as const satisfies Record<string, keyof SourcesFile>
type EntryKind = keyof typeof ENTRY_KINDS

/** The text of the file, or of the initial one. */
function loadSourcesText(options: CommonOptions): string {
  return findSourcesFile(pathsOf(options).sourcesFile) ?? initialFile()
}

/** Throws CommandError with every problem of the edited file; then nothing is written. @param next the command after a refusal */
async function saveSourcesText(text: string, options: CommonOptions, next: string): Promise<void> {
  const { sourcesFile } = pathsOf(options)
  const builtIn = await import('../../../ingest/engine/registry.ts')
  const { parseSourcesFile } = await import('../../../ingest/configuration/load.ts')
  const { FormError } = await import('../../../ingest/read/yaml-form.ts')
  try {
    const known = builtIn.findSources({ mirror: null, year: new Date().getUTCFullYear() })
    parseSourcesFile({ name: 'sources.yaml', bytes: Buffer.from(text) }, known, familyOf(options), environmentValue)
  } catch (error) {
    if (!(error instanceof FormError)) throw error
    const { problems } = error
    throw new CommandError(
      `The file would have ${formatNumberOf(problems.length, 'problem')}; nothing was written.\n${problems.join('\n')}`,
      next,
      EXIT.usage,
    )
  }
  writeSourcesFile(sourcesFile, text)
}

/** Throws CommandError for a text that is no YAML, and for a list on one line. */
function addEntry(text: string, kind: EntryKind, entry: Readonly<Record<string, unknown>>): string {
  const list = ENTRY_KINDS[kind]
  const document = parse(text)
  const pair = isMap(document.contents)
    ? document.contents.items.find(({ key }) => isScalar(key) && key.value === list)
    : undefined
  if (!pair || !isScalar(pair.key) || !pair.key.range) return `${endLine(text)}\n${list}:\n${writeEntry(entry, '  ')}`
  const { value } = pair
  if (!isSeq(value)) return insert(text, pair.key.range[1], writeEntry(entry, '  '))
  const last = value.items.at(-1)
  if (value.flow || !isNode(last) || !last.range) throw refuseFlow(list)
  return insert(text, last.range[1] - 1, writeEntry(entry, dashOf(text, last.range[0])))
}

/** Undefined if no list has an entry of this id. Throws as addEntry does. */
function removeEntry(text: string, id: string): string | undefined {
  const document = parse(text)
  for (const list of Object.values(ENTRY_KINDS)) {
    const held = document.get(list)
    if (!isSeq(held)) continue
    const item = held.items.find((one) => isMap(one) && one.get('id') === id)
    if (!isMap(item)) continue
    if (held.flow || !item.range) throw refuseFlow(list)
    const [from, to] = item.range
    return text.slice(0, startOfLine(text, from)) + text.slice(endOfLine(text, to - 1))
  }
  return undefined
}

function parse(text: string): Document.Parsed {
  try {
    readYaml({ name: 'sources.yaml', bytes: Buffer.from(text) }, { namesKeys: true })
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    throw new CommandError(`${error.message}; nothing was written.`, 'hustings sources list')
  }
  return parseDocument(text)
}

function refuseFlow(list: string): CommandError {
  return new CommandError(
    `The list ${list} stands in brackets on one line: write each entry on lines of its own first. Nothing was written.`,
    'hustings sources list',
  )
}

/** `- id: …` with its other keys below; a list of words stands on one line. @param indent of the dash */
function writeEntry(entry: Readonly<Record<string, unknown>>, indent: string): string {
  const style = { lineWidth: 0, collectionStyle: 'flow', flowCollectionPadding: false } as const
  // A text with a line break is quoted, and refused by the reader of the file.
  const lines = Object.entries(entry).map(
    ([key, value]) => `${key}: ${stringify(value, { ...style, blockQuote: false }).trimEnd()}`,
  )
  return lines.map((line, at) => `${indent}${at === 0 ? '- ' : '  '}${line}\n`).join('')
}

/** The white space before the dash of an item. */
function dashOf(text: string, offset: number): string {
  const line = text.slice(startOfLine(text, offset), offset)
  return /^\s*/.exec(line)?.[0] ?? '  '
}

/** After the line of the offset. */
function insert(text: string, offset: number, lines: string): string {
  const whole = endLine(text)
  const at = endOfLine(whole, offset)
  return whole.slice(0, at) + lines + whole.slice(at)
}

function endLine(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}

function startOfLine(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end < 0 ? text.length : end + 1
}

const KINDS = Object.keys(ENTRY_KINDS).filter(isKind)

function isKind(text: string): text is EntryKind {
  return Object.hasOwn(ENTRY_KINDS, text)
}

export function addAdd(sources: Command): void {
  withCommonOptions(sources.command('add').description('add an entry to sources.yaml; its comments stay'))
    .argument('<kind>', KINDS.join(', '), parseKind)
    .argument('<key=value...>', 'the keys of the entry, as in the file; a list has commas')
    .addHelpText(
      'after',
      `
Example:
  hustings sources add endorsement-feed id=city-paper 'publisher=The City Paper' \\
    url=https://example.org/endorsements.json page=https://example.org/ \\
    licence=CC-BY-4.0 format=json endorsers=city-paper

A header whose value is in a variable of the environment: header_env=Authorization:CITY_PAPER_TOKEN`,
    )
    .action(async (kind: EntryKind, words: string[], options: CommonOptions) => {
      const { sourcesFile } = pathsOf(options)
      const parse = parserOfEntry(ENTRY_KINDS[kind])
      const entry = parse(words.map(parseWord))
      const text = addEntry(loadSourcesText(options), kind, entry)
      await saveSourcesText(text, options, 'hustings sources add --help')
      const id = String(entry.id)
      if (options.json) printJson({ file: sourcesFile, added: id })
      else printLine(`${sourcesFile}: added ${id}`)
      logToStderr(nextStep(`hustings sources check ${id}${sampleFlag(options)}`))
    })
}

function parseKind(text: string): EntryKind {
  if (isKind(text)) return text
  throw new InvalidArgumentError(`Expected one of ${KINDS.join(', ')}.`)
}

function parseWord(word: string): [key: string, value: string] {
  const [, key = '', value = ''] = /^([a-z_]+)=(.*)$/s.exec(word) ?? []
  if (key === '')
    throw new CommandError(`Got "${word.slice(0, 40)}", expected key=value.`, 'hustings sources add --help', EXIT.usage)
  return [key, value]
}

export function addRemove(sources: Command): void {
  withCommonOptions(
    sources.command('remove').description('remove an entry from sources.yaml; the next nightly deletes its rows'),
  )
    .argument('<id>', 'as in the list')
    .action(async (id: string, options: CommonOptions) => {
      const { sourcesFile } = pathsOf(options)
      const text = removeEntry(loadSourcesText(options), id)
      if (text === undefined) {
        await loadListed(id, options)
        throw new CommandError(
          `${id} is a built-in source: list it under "disabled" in ${sourcesFile} to switch it off.`,
          `hustings sources init${sampleFlag(options)}   # writes the file, if there is none`,
          EXIT.usage,
        )
      }
      await saveSourcesText(text, options, `less ${sourcesFile}`)
      if (options.json) printJson({ file: sourcesFile, removed: id })
      else printLine(`${sourcesFile}: removed ${id}`)
      logToStderr(nextStep(`hustings nightly${sampleFlag(options)}   # deletes its rows`))
    })
}

export function addInit(sources: Command): void {
  withCommonOptions(
    sources.command('init').description('write a commented sources.yaml, which changes nothing until you edit it'),
  ).action((options: CommonOptions) => {
    const { sourcesFile } = pathsOf(options)
    if (existsSync(sourcesFile))
      throw new CommandError(`${sourcesFile} exists already; nothing was written.`, `less ${sourcesFile}`)
    writeSourcesFile(sourcesFile, initialFile())
    if (options.json) printJson({ file: sourcesFile })
    else printLine(sourcesFile)
    logToStderr(nextStep(`hustings sources list${sampleFlag(options)}   # after editing the file`))
  })
}

// The file: as `init` writes it, and as it is edited.

/** Undefined if there is none. */
function findSourcesFile(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** Readers see the old text or the complete new one. Other users of the machine may not read it. */
function writeSourcesFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const beside = `${file}.writing`
  writeFileSync(beside, text, { mode: 0o600, flush: true })
  chmodSync(beside, 0o600)
  renameSync(beside, file)
}

/** Every key that it shows is in a comment, so that it changes nothing. */
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

# Election reports in NIST's format (SP 1500-100, version 2) or of its Civics profile, which search services ask of states: contests and
# officeholders. A zip may hold several.
cdf_feeds:
#  - id: example-state-civics
#    publisher: Example State Board of Elections
#    url: https://example.org/civics.zip
#    page: https://example.org/elections
#    licence: Public record
#    states: [NC]
#    format: xml

# Lists of candidates of any office: CSV, TSV, JSON, HTML or a workbook, one candidacy a line. docs/add-your-state.md explains each key.
candidate_lists:
#  - id: example-county-candidates-2026
#    publisher: Example County Board of Elections
#    url: lists/candidates-2026.csv
#    page: https://example.org/candidates
#    licence: Public record
#    states: [NC]
#    format: csv
#    columns: { contest: "{Office}[ {District}]", name: Candidate, party: Party }
#    county: Example
#    election: { date: 2026-11-03, type: general }

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

# Addresses of a county: files of OpenAddresses, or in its form (GeoJSON lines or CSV, also gzipped or zipped).
address_files:
#  - id: example-county-addresses
#    publisher: Example County
#    url: https://example.org/source.geojson.gz
#    page: https://example.org/addresses
#    licence: Public record
#    states: [NC]

# Counties whose street ranges are read from the Census Bureau's newest edition.
street_ranges:
#  - 37183

# Other addresses of built-in sources: an https URL, or a path.
overrides:
#  geonames-zip: https://mirror.example.org/US.zip

# Built-in sources that are not read.
disabled:
#  - dc-results-2022
`
}

// Makes an entry of sources.yaml from words, as a command line has them.

type Words = readonly (readonly [key: string, value: string])[]

/**
 * The values have the types that the list's schema expects: `a,b` is a list, and so is `Authorization:TOKEN,X-Key:KEY` of headers. Nothing
 * is checked: a wrong or unknown key stays as it is, for the reader of the file to report.
 */
function parserOfEntry(list: keyof SourcesFile): (words: Words) => Record<string, unknown> {
  const entrySchema = bare(elementOf(sourcesFile.shape[list]))
  const shape: Readonly<Record<string, z.core.$ZodType>> = entrySchema instanceof z.ZodObject ? entrySchema.shape : {}
  return (words) => {
    const entry: Record<string, unknown> = {}
    for (const [key, text] of words) entry[key] = toValue(shape[key], text)
    return entry
  }
}

function elementOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const inner = bare(schema)
  return inner instanceof z.ZodArray ? inner.element : undefined
}

function bare(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? bare(schema.unwrap()) : schema
}

function toValue(schema: z.core.$ZodType | undefined, text: string): unknown {
  const inner = bare(schema)
  if (inner instanceof z.ZodArray) return text.split(',').map((part) => toValue(inner.element, part.trim()))
  if (inner instanceof z.ZodRecord) return toRecord(text)
  if (inner instanceof z.ZodLiteral && text === 'true') return true
  const isNumber =
    inner instanceof z.ZodNumber ||
    (inner instanceof z.ZodUnion && inner.options.some((one) => one instanceof z.ZodNumber))
  return isNumber && /^\d{1,9}$/.test(text) ? Number(text) : text
}

/** The text itself, if a part of it has no colon. */
function toRecord(text: string): unknown {
  const pairs = text.split(',').map((part) => part.split(':').map((word) => word.trim()))
  if (!pairs.every((pair) => pair.length > 1)) return text
  return Object.fromEntries(pairs.map(([key, ...value]) => [key, value.join(':')]))
}
