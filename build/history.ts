// Fills api.endorsement_history of the sealed warehouse from the event log, after a publication.

import { constants, cpSync, existsSync, rmSync } from 'node:fs'
import { builtEndorsement } from '../data/schema/endorsement.ts'
import type { Paths } from '../data/store/paths.ts'
import { replaceBy } from '../data/store/replace-file.ts'
import type { ServiceStore } from '../data/store/state/state.ts'
import { openWarehouse, type Value } from '../data/store/warehouse.ts'
import { type EndorsementVersion, type PresentVersion, readHistory, versionOf } from './archive/history.ts'
import { openServed, type ServedEndorsements } from './publish/bundle-reader.ts'
import { parseBodies, parseFields } from './publish/diff.ts'
import { createHistory, HISTORY_COLUMNS, HISTORY_TABLE } from './warehouse/history-table.ts'

const ROWS_AT_ONCE = 10_000

/** Replaces the warehouse by a copy with the history, so that a reader of the old file is not disturbed. @returns the number of versions */
export async function fillHistory(paths: Paths, state: ServiceStore): Promise<number> {
  const head = await state.head()
  if (!head || !existsSync(paths.warehouse)) return 0
  const beside = `${paths.warehouse}.writing`
  rmSync(beside, { force: true })
  cpSync(paths.warehouse, beside, { mode: constants.COPYFILE_FICLONE })
  const served = openServed(paths, head.bundle)
  try {
    const warehouse = await openWarehouse(beside)
    let count = 0
    try {
      await createHistory(warehouse)
      const versions = readHistory({ paths, state, through: head.seq }, presentVersions(served))
      for await (const rows of inBatches(versions)) {
        await warehouse.append(`api.${HISTORY_TABLE}`, rows)
        count += rows.length
      }
    } finally {
      await warehouse.close()
    }
    replaceBy(paths.warehouse, beside)
    return count
  } finally {
    served.close()
    rmSync(beside, { force: true })
  }
}

function* presentVersions(served: ServedEndorsements): Generator<PresentVersion> {
  for (const one of served.walk()) {
    const bodies = parseBodies(one)
    const endorsement = builtEndorsement.parse(bodies.body_en)
    yield versionOf({ ...endorsement, endorsement }, parseFields(bodies))
  }
}

async function* inBatches(versions: AsyncIterable<EndorsementVersion>): AsyncGenerator<Value[][]> {
  let rows: Value[][] = []
  for await (const version of versions) {
    rows.push(HISTORY_COLUMNS.map(([name]) => version[name]))
    if (rows.length < ROWS_AT_ONCE) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}
