// data/reference/court_districts.csv and county_boards.csv, which draw divisions from whole counties.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { STATES } from '../../../data/schema/states.ts'
import { projectFile } from '../../../data/store/paths.ts'
import { readCsv } from '../../../ingest/read/csv.ts'

function read<Column extends string>(name: string, columns: readonly Column[]): Record<Column, string>[] {
  const file = { name, url: '', bytes: readFileSync(projectFile('data', 'reference', name)) }
  const issues: unknown[] = []
  const rows = [...readCsv(file, { columns }, { issue: (issue) => issues.push(issue) })].map(({ record }) => record)
  expect(issues).toEqual([])
  return rows
}
const fipsOf = (code: string): string | undefined => STATES.find((state) => state.code === code)?.fips

describe('the table of courts', () => {
  const rows = read('court_districts.csv', [
    ...(['state', 'court', 'district', 'counties', 'first_election', 'last_election', 'statute', 'source'] as const),
  ])

  test('has counties of the state, each once, and a statute in every row', () => {
    for (const row of rows) {
      const counties = row.counties.split(' ')
      const at = `${row.state} ${row.court} ${row.district}`
      for (const county of counties) expect(county, at).toMatch(new RegExp(`^${fipsOf(row.state)}\\d{3}$`))
      expect(new Set(counties).size, at).toBe(counties.length)
      expect(row.statute.length, at).toBeGreaterThan(5)
      expect(URL.canParse(row.source), at).toBe(true)
      expect(row.last_election === '' || row.last_election > row.first_election, at).toBe(true)
    }
  })

  test('has each district once, and a county in one district of a court but where two share all their counties', () => {
    const ids = rows.map(
      ({ state, court, district, first_election }) => `${state} ${court} ${district} ${first_election}`,
    )
    expect(new Set(ids).size).toBe(ids.length)
    const districts = new Map<string, Set<string>>()
    for (const { state, court, counties } of rows)
      for (const county of counties.split(' ')) {
        const key = `${state} ${court} ${county}`
        districts.set(key, (districts.get(key) ?? new Set()).add(counties))
      }
    expect([...districts].filter(([, sets]) => sets.size > 1)).toEqual([])
  })
})

test('the table of boards has names with their county, and counties of the state', () => {
  const rows = read('county_boards.csv', ['state', 'kind', 'name', 'except_counties', 'statute', 'source'])
  for (const { state, kind, name, except_counties, statute, source } of rows) {
    expect(name.split('{county}').length, name).toBe(2)
    expect(kind).toMatch(/^[a-z_]+$/)
    for (const county of except_counties.split(' ').filter((one) => one !== ''))
      expect(county, name).toMatch(new RegExp(`^${fipsOf(state)}\\d{3}$`))
    expect(statute.length, name).toBeGreaterThan(5)
    expect(URL.canParse(source), name).toBe(true)
  }
})
