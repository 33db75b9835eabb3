// The 3,215 real names in capitals with the real lists in mixed case: needs ../shared/data.

import { expect, test } from 'vitest'
import { caseName, type HeldName, isInCapitals, openSpellings } from '../../../build/bundle/name-case.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { toDivisions } from '../../../ingest/engine/source-dependencies.ts'
import { HAS_REAL, readReal, realDivisions } from '../../ingest/ballot/read.ts'

const LISTS: readonly (readonly [id: string, state: StateCode, divisions: 'real' | 'none'])[] = [
  ['ky-filings-2026', 'KY', 'real'],
  ['los-angeles-vip-2015', 'CA', 'none'],
  ['mi-candidates-2012', 'MI', 'none'],
  ['mi-candidates-2014', 'MI', 'none'],
  ['nv-results-2014', 'NV', 'none'],
  ['nv-results-2016', 'NV', 'none'],
  ['pa-candidates-2022', 'PA', 'none'],
  ['pa-candidates-2024', 'PA', 'none'],
  ['nc-candidates-2020', 'NC', 'none'],
  ['nc-candidates-2022', 'NC', 'none'],
  ['nc-candidates-2024', 'NC', 'none'],
]

test.skipIf(!HAS_REAL)('none of 3,215 names stays in capitals, and few are guesses', async () => {
  const names: HeldName[] = []
  for (const [id, state, divisions] of LISTS) {
    const read = await readReal(id, divisions === 'real' ? realDivisions('ky') : toDivisions([]))
    for (const { candidate_name: name } of read.choice) if (name !== null) names.push({ name, state })
  }
  const spellings = openSpellings(names.filter(({ name }) => !isInCapitals(name)))
  const printed = names.filter(({ name }) => isInCapitals(name))
  const cased = new Map(printed.map((one) => [one.name, caseName(one, spellings)]))
  expect(printed).toHaveLength(3215)
  for (const [name, { name: served }] of cased) {
    expect(served.toUpperCase()).toBe(name.toUpperCase())
    expect(served).toMatch(/\p{Ll}/u)
  }
  expect([...cased.values()].filter(({ doubtful }) => doubtful.length > 0).length).toBeLessThan(printed.length / 20)
  const served = (name: string): string | undefined => cased.get(name)?.name
  expect(served('KAMALA D HARRIS')).toBe('Kamala D Harris')
  expect(served("MARGARET E. O'BRIEN")).toBe("Margaret E. O'Brien")
  expect(served('BILLY JOE "BJ" PICKERELL JR')).toBe('Billy Joe "BJ" Pickerell Jr')
  expect(served('IZZY SMITH-WADE-EL')).toBe('Izzy Smith-Wade-El')
  expect(served('NIKKI MCMILLEN-CROUCH')).toBe('Nikki McMillen-Crouch')
})
