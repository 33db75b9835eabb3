import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CONSTANTS_PAGE, listConstants, writeConstantsPage } from './constants.ts'

test('docs/constants.md lists every setting with its file (`make docs` writes it)', () => {
  const constants = listConstants()
  expect(constants.length).toBeGreaterThan(100)
  expect(readFileSync(CONSTANTS_PAGE, 'utf8')).toBe(writeConstantsPage(constants))
})
