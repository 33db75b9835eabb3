// Vermont's districts as its list writes them, against the divisions and lines that are held.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { REAL } from '../../real.ts'
import { vtList } from '../lists.ts'
import { HAS_REAL, readText, realDivisions } from '../read.ts'

const FOLDER = join(REAL, 'boundaries', 'sld_tiger2024_simplified15')

/** `Windsor-Orange-1` → `WDR ORA 1`. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  ...{ Addison: 'ADD', Bennington: 'BEN', Caledonia: 'CAL', Chittenden: 'CHI', Essex: 'ESX', Franklin: 'FRA' },
  ...{ 'Grand Isle': 'GI', Lamoille: 'LAM', Orange: 'ORA', Orleans: 'ORL', Rutland: 'RUT', Washington: 'WAS' },
  ...{ Windham: 'WDH', Windsor: 'WDR', Central: 'CT', North: 'N', Southeast: 'SE' },
}

/** The names of the districts of a chamber, without their last words. */
function namesOf(chamber: 'lower' | 'upper'): string[] {
  const text = gunzipSync(readFileSync(join(FOLDER, `VT_${chamber}.json.gz`))).toString()
  const found = [...text.matchAll(/"NAMELSAD":"([^"]+?) (?:State House|Senatorial) District"/g)]
  return [...new Set(found.map(([, name = '']) => name.replace('South East', 'Southeast')))]
}

describe.skipIf(!HAS_REAL || !existsSync(FOLDER))('the districts of Vermont', () => {
  it.each([
    ['lower', 'STATE REPRESENTATIVE', 109],
    ['upper', 'STATE SENATOR', 16],
  ] as const)('of the %s chamber are found by the codes of the list', async (chamber, contest, count) => {
    const codes = namesOf(chamber).map((name) => {
      const code = name.replace(/Grand Isle|[A-Z][a-z]+/g, (word) => ABBREVIATIONS[word] ?? word).replaceAll('-', ' ')
      return chamber === 'upper' ? `${code} 1` : code
    })
    expect(codes).toHaveLength(count)
    const rows = codes.map((code, nth) => [contest, code, `EXAMPLE ${nth}`, 'DEMOCRATIC'])
    const { contest: found, issues } = await readText('vt-candidates-2026-general', [vtList(rows)], realDivisions('vt'))
    expect(issues).toEqual([])
    expect(new Set(found.map(({ ocd_id }) => ocd_id)).size).toBe(count)
  })
})
