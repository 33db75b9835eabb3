// Prepares a snapshot file for a server: a data folder of its own, in which the bundle is published on the evening of its day.

import type { SnapshotAbout } from '../../build/snapshot/contents.ts'
import { endOfDay } from '../../data/schema/scalar.ts'
import { type Paths, retentionDays } from '../../data/store/paths.ts'
import { openState } from '../../data/store/state/open.ts'
import { createTrialKey } from '../issue-key.ts'
import { unpackForServer } from '../publish/snapshot/unpacked.ts'

export interface OpenedSnapshot {
  id: string
  about: SnapshotAbout
  /** The snapshot's own data folder. */
  paths: Paths
}

/** @param root the operator's data folder, in which the snapshot's own is made */
export async function openSnapshot(root: Paths, file: string): Promise<OpenedSnapshot> {
  return unpackForServer(root, file, async ({ paths, about }) => {
    const { publishBundle } = await import('../../build/publish/publish.ts')
    // On its own day, the evening has not come yet.
    const now = () => new Date(Math.min(Date.now(), Date.parse(endOfDay(about.day))))
    const state = await openState(paths)
    try {
      await publishBundle({ paths, state, bundle: about.bundle, now, accept: false, retentionDays: retentionDays() })
    } finally {
      await state.close()
    }
  })
}

/** A key for the snapshot's server alone: it has no accounts of the operator. */
export async function createSnapshotKey(paths: Paths): Promise<string> {
  const state = await openState(paths)
  try {
    return await createTrialKey(state, paths, 'snapshot', 'hustings doctor')
  } finally {
    await state.close()
  }
}
