import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { findZipState } from '../../../data/reference/zip-states.ts'
import { hasMirror, MIRROR } from '../../ingest/boundary/collect.ts'

it('a ZIP code has the state of its first three digits, but for a few', () => {
  const states = ['27601', '20001', '00601', '00801', '96910', '06390', '83414', '96799', '96950'].map(findZipState)
  expect(states).toEqual(['NC', 'DC', 'PR', 'VI', 'GU', 'NY', 'WY', 'AS', 'MP'])
  // The armed forces, Palau, and a prefix that is not in use.
  expect(['09012', '96940', '00000'].map(findZipState)).toEqual([undefined, undefined, undefined])
})

it.skipIf(!hasMirror)('each ZIP area of 2020 lies in that state', () => {
  const csv = gunzipSync(readFileSync(join(MIRROR, 'geocode/zip_crosswalks/zcta_crosswalk_2020.csv.gz'))).toString()
  const found = new Map<string, Set<string>>()
  for (const line of csv.trim().split('\n').slice(1)) {
    const [zip = '', , , code = ''] = line.split(',')
    found.set(zip, (found.get(zip) ?? new Set()).add(code.toUpperCase()))
  }
  expect(found.size).toBeGreaterThan(33_000)
  const wrong = [...found].filter(([zip, states]) => !states.has(findZipState(zip) ?? ''))
  expect(wrong.map(([zip, states]) => [zip, findZipState(zip), ...states])).toEqual([])
})
