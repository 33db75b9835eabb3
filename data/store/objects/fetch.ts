// Brings a bundle from object storage onto the disk. Nothing gets its name before its size and SHA-256 are right.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { chmod, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Manifest } from '../../schema/manifest.ts'
import { partFiles } from '../bundle.ts'
import { flush, makePrivateFolder, replaceBy, replaceFile } from '../files.ts'
import { findManifest, manifestFile, parseManifest } from '../manifest.ts'
import type { Paths } from '../paths.ts'
import { MANIFEST_BYTES_MAX, type ObjectReader, readText } from './store.ts'

type Target = Pick<Paths, 'bundles' | 'parts'>
type Part = Pick<Manifest['parts']['places'], 'sha256' | 'bytes'>

/** A file that is being fetched. */
const FETCHING = '.fetching'

/** The store has no such object, or does not list it yet. */
export class MissingObject extends Error {
  constructor(store: ObjectReader, key: string) {
    super(`${store.name} has no ${key}`)
    this.name = 'MissingObject'
  }
}

/** An object with other bytes than its name says. */
export class WrongObject extends Error {
  constructor(store: ObjectReader, key: string, why: string) {
    super(`${key} of ${store.name} is refused: ${why}`)
    this.name = 'WrongObject'
  }
}

export const partKey = (sha256: string): string => `parts/${sha256}.sqlite`
export const manifestKey = (bundle: string): string => `bundles/${bundle}.json`
export const retrievedKey = (bundle: string): string => `bundles/${bundle}.retrieved.json`

/** The parts that the disk lacks, or has with another size. */
export function missingParts(paths: Target, manifest: Manifest): Part[] {
  return partFiles(manifest).filter(
    ({ sha256, bytes }) => statSync(partFile(paths, sha256), { throwIfNoEntry: false })?.size !== bytes,
  )
}

/** The manifest on the disk, or else the store's, which is then on the disk. Throws MissingObject, WrongObject or StoreFault. */
export async function fetchManifest(paths: Target, store: ObjectReader, bundle: string): Promise<Manifest> {
  const known = findManifest(paths, bundle)
  if (known) return known
  const key = manifestKey(bundle)
  const text = await readText(store, key, MANIFEST_BYTES_MAX)
  if (text === undefined) throw new MissingObject(store, key)
  const manifest = orWrong(store, key, () => parseManifest(text, bundle, key))
  makePrivateFolder(paths.bundles)
  const retrieved = await readText(store, retrievedKey(bundle), MANIFEST_BYTES_MAX)
  // Before the manifest: the answers of a bundle do not change while it is served.
  const beside = join(paths.bundles, `${bundle}.retrieved.json`)
  if (retrieved !== undefined && !existsSync(beside)) replaceFile(beside, retrieved)
  const file = manifestFile(paths, bundle)
  writeFileSync(`${file}${FETCHING}`, text)
  utimesSync(`${file}${FETCHING}`, FETCHED, FETCHED)
  replaceBy(file, `${file}${FETCHING}`)
  return manifest
}

/** The time of a manifest that was fetched: it is never the newest build of this machine. */
const FETCHED = new Date(0)

/** Whether the bundle was fetched, and not built here. */
export function wasFetched(paths: Pick<Paths, 'bundles'>, bundle: string): boolean {
  return statSync(manifestFile(paths, bundle), { throwIfNoEntry: false })?.mtimeMs === FETCHED.getTime()
}

function orWrong<Result>(store: ObjectReader, key: string, read: () => Result): Result {
  try {
    return read()
  } catch (fault) {
    throw new WrongObject(store, key, fault instanceof Error ? fault.message : String(fault))
  }
}

export interface FetchOptions {
  /** A name that no other process uses at the same time. */
  slot: string
  /** Is told the bytes of each chunk. */
  progress?(bytes: number): void
}

/** Throws MissingObject, WrongObject or StoreFault. */
export async function fetchPart(
  paths: Target,
  store: ObjectReader,
  { sha256, bytes }: Part,
  { slot, progress }: FetchOptions,
): Promise<void> {
  const key = partKey(sha256)
  const stream = await store.get(key)
  if (!stream) throw new MissingObject(store, key)
  const file = partFile(paths, sha256)
  const beside = `${file}.${slot}${FETCHING}`
  makePrivateFolder(paths.parts)
  const hash = createHash('sha256')
  let got = 0
  try {
    const target = await open(beside, 'w', 0o600)
    try {
      for await (const chunk of stream) {
        got += chunk.length
        if (got > bytes) break
        hash.update(chunk)
        await target.writeFile(chunk)
        progress?.(chunk.length)
      }
      await target.sync()
    } finally {
      await target.close()
    }
    if (got !== bytes) throw new WrongObject(store, key, `got ${got > bytes ? 'more' : got} bytes, expected ${bytes}`)
    const found = hash.digest('hex')
    if (found !== sha256) throw new WrongObject(store, key, `got the SHA-256 ${found}, expected its name`)
    await chmod(beside, 0o444)
    await rename(beside, file)
    flush(dirname(file))
  } finally {
    rmSync(beside, { force: true })
  }
}

/** Deletes what a killed process left in the slot. */
export function clearSlot({ parts }: Target, slot: string): void {
  if (!existsSync(parts)) return
  for (const name of readdirSync(parts)) if (name.endsWith(`.${slot}${FETCHING}`)) rmSync(join(parts, name))
}

export function partFile({ parts }: Pick<Paths, 'parts'>, sha256: string): string {
  return join(parts, `${sha256}.sqlite`)
}
