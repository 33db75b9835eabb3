// Objects in a folder that several machines share, for example over NFS.

import { randomUUID } from 'node:crypto'
import { createReadStream, linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makePrivateFolder } from '../private-folder.ts'
import { flush } from '../replace-file.ts'
import { type ObjectStore, StoreFault } from './store.ts'

const PIECE_BYTES = 1 << 20
/** A file that is being written. */
const WRITING = '.writing'

/** @param stop ends every stream */
export function openFolder(root: string, stop?: AbortSignal): ObjectStore {
  const fileOf = (key: string): string => join(root, key)
  const size = async (key: string): Promise<number | undefined> =>
    statSync(fileOf(key), { throwIfNoEntry: false })?.size
  return {
    name: root,
    size,
    async get(key) {
      return (await size(key)) === undefined ? undefined : read(root, key, stop)
    },
    async list(folder) {
      return namesIn(fileOf(folder)).flatMap((name) => {
        const stat = statSync(join(root, folder, name), { throwIfNoEntry: false })
        return stat?.isFile() ? [{ key: `${folder}${name}`, bytes: stat.size, written: stat.mtimeMs }] : []
      })
    },
    async put(key, content) {
      const before = await size(key)
      if (before !== undefined) return { created: false, bytes: before }
      const file = fileOf(key)
      const beside = `${file}.${randomUUID()}${WRITING}`
      makePrivateFolder(dirname(file))
      try {
        const target = await open(beside, 'wx', 0o444)
        try {
          for (const piece of content.pieces(PIECE_BYTES)) await target.writeFile(piece)
          await target.sync()
        } finally {
          await target.close()
        }
        const created = moveInto(beside, file)
        flush(dirname(file))
        return { created, bytes: statSync(file).size }
      } finally {
        rmSync(beside, { force: true })
      }
    },
    async remove(key) {
      rmSync(fileOf(key), { force: true })
    },
  }
}

/** A link never replaces a file. Not every shared folder has links. @returns false if another writer was first */
function moveInto(beside: string, file: string): boolean {
  try {
    linkSync(beside, file)
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'EEXIST') return false
    renameSync(beside, file)
  }
  return true
}

async function* read(root: string, key: string, stop: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(join(root, key), stop && { signal: stop })) yield chunk
  } catch (fault) {
    throw new StoreFault(root, key, fault instanceof Error ? fault.message : String(fault))
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return []
    throw fault
  }
}
