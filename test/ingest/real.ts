// The publishers' own files, where the machine has them.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PROJECT_ROOT } from '../../data/store/paths.ts'
import type { FetchedFile, Source } from '../../ingest/read/source.ts'

export const REAL = process.env.HUSTINGS_TEST_DATA ?? join(PROJECT_ROOT, '..', 'shared', 'data')
export const hasReal = (...names: string[]): boolean => names.every((name) => existsSync(join(REAL, name)))

export function realFile(mirror: string, url = ''): FetchedFile {
  const bytes = readFileSync(join(REAL, mirror))
  return { name: mirror.replace(/\.gz$/, ''), url, bytes: mirror.endsWith('.gz') ? gunzipSync(bytes) : bytes }
}

export const realFiles = ({ files }: Source): FetchedFile[] => files.map(({ url, mirror }) => realFile(mirror, url))
