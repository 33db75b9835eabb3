// The space that a folder takes on its disk.

import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const BLOCK_BYTES = 512

/** Bytes of all files in it. A file that goes away meanwhile is not counted. */
export function measureFolder(folder: string): number {
  let bytes = 0
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const stats = lstatSync(join(folder, name), { throwIfNoEntry: false })
    if (stats?.isFile()) bytes += stats.blocks * BLOCK_BYTES
  }
  return bytes
}
