import { expect, it } from 'vitest'
import { inReadingOrder } from '../../../ingest/ballot/printed-name.ts'

it.each([
  ['Example, Ann', 'Ann Example'],
  ['Example II, Bo', 'Bo Example II'],
  ['Sample, Cy J. Jr.', 'Cy J. Sample Jr.'],
  ['Example, Ann IV', 'Ann Example IV'],
  ['Sample IV, Ed', 'Ed Sample IV'],
  ['de la Sample, Di  Ann', 'Di Ann de la Sample'],
  ['Example, James C. "Jim"', 'James C. "Jim" Example'],
  ['Ed Placeholder, Jr.', 'Ed Placeholder Jr.'],
  ['V, Gus', 'Gus V'],
])('%s is read %s', (printed, read) => {
  expect(inReadingOrder(printed)).toBe(read)
})
