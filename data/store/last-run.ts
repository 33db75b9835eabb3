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

export function writeLastRun({ lastRun: file }: Pick<Paths, 'lastRun'>, record: LastRun): void {
  replaceFile(file, `${JSON.stringify(record, null, 2)}\n`)
}
