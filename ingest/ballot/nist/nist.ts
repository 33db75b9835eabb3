// Ballot definitions and election reports in NIST's common data formats, in JSON and XML. Declare a source with nistSource or cdfSource.
// Specifications: NIST SP 1500-20, Ballot Definition Common Data Format, version 1.0.0; NIST SP 1500-100, Election Results Common Data
// Format, version 2, and its Civics profile.

import { groupBy } from '../../../data/core/group-by.ts'
import { findStateByFips, STATES, type UsState } from '../../../data/schema/states.ts'
import type { ElectionType, PrimarySystem, StateCode } from '../../../data/schema/vocabulary.ts'
import type { Listing } from '../../../data/store/source-read.ts'
import { encoder, parseXmlDay } from '../../read/field-value.ts'
import { electionKey } from '../../read/identity.ts'
import {
  type BallotFeed,
  type Divisions,
  type FetchedFile,
  type Source,
  type SourceEntry,
  SourceError,
} from '../../read/source.ts'
import { readZip } from '../../read/zip.ts'
import { indexDivisions } from '../division.ts'
import { ELECTION_WORDS } from '../election-days.ts'
import type { At, ListedContest, ListedElection } from '../listed.ts'
import { writeBallot } from '../write.ts'
import { atOf, listContest, orderElection, parentsOf, sayOf, unitName } from './contest.ts'
import {
  byId,
  checkObjects,
  identifierOf,
  listOf,
  type NistFile,
  type NistObject,
  readNistJson,
  readNistXml,
  sayUnreferenced,
  textOf,
  translated,
} from './object.ts'
import { readOfficeholders } from './officeholder.ts'
import { BALLOT_DEFINITION, ELECTION_REPORT, type Standard } from './standard.ts'

/** Personal data of a person. */
const PERSONAL = ['ContactInformation', 'DateOfBirth'] as const

type Declared = Omit<SourceEntry, 'personal' | 'family'> & { lists: Listing }

/**
 * Ballot definitions. Files end in `.json` or `.xml`, and each holds whole elections. An election that continues in a second file stops the
 * source.
 */
export function nistSource(source: Declared): BallotFeed {
  return { ...source, personal: PERSONAL, family: 'public', needs: ['divisions'], read: readerOf(BALLOT_DEFINITION) }
}

/** Election reports, also several in one `.zip`: contests without their counts, and officeholders. Otherwise as nistSource. */
export function cdfSource(source: Declared): BallotFeed {
  const personal = [...PERSONAL, 'Gender']
  return { ...source, personal, family: 'public', needs: ['divisions'], read: readerOf(ELECTION_REPORT) }
}

function readerOf(standard: Standard): BallotFeed['read'] {
  return async (files, context, sink) => {
    const keys = new Set<string>()
    for (const file of await unzip(files)) {
      const root = /\.xml$/i.test(file.name) ? readNistXml(file, standard) : readNistJson(file, standard)
      refuseOther(root, standard, file)
      checkObjects(root, standard, file, sink)
      const units = byId(listOf(root, 'GpUnit'))
      const report = { standard, file, root, units, ocdIdOf: ocdIdIn(context.divisions), context, sink }
      for (const { key, listed, at, contests } of readElections(report)) {
        if (keys.has(key)) throw new SourceError(`repeats the election ${key} of another file`, at)
        keys.add(key)
        writeBallot(listed, at, contests, sink)
      }
      if (standard === ELECTION_REPORT) readOfficeholders(report)
    }
  }
}

/** The files, and those inside zips, by name. Throws SourceError for a zip without any. */
async function unzip(files: readonly FetchedFile[]): Promise<FetchedFile[]> {
  const inside = async (file: FetchedFile): Promise<FetchedFile[]> => {
    if (!/\.zip$/i.test(file.name)) return [file]
    const members = [...(await readZip(file))].filter(
      ([name]) => /\.(?:json|xml)$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name),
    )
    if (members.length === 0)
      throw new SourceError('is a zip that holds no .json or .xml file, expected one at least', { file: file.name })
    return members
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, bytes]) => ({ ...file, bytes, name: `${file.name}/${name}` }))
  }
  return (await Promise.all(files.map(inside))).flat()
}

/** Throws SourceError for another version, and for a report that says that it is a test. */
function refuseOther(root: NistObject, standard: Standard, { name: file }: FetchedFile): void {
  if (standard === BALLOT_DEFINITION) {
    const version = textOf(root, 'Version')
    if (version !== '1.0.0') throw new SourceError(`got version "${version ?? ''}", expected 1.0.0`, { file })
  } else if (textOf(root, 'IsTest') === 'true')
    throw new SourceError('says IsTest: true, expected the report of an election', { file })
}

/** A unit's `ocd-id`, else the division of its `fips` code: two digits of a state, five of a county, seven of a place. */
function ocdIdIn(divisions: Divisions): (unit: NistObject) => string | null {
  return (unit) => {
    const ocd_id = identifierOf(unit, 'ocd-id')
    const fips = identifierOf(unit, 'fips') ?? ''
    const state = findStateByFips(fips.slice(0, 2))
    if (ocd_id !== null || !state || !/^\d+$/.test(fips)) return ocd_id
    const types = { 2: [], 5: ['county', 'parish', 'borough', 'census_area', 'place'], 7: ['place'] }[fips.length]
    if (types?.length === 0) return state.ocd_id
    const published = types?.flatMap((type) => divisions.under(state.ocd_id, type)) ?? []
    return published.find(({ census_geoid }) => census_geoid?.replace(/^\w+-/, '') === fips)?.ocd_id ?? null
  }
}

/** An election with those of its contests that are voted on its day in its state. */
interface Placed {
  election: NistObject
  listed: ListedElection
  contests: ReadonlySet<NistObject>
}

/** The elections of the selected states. Several of one key are one: a report may have one for each kind of contest. */
function* readElections(
  report: NistFile,
): Generator<{ key: string; listed: ListedElection; at: At; contests: ListedContest[] }> {
  const { standard, file, root, units, context, sink } = report
  const [parties, offices] = [byId(listOf(root, 'Party')), byId(listOf(root, 'Office'))]
  const elections = listOf(root, 'Election')
  const all = elections.flatMap((election) => listOf(election, 'Contest'))
  const candidates = byId(elections.flatMap((election) => listOf(election, 'Candidate')))
  const parents = parentsOf(units.values())
  const place = standard === BALLOT_DEFINITION ? placeWhole : placeByState
  const placed = elections.flatMap((election) => place(election, report))
  const unsaid = new Set(elections)
  for (const [key, parts] of groupBy(placed, ({ listed }) => electionKey(listed))) {
    const [first] = parts
    if (!first) continue
    const { listed } = first
    const index = indexDivisions(listed.state, context.divisions)
    const primary = /primary/.test(listed.type)
    const contests = parts.flatMap(({ election, contests }) => {
      const ballot = { ...report, election, primary, candidates, offices, parties, parents, index }
      const order = orderElection(election)
      const own = order.contests.filter((contest) => contests.has(contest))
      const read = own.flatMap((contest) => listContest(contest, order, ballot) ?? [])
      if (unsaid.delete(election)) sayUnreferenced(election, all, file, sink)
      return read
    })
    yield { key, listed, at: atOf(file, first.election), contests }
  }
}

// A ballot definition is of one election in one state.

/** Takes the state from an Open Civic Data id, else from the source. Throws SourceError for no state, an invalid day or type. */
function placeWhole(election: NistObject, { file, units, context, sink }: NistFile): Placed[] {
  const at = atOf(file, election)
  const started = textOf(election, 'StartDate') ?? ''
  const date = parseXmlDay(started)
  if (date === undefined)
    throw new SourceError(`got the StartDate "${started}", expected a calendar date, YYYY-MM-DD`, at)
  const written = textOf(election, 'Type') ?? ''
  const other = (textOf(election, 'OtherType') ?? '').toLowerCase().replaceAll(' ', '-')
  const type = encodeType(written === 'other' ? other : written, at, sink)
  const state = stateIn([...units.values()], context.source, file)
  if (!type || !context.states.has(state)) return []
  const listed = { state, date, ...type, ...wordsOf(election) }
  return [{ election, listed, contests: new Set(listOf(election, 'Contest')) }]
}

interface Type {
  type: ElectionType
  words: string
  primary_system: PrimarySystem | null
}

function typed(type: ElectionType, primary_system: PrimarySystem | null = null): Type {
  return { type, words: ELECTION_WORDS[type], primary_system }
}

/** `ElectionType` of both standards. For `other`, the accompanying words decide. */
const TYPES = {
  general: typed('general'),
  primary: typed('primary'),
  'partisan-primary-closed': typed('primary', 'closed'),
  'partisan-primary-open': typed('primary', 'open'),
  runoff: typed('runoff'),
  special: typed('special'),
  'special-primary': typed('special_primary'),
  consolidated: typed('consolidated'),
} as const satisfies Readonly<Record<string, Type>>
const encodeType = encoder<Type>({ field: 'Election.Type', known: TYPES })

function wordsOf(election: NistObject): Pick<ListedElection, 'words_es'> {
  const words_es = translated(election, 'Name')?.es
  return words_es ? { words_es } : {}
}

function stateIn(units: readonly NistObject[], { states }: Source, { name: file }: FetchedFile): StateCode {
  const ids = units.flatMap((unit) => identifierOf(unit, 'ocd-id') ?? [])
  const named = STATES.filter(({ ocd_id }) => ids.some((id) => isIn(id, ocd_id))).map(({ code }) => code)
  const [state, another] = named.length > 0 ? named : states
  if (state === undefined || another !== undefined || !states.includes(state))
    throw new SourceError(
      `its units belong to ${named.join(', ') || 'no state'}, expected one of ${states.join(', ')}`,
      { file },
    )
  return state
}

function isIn(ocd_id: string, outer: string): boolean {
  return `${ocd_id}/`.startsWith(`${outer}/`)
}

// An election report may be of many states and days: the district of each contest says whose voters vote in it.

/**
 * Leaves out, with issues: an election without a day (`unknown-day`) or a known type (`unknown-election-type`), or that is not confirmed
 * (`unconfirmed-election`); a contest of a unit without an id (`unplaced-unit`), of the whole nation (`national-contest`), or of a state that
 * the source does not have (`foreign-state`, once for each state).
 */
function placeByState(election: NistObject, report: NistFile): Placed[] {
  const { context } = report
  const type = typeIn(election, report)
  if (!type || !isConfirmed(election, 'ElectionDateStatus', report)) return []
  const contests = listOf(election, 'Contest')
  const isDated = (contest: NistObject): boolean => textOf(contest, 'StartDate') !== null
  const whole = contests.every(isDated) ? undefined : dayOf(election, report)
  const placed = new Map<string, Placed & { contests: Set<NistObject> }>()
  const foreign = new Map<string, number>()
  for (const contest of contests) {
    const state = stateOfContest(contest, report)
    if (!state || !isConfirmed(contest, 'ContestDateStatus', report)) continue
    const date = isDated(contest) ? dayOf(contest, report) : whole
    if (date === undefined) continue
    if (!context.source.states.includes(state.code)) foreign.set(state.code, (foreign.get(state.code) ?? 0) + 1)
    if (!context.source.states.includes(state.code) || !context.states.has(state.code)) continue
    const listed = { state: state.code, date, ...type, ...wordsOf(election) }
    const key = electionKey(listed)
    placed.set(key, { election, listed, contests: (placed.get(key)?.contests ?? new Set()).add(contest) })
  }
  for (const [state, count] of foreign) {
    const message = `${count} contests of ${state}, expected ${context.source.states.join(', ')}, which its entry names; they are left out`
    sayOf(report, election, { code: 'foreign-state', value: state, message, severity: 'ignored' })
  }
  return [...placed.values()]
}

/** `special` beside another type says that the other one is special. */
function typeIn(election: NistObject, report: NistFile): Type | undefined {
  const written = listOf(election, 'Type').map(({ text }) => text.trim())
  const others = written.filter((name) => name !== 'special')
  const several = others.length > 1 && others.every((name) => /primary/.test(name))
  const plain = several ? 'primary' : others.join(' ')
  const specials: Readonly<Record<string, string>> = { '': 'special', general: 'special', primary: 'special-primary' }
  const name = others.length === written.length ? plain : specials[plain.replace(/^partisan-primary-.*$/, 'primary')]
  const known = new Map<string | undefined, Type>(Object.entries(TYPES)).get(name)
  if (known) return known
  const message = `got the type "${written.join(' ')}", expected one known type; the election is left out`
  const value = textOf(election, 'OtherType') ?? written.join(' ')
  sayOf(report, election, { field: 'Type', code: 'unknown-election-type', value, message, severity: 'refused' })
  return undefined
}

function isConfirmed(object: NistObject, field: string, report: NistFile): boolean {
  const status = textOf(object, field)
  if (status === null || status === 'confirmed') return true
  const message = `its day is ${status}, expected confirmed; it is left out`
  const value = translated(object, 'Name')?.en ?? object.id
  sayOf(report, object, { field, code: 'unconfirmed-election', value, message, severity: 'refused' })
  return false
}

/** Of several days the first, with an issue `several-days`. */
function dayOf(dated: NistObject, report: NistFile): string | undefined {
  const [first, last] = [textOf(dated, 'StartDate') ?? '', textOf(dated, 'EndDate')]
  const date = parseXmlDay(first)
  const said = { field: 'StartDate', value: first }
  if (date === undefined) {
    const message = `got the StartDate "${first}", expected a calendar date, YYYY-MM-DD; its contests are left out`
    sayOf(report, dated, { ...said, code: 'unknown-day', message, severity: 'refused' })
  } else if (last !== null && parseXmlDay(last) !== date) {
    const message = `got the days ${first} to ${last}, expected one day; read as ${date}`
    sayOf(report, dated, { ...said, code: 'several-days', message, severity: 'mended' })
  }
  return date
}

function stateOfContest(contest: NistObject, report: NistFile): UsState | undefined {
  const { units, ocdIdOf } = report
  const id = textOf(contest, 'ElectionDistrictId') ?? ''
  const unit = units.get(id)
  const ocd_id = unit ? ocdIdOf(unit) : null
  const state = STATES.find((one) => ocd_id !== null && isIn(ocd_id, one.ocd_id))
  if (state) return state
  const name = textOf(contest, 'Name') ?? contest.id
  const say = (code: string, message: string, severity: 'ignored' | 'refused') =>
    sayOf(report, contest, { field: 'ElectoralDistrictId', code, value: name, message, severity })
  const where = unit ? `its district ${unitName(unit)} (${id})` : `its district "${id}"`
  if (ocd_id === 'ocd-division/country:us') {
    const message = 'the contest is of the whole nation, whose states vote in contests of their own; it is left out'
    say('national-contest', message, 'ignored')
  } else if (!unit) say('missing-reference', `${where} is missing from the file; the contest is left out`, 'refused')
  else {
    const why = ocd_id === null ? 'has no known ocd-id or fips' : 'lies in no state'
    say('unplaced-unit', `${where} ${why}; the contest is left out`, 'refused')
  }
  return undefined
}
