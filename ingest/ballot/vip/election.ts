// Reads the election of a feed. If the feed does not state the type, the registry must.

import { STATES } from '../../../data/schema/states.ts'
import type { ElectionType } from '../../../data/schema/vocabulary.ts'
import { parseXmlDay } from '../../read/calendar-date.ts'
import { type Source, SourceError } from '../../read/source.ts'
import type { ListedElection } from '../listed.ts'
import type { VipElection } from './feed.ts'

/** Facts of the election for which the registry overrides the feed. */
export type KnownOfElection = Partial<Pick<ListedElection, 'type' | 'words' | 'place' | 'info_url'>>

/** The first pattern that matches the feed's words decides. */
const TYPES: readonly (readonly [RegExp, ElectionType, string])[] = [
  [/^(?=.*special).*primary/is, 'special_primary', 'Special Primary Election'],
  [/run-?off/i, 'runoff', 'Runoff Election'],
  [/primary/i, 'primary', 'Primary Election'],
  [/special/i, 'special', 'Special Election'],
  [/consolidated/i, 'consolidated', 'Consolidated Election'],
  [/general/i, 'general', 'General Election'],
]

/** Throws SourceError if the state is not the source's, or if the date or the type is missing. */
export function electionOf(election: VipElection, { states }: Source, known: KnownOfElection): ListedElection {
  const { at } = election
  const state = STATES.find(({ name }) => name.toLowerCase() === election.state.toLowerCase())
  if (!state || !states.includes(state.code))
    throw new SourceError(`got the state "${election.state.slice(0, 60)}", expected ${states.join(', ')}`, at)
  const date = parseXmlDay(election.date)
  if (date === undefined)
    throw new SourceError(
      `got the election date "${election.date.slice(0, 40)}", expected a calendar date, YYYY-MM-DD`,
      at,
    )
  const printed = election.type?.en ?? ''
  const [, type = known.type, words] =
    TYPES.find(([pattern, type]) => (known.type ? type === known.type : pattern.test(printed))) ?? []
  if (type === undefined)
    throw new SourceError(
      `got the election "${printed.slice(0, 60)}", expected a word for its type, e.g. General; the registry can set the type`,
      at,
    )
  const place = known.place ?? election.locality
  const info_url = known.info_url ?? election.info_url
  return {
    state: state.code,
    date,
    type,
    words: known.words ?? words ?? 'Election',
    ...(place === null ? {} : { place }),
    ...(election.name_es === null ? {} : { words_es: election.name_es }),
    ...(info_url === null ? {} : { info_url }),
  }
}
