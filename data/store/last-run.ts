// Reads and writes the record of the last run, a file beside the state. The owner of the lock writes it atomically.

import { readFileSync } from 'node:fs'
import { type LastRun, lastRun } from '../schema/last-run.ts'
import { replaceFile } from './files.ts'
import type { Paths } from './paths.ts'

/** Undefined if there is none, or this version cannot read it. */
export function findLastRun({ lastRun: file }: Pick<Paths, 'lastRun'>): LastRun | undefined {
  try {
    return lastRun.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

const KEPT_MS = 1000

/** Reads the record at most once a second; null if there is none. @param steady milliseconds on a clock that never jumps */
export function followLastRun(paths: Pick<Paths, 'lastRun'>, steady: () => number): () => LastRun | null {
  let read: { record: LastRun | null; at: number } | undefined
  return () => {
    if (!read || steady() - read.at >= KEPT_MS) read = { record: findLastRun(paths) ?? null, at: steady() }
    return read.record
  }
}

export function writeLastRun({ lastRun: file }: Pick<Paths, 'lastRun'>, record: LastRun): void {
  replaceFile(file, `${JSON.stringify(record, null, 2)}\n`)
}
