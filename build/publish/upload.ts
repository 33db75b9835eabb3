// Writes bundles to object storage (HUSTINGS_PARTS) for servers on other machines, and fetches those that another publisher wrote.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { partFiles } from '../../data/store/bundle.ts'
import { loadManifest, manifestFile, parseManifest } from '../../data/store/manifest.ts'
import {
  fetchManifest,
  fetchPart,
  MissingObject,
  manifestKey,
  missingParts,
  partFile,
  partKey,
  retrievedKey,
} from '../../data/store/objects/fetch.ts'
import {
  bytesContent,
  fileContent,
  MANIFEST_BYTES_MAX,
  type ObjectStore,
  readText,
} from '../../data/store/objects/store.ts'
import type { Paths } from '../../data/store/paths.ts'

/** Undefined without HUSTINGS_PARTS. Throws a sentence if nothing can be written there. */
export async function openPartsStore({ partsStore }: Pick<Paths, 'partsStore'>): Promise<ObjectStore | undefined> {
  if (partsStore === undefined) return undefined
  const { openObjectStore } = await import('../../data/store/objects/open.ts')
  return openObjectStore(partsStore)
}

/**
 * Writes what the store lacks: the parts, then the manifest. An interrupted upload continues with the parts that are not there.
 * @throws a sentence if an object cannot be written, or if the store has another one under its name
 */
export async function uploadBundle(paths: Paths, store: ObjectStore, bundle: string): Promise<void> {
  const parts = partFiles(loadManifest(paths, bundle))
  const sizes = await Promise.all(parts.map(({ sha256 }) => store.size(partKey(sha256))))
  for (const [nth, { sha256, bytes }] of parts.entries()) {
    const key = partKey(sha256)
    const found = sizes[nth] ?? (await store.put(key, fileContent(partFile(paths, sha256), sha256))).bytes
    if (found !== bytes)
      throw new Error(`${store.name} has another ${key}: got ${found} bytes, expected ${bytes}; delete that object`)
  }
  const retrieved = join(paths.bundles, `${bundle}.retrieved.json`)
  if (existsSync(retrieved)) await store.put(retrievedKey(bundle), bytesContent(readFileSync(retrieved)))
  const key = manifestKey(bundle)
  const { created } = await store.put(key, bytesContent(readFileSync(manifestFile(paths, bundle))))
  if (!created)
    requireManifest(await readText(store, key, MANIFEST_BYTES_MAX), bundle, `${store.name} has another ${key}`)
}

/** The same parts may come from other sources, so the texts of two manifests may differ. */
function requireManifest(text: string | undefined, bundle: string, name: string): void {
  try {
    parseManifest(text ?? '', bundle, name)
  } catch (fault) {
    throw new Error(`${fault instanceof Error ? fault.message : String(fault)}; delete that object`)
  }
}

/** Brings a bundle of another publisher onto this disk. A bundle that the store does not have stays as it is. */
export async function fetchBundle(paths: Paths, store: ObjectStore, bundle: string): Promise<void> {
  try {
    const manifest = await fetchManifest(paths, store, bundle)
    for (const part of missingParts(paths, manifest)) await fetchPart(paths, store, part, { slot: 'publish' })
  } catch (fault) {
    if (!(fault instanceof MissingObject)) throw fault
  }
}
