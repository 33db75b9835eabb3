// One election of a ballot definition with what its contests refer to.

import type { FetchedFile, Issue, Sink } from '../../engine/source.ts'
import type { DivisionIndex } from '../division.ts'
import type { At } from '../listed.ts'
import type { NistObject } from './object.ts'

export interface NistBallot {
  file: FetchedFile
  election: NistObject
  candidates: ReadonlyMap<string, NistObject>
  offices: ReadonlyMap<string, NistObject>
  parties: ReadonlyMap<string, NistObject>
  units: ReadonlyMap<string, NistObject>
  /** The units that are composed of each, by its id. */
  parents: ReadonlyMap<string, readonly NistObject[]>
  index: DivisionIndex
  sink: Sink
}

export function atOf({ name }: Pick<FetchedFile, 'name'>, { line }: NistObject): At {
  return { file: name, line }
}

/** Says what of an object is not served, and why. */
export function sayOf(
  { file, sink }: Pick<NistBallot, 'file' | 'sink'>,
  object: NistObject,
  said: Pick<Issue, 'code' | 'value' | 'message' | 'severity'> & { field?: string },
): void {
  sink.issue({ ...atOf(file, object), field: null, ...said })
}

/** A reference to nothing is an issue `missing-reference`. */
export function findAll(
  ids: readonly string[],
  among: 'offices' | 'parties' | 'units',
  from: NistObject,
  ballot: NistBallot,
): NistObject[] {
  return ids.flatMap((id) => {
    const found = ballot[among].get(id)
    if (found) return [found]
    const message = `refers to one of the ${among}, which the file does not have`
    sayOf(ballot, from, { code: 'missing-reference', value: id, message, severity: 'refused' })
    return []
  })
}
