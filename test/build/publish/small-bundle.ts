// Bundles for tests of what is stored: only the ballots part can be opened, and has nothing but elections.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeManifest } from '../../../build/bundle/manifest.ts'
import { type Manifest, manifest, type PartName } from '../../../data/schema/manifest.ts'
import { writePart } from '../../../data/store/part.ts'
import type { Paths } from '../../../data/store/paths.ts'

type Written = { sha256: string; bytes: number }

/** @param name of the bundle's own officeholders part; the others depend on the elections alone */
export function writeSmall(paths: Paths, name: string, electionDays: readonly string[] = []): Manifest {
  const parts: Record<PartName, Written> = {
    places: writeText(paths, 'places'),
    ballots: writeElections(paths, electionDays),
    endorsements: writeText(paths, 'endorsements'),
    officeholders: writeText(paths, `officeholders ${name}`),
  }
  const named = Object.entries(parts).map(([part, written]) => [part, { ...written, fingerprint: 'f'.repeat(64) }])
  return writeManifest(paths, manifest.shape.parts.parse(Object.fromEntries(named)), [], new Map())
}

/** Sealing a part takes longer than all else here. */
const sealed = new Map<string, Written>()

function writeElections(paths: Paths, days: readonly string[]): Written {
  const key = [paths.parts, ...days].join()
  const known = sealed.get(key)
  if (known && existsSync(join(paths.parts, `${known.sha256}.sqlite`))) return known
  const written = writePart(paths.parts, 'ballots', (writer) =>
    writer.insert(
      'election',
      ['id', 'slug', 'date', 'state', 'type', 'contest_count', 'measure_count', 'body_en', 'body_es'],
      days.map((day, id) => [id, `nc-${day}-general-${id}`, day, 'NC', 'general', 0, 0, '{}', '{}']),
    ),
  )
  sealed.set(key, written)
  return written
}

function writeText(paths: Paths, text: string): Written {
  const sha256 = createHash('sha256').update(text).digest('hex')
  mkdirSync(paths.parts, { recursive: true })
  writeFileSync(join(paths.parts, `${sha256}.sqlite`), text)
  return { sha256, bytes: Buffer.byteLength(text) }
}
