// Tells whether other sources of the same lines have taken a source's place.

import type { Source } from '../read/source.ts'
import type { IngestRun } from './run.ts'

/** True if each source that replaces it, and that covers a selected state, has been read for all of its selected states. */
export function isReplaced(
  { replacedBy = [], states: own }: Pick<Source, 'replacedBy' | 'states'>,
  { reads, states: selected, statesOf }: Pick<IngestRun, 'reads' | 'states' | 'statesOf'>,
): boolean {
  const needed = replacedBy.flatMap((id) => {
    const read = reads.get(id)
    const covered: readonly string[] = statesOf.get(id) ?? read?.states ?? own
    const wanted = [...selected].filter((state) => covered.includes(state))
    return wanted.length === 0 ? [] : [wanted.every((state) => read?.selected_states?.includes(state) ?? false)]
  })
  return needed.length > 0 && needed.every(Boolean)
}
