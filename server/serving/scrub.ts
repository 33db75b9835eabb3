// Hashes each file of the bundle in service again once a period (a day), one at a time, spread over it: a disk may change bytes long
// after they were opened. A damaged file is reported and stays in service: a flipped bit touches one record, an older publication
// would be wrong in every change since, and nothing here can make a whole copy. A whole copy that is put in its place
// (`hustings build` writes one) is opened at once.

import type { Bundles, FileCheck } from './bundles.ts'
import type { Degradation } from './degraded.ts'

/** How often a damaged file is looked at: nothing is read while it does not change. */
const LOOK_MS = 1000

export interface ScrubOptions {
  bundles: Pick<Bundles, 'files' | 'check'>
  /** In milliseconds. */
  period: number
  /** Milliseconds since 1970. */
  now(): number
  degradation: Degradation
  /** A file of the bundle in service can be opened anew. */
  reopen(): void
}

export interface Scrub {
  stop(): void
}

export function startScrub({ bundles, period, now, degradation, reopen }: ScrubOptions): Scrub {
  /** By hash: the period in which a file was last read; when it is opened it is read too. */
  const turns = new Map<string, number>()
  const faults = new Map<string, string>()
  let busy = false

  const checkFile = async (name: string, sha256: string, again: boolean): Promise<void> => {
    const check = await bundles.check(sha256, again).catch(nameFault)
    const file = `Part ${name} (${sha256.slice(0, 12)})`
    const fault = sayFault(file, check)
    if (fault !== undefined) faults.set(sha256, fault)
    else if (faults.delete(sha256) || check === 'replaced') reopen()
  }
  const look = async (): Promise<void> => {
    const files = bundles.files()
    const served = new Set(files.map(({ sha256 }) => sha256))
    for (const known of [turns, faults])
      for (const sha256 of known.keys()) if (!served.has(sha256)) known.delete(sha256)
    for (const { name, sha256 } of files) {
      const turn = turnOf(sha256, now(), period)
      const last = turns.get(sha256)
      turns.set(sha256, turn)
      const isDue = last !== undefined && last !== turn
      if (isDue || faults.has(sha256)) await checkFile(name, sha256, isDue)
    }
    if (faults.size > 0) degradation.begin('part_damaged', [...faults.values()].join(' '))
    else degradation.end('part_damaged')
  }
  const timer = setInterval(
    () => {
      if (busy) return
      busy = true
      void look().finally(() => {
        busy = false
      })
    },
    Math.min(LOOK_MS, period),
  )
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** Which period a file is in: each file's begins at an offset of its own, the same in every process, so that the disk is read once. */
function turnOf(sha256: string, now: number, period: number): number {
  const offset = Number.parseInt(sha256.slice(0, 8), 16) / 2 ** 32
  return Math.floor(now / period - offset)
}

/** Without a path: anybody may ask `/readyz`. */
function nameFault(fault: unknown): string {
  return /\bE[A-Z]{2,}\b/.exec(String(fault))?.[0] ?? 'the reading failed'
}

function sayFault(file: string, check: FileCheck | string): string | undefined {
  switch (check) {
    case 'whole':
    case 'replaced':
      return undefined
    case 'damaged':
      return `${file} is damaged: its bytes are no longer those that were published, and answers from it may be wrong. Next: hustings build`
    case 'missing':
      return `${file} is no longer there: this server answers from its open copy, and cannot be restarted on it. Next: hustings build`
    default:
      return `${file} cannot be read: ${check}. Next: hustings doctor`
  }
}
