// Reads the manifests of built bundles, as far as possible also those of other versions.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { BUNDLE_FORMATS, bundleIdOf, type Manifest, manifest as manifestSchema } from '../schema/manifest.ts'
import { instant } from '../schema/scalar.ts'
import { replaceFile } from './files.ts'
import type { Paths } from './paths.ts'

type BundlePaths = Pick<Paths, 'bundles'>

export function manifestFile(paths: BundlePaths, bundle: string): string {
  return join(paths.bundles, `${bundle}.json`)
}

/** The ids of the bundles that have a manifest, in order. */
export function listBundles(paths: BundlePaths): string[] {
  if (!existsSync(paths.bundles)) return []
  return readdirSync(paths.bundles)
    .flatMap((name) => /^([0-9a-f]{64})\.json$/.exec(name)?.[1] ?? [])
    .sort()
}

/** The bundle that was built last. Undefined if there is none. */
export function findNewestBundle(paths: BundlePaths): string | undefined {
  const built = listBundles(paths).map((bundle) => ({ bundle, at: statSync(manifestFile(paths, bundle)).mtimeMs }))
  return built.sort((a, b) => b.at - a.at)[0]?.bundle
}

const anyFormat = z.looseObject({ format: z.number() })

/** Throws a sentence if there is no such bundle, or this version cannot read its manifest. */
export function loadManifest(paths: BundlePaths, bundle: string): Manifest {
  const file = manifestFile(paths, bundle)
  return parseManifest(loadText(file, bundle, paths), bundle, file)
}

/** Throws a sentence that begins with `file`. */
export function parseManifest(text: string, bundle: string, file: string): Manifest {
  const json = parseJson(text, file)
  const format = anyFormat.safeParse(json).data?.format
  if (format !== undefined && !BUNDLE_FORMATS.includes(format))
    throw new Error(
      `${file}: its format is ${format}, this version reads ${BUNDLE_FORMATS.join(' and ')}: rebuild it with this version`,
    )
  const read = manifestSchema.safeParse(json)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new Error(
      `${file}: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}: another version wrote it, rebuild it with this version`,
    )
  }
  if (read.data.bundle !== bundle)
    throw new Error(`${file}: it describes the bundle ${read.data.bundle}, expected ${bundle}`)
  const named = bundleIdOf(read.data)
  if (named !== bundle)
    throw new Error(
      `${file}: it names the parts of the bundle ${named}, expected those of ${bundle}: it was changed after the build, rebuild it`,
    )
  return read.data
}

/** Undefined if loadManifest would throw. */
export function findManifest(paths: BundlePaths, bundle: string): Manifest | undefined {
  try {
    return loadManifest(paths, bundle)
  } catch {
    return undefined
  }
}

const anyParts = z.looseObject({ parts: z.record(z.string(), z.looseObject({ sha256: z.string() })) })

/**
 * The hashes of the parts in a manifest of any version, by name of part. Takes a tenth of the time of loadManifest. Throws a sentence if
 * it has no readable ones.
 */
export function loadPartHashes(paths: BundlePaths, bundle: string): ReadonlyMap<string, string> {
  const file = manifestFile(paths, bundle)
  return parsePartHashes(loadText(file, bundle, paths), file)
}

/** Throws a sentence that begins with `file`. */
export function parsePartHashes(text: string, file: string): ReadonlyMap<string, string> {
  const read = anyParts.safeParse(parseJson(text, file))
  if (!read.success) throw new Error(`${file}: it names no parts, expected parts with a sha256 each`)
  return new Map(Object.entries(read.data.parts).map(([name, { sha256 }]) => [name, sha256]))
}

function loadText(file: string, bundle: string, paths: BundlePaths): string {
  if (!existsSync(file)) throw new Error(`there is no bundle ${bundle} in ${paths.bundles}`)
  return readFileSync(file, 'utf8')
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${file}: it is not JSON, so it is damaged: rebuild it`)
  }
}

// Records when the bytes of each source were retrieved, in a file beside the bundle's manifest. It is no input of a part, so that the
// same inputs always give the same bytes. A bundle that is copied without this file is still served.

type RetrievedPaths = Pick<Paths, 'bundles'>

/** By source id: the instant at which the newest of its present files was first retrieved. */
export type RetrievedSources = ReadonlyMap<string, string>

const file = z.record(z.string(), instant)

function retrievedFile(paths: RetrievedPaths, bundle: string): string {
  return join(paths.bundles, `${bundle}.retrieved.json`)
}

/**
 * Written once per bundle, so that its responses do not change while it is served.
 * @param retrieved instants by the SHA-256 of kept bytes. A source that has a file without a known instant is left out
 */
export function writeRetrieved(
  paths: RetrievedPaths,
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
export function loadRetrieved(paths: RetrievedPaths, bundle: string): RetrievedSources {
  try {
    return new Map(Object.entries(file.parse(JSON.parse(readFileSync(retrievedFile(paths, bundle), 'utf8')))))
  } catch {
    return new Map()
  }
}
