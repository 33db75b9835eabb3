// docs/coverage is made from the held files: `hustings coverage --pages`. This test knows the registry, not the files.

import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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
