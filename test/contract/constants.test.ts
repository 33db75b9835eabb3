import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CONSTANTS_PAGE, listConstants, writeConstantsPage } from './constants.ts'

test('docs/constants.md lists every setting with its file (`make docs` writes it)', () => {
  const constants = listConstants()
  expect(constants.length).toBeGreaterThan(100)
  expect(readFileSync(CONSTANTS_PAGE, 'utf8')).toBe(writeConstantsPage(constants))
})

test('names of constants are unique', () => {
  const names = listConstants().map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('the page lists the lifetime of a session', () => {
  expect(
    listConstants()
      .filter(({ name }) => name.startsWith('SESSION_'))
      .map(({ name }) => name),
  ).toEqual(expect.arrayContaining(['SESSION_HOURS', 'SESSION_IDLE_MINUTES']))
})
