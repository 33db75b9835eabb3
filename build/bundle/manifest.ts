// Writes a bundle's manifest, and finds parts that earlier manifests name by fingerprint.

import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BUNDLE_FORMAT } from '../../data/schema/constants.ts'
import { bundleIdOf, type Manifest, type PartName } from '../../data/schema/manifest.ts'
import { hashFile } from '../../data/store/file-hash.ts'
import { findManifest, listBundles, manifestFile } from '../../data/store/manifest.ts'
import { sqliteVersion } from '../../data/store/part.ts'
import type { Paths } from '../../data/store/paths.ts'
import { makePrivateFolder } from '../../data/store/private-folder.ts'
import { flush, replaceFile } from '../../data/store/replace-file.ts'
import type { SourceRead } from '../../data/store/source-read.ts'

/** A sealed part of the same fingerprint that still lies whole in the parts folder; a damaged one is made again. */
export function findPart(
  paths: Paths,
  name: PartName | 'addresses',
  fingerprint: string,
): Manifest['parts'][PartName] | undefined {
  for (const bundle of listBundles(paths)) {
    const part = findManifest(paths, bundle)?.parts[name]
    if (part?.fingerprint === fingerprint && isWhole(paths, part)) return part
  }
  return undefined
}

/** Whether an earlier bundle has the same bytes as this part, whatever code they came from. */
export function isNamed(paths: Paths, name: PartName | 'addresses', sha256: string): boolean {
  return listBundles(paths).some((bundle) => findManifest(paths, bundle)?.parts[name]?.sha256 === sha256)
}

function isWhole(paths: Paths, { sha256, bytes }: Manifest['parts'][PartName]): boolean {
  const file = join(paths.parts, `${sha256}.sqlite`)
  return statSync(file, { throwIfNoEntry: false })?.size === bytes && hashFile(file) === sha256
}

/**
 * @param rows normalised rows by source id
 * @returns the manifest; its bundle id is a function of the parts alone, so the same inputs name the same bundle
 */
export function writeManifest(
  paths: Paths,
  parts: Manifest['parts'],
  sources: readonly SourceRead[],
  rows: ReadonlyMap<string, number>,
): Manifest {
  const bundle = bundleIdOf({ format: BUNDLE_FORMAT, parts })
  const manifest: Manifest = {
    format: BUNDLE_FORMAT,
    bundle,
    sqlite: sqliteVersion(),
    parts,
    sources: sources.map((source) => ({
      id: source.source_id,
      publisher: source.publisher,
      licence: source.licence,
      vintage: source.vintage,
      published_on: source.published_on,
      rows: rows.get(source.source_id) ?? 0,
      files: source.files.map(({ url, sha256 }) => ({ url, sha256 })),
    })),
  }
  makePrivateFolder(paths.bundles)
  replaceFile(manifestFile(paths, bundle), `${JSON.stringify(manifest, null, 2)}\n`)
  // The names of both folders, where this run made them.
  flush(dirname(paths.bundles))
  return manifest
}
