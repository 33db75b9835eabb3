// `hustings districts try` over the built sample: what a layer has and gives, why it would be held back, and that nothing is kept. The city is of
// the sample.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeMultiPolygon, toCoordinates } from '../../data/geometry/polygon.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { shareFolder } from '../temporary.ts'
import { runCommand } from './hustings.ts'
import { copySample, filesIn } from './sample.ts'

const folder = shareFolder()
const tried = (...more: string[]) => runCommand(folder, 'districts', 'try', join(folder, 'd.yaml'), '--sample', ...more)
const HARBOR = 'ocd-division/country:us/state:me/place:sample_harbor'

/** The west and the east of the city's own outline, cut at its middle. */
let halves: number[][][][] = []

function write(features: readonly { properties: object; coordinates: number[][][] }[], ...lines: string[]): void {
  const list = features.map(({ properties, coordinates }) => ({
    ...{ type: 'Feature', properties },
    geometry: { type: 'Polygon', coordinates },
  }))
  writeFileSync(join(folder, 'wards.geojson'), JSON.stringify({ type: 'FeatureCollection', features: list }))
  const entry = [
    ...['id: harbor', 'publisher: City', 'url: wards.geojson', 'page: https://example.org/', 'licence: Public record'],
    ...['states: [ME]', 'layer: council', 'plan: 2028', 'name: Sample Harbor District {id}'],
    ...[`ocd_id: ${HARBOR}/council_district:{id}`, ...lines],
  ]
  const text = entry.map((line, at) => `  ${at === 0 ? '- ' : '  '}${line}\n`).join('')
  writeFileSync(join(folder, 'd.yaml'), `version: 1\ndistrict_files:\n${text}`)
}

beforeAll(async () => {
  await copySample(folder)
  const warehouse = await openWarehouse(join(folder, 'sample', 'warehouse.duckdb'), { readonly: true })
  const [shape] = await warehouse.all<{ rings: Uint8Array }>(
    `SELECT rings FROM core.shape WHERE layer = 'place' AND ocd_id = '${HARBOR}'`,
  )
  await warehouse.close()
  const points = toCoordinates(decodeMultiPolygon(shape?.rings ?? new Uint8Array())).flat(2)
  const [west, east] = [Math.min(...points.map(([x = 0]) => x)), Math.max(...points.map(([x = 0]) => x))]
  const [south, north] = [Math.min(...points.map(([, y = 0]) => y)), Math.max(...points.map(([, y = 0]) => y))]
  const middle = (west + east) / 2
  halves = [
    [west, middle],
    [middle, east],
  ].map(([from = 0, to = 0]) => [
    [
      [from, south],
      [to, south],
      [to, north],
      [from, north],
      [from, south],
    ],
  ])
})

const both = () => halves.map((coordinates, nth) => ({ properties: { WARD: nth + 1, NAME: 'x' }, coordinates }))

describe('hustings districts try', () => {
  it('shows fields, the one that numbers the districts, ids, what is covered and what to do next, and keeps nothing', async () => {
    write(both(), 'districts: 2')
    const before = filesIn(folder)
    const { code, stdout } = await tried()
    expect(stdout).toContain('harbor: 2 features, 2 districts\nProjection: degrees\n')
    expect(stdout).toMatch(/WARD +2 +1, 2/)
    expect(stdout).toContain('Fields that number the districts: WARD. Used: WARD.')
    expect(stdout).toContain(`${HARBOR}/council_district:2`)
    expect(stdout).toMatch(/Covered of .+: (99\.9|100) %\. Districts elsewhere: none\./)
    expect(stdout).toContain('Overlaps: none')
    expect(stdout).toContain('Districts of the area that contests name, and the layer does not have: ward:sample-1')
    expect(stdout).toContain('Next: no contest names these ids; compare ocd_id with ward:sample-1, and try it again.')
    expect(code).toBe(0)
    expect(filesIn(folder)).toEqual(before)
  })

  it('counts the contests of the districts, with the ids that they have', async () => {
    write(both(), 'id_column: WARD', 'where: WARD <= 2')
    const path = join(folder, 'd.yaml')
    writeFileSync(path, readFileSync(path, 'utf8').replace('council_district:{id}', 'ward:sample-{id}'))
    const { code, stdout } = await tried()
    expect(stdout).toMatch(/Contests that gain a boundary: \d+\. Contests that have one already: \d+\./)
    expect(stdout).not.toContain('Contests that gain a boundary: 0. Contests that have one already: 0.')
    expect(stdout).toContain('Next: copy the entry harbor into sources.yaml, and run hustings nightly.')
    expect(code).toBe(0)
  })

  it('says why a layer would be held back', async () => {
    write(both().slice(0, 1), 'id_column: WARD', 'districts: 2')
    const { code, stdout } = await tried('--json')
    expect(code).toBe(1)
    const [trial] = JSON.parse(stdout)
    expect(trial).toMatchObject({ id_column: 'WARD', stopped: null, elsewhere: [], overlaps: [] })
    expect(trial.covered).toBeCloseTo(50, 0)
    expect(trial.faults).toEqual([
      'it has 1 district, expected 2',
      expect.stringMatching(/^it covers [45]\d(\.\d)? % of .+, expected at least 95 %$/),
    ])
  })

  it.each([
    [
      'another count',
      ['districts: 3'],
      'WARD numbers 2 districts, expected 3, as the entry states. To mend it, find the right',
    ],
    ['no numbers', ['districts: 2', 'id_column: NAME'], 'feature 2 has the NAME of feature 1'],
    ['where', ["where: NAME = 'y'"], 'where takes none of the 2 features. To mend it, compare where'],
  ])('says what to do of %s', async (_, lines, sentence) => {
    write(both(), ...lines)
    const { code, stdout } = await tried()
    expect(code).toBe(1)
    expect(stdout).toContain(sentence)
  })

  it('names the area that Open Civic Data lists instead of one that it does not', async () => {
    const warehouse = await openWarehouse(join(folder, 'sample', 'warehouse.duckdb'))
    const listed = HARBOR.replace(/harbor$/, 'harbour')
    await warehouse.run(
      `INSERT INTO core.division BY NAME SELECT 'ocd' AS source_id, 'f' AS file, '${listed}' AS ocd_id, 'N' AS name`,
    )
    await warehouse.close()
    write(both())
    const path = join(folder, 'd.yaml')
    writeFileSync(path, readFileSync(path, 'utf8').replace(HARBOR, `${HARBOR}s`))
    const { code, stdout } = await tried()
    expect(code).toBe(1)
    expect(stdout).toContain(
      `Next: correct ocd_id: got ${HARBOR}s, expected an id that Open Civic Data lists, such as ${listed}`,
    )
  })

  it.each([
    ['no such file', 'url: none.geojson', 'harbor cannot be read: '],
    ['a wrong key', 'layer: parish', 'layer: got "parish", expected one of council'],
  ])('one sentence for %s', async (_, line, sentence) => {
    write(both())
    const [key = ''] = line.split(':')
    const path = join(folder, 'd.yaml')
    writeFileSync(path, readFileSync(path, 'utf8').replace(new RegExp(`${key}: .*`), line))
    const { code, stdout, stderr } = await tried()
    expect(code).not.toBe(0)
    expect(stdout + stderr).toContain(sentence)
  })
})
