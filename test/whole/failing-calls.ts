// Real failures of chosen calls: a library in C, preloaded into a process, counts the calls that change files below a folder, and lets
// the Nth fail, or all from the Nth on. It needs Linux and gcc.

import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectFile } from '../../data/store/paths.ts'

/** The reason why no call can be made to fail; null if there is none. */
export const FAILING_CALLS_MISSING = findMissing()

const CONTROL_BYTES = 1024
const NUMBERS_BYTES = 16
const ALL = 0x7fffffff

export interface FailingCalls {
  /** For a process and its children. */
  environment: Record<string, string>
  /** Counts from 1 again. The Nth call fails, and those after it if `andAfter`. */
  fail(nth: number, andAfter?: boolean): void
  /** Counts from 1 again, and no call fails. */
  failNone(): void
  counted(): number
  /** How many have failed. */
  failed(): number
  /** What the first of them was, and its file: `fsync var/state.sqlite`. */
  firstFailed(): string
  close(): void
}

/** @param folder absolute: calls on files below it count */
export function openFailingCalls(folder: string): FailingCalls {
  const aside = mkdtempSync(join(tmpdir(), 'hustings-calls-'))
  const [library, file] = [join(aside, 'failing-calls.so'), join(aside, 'control')]
  const source = projectFile('test', 'whole', 'failing-calls.c')
  const { status, stderr } = spawnSync('gcc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'])
  if (status !== 0) throw new Error(`gcc ${source}: ${stderr}`)
  writeFileSync(file, Buffer.alloc(CONTROL_BYTES))
  const descriptor = openSync(file, 'r+')
  const look = (): Buffer => {
    const control = Buffer.alloc(CONTROL_BYTES)
    readSync(descriptor, control, 0, CONTROL_BYTES, 0)
    return control
  }
  const set = (first: number, last: number): void => {
    const control = Buffer.alloc(CONTROL_BYTES)
    control.writeInt32LE(last, 4)
    // None fails while the counts are reset.
    writeSync(descriptor, control, 0, CONTROL_BYTES, 0)
    control.writeInt32LE(first, 0)
    writeSync(descriptor, control, 0, 4, 0)
  }
  return {
    environment: { LD_PRELOAD: library, FAILING_CALLS_FOLDER: folder, FAILING_CALLS_CONTROL: file },
    fail: (nth, andAfter = false) => set(nth, andAfter ? ALL : nth),
    failNone: () => set(0, 0),
    counted: () => look().readInt32LE(8),
    failed: () => look().readInt32LE(12),
    firstFailed: () => look().subarray(NUMBERS_BYTES).toString().replace(/\0.*$/s, ''),
    close() {
      closeSync(descriptor)
      rmSync(aside, { recursive: true })
    },
  }
}

function findMissing(): string | null {
  if (process.platform !== 'linux') return 'skipped: calls are made to fail with LD_PRELOAD, which needs Linux'
  return spawnSync('gcc', ['--version']).status === 0 ? null : 'skipped: gcc is not installed'
}
