// Records when the bytes of each source were retrieved, in a file beside the bundle's manifest. It is no input of a part, so that the
// same inputs always give the same bytes. A bundle that is copied without this file is still served.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Manifest } from '../schema/manifest.ts'
import { instant } from '../schema/scalar.ts'
import type { Paths } from './paths.ts'
import { replaceFile } from './replace-file.ts'

type BundlePaths = Pick<Paths, 'bundles'>

/** By source id: the instant at which the newest of its present files was first retrieved. */
export type RetrievedSources = ReadonlyMap<string, string>

const file = z.record(z.string(), instant)

function retrievedFile(paths: BundlePaths, bundle: string): string {
  return join(paths.bundles, `${bundle}.retrieved.json`)
}

/**
 * Written once per bundle, so that its responses do not change while it is served.
 * @param retrieved instants by the SHA-256 of kept bytes. A source that has a file without a known instant is left out
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

/** Empty if the file is missing or damaged: the instants are then unknown. */
export function loadRetrieved(paths: BundlePaths, bundle: string): RetrievedSources {
  try {
    return new Map(Object.entries(file.parse(JSON.parse(readFileSync(retrievedFile(paths, bundle), 'utf8')))))
  } catch {
    return new Map()
  }
}
