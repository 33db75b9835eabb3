// Ballot definitions in NIST's common data format, in JSON and XML. Declare a source with nistSource.
// Specification: NIST SP 1500-20, Ballot Definition Common Data Format, version 1.0.0.

import { STATES } from '../../../data/schema/states.ts'
import type { ElectionType, PrimarySystem, StateCode } from '../../../data/schema/vocabulary.ts'
import type { Listing } from '../../../data/store/source-read.ts'
import { encoder, parseXmlDay } from '../../read/field-value.ts'
import { electionKey } from '../../read/identity.ts'
import {
  type BallotFeed,
  type FetchedFile,
  type ReadContext,
  type Sink,
  type Source,
  type SourceEntry,
  SourceError,
} from '../../read/source.ts'
import { indexDivisions } from '../division.ts'
import type { At, ListedContest, ListedElection } from '../listed.ts'
import { writeBallot } from '../write.ts'
import { atOf, listContest, orderElection, parentsOf } from './contest.ts'
import {
  byId,
  identifierOf,
  listOf,
  type NistObject,
  readNistJson,
  readNistXml,
  sayUnknownFields,
  sayUnreferenced,
  textOf,
  translated,
} from './object.ts'

/** Personal data of a person. */
const PERSONAL = ['ContactInformation', 'DateOfBirth'] as const

/** Files end in `.json` or `.xml`, and each holds whole elections. An election that continues in a second file stops the source. */
export function nistSource(source: Omit<SourceEntry, 'personal' | 'family'> & { lists: Listing }): BallotFeed {
  return { ...source, personal: PERSONAL, family: 'public', needs: ['divisions'], read: readNist }
}

function readNist(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): void {
  const keys = new Set<string>()
  for (const file of files) {
    const definition = readDefinition(file)
    const version = textOf(definition, 'Version')
    if (version !== '1.0.0')
      throw new SourceError(`got version "${version ?? ''}", expected 1.0.0`, { file: file.name })
    sayUnknownFields(definition, file, sink)
    for (const { listed, at, contests } of readElections(definition, file, { context, sink })) {
      const key = electionKey(listed)
      if (keys.has(key)) throw new SourceError(`repeats the election ${key} of another file`, at)
      keys.add(key)
      writeBallot(listed, at, contests, sink)
    }
  }
}

function readDefinition(file: FetchedFile): NistObject {
  return file.name.endsWith('.xml') ? readNistXml(file) : readNistJson(file)
}

/** Elections of the selected states. */
function* readElections(
  definition: NistObject,
  file: FetchedFile,
  { context, sink }: { context: ReadContext<'divisions'>; sink: Sink },
): Generator<{ listed: ListedElection; at: At; contests: ListedContest[] }> {
  const { source, states, divisions } = context
  const units = byId(listOf(definition, 'GpUnit'))
  const parties = byId(listOf(definition, 'Party'))
  const parents = parentsOf(units.values())
  const offices = byId(listOf(definition, 'Office'))
  for (const election of listOf(definition, 'Election')) {
    const listed = readElection(election, { units: units.values(), file, source, sink })
    if (!listed || !states.has(listed.state)) continue
    const candidates = byId(listOf(election, 'Candidate'))
    const index = indexDivisions(listed.state, divisions)
    const ballot = { file, election, candidates, offices, parties, units, parents, index, sink }
    const order = orderElection(election)
    const contests = order.contests.flatMap((contest) => listContest(contest, order, ballot) ?? [])
    sayUnreferenced(election, file, sink)
    yield { listed, at: atOf(file, election), contests }
  }
}

// Reads the election of a ballot definition: its state, day and type.

interface Type {
  type: ElectionType
  words: string
  primary_system: PrimarySystem | null
}

function typed(type: ElectionType, words: string, primary_system: PrimarySystem | null = null): Type {
  return { type, words, primary_system }
}

/** `ElectionType` of version 1.0.0. For `other`, the accompanying words decide. */
const TYPES: Readonly<Record<string, Type>> = {
  general: typed('general', 'General Election'),
  primary: typed('primary', 'Primary Election'),
  'partisan-primary-closed': typed('primary', 'Primary Election', 'closed'),
  'partisan-primary-open': typed('primary', 'Primary Election', 'open'),
  runoff: typed('runoff', 'Runoff Election'),
  special: typed('special', 'Special Election'),
  'special-primary': typed('special_primary', 'Special Primary Election'),
  consolidated: typed('consolidated', 'Consolidated Election'),
}
const encodeType = encoder({ field: 'Election.Type', known: TYPES })

/** Takes the state from an Open Civic Data id, else from the source. Throws SourceError for no state, an invalid day or type. */
function readElection(
  election: NistObject,
  { units, file, source, sink }: { units: Iterable<NistObject>; file: FetchedFile; source: Source; sink: Sink },
): ListedElection | undefined {
  const at = atOf(file, election)
  const started = textOf(election, 'StartDate') ?? ''
  const date = parseXmlDay(started)
  if (date === undefined)
    throw new SourceError(`got the StartDate "${started}", expected a calendar date, YYYY-MM-DD`, at)
  const written = textOf(election, 'Type') ?? ''
  const other = (textOf(election, 'OtherType') ?? '').toLowerCase().replaceAll(' ', '-')
  const type = encodeType(written === 'other' ? other : written, at, sink)
  const words_es = translated(election, 'Name')?.es
  return type && { state: stateIn([...units], source, file), date, ...type, ...(words_es ? { words_es } : {}) }
}

function stateIn(units: readonly NistObject[], { states }: Source, { name: file }: FetchedFile): StateCode {
  const ids = units.flatMap((unit) => identifierOf(unit, 'ocd-id') ?? [])
  const named = STATES.filter(({ ocd_id }) => ids.some((id) => `${id}/`.startsWith(`${ocd_id}/`))).map(
    ({ code }) => code,
  )
  const [state, another] = named.length > 0 ? named : states
  if (state === undefined || another !== undefined || !states.includes(state))
    throw new SourceError(
      `its units belong to ${named.join(', ') || 'no state'}, expected one of ${states.join(', ')}`,
      {
        file,
      },
    )
  return state
}
