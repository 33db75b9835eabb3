// A source that its publisher adds every year: next year's file is read without a change of the code.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ballotSources, yearlyBallots } from '../../../ingest/ballot/sources.ts'
import { planReads } from '../../../ingest/engine/rebuild.ts'
import { findSources, findYears, kindOf, listIds, sources } from '../../../ingest/engine/registry.ts'
import type { Source } from '../../../ingest/read/source.ts'
import { freshFolder } from '../../temporary.ts'
import { openPublisher, type TestPublisher } from '../fetch/publisher.ts'
import { publishDivisions, runNightly, sourceOf } from '../nightly.ts'

const folder = freshFolder()

const putInMirror = (path: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), '')
}
const idsOf = (found: readonly Source[]) => found.map(({ id }) => id)

it('the years of a yearly source are asked of its publisher up to the next year, without those that are held', () => {
  expect(idsOf(findYears(yearlyBallots, ballotSources, { mirror: null, year: 2026 }))).toEqual([
    ...['nc-candidates-2023', 'nc-candidates-2025', 'nc-candidates-2026', 'nc-candidates-2027'],
    ...[2024, 2026].flatMap((year) => [`ak-candidates-${year}-primary`, `ak-candidates-${year}-general`]),
    ...['ca-candidates-2026', 'dc-results-2026', 'de-candidates-2026', 'fl-candidates-2026', 'md-candidates-2026'],
    ...[2022, 2024, 2026].flatMap((year) => [`mi-listing-${year}-primary`, `mi-listing-${year}-general`]),
    ...['mn-candidates-2022-primary', 'mn-candidates-2022-general', 'mn-candidates-2024-primary'],
    ...['mn-candidates-2026-primary', 'mn-candidates-2026-general'],
    ...['mo-candidates-2026', 'vt-candidates-2026-primary', 'vt-candidates-2026-general'],
    ...['wy-candidates-2026-primary', 'wy-candidates-2026-general'],
  ])
  const later = idsOf(findYears(yearlyBallots, ballotSources, { mirror: null, year: 2031 }))
  expect(later).toEqual(expect.arrayContaining(['nc-candidates-2032', 'dc-results-2028', 'dc-results-2032']))
})

it('the years of a yearly source are those that a mirror has', () => {
  expect(findYears(yearlyBallots, ballotSources, { mirror: folder, year: 2026 })).toEqual([])
  for (const year of [2025, 2033]) putInMirror(`ballots/nc_ncsbe/Candidate_Listing_${year}.csv.gz`)
  const found = findYears(yearlyBallots, ballotSources, { mirror: folder, year: 2026 })
  expect(idsOf(found)).toEqual(['nc-candidates-2025'])
})

it('the years of a yearly source are ballots, read after the held ones and before all feeds', () => {
  const ids = idsOf(findSources({ mirror: null, year: 2026 }))
  expect(ids.indexOf('nc-candidates-2026')).toBeGreaterThan(ids.indexOf('nc-candidates-2024'))
  expect(ids.indexOf('nc-candidates-2026')).toBeLessThan(ids.indexOf('fivethirtyeight-2018'))
  expect(kindOf({ id: 'nc-candidates-2026' })).toBe('ballots')
  expect(listIds(2026)).toEqual(expect.arrayContaining(idsOf(sources)))
  expect(listIds(2026)).toContain('dc-results-2026')
})

describe('a year passes', () => {
  let publisher: TestPublisher
  beforeEach(async () => {
    publisher = await openPublisher()
  })
  afterEach(() => publisher.close())

  const NC = ['id,name', 'ocd-division/country:us/state:nc,North Carolina']
  /** The listing of a year, at a publisher of the test. */
  const listing = (year: number): Source => ({
    ...sourceOf(`nc-candidates-${year}`),
    files: [{ url: `${publisher.url}/${year}.csv`, mirror: `${year}.csv` }],
  })
  const COLUMNS =
    'election_dt,county_name,contest_name,name_on_ballot,first_name,middle_name,last_name,name_suffix_lbl,nick_name,street_address,city,state,zip_code,phone,office_phone,business_phone,email,candidacy_dt,party_contest,party_candidate,is_unexpired,has_primary,is_partisan,vote_for,term'
  const row = (day: string) =>
    `${day},WAKE,US SENATE,Ann Example,Ann,,Example,,,1 Home Street,RALEIGH,NC,27601,555-0100,,,ann@example.org,12/01/2026,,DEM,FALSE,FALSE,TRUE,1,6`

  const put = (year: number, day: string) => publisher.put(`/${year}.csv`, `${COLUMNS}\n${row(day)}\n`)
  const nightly = (day: string, ...years: number[]) =>
    runNightly(folder, day, [publishDivisions(publisher, ...NC), ...years.map(listing)])

  it('and the new listing is there, with its own date; before, it is not published, which is no failure', async () => {
    put(2026, '11/03/2026')
    const first = await nightly('2026-11-22', 2026, 2027)
    expect(first.status).toEqual({
      ...{ 'ocd-divisions': 'read', 'nc-candidates-2026': 'read', 'nc-candidates-2027': 'unpublished' },
    })
    expect(first.report.totals.status).toMatchObject({ failed: 0, unpublished: 1 })
    expect(first.elections).toEqual(['nc-2026-11-03-general'])
    publisher.setModified('Mon, 01 Feb 2027 10:00:00 GMT')
    put(2027, '11/02/2027')
    const second = await nightly('2027-02-02', 2026, 2027, 2028)
    expect(second.report.totals.status).toEqual({
      ...{ read: 1, unchanged: 2, failed: 0, skipped: 0, unpublished: 1, replaced: 0 },
    })
    expect(second.elections).toEqual(['nc-2026-11-03-general', 'nc-2027-11-02-general'])
    expect(second.reads.get('nc-candidates-2027')).toMatchObject({ published_on: '2027-02-01', vintage: '2027' })
    // Without the Board's personal columns.
    expect(second.reads.get('nc-candidates-2026')).toMatchObject({ published_on: '2026-01-02', vintage: '2026' })
  })

  it.each([
    ['that vanishes is a failure', '2026-11-23', { failed: 1, unpublished: 0 }],
    ['of a year that is over may go, and nothing fails', '2027-01-02', { failed: 0, unchanged: 2 }],
  ])('and a listing %s: its rows stay', async (_, day, status) => {
    put(2026, '11/03/2026')
    await nightly('2026-11-22', 2026)
    publisher.fail('/2026.csv', { kind: 'status', status: 404 })
    const { report, elections } = await nightly(day, 2026)
    expect(report.totals.status).toMatchObject(status)
    expect(elections).toEqual(['nc-2026-11-03-general'])
  })

  it('and a snapshot of that year can be rebuilt', async () => {
    const read = { id: 'nc-candidates-2027', vintage: '2027', published_on: '2027-02-01', files: [] }
    const { sources: found, unknown } = await planReads([read])
    expect([idsOf(found), unknown]).toEqual([['nc-candidates-2027'], []])
    expect(found[0]).toMatchObject({ published_on: '2027-02-01' })
  })
})

it('a file without an address is read from a mirror alone', () => {
  const isListed = (mirror: string | null) => findSources({ mirror, year: 2026 }).some(({ id }) => id === 'cd120')
  expect([isListed(null), isListed('https://mirror.example.org'), isListed('.')]).toEqual([false, true, true])
})
