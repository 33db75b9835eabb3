import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { findCounty } from '../../cli/analyse/export/county.ts'
import { withOfflineReading } from '../../cli/look/offline.ts'
import { openCounty } from '../../client/county/reader.ts'
import { decodeCounty, encodeCounty } from '../../data/place/county-file.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { answerOf, drawPoints } from '../client/county/compare.ts'
import { shareFolder } from '../temporary.ts'
import { type Ended, runCommand } from './hustings.ts'
import { copySample } from './sample.ts'

const KENNEBEC = '23011'
const POINTS = 1500

const root = shareFolder()
const target = join(root, 'kennebec')
let written: Ended

function run(...words: string[]): Promise<Ended> {
  return runCommand(root, 'export', 'county', '--sample', ...words)
}

/** The county file, as the command wrote it. */
function readFile(folder: string): Uint8Array<ArrayBuffer> {
  const name = readdirSync(folder).find((one) => one.endsWith('.county')) ?? ''
  const bytes = Uint8Array.from(readFileSync(join(folder, name)))
  expect(name).toBe(`${createHash('sha256').update(bytes).digest('hex')}.county`)
  return bytes
}

beforeAll(async () => {
  await copySample(root)
  written = await run(KENNEBEC, target, '--as-of', '2028-10-01')
})

describe('hustings export county', () => {
  test('writes the file under its hash, a reader of less than 20 kB, and a page', () => {
    expect(written).toMatchObject({ code: 0, stderr: '' })
    expect(written.stdout).toContain('County     Kennebec County, 15 contests of me-2028-11-07-general')
    const names = readdirSync(target)
    expect(names).toHaveLength(3)
    expect(names).toEqual(
      expect.arrayContaining([expect.stringMatching(/^[0-9a-f]{64}\.county$/), 'county.js', 'index.html']),
    )
    expect(readFileSync(join(target, 'county.js')).length).toBeLessThan(20_000)
  })

  test('writes the same bytes again', async () => {
    const again = join(root, 'again')
    expect(await run(KENNEBEC, again, '--as-of', '2028-10-01', '--json')).toMatchObject({ code: 0 })
    for (const name of readdirSync(target))
      expect(readFileSync(join(again, name))).toEqual(readFileSync(join(target, name)))
  })

  test('in Spanish, with the elections that are named', async () => {
    const folder = join(root, 'es')
    const { stdout } = await run(KENNEBEC, folder, '--lang', 'es', '--elections', 'me-2028-06-13-primary', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ county: 'Kennebec County', elections: ['me-2028-06-13-primary'] })
    const county = await openCounty(readFile(folder))
    expect(county).toMatchObject({ lang: 'es', elections: [{ slug: 'me-2028-06-13-primary' }] })
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('¿Qué hay en su boleta en Kennebec County, ME?')
  })

  test('an unknown county is answered with the list of its own state', async () => {
    expect((await run('35999')).stderr).toContain("state = 'NM'")
    expect((await run('Kennebec')).stderr).toContain("state = 'ME'")
  })

  test.each([
    ['an unknown county', ['99999'], 'No county has the GEOID "99999". Expected five digits, such as 37183.'],
    ['an unknown election', [KENNEBEC, '--elections', 'nc-1900'], '--elections: ME has no election "nc-1900".'],
    ['no election ahead', [KENNEBEC, '--as-of', '2030-01-01'], 'No election of ME is ahead. Name those that you want.'],
    ['a folder that exists', [KENNEBEC, root], `${root} exists.`],
    ['no county', [], "missing required argument 'geoid'"],
  ])('refuses %s', async (_, words, sentence) => {
    const { code, stderr } = await run(...words)
    expect(code).not.toBe(0)
    expect(stderr).toContain(sentence)
    expect(stderr).toContain('hustings')
  })
})

describe('the reader', () => {
  test('answers points as the server does, half of them within a few metres of a line, and none outside the county', async () => {
    const county = await openCounty(readFile(target))
    const elections = county.elections.map(({ slug }) => slug)
    const source = { paths: pathsIn(join(root, 'sample')), asOf: '2028-10-01', now: Date.now, steady: () => 0 }
    const counted = await withOfflineReading(source, async (reading) => {
      const own = findCounty(reading.bundle, KENNEBEC)?.district_id ?? 0
      const points = drawPoints(reading, { county: own, count: POINTS })
      const answers = points.map((point) => {
        const answer = county.ballot(...point)
        expect(answer, `${point}`).toEqual(answerOf(reading, { county: own, elections }, point))
        return answer
      })
      const inside = answers.flatMap((answer) => answer ?? [])
      return { inside: inside.length, ballots: new Set(inside.map((answer) => JSON.stringify(answer))).size }
    })
    expect(counted.inside).toBeGreaterThan(POINTS / 4)
    expect(counted.inside).toBeLessThan(POINTS)
    expect(counted.ballots).toBeGreaterThan(10)
  })

  const refused: [string, (file: Uint8Array<ArrayBuffer>) => Uint8Array, RegExp][] = [
    ['another format', repack((bytes) => ofFormat(bytes, 1)), /county file of format 1: this reader reads format 2/],
    ['bytes that are cut off', repack((bytes) => bytes.subarray(0, bytes.length - 1)), /were expected/],
    ['no county file', () => Uint8Array.of(1, 2, 3), /no county file, or it is damaged/],
    ['a changed byte', (file) => file.with(500, (file[500] ?? 0) ^ 1), /no county file, or it is damaged/],
  ]
  test.each(refused)('refuses %s', async (_, damage, message) => {
    await expect(openCounty(Uint8Array.from(damage(readFile(target))))).rejects.toThrow(message)
  })
})

function repack(change: (bytes: Uint8Array) => Uint8Array) {
  return (file: Uint8Array) => gzipSync(change(gunzipSync(file)))
}

function ofFormat(bytes: Uint8Array, format: number): Uint8Array {
  const held = decodeCounty(bytes)
  return encodeCounty({ ...held, facts: { ...held.facts, format } })
}

test('a county file holds what its answers need, and the same after it is read and written again', () => {
  const bytes = Uint8Array.from(gunzipSync(readFile(target)))
  const held = decodeCounty(bytes)
  expect(encodeCounty(held)).toEqual(bytes)
  expect(held.facts.county).toMatchObject({ geoid: KENNEBEC, state: 'ME' })
})
