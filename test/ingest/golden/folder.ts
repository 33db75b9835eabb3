// The golden folders: one a source, named by its id, with its input, the divisions that its reader may ask for, and what comes of it.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { z } from 'zod'
import { PROJECT_ROOT } from '../../../data/store/paths.ts'
import { findSource } from '../../../ingest/engine/registry.ts'
import { toDivisions } from '../../../ingest/engine/source-dependencies.ts'
import type { Divisions, Source, SourceFile } from '../../../ingest/read/source.ts'
import { unregistered } from './unregistered.ts'

export const GOLDEN = join(PROJECT_ROOT, 'test', 'ingest', 'golden')

export const goldenIds: readonly string[] = readdirSync(GOLDEN, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? entry.name : [],
)

export function sourceOf(id: string): Source {
  const source = unregistered.find((one) => one.id === id) ?? findSource(id)
  if (!source)
    throw new RangeError(
      `test/ingest/golden/${id} has the name of no source, expected an id of ingest/ballot/sources.ts or golden/unregistered.ts`,
    )
  return source
}

/** Throws for a folder that is not written yet. */
export function loadJson(file: string): unknown {
  if (!existsSync(file))
    throw new RangeError(
      `${relative(PROJECT_ROOT, file)} is not there: run this test with GOLDEN=write, and read what it writes`,
    )
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** The files that its folder has, as their publisher gives them. A source of many files of one layout is shown by a few of them. */
export function loadInput(source: Source): { file: SourceFile; bytes: Uint8Array }[] {
  const input = join(GOLDEN, source.id, 'input')
  const names = new Set(readdirSync(input))
  const files = source.files.filter((file) => names.delete(nameOf(file)))
  if (names.size > 0) throw new RangeError(`${source.id} has no file of the name ${[...names].join(', ')}`)
  return files.map((file) => ({ file, bytes: readFileSync(join(input, nameOf(file))) }))
}

/** The first input of a source. */
export function goldenBytes(id: string): Buffer {
  const [file] = sourceOf(id).files
  return readFileSync(join(GOLDEN, id, 'input', file ? nameOf(file) : ''))
}

function nameOf({ mirror }: SourceFile): string {
  return basename(mirror).replace(/\.gz$/, '')
}

const divisionRows = z.array(
  z.object({
    ocd_id: z.string(),
    name: z.string(),
    census_geoid: z.string().nullable().default(null),
    same_as: z.string().nullable().default(null),
    valid_through: z.string().nullable().default(null),
  }),
)

export function divisionsOf(folder: string): Divisions {
  const file = join(folder, 'divisions.json')
  if (existsSync(file)) return toDivisions(divisionRows.parse(loadJson(file)))
  const refuse = (): never => {
    throw new RangeError(`${relative(PROJECT_ROOT, file)} is not there, and the reader asks for divisions: [] is none`)
  }
  return { has: refuse, canonical: refuse, under: refuse }
}
