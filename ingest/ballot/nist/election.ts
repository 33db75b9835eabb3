// Reads the election of a ballot definition: its state, day and type.

import { STATES } from '../../../data/schema/states.ts'
import type { ElectionType, PrimarySystem, StateCode } from '../../../data/schema/vocabulary.ts'
import { parseXmlDay } from '../../read/calendar-date.ts'
import { encoder } from '../../read/code-table.ts'
import { type FetchedFile, type Sink, type Source, SourceError } from '../../read/source.ts'
import type { ListedElection } from '../listed.ts'
import { atOf } from './ballot.ts'
import { identifierOf, type NistObject, textOf, translated } from './object.ts'

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
export function readElection(
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
