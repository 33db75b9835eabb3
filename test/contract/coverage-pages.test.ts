// docs/coverage is made from the held files: `hustings coverage --pages`. This test knows the registry, not the files.

import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TABLE_MARKS } from '../../build/coverage/coverage.ts'
import { STATES } from '../../data/schema/states.ts'
import { projectFile } from '../../data/store/paths.ts'
import { ballotSources } from '../../ingest/ballot/sources.ts'

const pageOf = (code: string): string => {
  const file = projectFile('docs', 'coverage', `${code.toLowerCase()}.md`)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

test('every source of ballots is on the page of a state that it covers', () => {
  const missing = ballotSources.filter(
    ({ id, states }) => !states.some((state) => pageOf(state).includes(`| \`${id}\` |`)),
  )
  expect(missing.map(({ id }) => id)).toEqual([])
})

test('every state has a page, and the index leads to it', () => {
  const index = readFileSync(projectFile('docs', 'coverage', 'README.md'), 'utf8')
  for (const { code, name, ocd_id } of STATES.filter(({ ocd_id }) => !ocd_id.includes('/territory:'))) {
    expect(pageOf(code), ocd_id).toContain(`# ${name}\n`)
    expect(index).toContain(`[${name}](${code.toLowerCase()}.md)`)
  }
})

test('the table of elections has as many contests as the table of states', () => {
  const contests = (text: string, column: number): number =>
    [...text.matchAll(/^\| .+ \|$/gm)]
      .map(([row]) => Number(row.split('|')[column]?.replaceAll(',', '').trim()))
      .filter((cell) => !Number.isNaN(cell))
      .reduce((sum, cell) => sum + cell, 0)
  const index = readFileSync(projectFile('docs', 'coverage', 'README.md'), 'utf8')
  const [, elections = '', states = ''] = index.split(/^## By .+$/m)
  expect(elections).toContain(TABLE_MARKS.begin)
  expect(contests(elections, 3)).toBeGreaterThan(10_000)
  expect(contests(elections, 3)).toBe(contests(states, 3))
})
