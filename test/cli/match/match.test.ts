// `hustings match` over the invented region of ../../server/geography.ts, compared with the service's own answers.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCounty } from '../../../cli/analyse/export/county.ts'
import { createMatcher } from '../../../cli/analyse/match/answer.ts'
import { ALL_LAYERS, addedColumns, LAYERS, type Layer } from '../../../cli/analyse/match/layers.ts'
import { ApiError } from '../../../data/schema/api-error.ts'
import { ballot } from '../../../data/schema/ballot.ts'
import { record } from '../../../data/schema/envelope.ts'
import { type Bundle, openBundle, partsOf } from '../../../data/store/bundle.ts'
import { loadManifest } from '../../../data/store/manifest.ts'
import { openWarehouse } from '../../../data/store/warehouse.ts'
import { findPoint } from '../../../server/place/place.ts'
import { createCalendar } from '../../../server/read/elections.ts'
import { collectBody } from '../../../server/read/sliced-work.ts'
import { ballot as ballotRoute } from '../../../server/v1/ballot.ts'
import { AS_OF } from '../../server/fixture.ts'
import { fillPlaces } from '../../server/geography.ts'
import { randomFrom } from '../../server/lines-drawn.ts'
import { fillAddresses } from '../../server/place/address/addresses.ts'
import { fixture, shareFixture } from '../../server/shared-fixture.ts'
import { shareFolder } from '../../temporary.ts'
import { runCommand } from '../hustings.ts'
import { ends } from '../temporary.ts'

let bundle: Bundle
const folder = shareFolder()
shareFixture()
beforeAll(async () => {
  bundle = openBundle(
    fixture.paths,
    loadManifest(fixture.paths, await fixture.publish({ fills: { addresses: fillAddresses } })),
  )
})
afterAll(async () => {
  for (const part of partsOf(bundle)) part.close()
})

const NC = 'ocd-division/country:us/state:nc'
const file = (name: string): string => join(folder, name)
const put = (name: string, text: string | Buffer): string => {
  writeFileSync(file(name), text)
  return file(name)
}
/** The region with Birch County as a place that the Census counts among the counties. */
const birchOutsideCounties: typeof fillPlaces = (writer) =>
  fillPlaces({
    ...writer,
    insert(table, columns, rows) {
      const at = (column: string) => columns.indexOf(column)
      const changed = [...rows].map((row) =>
        table === 'district' && row[at('ocd_id')] === `${NC}/county:birch`
          ? row
              .with(at('type'), 'place')
              .with(at('census_geoid'), '3799999')
              .with(at('body'), JSON.stringify({ ...JSON.parse(String(row[at('body')])), census_geoids: ['37999'] }))
          : row,
      )
      writer.insert(table, columns, changed)
    },
  })
const run = (input: string, output: string, ...words: string[]) =>
  runCommand(fixture.paths.root, 'match', input, '-o', file(output), '--as-of', AS_OF, ...words)
const byPoint = ['--lat', 'lat', '--lng', 'lng']
const rowsOf = (name: string): Record<string, string>[] => parse(readFileSync(file(name)), { columns: true, bom: true })
const answerAt = (lat: number, lng: number, asOf = AS_OF) => createMatcher(bundle, ALL_LAYERS, asOf).findPoint(lat, lng)
const cellsOf = (cells: readonly string[], layer: Layer) => cells[ALL_LAYERS.indexOf(layer) * 2]

/** The ids of each layer in the service's answer, in its order; undefined outside every state. */
function served(lat: number, lng: number): Map<Layer, { ids: string[]; isCertain: boolean }> | undefined {
  const day = createCalendar([], AS_OF)(0)
  try {
    const place = findPoint(bundle, lat, lng)
    const { query, answer } = ballotRoute.parse({ params: {}, search: '?lat=0&lng=0' })
    const reading = { bundle, day, isNamed: false, lastRun: null }
    const body = answer({ query: { ...query, elections: [] }, place, filter: {} }, reading)
    const { districts } = record(ballot).parse(JSON.parse(collectBody(body).toString())).data
    return new Map(
      ALL_LAYERS.map((layer) => {
        const own = districts.filter(({ type, lines }) => type === LAYERS[layer] && lines === 'next_ballot')
        return [
          layer,
          { ids: own.map(({ ocd_id }) => ocd_id), isCertain: own.every(({ match }) => match === 'certain') },
        ]
      }),
    )
  } catch (fault) {
    if (fault instanceof ApiError) return undefined
    throw fault
  }
}

describe('a point', () => {
  it('has the districts in force on the day', () => {
    const { cells, reason } = answerAt(35.5, -78.5)
    expect(Object.fromEntries(ALL_LAYERS.map((layer) => [layer, cellsOf(cells, layer)]))).toEqual({
      ...{ cd: `${NC}/cd:1`, sldu: '', sldl: '', county: `${NC}/county:alder` },
      ...{ place: `${NC}/place:raleigh`, school: '', ward: '' },
    })
    expect(reason).toBe('no_lines:sldl')
    const before = answerAt(35.5, -78.5, '2023-06-01')
    expect(cellsOf(before.cells, 'sldl')).toBe(`${NC}/sldl:1`)
    expect(cellsOf(before.cells, 'cd')).toBe('')
    expect(before.reason).toBe('no_lines:cd')
  })

  it('near a generalised border has the districts on both sides, the one that contains it first, and is not exact', () => {
    for (const [lng, ids] of [
      [-77.52, [1, 2]],
      [-77.48, [2, 1]],
    ] as const) {
      const { cells, reason } = answerAt(35.5, lng)
      expect(cellsOf(cells, 'cd')).toBe(ids.map((id) => `${NC}/cd:${id}`).join('|'))
      expect(reason).toContain('near_border:cd')
    }
  })

  it('beside the state, in the lines of a county that reach farther, has that county and the nearest districts, and is not exact', () => {
    const { cells, reason } = answerAt(35.5, -76.99)
    expect([cellsOf(cells, 'county'), cellsOf(cells, 'cd')]).toEqual([`${NC}/county:birch`, `${NC}/cd:2`])
    expect(reason).toBe('near_border:cd no_lines:sldl near_border:county')
  })

  it('in a city outside all counties has it as county and as place, with its GEOID of each', () => {
    const written = fixture.write({ fills: { places: birchOutsideCounties } })
    const other = openBundle(fixture.paths, loadManifest(fixture.paths, written))
    try {
      const { cells, reason } = createMatcher(other, ALL_LAYERS, AS_OF).findPoint(35.5, -77.8)
      const birch = `${NC}/county:birch`
      const at = (layer: Layer) => cells.slice(ALL_LAYERS.indexOf(layer) * 2).slice(0, 2)
      expect([at('county'), at('place'), reason]).toEqual([[birch, '37999'], [birch, '3799999'], 'no_lines:sldl'])
      expect(findCounty(other, '37999')).toMatchObject({ geoid: '37999', ocd_id: birch, name: 'Birch County' })
      expect(findCounty(other, '3799999')).toBeUndefined()
    } finally {
      for (const part of partsOf(other)) part.close()
    }
  })

  it('outside every state and county has none; a swapped or impossible one is rejected', () => {
    expect(answerAt(0, 0)).toMatchObject({ reason: 'outside', fault: null })
    expect(answerAt(-78.5, 35.5)).toMatchObject({ reason: 'swapped', fault: 'lat' })
    expect(answerAt(-178.5, 35.5)).toMatchObject({ reason: 'out_of_range', fault: 'lat' })
    expect(answerAt(35.5, 180.1)).toMatchObject({ reason: 'out_of_range', fault: 'lng' })
    expect(answerAt(90, 180).reason).toBe('outside')
  })
})

it.each([
  ['75000000 Oak Ave, Raleigh, NC 27601', 'no_lines:sldl', false],
  ['', 'missing_address', true],
  ['Oak Ave, Raleigh, NC', 'no_house_number', true],
  ['PO Box 12, Raleigh, NC 27601', 'no_point', true],
  ['12 Oak Ave, Raleigh, NC 27601', 'not_found', true],
])('an address %j: %s', (text, reason, rejected) => {
  const answer = createMatcher(bundle, ALL_LAYERS, AS_OF).findAddress(text)
  expect(answer).toMatchObject({ reason, fault: rejected ? 'address' : null })
  expect(cellsOf(answer.cells, 'place')).toBe(rejected ? '' : `${NC}/place:raleigh`)
})

describe('a file of points', () => {
  it('gets the answers of the service, row by row, whatever the number of threads', async () => {
    const random = randomFrom(1)
    const points = Array.from({ length: 200 }, () => [34.9 + random() * 1.2, -79.1 + random() * 2.2] as const)
    // Wide rows, so that the file has several chunks.
    const note = 'x'.repeat(4000)
    const input = put('points.csv', `lat,lng,note\n${points.map(([lat, lng]) => `${lat},${lng},${note}\n`).join('')}`)
    const ended = await run(input, 'one.csv', ...byPoint, '--threads', '1', '--json')
    expect(ended.code, ended.stderr).toBe(0)
    expect(await run(input, 'two.csv', ...byPoint, '--threads', '2')).toMatchObject({ code: 0 })
    expect(readFileSync(file('two.csv')).equals(readFileSync(file('one.csv')))).toBe(true)
    const rows = rowsOf('one.csv')
    for (const [at, [lat, lng]] of points.entries()) {
      const { exact, reason = '', ...row } = rows[at] ?? {}
      expect([Number(row.lat), Number(row.lng)]).toEqual([lat, lng])
      expect(exact).toBe(String(reason === ''))
      const expected = served(lat, lng)
      if (!expected) expect(reason).toBe('outside')
      for (const [layer, { ids, isCertain }] of expected ?? []) {
        expect((row[`${layer}_ocd_id`] ?? '').split('|').filter(Boolean).sort()).toEqual([...ids].sort())
        expect(new RegExp(`(near_border|gap):${layer}\\b`).test(reason)).toBe(!isCertain)
      }
    }
    const exact = rows.filter((row) => row.exact === 'true').length
    expect(JSON.parse(ended.stdout)).toMatchObject({
      ...{ rows: 200, exact, not_exact: 200 - exact, rejected: 0, as_of: AS_OF, bundle: bundle.id },
    })
  })

  it('keeps every byte of the rows, and lists rejects by line, column and reason', async () => {
    const text =
      '\ufeffid,"lat",lng,note\r\n1,35.5,-78.5,"a ""b"", \r\nc"\r\n2,,-78.5,\r\n3,35.5,1e999,=x\r\n4,x,-78.5,\r\n5, 35.5 ,"-78.5",end'
    const input = put('rows.csv', Buffer.concat([Buffer.from(text), Buffer.from([0xe9, 0xff])]))
    const ended = await run(input, 'rows-out.csv', ...byPoint, '--layers', 'county,cd')
    expect(ended).toMatchObject({ code: 3 })
    const written = readFileSync(file('rows-out.csv'), 'latin1')
    const found = `,${NC}/county:alder,,${NC}/cd:1,,true,`
    expect(written).toBe(
      Buffer.from(text)
        .toString('latin1')
        .replace('note', 'note,county_ocd_id,county_geoid,cd_ocd_id,cd_geoid,exact,reason')
        .replace('c"', `c"${found}`)
        .replace('2,,-78.5,', '2,,-78.5,,,,,,false,missing_coordinate')
        .replace('=x', '=x,,,,,false,out_of_range')
        .replace('4,x,-78.5,', '4,x,-78.5,,,,,,false,invalid_coordinate')
        .concat('\u00e9\u00ff', found),
    )
    expect(readFileSync(file('rows-out.rejects.csv'), 'utf8')).toBe(
      'line,column,reason\n4,lat,missing_coordinate\n5,lng,out_of_range\n6,lat,invalid_coordinate\n',
    )
  })

  it('is refused if the columns, the output or the rows do not fit, and then nothing is written', async () => {
    const good = put('good.csv', 'lat,lng,lat2,lat2\n35.5,-78.5,,\n')
    const taken = put('taken.csv', 'lat,lng,exact\n35.5,-78.5,\n')
    const bent = put('bent.csv', 'lat,lng\n35.5,-78.5\n35.5,-78.5,Secret\n')
    for (const [input, output, words, code, sentence] of [
      [good, 'new.csv', ['--lat', 'lat', '--lng', 'longitude'], 2, 'Its columns: lat, lng, lat2, lat2.'],
      [good, 'new.csv', ['--lat', 'lat2', '--lng', 'lng'], 2, '2 columns named "lat2"'],
      [good, 'new.csv', ['--lat', 'lat'], 2, 'Expected --lat and --lng, or --address'],
      [good, 'new.csv', [...byPoint, '--address', 'lat'], 2, 'cannot be used with'],
      [good, 'new.csv', [...byPoint, '--layers', 'cd,cd'], 2, 'Expected each layer once'],
      [good, 'new.csv', [...byPoint, '--layers', 'senate'], 2, 'Got "senate"'],
      [good, 'good.csv', byPoint, 2, 'is the input'],
      [put('own.rejects.csv', 'lat,lng\n'), 'own.csv', [...byPoint, '--force'], 2, 'is the input'],
      [good, 'own.csv', byPoint, 1, 'own.rejects.csv exists already'],
      [good, 'taken.csv', byPoint, 1, 'Next: hustings match --force'],
      [taken, 'new.csv', byPoint, 2, 'already has the columns that match adds: exact'],
      [bent, 'new.csv', byPoint, 1, `${bent}:3: got 3 fields, expected 2`],
      [put('none.parquet', 'no Parquet'), 'new.csv', byPoint, 1, 'could not read or copy its rows'],
      [good, 'new.txt', byPoint, 2, 'Expected a file named *.csv or *.parquet'],
      [put('quote.csv', 'lat,lng,a,a\n1,2,Secret,\n'), 'new.parquet', byPoint, 1, 'could not read or copy its rows'],
      [put('empty.csv', ''), 'new.csv', byPoint, 1, 'expected the names of columns'],
      [file('none.csv'), 'new.csv', byPoint, 2, 'No such file'],
    ] as const) {
      const ended = await run(input, output, ...words)
      expect(ended, sentence).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(sentence) })
      expect(ended.stderr).not.toContain('Secret')
    }
    expect(readFileSync(good, 'utf8')).toContain('lat2')
    expect(readdirSync(folder).filter((name) => /new|writing/.test(name))).toEqual([])
    expect(await run(good, 'taken.csv', ...byPoint, '--force')).toMatchObject({ code: 0 })
    expect(rowsOf('taken.csv')[0]).toMatchObject({ cd_ocd_id: `${NC}/cd:1` })
    const nowhere = await runCommand(folder, 'match', good, '-o', file('new.csv'), ...byPoint)
    expect(nowhere).toMatchObject(ends(1, 'Next: hustings nightly\n'))
    expect(existsSync(join(folder, 'state.sqlite'))).toBe(false)
  })
})

it('Parquet gives and takes the same rows in the same order, with types and null kept, as CSV', async () => {
  const database = await openWarehouse(':memory:', { threads: 1 })
  const [rows, parquet] = [35_000, file('points.parquet')]
  // Each of few points many times, so that chunks follow each other; latitudes as text, the last two unreadable.
  await database.run(`COPY (
  SELECT range AS id, DATE '2024-10-15' AS day,
    CASE WHEN range < ${rows - 2} THEN CAST(34.9 + range % 13 / 10 AS VARCHAR) WHEN range < ${rows - 1} THEN ' ' ELSE '1,5' END AS lat,
    CASE WHEN range > 0 THEN -79.1 + range % 7 / 3 END AS lng
  FROM range(${rows})
) TO '${parquet}' (FORMAT parquet)`)
  await database.run(`COPY (FROM '${parquet}') TO '${file('same.csv')}' (FORMAT csv, HEADER)`)
  const words = [...byPoint, '--layers', 'county,cd']
  for (const [input, output] of [
    ['same.csv', 'a.csv'],
    ['same.csv', 'b.parquet'],
    ['points.parquet', 'c.csv'],
    ['points.parquet', 'd.parquet'],
  ] as const) {
    const ended = await run(file(input), output, ...words)
    expect(ended, ended.stderr).toMatchObject({ code: 3, stdout: expect.stringMatching(/^Rejected +3$/m) })
    const line = input === 'same.csv' ? 2 : 1
    expect(readFileSync(file(output.replace(/\.\w+$/, '.rejects.csv')), 'utf8')).toBe(
      `line,column,reason
${line},lng,missing_coordinate
${line + rows - 2},lat,missing_coordinate
${line + rows - 1},lat,invalid_coordinate
`,
    )
  }
  const digest = async (from: string) =>
    database.all(
      `SELECT md5(string_agg(CAST(t AS VARCHAR), chr(10))) AS digest, count(DISTINCT cd_ocd_id) AS cells
FROM (SELECT COLUMNS(*)::VARCHAR FROM ${from}) AS t`,
    )
  const expected = await digest(`read_csv('${file('a.csv')}', all_varchar = true, quote = '"')`)
  expect(expected).toMatchObject([{ cells: 2 }])
  expect(await digest(`read_csv('${file('c.csv')}', all_varchar = true, quote = '"')`)).toEqual(expected)
  for (const name of ['b.parquet', 'd.parquet']) expect(await digest(`'${file(name)}'`), name).toEqual(expected)
  const types = await database.query(`DESCRIBE FROM '${file('d.parquet')}'`)
  expect(types.rows.map(([, type]) => type).slice(0, 4)).toEqual(['BIGINT', 'DATE', 'VARCHAR', 'DOUBLE'])
  expect(types.rows.map(([name]) => name).slice(4)).toEqual(addedColumns(['county', 'cd']))
  await database.close()
})

it('a file of addresses is looked up in the bundle; no message and no list of rejects repeats an address', async () => {
  const input = put(
    'voters.csv',
    'name,home\nA,"75000000 Oak Ave, Raleigh, NC 27601"\nB,"12 Oak Ave, Raleigh, NC 27601"\n',
  )
  const ended = await run(input, 'voters-out.csv', '--address', 'home', '--layers', 'county')
  expect(ended).toMatchObject({ code: 3, stdout: expect.stringMatching(/^Rejected +1$/m) })
  expect(rowsOf('voters-out.csv').map(({ county_ocd_id, exact, reason }) => [county_ocd_id, exact, reason])).toEqual([
    [`${NC}/county:alder`, 'true', ''],
    ['', 'false', 'not_found'],
  ])
  const rejects = readFileSync(file('voters-out.rejects.csv'), 'utf8')
  expect(rejects).toBe('line,column,reason\n3,home,not_found\n')
  expect(ended.stdout + ended.stderr + rejects).not.toContain('Oak')
  const database = await openWarehouse(':memory:')
  await database.run(`COPY (FROM read_csv('${input}')) TO '${file('voters.parquet')}' (FORMAT parquet)`)
  await database.close()
  const again = await run(file('voters.parquet'), 'again.csv', '--address', 'home', '--layers', 'cd')
  expect(again, again.stderr).toMatchObject({ code: 3 })
  expect(rowsOf('again.csv')).toMatchObject([
    { name: 'A', cd_ocd_id: `${NC}/cd:1` },
    { name: 'B', cd_ocd_id: '' },
  ])
})
