// Backups in object storage, under a prefix of their own. The store verifies what it is given; a restore hashes what it copies.

import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup } from '../../schema/backup.ts'
import { HOUR } from '../../schema/scalar.ts'
import { hashFile, makePrivateFolder } from '../files.ts'
import { takeLock } from '../lock.ts'
import { bytesContent, fileContent, type ObjectStore, readText } from '../objects/store.ts'
import type { Paths } from '../paths.ts'
import { type BackupPlace, copyFile, formatBackup, parseBackup, type StoredFile } from './place.ts'

/** @setting Hours for which a backup in object storage leaves a file that no backup names: another machine may be writing it. */
const BACKUP_GRACE_HOURS = 24
/** @setting Most bytes of the manifest of a backup in object storage. */
const BACKUP_MANIFEST_BYTES_MAX = 256 * 1024 * 1024

const FILES = 'files/'
const MANIFEST = /^backups\/(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z)\.json$/

const manifestKey = (name: string): string => `backups/${name}.json`

/** @param paths the data folder: drafts and the lock are in it */
export function objectPlace(store: ObjectStore, { root: folder }: Pick<Paths, 'root'>): BackupPlace {
  const drafts = join(folder, 'backup-drafts')
  const draft = (name: string): string => join(drafts, name)
  /** Bytes of the files that are there, by hash. */
  let known = new Map<string, number>()
  /** A list may lack the backup of this process. */
  const written = new Set<string>()

  const listFiles = async () =>
    (await store.list(FILES)).map((object) => ({ ...object, sha256: object.key.slice(FILES.length) }))
  const list = async (): Promise<string[]> =>
    (await store.list('backups/')).flatMap(({ key }) => MANIFEST.exec(key)?.[1] ?? []).sort()
  const load = async (name: string): Promise<Backup> => {
    const key = manifestKey(name)
    const text = await readText(store, key, BACKUP_MANIFEST_BYTES_MAX)
    if (text === undefined) throw new Error(`${store.name}/${key} is missing`)
    return parseBackup(text, `${store.name}/${key}`)
  }
  const put = async (file: string, sha256: string): Promise<StoredFile> => {
    const content = fileContent(file, sha256)
    const there = known.get(sha256)
    const { created, bytes } =
      there === undefined ? await store.put(`${FILES}${sha256}`, content) : { created: false, bytes: there }
    if (bytes !== content.bytes)
      throw new Error(
        `${store.name} has another ${FILES}${sha256}: got ${bytes} bytes, expected ${content.bytes}; delete that object`,
      )
    known.set(sha256, bytes)
    return { sha256, bytes, copied: created }
  }
  const storeDraft = async (file: string): Promise<StoredFile> => {
    try {
      return await put(file, hashFile(file))
    } finally {
      rmSync(file, { force: true })
    }
  }
  return {
    root: store.name,
    list,
    load,
    draft,
    storeDraft,
    async claim(owner) {
      const lock = takeLock({ root: store.name, lock: join(folder, 'lock-backup') }, owner)
      const end = (): void => {
        rmSync(drafts, { recursive: true, force: true })
        lock.release()
      }
      try {
        rmSync(drafts, { recursive: true, force: true })
        makePrivateFolder(drafts)
        known = new Map((await listFiles()).map(({ sha256, bytes }) => [sha256, bytes]))
      } catch (fault) {
        end()
        throw fault
      }
      return end
    },
    async write(name, backup) {
      const { created } = await store.put(manifestKey(name), bytesContent(Buffer.from(formatBackup(backup))))
      if (!created) throw new Error(`${store.name} has ${manifestKey(name)} already: another machine backs up there`)
      written.add(name)
    },
    async prune(keep, now) {
      const names = [...new Set([...(await list()), ...written])].sort()
      const named = new Set<string>()
      for (const name of names.slice(-keep)) for (const { sha256 } of (await load(name)).files) named.add(sha256)
      const backups = names.slice(0, -keep)
      // A manifest goes before its files.
      for (const name of backups) await store.remove(manifestKey(name))
      const isOld = (written: number): boolean => now - written > BACKUP_GRACE_HOURS * HOUR
      const unneeded = (await listFiles()).filter(({ sha256, written }) => !named.has(sha256) && isOld(written))
      for (const { key } of unneeded) await store.remove(key)
      return { backups, files: unneeded.length, bytes: unneeded.reduce((sum, { bytes }) => sum + bytes, 0) }
    },
    async store(from, expected) {
      if (expected !== undefined) return put(from, expected)
      // The file may change while it is sent.
      const copy = draft('copy')
      copyFile(from, copy, 0o600)
      return storeDraft(copy)
    },
    async verify({ files }) {
      const there = new Map((await listFiles()).map(({ sha256, bytes }) => [sha256, bytes]))
      return files.flatMap(({ path, sha256, bytes }) => {
        const got = there.get(sha256)
        if (got === bytes) return []
        const object = `${store.name}/${FILES}${sha256}`
        return [
          `${path}: ${got === undefined ? `${object} is missing` : `${object}: got ${got} bytes, expected ${bytes}`}`,
        ]
      })
    },
    async copyTo(sha256, to) {
      const stream = await store.get(`${FILES}${sha256}`)
      if (!stream) throw new Error(`${store.name}/${FILES}${sha256} is missing`)
      const hash = createHash('sha256')
      const target = await open(to, 'w', 0o600)
      try {
        for await (const chunk of stream) {
          hash.update(chunk)
          await target.writeFile(chunk)
        }
        await target.sync()
      } finally {
        await target.close()
      }
      return { sha256: hash.digest('hex') }
    },
  }
}
