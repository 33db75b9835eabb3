// Where the record of the last run lies: beside the state, written whole or not at all by the owner of the lock.

import { readFileSync } from 'node:fs'
import { type LastRun, lastRun } from '../schema/last-run.ts'
import type { Paths } from './paths.ts'
import { replaceFile } from './replace-file.ts'

/** Undefined where there is none, or none that this version reads. */
export function findLastRun({ lastRun: file }: Pick<Paths, 'lastRun'>): LastRun | undefined {
  try {
    return lastRun.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

export function writeLastRun({ lastRun: file }: Pick<Paths, 'lastRun'>, record: LastRun): void {
  replaceFile(file, `${JSON.stringify(record, null, 2)}\n`)
}
