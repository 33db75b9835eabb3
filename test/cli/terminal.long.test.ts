// The texts in a real terminal of a given size, made by `script`.

import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectFile } from '../../data/store/paths.ts'
import { AS_OF, type Fixture, openFixture } from '../server/fixture.ts'

const hasTerminal = spawnSync('script', ['--version']).status === 0
const ESCAPE = '\u001b'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
  await fixture.publish({ fillers: 0 })
})
afterAll(() => fixture.close())

/** @param set variables of the environment, as `NAME=value` */
function show(columns: number, words: string, set = ''): string {
  const command = `stty cols ${columns}; ${set} '${process.execPath}' '${projectFile('dist', 'cli.js')}' ${words} --as-of ${AS_OF}`
  // Node reads `CI`, `TMUX`, `COLORTERM` and more for the colours of a terminal: none of the caller's variables goes in.
  const env = { PATH: process.env.PATH, HUSTINGS_VAR: fixture.paths.root, TERM: 'xterm-256color' }
  const { stdout, status } = spawnSync('script', ['-qec', command, '/dev/null'], { env, encoding: 'utf8' })
  expect(status, stdout).toBe(0)
  return stdout.replaceAll('\r', '')
}

describe.skipIf(!hasTerminal)('in a terminal', () => {
  it.each(['ballot 27601', 'representatives 27601', 'endorsements --states NC'])('%s has colours', (words) => {
    expect(show(100, words)).toContain(ESCAPE)
    for (const set of ['NO_COLOR=1', 'TERM=dumb']) expect(show(100, words, set), set).not.toContain(ESCAPE)
    expect(show(100, `${words} --json`)).not.toContain(ESCAPE)
  })

  it.each([40, 60, 80, 120, 200])('no line is wider than %i columns, except for a long word', (columns) => {
    for (const words of ['ballot 27601', 'representatives 27601', 'endorsements --states NC']) {
      const lines = show(columns, words, 'NO_COLOR=1')
        .split('\n')
        .filter((line) => !line.includes('Next: '))
      const wide = lines.filter((line) => [...line].length > columns && !/\S{17,}/.test(line))
      expect(wide, words).toEqual([])
      expect(Math.max(...lines.map((line) => line.length))).toBeGreaterThan(columns / 3)
    }
  })
})
