// NIST's published examples, whole, in both formats.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { nistSource } from '../../../../ingest/ballot/nist/nist.ts'
import { countBy } from '../../count.ts'
import { ENTRY, EVERY_KIND } from '../../entry.ts'
import { GOLDEN } from '../../golden/folder.ts'
import { REAL } from '../../real.ts'
import { fileOf, runReader } from '../../run-reader.ts'
import { HAS_REAL, realDivisions } from '../read.ts'

const EXAMPLES = join(REAL, 'ballots', 'nist_ballot_definition')
const OH = 'ocd-division/country:us/state:oh'

async function read(name: string, state: 'MI' | 'OH', format: 'json' | 'xml') {
  const file = `${name}.${format}`
  const files = [{ url: `${ENTRY.url}/${name}`, mirror: file }]
  const source = nistSource({ ...ENTRY, id: 'nist-example', lists: EVERY_KIND, states: [state], files })
  const divisions = realDivisions(state === 'MI' ? 'mi' : 'oh')
  const fetched = { ...fileOf(file, readFileSync(join(EXAMPLES, file))), url: `${ENTRY.url}/${name}` }
  const { sink, contest, choice } = await runReader(source, [fetched], { divisions })
  return {
    rows: sink.rows.map(({ table, row }) => ({ table, row })),
    contests: contest,
    choices: choice,
    issues: sink.issues.map(({ code, value, severity }) => ({ code, value, severity })),
  }
}

describe.skipIf(!HAS_REAL)("NIST's examples of ballot definitions", () => {
  it.each([
    ['controlling_contest_activation', 'MI', { measure: 1, candidate: 1 }, 4, { 'unmatched-division': 2 }],
    ['controlling_contest_partisan_preference', 'MI', { candidate: 2 }, 4, { 'party-contest': 1 }],
    ['controlling_contest_straight_party', 'MI', { candidate: 1 }, 2, { 'party-contest': 1 }],
    ['mapping_bsi_mcdf_to_bd', 'OH', { candidate: 1 }, 0, { 'unnamed-option': 6, 'unmatched-division': 1 }],
    ['physical_ballot_def_1', 'OH', { candidate: 1 }, 4, {}],
    ['physical_ballot_def_2', 'OH', { candidate: 1 }, 4, {}],
    ['physical_ballot_def_3', 'OH', { candidate: 22, measure: 3 }, 59, { 'unmatched-division': 18 }],
  ] as const)('%s gives the same rows in JSON and XML', async (name, state, kinds, choices, issues) => {
    const [json, xml] = [await read(name, state, 'json'), await read(name, state, 'xml')]
    expect(json.rows).toEqual(xml.rows)
    expect(json.issues).toEqual(xml.issues)
    expect(countBy(xml.contests.map(({ kind }) => kind))).toEqual(kinds)
    expect(xml.choices).toHaveLength(choices)
    expect(countBy(xml.issues.map(({ code }) => code))).toEqual(issues)
  })

  it("name a precinct alone as the contests' district: titles tell what seven of them elect", async () => {
    const { contests } = await read('physical_ballot_def_3', 'OH', 'xml')
    const told = contests.filter(({ ocd_id }) => !ocd_id.endsWith('/special_district:precinct_77'))
    expect(told).toHaveLength(7)
    expect(contests.every(({ ocd_id, within_ocd_id }) => ocd_id === OH || within_ocd_id === OH)).toBe(true)
  })

  it('are of one schema with the made-up definition of the golden folder', () => {
    const parse = (path: string): object => JSON.parse(readFileSync(path, 'utf8'))
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(
      parse(join(EXAMPLES, 'NIST_V1_ballot_definition.json')),
    )
    const paths = [
      join(EXAMPLES, 'physical_ballot_def_3.json'),
      join(GOLDEN, 'nist-json/input/made_up.json'),
      join(GOLDEN, 'nist-json/input/physical_ballot_def_3.json'),
    ]
    for (const path of paths) expect([path, validate(parse(path)), validate.errors]).toEqual([path, true, null])
  })
})
