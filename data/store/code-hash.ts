// Hashes the project's own running code, because its output depends on it.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { CODE_ROOT, PROJECT_ROOT } from './paths.ts'

const CODE_FOLDERS = [
  'build',
  ...['core', 'geometry', 'index', 'interchange', 'schema', 'store', 'street'].map((room) => `data/${room}`),
  'ingest',
]
/** Declarations of types (`.d.ts`) do nothing at run time. */
const CODE_FILES = /(?<!\.d)\.(ts|js|sql|csv|yaml)$/
/** A compiled build has none beside its code: they stay where the sources are. */
export const TABLE_FILES = /\.(sql|csv|yaml)$/

/**
 * @param folder a folder to hash with its folders. Default: the running build and ingest code, the vocabulary and the lockfile
 * @param files their names
 */
export function hashTree(folder?: string, files = CODE_FILES): string {
  const hash = createHash('sha256')
  const folders = folder ? [folder] : CODE_FOLDERS.map((name) => join(CODE_ROOT, name))
  for (const root of folders)
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => files.test(file))
      .sort())
      hash.update(`${relative(folder ?? CODE_ROOT, join(root, name))}\n`).update(readFileSync(join(root, name)))
  if (!folder) hash.update(readFileSync(join(PROJECT_ROOT, 'package-lock.json')))
  return hash.digest('hex')
}
