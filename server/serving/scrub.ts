// Hashes each file of the bundle in service again once per period (a day), because a disk may corrupt bytes long after they
// were opened. Files are hashed one at a time, spread over the period. A damaged file is reported and stays in service: a
// flipped bit affects one record, while an older publication would be wrong in every later change. The server cannot repair
// a file. An intact copy put in its place (`hustings build` writes one) is opened at once.

import type { Bundles, FileCheck } from './bundles.ts'
import type { Degradation } from './degraded.ts'

/** Milliseconds between checks of a damaged file. It is not read while it does not change. */
const LOOK_MS = 1000

export interface ScrubOptions {
  bundles: Pick<Bundles, 'files' | 'check'>
  /** Milliseconds. */
  period: number
  /** Milliseconds since 1970. */
  now(): number
  degradation: Degradation
  /** A file of the bundle in service can be reopened. */
  reopen(): void
}

export interface Scrub {
  stop(): void
}

export function startScrub({ bundles, period, now, degradation, reopen }: ScrubOptions): Scrub {
  /** By hash: the period in which a file was last read. Opening a file also reads it. */
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

/**
 * The current period of a file. Each file's period starts at its own offset, equal in all processes, so that they read the
 * disk once.
 */
function turnOf(sha256: string, now: number, period: number): number {
  const offset = Number.parseInt(sha256.slice(0, 8), 16) / 2 ** 32
  return Math.floor(now / period - offset)
}

/** No path: anyone can read `/readyz`. */
function nameFault(fault: unknown): string {
  return /\bE[A-Z]{2,}\b/.exec(String(fault))?.[0] ?? 'the read failed'
}

function sayFault(file: string, check: FileCheck | string): string | undefined {
  switch (check) {
    case 'whole':
    case 'replaced':
      return undefined
    case 'damaged':
      return `${file} is damaged: its bytes differ from the published ones, so answers from it may be wrong. Next: hustings build`
    case 'missing':
      return `${file} is missing: this server still answers from its open copy, but cannot restart with it. Next: hustings build`
    default:
      return `${file} cannot be read: ${check}. Next: hustings doctor`
  }
}
