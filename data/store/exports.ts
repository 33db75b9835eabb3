// Reads the exports of bundles, as `hustings export` leaves them: one folder per bundle id. A finished folder never changes.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface ExportFile {
  name: string
  /** Its path on this machine. */
  path: string
  bytes: number
  /** In hex. */
  sha256: string
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  parquet: 'application/vnd.apache.parquet',
  arrow: 'application/vnd.apache.arrow.file',
  csv: 'text/csv',
  fgb: 'application/vnd.flatgeobuf',
  json: 'application/json',
  md: 'text/markdown',
}

/** The media type of an exported file, by the ending of its name. */
export function mediaTypeOf(name: string): string {
  return MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain'
}

const BUNDLE = /^[0-9a-f]{64}$/
const LINE = /^([0-9a-f]{64}) {2}([A-Za-z0-9][\w.-]*)$/gm

/** @param folder the folder of all exports. @returns the ids of the exported bundles */
export function listExports(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => BUNDLE.test(name))
    .sort()
}

/** The files that a bundle's export lists with a hash; empty if the bundle is not exported. */
export function loadExport(folder: string, bundle: string): ExportFile[] {
  return [...loadSums(folder, bundle).keys()].flatMap((name) => findExportFile(folder, bundle, name) ?? [])
}

/** Undefined if the bundle is not exported or its export does not list the file. */
export function findExportFile(folder: string, bundle: string, name: string): ExportFile | undefined {
  const sha256 = loadSums(folder, bundle).get(name)
  if (sha256 === undefined) return undefined
  const path = join(folder, bundle, name)
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.isFile() ? { name, path, bytes: stat.size, sha256 } : undefined
}

/** Hashes by name of file. */
function loadSums(folder: string, bundle: string): ReadonlyMap<string, string> {
  if (!BUNDLE.test(bundle)) return new Map()
  const files = ['SHA256SUMS', 'HISTORY-SHA256SUMS'].map((name) => join(folder, bundle, name)).filter(existsSync)
  const lines = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(LINE)])
  return new Map(lines.map(([, sha256 = '', name = '']) => [name, sha256]))
}
