// A small real disk: a separate tmpfs, which can be filled and mounted read-only. It needs Linux and root.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The reason why there is no such disk; null if there is one. */
export const SMALL_DISK_MISSING = findMissing()

export interface SmallDisk {
  folder: string
  /** Leaves at most this many bytes free. */
  fill(leave?: number): void
  /** Undoes `fill`. */
  empty(): void
  /** No process may have a file open for writing. */
  setReadonly(readonly: boolean): void
  close(): void
}

/** @param size as in `16m` */
export function openSmallDisk(size: string): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-disk-'))
  mount('-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'tmpfs', folder)
  const filler = join(folder, 'filler')
  return {
    folder,
    fill(leave = 0) {
      const { bavail, bsize } = statfsSync(folder)
      try {
        writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leave)), { flag: 'a' })
      } catch (fault) {
        if (!(fault instanceof Error && 'code' in fault && fault.code === 'ENOSPC')) throw fault
      }
    },
    empty: () => rmSync(filler, { force: true }),
    setReadonly: (readonly) => mount('-o', `remount,${readonly ? 'ro' : 'rw'}`, folder),
    close() {
      spawnSync('umount', ['-l', folder])
      rmdirSync(folder)
    },
  }
}

function mount(...words: string[]): void {
  const { status, stderr } = spawnSync('mount', words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`mount ${words.join(' ')}: ${stderr}`)
}

function findMissing(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'skipped: a small tmpfs is mounted for it, which needs Linux and root'
  try {
    openSmallDisk('1m').close()
    return null
  } catch (fault) {
    return `skipped: no tmpfs can be mounted here (${fault instanceof Error ? fault.message.trim() : String(fault)})`
  }
}
