// Reads the record of the last run for probes, with a short cache.

import type { LastRun } from '../../data/schema/last-run.ts'
import { findLastRun } from '../../data/store/last-run.ts'
import type { Paths } from '../../data/store/paths.ts'

const KEPT_MS = 1000

/** @param steady milliseconds on a clock that never jumps */
export function createLastRun(paths: Pick<Paths, 'lastRun'>, steady: () => number): () => LastRun | null {
  let read: { record: LastRun | null; at: number } | undefined
  return () => {
    if (!read || steady() - read.at >= KEPT_MS) read = { record: findLastRun(paths) ?? null, at: steady() }
    return read.record
  }
}
