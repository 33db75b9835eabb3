// The source that each entry of sources.yaml becomes: what it declares, where its files are, and the reader that it gets.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { CONTEST_KINDS, STATE_CODES } from '../../data/schema/vocabulary.ts'
import type { Listing } from '../../data/store/source-read.ts'
import { lawfulDay } from '../ballot/election-days.ts'
import { type ListForm, listTranscript, readCandidateList } from '../ballot/list/candidate-list.ts'
import { columnsOf, type ListFormat } from '../ballot/list/list-file.ts'
import { fillElection } from '../ballot/list/list-form.ts'
import { cdfSource, nistSource } from '../ballot/nist/nist.ts'
import { vipSource } from '../ballot/vip/vip.ts'
import { type DistrictLayer, parseWhere, readDistrictLayer } from '../boundary/district-file.ts'
import { FULL } from '../boundary/publisher.ts'
import type { BoundaryPlan } from '../boundary/shape.ts'
import { readInterchangeOf } from '../endorsement/interchange.ts'
import { readOpenAddresses } from '../geocode/address-points.ts'
import {
  type BallotFeed,
  type Following,
  type Sink,
  type Source,
  SourceError,
  type SourceFile,
} from '../read/source.ts'
import { isLayerAddress, isUrl } from './address.ts'
import { requireNamed, soundsPersonal } from './personal-columns.ts'
import {
  type AddressFileEntry,
  type CandidateListEntry,
  type DistrictFileEntry,
  type EndorsementFeedEntry,
  type NistFeedEntry,
  POLL_SECONDS_DEFAULT,
  toSeconds,
  type VipFeedEntry,
} from './schema.ts'

/** Where relative paths begin, and the family of the sources: one folder holds one. */
export interface Place {
  folder: string
  family: Source['family']
}

/** The dates are replaced by those of the fetched bytes (engine/signature.ts). */
const LIVING = { vintage: 'current', published_on: '1970-01-01', living: true } as const

/** What every entry declares. */
function declared({
  id,
  publisher,
  page,
  licence,
}: Pick<EndorsementFeedEntry, 'id' | 'publisher' | 'page' | 'licence'>) {
  return { ...LIVING, id, publisher, url: page, licence }
}

export function toFeed(entry: EndorsementFeedEntry, place: Place): Source {
  const { id, format, endorsers, states = STATE_CODES, personal = [] } = entry
  const follow = toFollowing(entry, place)
  return {
    ...declared(entry),
    states,
    personal,
    family: place.family,
    files: guardColumns(toFiles(entry, [format], place), entry),
    ...(follow && { follow }),
    ...privacyOf(entry),
    settings: { endorsers },
    needs: ['ballots', 'endorsers'],
    read: readInterchangeOf(endorsers, `endorsers of the entry ${id} in sources.yaml`),
  }
}

function toFollowing({ url, every }: EndorsementFeedEntry, { folder }: Place): Following | undefined {
  if (isUrl(url)) return { everySeconds: (every && toSeconds(every)) || POLL_SECONDS_DEFAULT }
  const path = resolve(folder, url)
  return isFolder(path) ? { folder: path } : undefined
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

export function toVipSource(entry: VipFeedEntry, place: Place): Source {
  const { id, states, personal = [], election_type, elections } = entry
  const [state] = states
  if (!state) throw new Error(`${id} has no state`)
  const source = vipSource({
    ...declared(entry),
    state,
    lists: toListing(entry),
    files: toFiles(entry, ['xml'], place),
    ...(election_type && { election: { type: election_type } }),
    settings: { ...(election_type && { election_type }), ...(elections && { elections }) },
  })
  return {
    ...onlyElections(source, elections),
    ...privacyOf(entry),
    family: place.family,
    personal: withOwn(source.personal, personal),
  }
}

export function toNistSource(entry: NistFeedEntry, place: Place): Source {
  return toNistReader(entry, place, nistSource, [entry.format])
}

/** A zip of such a feed may hold several reports: it stays a zip. */
export function toCdfSource(entry: NistFeedEntry, place: Place): Source {
  return toNistReader(entry, place, cdfSource, [entry.format, 'zip'])
}

function toNistReader(
  entry: NistFeedEntry,
  place: Place,
  toSource: typeof nistSource,
  formats: readonly [string, ...string[]],
): Source {
  const { states, personal = [], elections } = entry
  const source = toSource({
    ...declared(entry),
    states,
    lists: toListing(entry),
    files: toFiles(entry, formats, place).map((file) => ({
      ...file,
      ...(isZipOf(file) && { members: [entry.format] }),
    })),
    ...(elections && { settings: { elections } }),
  })
  return {
    ...onlyElections(source, elections),
    ...privacyOf(entry),
    family: place.family,
    personal: withOwn(source.personal, personal),
  }
}

function isZipOf({ mirror }: SourceFile): boolean {
  return /\.zip$/i.test(mirror)
}

/**
 * The lists of an entry: one for each of its years, up to a year, or of its dates, with the year or the day after its id. Their addresses and
 * the texts of `expect` have it in place of {year} and {date}.
 */
export function expandList(entry: CandidateListEntry, until: number): CandidateListEntry[] {
  const { years, dates, ...rest } = entry
  const [state] = entry.states
  if (!state) throw new Error(`${entry.id} has no state`)
  const { type } = entry.election
  const fill = (one: CandidateListEntry, date: string): CandidateListEntry => {
    const filled = (text: string): string => fillElection(text, date.slice(0, 4), date)
    const expected = Object.entries(one.expect ?? {}).map(([column, text]) => [column, filled(text)])
    return { ...one, url: filled(one.url), ...(one.expect && { expect: Object.fromEntries(expected) }) }
  }
  const of = (date: string, name: string): CandidateListEntry =>
    fill({ ...rest, id: `${entry.id}-${name}`, election: { ...entry.election, date } }, date)
  if (dates) return dates.map((date) => of(date, date))
  if (!years) return [entry.election.date === undefined ? entry : fill(entry, entry.election.date)]
  const all = Array.isArray(years) ? years : yearsOf(years, until)
  return all.filter((year) => year <= until).map((year) => of(lawfulDay(state, type, year) ?? '', String(year)))
}

function yearsOf({ from, every }: { from: number; every: number }, until: number): number[] {
  return Array.from({ length: Math.max(0, Math.floor((until - from) / every) + 1) }, (_, at) => from + at * every)
}

/** A list that is published again is awaited until the office has published it. */
export function toCandidateLists(entry: CandidateListEntry, place: Place, until: number): Source[] {
  const isAwaited = (entry.years ?? entry.dates) !== undefined
  return expandList(entry, until).map((one) => ({
    ...toCandidateList(one, place),
    ...(isAwaited && { awaited: true, vintage: one.election.date?.slice(0, 4) ?? '' }),
  }))
}

const EXTENSIONS: Readonly<Record<ListFormat, readonly [string, ...string[]]>> = {
  csv: ['csv'],
  tsv: ['tsv', 'txt'],
  xlsx: ['xlsx'],
  json: ['json'],
  html: ['html', 'htm'],
}

function toCandidateList(entry: CandidateListEntry, place: Place): Source {
  const { states, format, complete_in = [], not_personal = [] } = entry
  const form = toListForm(entry, place.folder)
  const personal = columnsOf(form).filter((column) => soundsPersonal(column) && !not_personal.includes(column))
  const recognise = ({ name }: { name: string }): void => {
    if (personal.length === 0) return
    const list = personal.join(', ')
    const message = `reads a column that sounds personal: ${list}; name it in sources.yaml under not_personal, or read another column`
    throw new SourceError(message, { file: name })
  }
  return {
    ...declared(entry),
    states,
    personal: [],
    family: place.family,
    lists: { basis: 'candidate_list', kinds: ['candidate'], whole_in: complete_in },
    files: toFiles(entry, EXTENSIONS[format], place).map((file) => ({
      ...file,
      recognise,
      transcript: listTranscript(form),
    })),
    ...privacyOf(entry),
    settings: { form },
    needs: ['divisions'],
    read: readCandidateList(form),
  }
}

/** The text of the office table is a part of the form, so that a change of it reads the list again. */
export function toListForm(entry: CandidateListEntry, folder: string): ListForm {
  const [state] = entry.states
  if (!state) throw new Error(`${entry.id} has no state`)
  const path = entry.offices === undefined ? undefined : resolve(folder, entry.offices)
  const offices = path && { name: entry.offices ?? '', text: existsSync(path) ? readFileSync(path, 'utf8') : null }
  const { id, publisher, url, page, licence, encoding, allow_private_network, header_env, private: _, ...more } = entry
  const { states, years, dates, offices: __, complete_in, not_personal, ...form } = more
  return {
    ...form,
    state,
    ...(offices && { offices }),
  }
}

/** Boundaries at least this near are called exact, as the Census Bureau's. */
const EXACT_M = FULL.error_m
const LINES_ERROR_M_DEFAULT = 10

export function toDistrictSource(entry: DistrictFileEntry, place: Place): Source {
  const { layer, plan, error_m = LINES_ERROR_M_DEFAULT, where, districts, least_covered } = entry
  const form = toDistrictLayer(entry)
  const boundaryPlan: BoundaryPlan = {
    layer,
    vintage: String(plan),
    valid_from: entry.valid_from ?? null,
    valid_to: entry.valid_to ?? null,
    lines_precision: error_m <= EXACT_M ? 'exact' : 'simplified',
    error_m,
  }
  return {
    ...declared(entry),
    states: entry.states,
    personal: entry.personal ?? [],
    family: place.family,
    files: guardColumns(toFiles(entry, DISTRICT_FORMATS, place), entry).map((file) => ({ ...file, ...layerOf(entry) })),
    ...privacyOf(entry),
    settings: { ...form, ...boundaryPlan, where, districts, least_covered },
    area: { ocd_id: areaOf(entry) },
    needs: ['outlines'],
    read: readDistrictLayer(boundaryPlan, form),
  }
}

const DISTRICT_FORMATS = ['geojson', 'json', 'topojson', 'kml', 'kmz', 'gpkg', 'zip'] as const

/** A feature service is asked for its features by the same text. */
export function toDistrictLayer(entry: DistrictFileEntry): DistrictLayer {
  const { id, states, id_column, ocd_id, name, where, layer_name, projection, districts, least_covered } = entry
  const [state] = states
  if (!state) throw new Error(`${id} has no state`)
  const isDistrict = where === undefined || isLayerAddress(entry.url) ? undefined : parseWhere(where)
  return {
    ...{ state, ocd_id, name, id_column, districts, least_covered },
    ...(isDistrict && { isDistrict }),
    ...(layer_name !== undefined && { object: layer_name }),
    ...(projection !== undefined && { projection }),
  }
}

/** The area that the districts divide: the id before the part with `{id}`. */
export function areaOf({ ocd_id }: Pick<DistrictFileEntry, 'ocd_id'>): string {
  return ocd_id.slice(0, ocd_id.lastIndexOf('/', ocd_id.indexOf('{id}')))
}

function layerOf(entry: DistrictFileEntry): Pick<SourceFile, 'layer'> {
  if (!isLayerAddress(entry.url)) return {}
  const { where, id_column, personal = [], not_personal = [] } = entry
  const leave_out = (field: string): boolean =>
    personal.includes(field) || (soundsPersonal(field) && !not_personal.includes(field))
  return { layer: { where, columns: id_column === undefined ? null : [id_column], leave_out } }
}

export function toAddressSource(entry: AddressFileEntry, place: Place): Source {
  const { states, personal = [] } = entry
  return {
    ...declared(entry),
    states,
    personal,
    family: place.family,
    files: guardColumns(toFiles(entry, ['geojson', 'json', 'csv', 'zip'], place), entry),
    ...privacyOf(entry),
    read: readOpenAddresses,
  }
}

/** Each file names every column that sounds personal, or is refused before anything is kept. */
function guardColumns(
  files: readonly SourceFile[],
  { personal = [], not_personal = [] }: Pick<EndorsementFeedEntry, 'personal' | 'not_personal'>,
): SourceFile[] {
  const named = [...personal, ...not_personal]
  return files.map((file) => ({ ...file, recognise: (found) => requireNamed(found, named) }))
}

function withOwn(always: readonly string[], own: readonly string[]): string[] {
  return [...new Set([...always, ...own])]
}

function toListing({ contests, complete_in = [] }: VipFeedEntry | NistFeedEntry): Listing {
  return { basis: 'feed', kinds: contests ?? CONTEST_KINDS, whole_in: complete_in }
}

type Located = Pick<EndorsementFeedEntry, 'id' | 'url' | 'page' | 'allow_private_network' | 'header_env' | 'encoding'>

/**
 * Names are `<id>/<file>`. A file may be gzipped, and zipped alone: `feed.zip` is `feed.xml`. A place on this machine or in a private network is not served: the publisher's page stands for it.
 * @param formats extensions of its files
 */
function toFiles(
  { id, url, page, allow_private_network, header_env, encoding }: Located,
  formats: readonly [string, ...string[]],
  { folder }: Place,
): SourceFile[] {
  // A workbook is a zip itself.
  const zipped = formats.some((format) => format === 'zip' || format === 'xlsx') ? undefined : formats
  const ends = [...formats.flatMap((format) => [`.${format}`, `.${format}.gz`]), ...(zipped ? ['.zip'] : [])]
  const isRead = (path: string): boolean => ends.some((end) => path.toLowerCase().endsWith(end))
  const nameFor = (path: string): string => {
    const name = isRead(path) ? basename(path) : `feed.${formats[0]}`
    return zipped ? name.replace(/(?:\.(?:xml|json|csv))?\.zip$/i, `.${formats[0]}`) : name
  }
  const read = { ...(zipped && { zipped }), ...(encoding && { encoding }) }
  if (isUrl(url)) {
    const name = nameFor(new URL(url).pathname)
    const location = { address: url, ...openTo(allow_private_network), ...(header_env && { headerEnv: header_env }) }
    return [{ url: allow_private_network ? onPage(page, name) : url, mirror: `${id}/${name}`, ...read, location }]
  }
  const path = resolve(folder, url)
  const local = (name: string, at: string): SourceFile => ({
    url: onPage(page, name),
    mirror: `${id}/${name}`,
    ...read,
    location: { path: at },
  })
  if (!isFolder(path)) return [local(nameFor(path), path)]
  const names = readdirSync(path)
    .filter((name) => isRead(name) && !name.startsWith('.'))
    .sort()
  // An empty folder fails like a missing file, so that the last good rows stay.
  const found = names.length > 0 ? names : [`*.${formats[0]}`]
  return found.map((name) => local(nameFor(name), join(path, name)))
}

/** Differs for each file of a source. */
function onPage(page: string, name: string): string {
  const url = new URL(page)
  url.hash = encodeURIComponent(name)
  return url.href
}

/** For exports and snapshots. */
function privacyOf({ private: isPrivate }: Pick<EndorsementFeedEntry, 'private'>): { private?: true } {
  return isPrivate ? { private: true } : {}
}

function openTo(privateNetwork: true | undefined): { privateNetwork?: true } {
  return privateNetwork ? { privateNetwork } : {}
}

// Keeps a configured ballot to the elections that its entry names.

/** The beginning of every key of a ballot: `nc-2026-11-03-general/…`. */
const ELECTION = /^[a-z]{2}-(\d{4}-\d{2}-\d{2})-[a-z-]+/

/** @param days of the elections, YYYY-MM-DD; undefined permits all. Rows of others are left out, with one issue for each election. */
export function onlyElections(source: BallotFeed, days: readonly string[] | undefined): BallotFeed {
  if (!days) return source
  const among = (sink: Sink): Sink => {
    const warned = new Set<string>()
    return {
      ...sink,
      row(table, row, at) {
        const [election, day] = ELECTION.exec(keyOf(row)) ?? []
        if (election === undefined || day === undefined || days.includes(day)) sink.row(table, row, at)
        else if (!warned.has(election)) {
          warned.add(election)
          const message = `got the election ${election}, expected one of ${days.join(', ')}, which its entry in sources.yaml names`
          sink.issue({ ...at, field: null, code: 'foreign-election', value: election, message, severity: 'refused' })
        }
      },
      ...(sink.records && { records: (file, count) => sink.records?.(file, count) }),
      issue: (issue) => sink.issue(issue),
    }
  }
  const { read } = source
  return { ...source, read: (files, context, sink) => read(files, context, among(sink)) }
}

function keyOf(row: object): string {
  for (const key of ['election_key', 'contest_key', 'choice_key']) {
    const value: unknown = Reflect.get(row, key)
    if (typeof value === 'string') return value
  }
  return ''
}
