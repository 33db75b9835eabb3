// Small real files with random damage: each ballot source gives rows and issues, or a SourceError, and never a personal address.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { collectSink } from '../../../ingest/engine/sink.ts'
import { toDivisions } from '../../../ingest/engine/source-dependencies.ts'
import { fetchSource } from '../../../ingest/fetch/fetch.ts'
import { type Source, SourceError } from '../../../ingest/read/source.ts'
import { shareFolder } from '../../temporary.ts'
import { divisionsOf, GOLDEN, goldenIds, loadInput, sourceOf } from '../golden/folder.ts'
import { noBallots } from '../no-ballots.ts'
import { CANARY, fillPersonal } from './canary.ts'
import { mutations } from './mutation.ts'

const RUNS = process.env.PROOF ? 2500 : 60
const SEED = 8
/** Many times what the slowest takes for its sound file. */
const MILLISECONDS_MAX = 10_000

const folder = shareFolder()
beforeAll(() => {})

/** The whole output of the source: rows and issues, or the error at which it stopped. */
async function read(source: Source, bytes: ReadonlyMap<string, Buffer>, rawDir: string): Promise<string> {
  const readFile = (path: string): Uint8Array => {
    const [, content] = [...bytes].find(([mirror]) => path.endsWith(mirror)) ?? []
    if (!content) throw new RangeError(`${path} is no file of ${source.id}`)
    return path.endsWith('.gz') ? gzipSync(content) : content
  }
  const sink = collectSink()
  const divisions = existsSync(join(GOLDEN, source.id, 'divisions.json'))
    ? divisionsOf(join(GOLDEN, source.id))
    : toDivisions([])
  try {
    const files = await fetchSource(source, { rawDir, mirror: '/mirror', now: new Date('2028-01-01'), readFile })
    await source.read(
      files,
      { source, states: new Set(source.states), divisions, ballots: noBallots, endorsers: [], outlines: [] },
      sink,
    )
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return error.message
  }
  return JSON.stringify([sink.rows, sink.issues])
}

describe.each(goldenIds)('%s', (id) => {
  const whole = sourceOf(id)
  const given = loadInput(whole)
  const source = { ...whole, files: given.map(({ file }) => file) }
  const inputs = given.map(({ file, bytes }) => ({
    mirror: file.mirror,
    ...fillPersonal(bytes, file.mirror.replace(/\.gz$/, ''), source.personal),
  }))
  const bytes = new Map(inputs.map((input) => [input.mirror, input.bytes]))
  const rawDir = () => join(folder, id)

  it('outputs and stores no personal data of the publisher', async () => {
    const said = await read(source, bytes, rawDir())
    expect(JSON.parse(said)[0].length).toBeGreaterThan(0)
    expect(said).not.toContain(CANARY)
    for (const name of readdirSync(rawDir())) expect(readFileSync(join(rawDir(), name), 'latin1')).not.toContain(CANARY)
  })

  it('ends with rows or a SourceError for any damage to its files', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...bytes.keys()), mutations, async (mirror, mutate) => {
        const start = performance.now()
        const damaged = new Map(bytes).set(mirror, mutate(bytes.get(mirror) ?? Buffer.alloc(0)))
        expect(await read(source, damaged, rawDir())).not.toContain(CANARY)
        expect(performance.now() - start).toBeLessThan(MILLISECONDS_MAX)
      }),
      { numRuns: RUNS, seed: SEED },
    )
  })
})

it.each(['A', ', '])('a name of 900,000 characters is truncated and reported: %j', async (unit) => {
  const source = sourceOf('nv-results-2016')
  const [given] = loadInput(source)
  if (!given) throw new RangeError('nv-results-2016 has no golden input')
  const long = Buffer.from(
    `${Buffer.from(given.bytes).toString().trimEnd()}\nClark,President,,"${unit.repeat(899_990 / unit.length).padEnd(900_000, 'B')}",1\n`,
  )
  const rawDir = join(folder, 'long')
  const said = await read({ ...source, files: [given.file] }, new Map([[given.file.mirror, long]]), rawDir)
  expect(said.length).toBeLessThan(100_000)
  expect(said).toContain('got a title or name of 900000 characters, expected at most 1000; the rest is cut off')
})

it('fills personal data into every source that has some', () => {
  const filled = goldenIds.map((id) => {
    const source = sourceOf(id)
    const counts = loadInput(source).map(
      ({ file, bytes }) => fillPersonal(bytes, file.mirror.replace(/\.gz$/, ''), source.personal).filled,
    )
    return [id, source.personal.length > 0, counts.reduce((sum, count) => sum + count, 0) > 0]
  })
  expect(filled.filter(([, personal, some]) => personal && !some)).toEqual([])
})
