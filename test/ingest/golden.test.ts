// One folder a source, named by its id: what stands in input/ gives the rows of rows.json and the issues of issues.json.
// GOLDEN=write writes both anew; whoever does so reads them line by line.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PROJECT_ROOT } from '../../data/store/paths.ts'
import { ballotSources } from '../../ingest/ballot/sources.ts'
import { blank } from '../../ingest/blank.ts'
import { toDivisions } from '../../ingest/divisions.ts'
import { sources } from '../../ingest/registry.ts'
import { collectSink } from '../../ingest/sink.ts'
import type { Divisions, FetchedFile, Source, SourceFile } from '../../ingest/source.ts'
import { unregistered } from './golden/unregistered.ts'
import { noBallots } from './no-ballots.ts'

const GOLDEN = join(PROJECT_ROOT, 'test', 'ingest', 'golden')
const WRITES = process.env.GOLDEN === 'write'

const ids = readdirSync(GOLDEN, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))

describe('the golden folder', () => {
  it.each(ids)('of %s gives its rows and issues', async (id) => {
    const said = await readGolden(sourceOf(id), join(GOLDEN, id))
    for (const [name, content] of Object.entries(said)) {
      const file = join(GOLDEN, id, name)
      if (WRITES) writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
      expect(content, name).toEqual(loadJson(file))
    }
  })

  it('is there for every layout of a ballot source', () => {
    const held = new Set(ids.map(layoutOf))
    expect(ballotSources.map(({ id }) => id).filter((id) => !held.has(layoutOf(id)))).toEqual([])
  })
})

/** The years of a layout differ by the last part of the id alone. */
function layoutOf(id: string): string {
  return id.replace(/-\d{4}$/, '')
}

function sourceOf(id: string): Source {
  const source = [...sources, ...unregistered].find((one) => one.id === id)
  if (!source)
    throw new RangeError(
      `test/ingest/golden/${id} has the name of no source, expected an id of ingest/ballot/sources.ts or golden/unregistered.ts`,
    )
  return source
}

/** Throws for a folder that is not written yet. */
function loadJson(file: string): unknown {
  if (!existsSync(file))
    throw new RangeError(
      `${relative(PROJECT_ROOT, file)} is not there: run this test with GOLDEN=write, and read what it writes`,
    )
  return JSON.parse(readFileSync(file, 'utf8'))
}

async function readGolden(source: Source, folder: string) {
  const input = join(folder, 'input')
  const names = new Set(readdirSync(input))
  // A source of many files of one layout is shown by a few of them.
  const files = source.files.filter((file) => names.delete(nameOf(file))).map((file) => fetched(source, file, input))
  if (names.size > 0) throw new RangeError(`${source.id} has no file of the name ${[...names].join(', ')}`)
  const sink = collectSink()
  const context = { source, states: new Set(source.states), divisions: divisionsOf(folder), ballots: noBallots }
  await source.read(files, context, sink)
  const rows: Record<string, object[]> = {}
  for (const { table, row, file, line } of sink.rows) {
    rows[table] ??= []
    rows[table].push({ at: `${basename(file)}:${line}`, ...row })
  }
  return { 'rows.json': rows, 'issues.json': sink.issues.map((issue) => ({ ...issue, file: basename(issue.file) })) }
}

function nameOf({ mirror }: SourceFile): string {
  return basename(mirror).replace(/\.gz$/, '')
}

/** As the fetcher hands it over, personal columns blank. */
function fetched({ personal }: Source, file: SourceFile, input: string): FetchedFile {
  const { mirror, url, lacks = [] } = file
  const read = { name: mirror.replace(/\.gz$/, ''), url, bytes: readFileSync(join(input, nameOf(file))) }
  if (personal.length === 0) return read
  const { bytes, found } = blank(read, personal)
  expect([...found, ...lacks].sort()).toEqual([...personal].sort())
  return { ...read, bytes }
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

function divisionsOf(folder: string): Divisions {
  const file = join(folder, 'divisions.json')
  if (existsSync(file)) return toDivisions(divisionRows.parse(loadJson(file)))
  const refuse = (): never => {
    throw new RangeError(`${relative(PROJECT_ROOT, file)} is not there, and the reader asks for divisions: [] is none`)
  }
  return { has: refuse, canonical: refuse, under: refuse }
}
