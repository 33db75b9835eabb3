import { toDivisions } from '../../ingest/engine/source-dependencies.ts'

/** For readers whose rules need no published division. */
export const noDivisions = toDivisions([])
