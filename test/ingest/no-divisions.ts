import { toDivisions } from '../../ingest/engine/division-rows.ts'

/** For readers whose rules need no published division. */
export const noDivisions = toDivisions([])
