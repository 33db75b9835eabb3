// Opens object storage. The client of S3 is loaded only if it is used.

import { randomUUID } from 'node:crypto'
import { createReadStream, linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { s3Environment } from '../environment.ts'
import { flush, makePrivateFolder } from '../files.ts'
import { nameLocation, type ObjectLocation } from './location.ts'
import { type Answer, request } from './request.ts'
import { type ObjectReader, type ObjectStore, StoreFault } from './store.ts'

/** Throws a sentence if credentials are missing. Sends no request. @param stop ends every request and stream */
export async function openObjectReader(location: ObjectLocation, stop?: AbortSignal): Promise<ObjectReader> {
  return location.kind === 'https' ? openHttps(location.url, stop) : openObjectStore(location, stop)
}

/** Opens a store for reading and writing. Throws a sentence if credentials are missing. Sends no request. */
export async function openObjectStore(location: ObjectLocation, stop?: AbortSignal): Promise<ObjectStore> {
  switch (location.kind) {
    case 's3': {
      const { openS3 } = await import('./s3.ts')
      return openS3(location, s3Environment(), stop)
    }
    case 'folder':
      return openFolder(location.root, stop)
    case 'https':
      throw new Error(
        `HUSTINGS_PARTS is ${nameLocation(location)}, which can only be read; expected s3://bucket/prefix or a folder on the machine that publishes`,
      )
    default:
      return location satisfies never
  }
}

// Objects behind plain HTTPS: a web server or a public bucket. They can only be read.

/** @param stop ends every request and stream */
function openHttps(url: string, stop?: AbortSignal): ObjectReader {
  const ask = async (method: 'GET' | 'HEAD', key: string): Promise<Answer | undefined> => {
    const send = (signal: AbortSignal) => fetch(`${url}/${key}`, { method, signal })
    const answer = await request({ send, store: url, what: key, stop })
    if (answer.status === 200) return answer
    await answer.drop()
    if (answer.status === 404 || answer.status === 410) return undefined
    throw new StoreFault(url, key, `got the status ${answer.status}, expected 200 or 404`)
  }
  return {
    name: url,
    get: async (key) => (await ask('GET', key))?.body(),
    async size(key) {
      const answer = await ask('HEAD', key)
      const bytes = answer?.headers.get('content-length')
      await answer?.drop()
      return bytes == null ? undefined : Number(bytes)
    },
    list: async () => undefined,
  }
}

// Objects in a folder that several machines share, for example over NFS.

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
