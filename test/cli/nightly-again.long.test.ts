// A second nightly over the same sources.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { pathsIn } from '../../data/store/paths.ts'
import { runCommand } from './hustings.ts'
import { shareFolder } from './temporary.ts'

const folder = shareFolder()
const run = (...words: string[]) => runCommand(folder, ...words, '--sample')

beforeAll(async () => {
  await run('nightly')
})

describe('nightly', () => {
  it('reports nothing as new on a second run, even if every source is read and built again', async () => {
    const second = await run('nightly')
    const unchanged =
      /^Parts {6}places [\d.]+ MB unchanged, ballots [\d.]+ MB unchanged, endorsements [\d.]+ MB unchanged, /m
    expect(second.stdout).toMatch(/^Changed {4}no contest and no choice since the last nightly$/m)
    expect(second.stdout).toMatch(unchanged)
    // Without the work file everything is read and built again, to the same bytes.
    rmSync(pathsIn(join(folder, 'sample')).work)
    const again = await run('nightly')
    expect(again.stdout).toMatch(/: 5 read, 0 unchanged$/m)
    expect(again.stdout).toMatch(/^Changed {4}no contest and no choice since the last nightly$/m)
    expect(again.stdout).toMatch(unchanged)
    expect(again.stdout).toMatch(/^Published {2}nothing to publish/m)
  })
})
