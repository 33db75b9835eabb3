// When the bytes of each source were retrieved: a file beside the bundle's manifest, and no input of a part, so that the same
// inputs give the same bytes whenever they came. A bundle that is copied without it is served all the same.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Manifest } from '../schema/manifest.ts'
import { instant } from '../schema/scalar.ts'
import type { Paths } from './paths.ts'
import { replaceFile } from './replace-file.ts'

type BundlePaths = Pick<Paths, 'bundles'>

/** By source id: the instant at which the last of its present files first came. */
export type RetrievedSources = ReadonlyMap<string, string>

const file = z.record(z.string(), instant)

function retrievedFile(paths: BundlePaths, bundle: string): string {
  return join(paths.bundles, `${bundle}.retrieved.json`)
}

/**
 * Written once a bundle: its answers stay the same while it is served.
 * @param retrieved instants by the SHA-256 of kept bytes; a source with a file of unknown instant is left out
 */
export function writeRetrieved(
  paths: BundlePaths,
  { bundle, sources }: Pick<Manifest, 'bundle' | 'sources'>,
  retrieved: ReadonlyMap<string, string>,
): void {
  if (existsSync(retrievedFile(paths, bundle))) return
  const known = sources.flatMap(({ id, files }) => {
    const instants = files.flatMap(({ sha256 }) => retrieved.get(sha256) ?? []).sort()
    const last = instants.at(-1)
    return last !== undefined && instants.length === files.length ? [[id, last] as const] : []
  })
  replaceFile(retrievedFile(paths, bundle), `${JSON.stringify(Object.fromEntries(known), null, 1)}\n`)
}

/** Empty where the file is missing or damaged: the instants are then not known. */
export function loadRetrieved(paths: BundlePaths, bundle: string): RetrievedSources {
  try {
    return new Map(Object.entries(file.parse(JSON.parse(readFileSync(retrievedFile(paths, bundle), 'utf8')))))
  } catch {
    return new Map()
  }
}
