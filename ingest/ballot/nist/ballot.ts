// One election of a ballot definition, with the objects that its contests refer to.

import type { Issue } from '../../../data/store/source-read.ts'
import type { FetchedFile, Sink } from '../../read/source.ts'
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
  /** The parents of each unit, by the unit's id. */
  parents: ReadonlyMap<string, readonly NistObject[]>
  index: DivisionIndex
  sink: Sink
}

export function atOf({ name }: Pick<FetchedFile, 'name'>, { line }: NistObject): At {
  return { file: name, line }
}

/** Reports a part of an object that is not served, with the reason. */
export function sayOf(
  { file, sink }: Pick<NistBallot, 'file' | 'sink'>,
  object: NistObject,
  said: Pick<Issue, 'code' | 'value' | 'message' | 'severity'> & { field?: string },
): void {
  sink.issue({ ...atOf(file, object), field: null, ...said })
}

/** A reference to a missing object gives an issue `missing-reference`. */
export function findAll(
  ids: readonly string[],
  among: 'offices' | 'parties' | 'units',
  from: NistObject,
  ballot: NistBallot,
): NistObject[] {
  return ids.flatMap((id) => {
    const found = ballot[among].get(id)
    if (found) return [found]
    const message = `refers to one of the ${among} that is missing from the file`
    sayOf(ballot, from, { code: 'missing-reference', value: id, message, severity: 'refused' })
    return []
  })
}
