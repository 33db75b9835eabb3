import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Base, findMissing } from '../../../build/bundle/manifest.ts'
import { type Paths, pathsIn } from '../../../data/store/paths.ts'

let paths: Paths
beforeEach(() => {
  paths = pathsIn(mkdtempSync(join(tmpdir(), 'hustings-base-')))
  mkdirSync(paths.parts)
})
afterEach(() => rmSync(paths.root, { recursive: true }))

it('a part is missing if its file is away or has another size', () => {
  const part = (sha256: string) => {
    writeFileSync(join(paths.parts, `${sha256}.sqlite`), 'twelve bytes')
    return { sha256, bytes: 12 }
  }
  const parts = { places: part('a'), ballots: part('b'), endorsements: part('c') }
  const base = { fingerprints: {}, parts } as unknown as Base
  expect(findMissing(paths, base)).toEqual([])
  truncateSync(join(paths.parts, 'b.sqlite'), 11)
  rmSync(join(paths.parts, 'c.sqlite'))
  expect(findMissing(paths, base)).toEqual(['ballots', 'endorsements'])
})
