// A real server's answers over the nation against the publishers' files: a few states, or, with HUSTINGS_NATIONAL_VAR, the whole.
//
// For the whole: HUSTINGS_VAR=DIR hustings nightly --mirror ../shared/data, then this test with HUSTINGS_NATIONAL_VAR=DIR. It adds
// accounts to that folder.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasTestData, TEST_DATA } from '../build/cells-layers.ts'
import { hustings } from '../cli/hustings.ts'
import { type ServedFolder, serveFolder } from '../cli/served-folder.ts'
import { openClient } from '../server/client.ts'
import { shareFolder } from '../temporary.ts'
import {
  type Get,
  proveAsOf,
  proveBorders,
  proveComplete,
  proveDistricts,
  proveRecords,
  proveZips,
} from './national-answers.ts'
import { type DistrictPoint, loadBorderPoints, loadDistrictPoints, loadZips, type ZipTruth } from './national-truth.ts'

const NATIONAL = process.env.HUSTINGS_NATIONAL_VAR
/** Neighbours, vacant seats, lines of several plans, and ballots that are held and that are not. Null: all. */
const STATES = NATIONAL === undefined ? new Set(['DC', 'NH', 'VT']) : null
const PRESENT = '2026-08-05'
/** Before the lines of today, between two plans, and on the eve of elections that are held. */
const DAYS = STATES ? ['2020-10-15', '2024-10-15'] : ['2016-10-15', '2018-05-15', '2022-10-15', '2024-10-15']
const EDGES_A_BORDER = STATES ? 40 : 12
/** Of the ZIP codes, for what is asked on several days. */
const ZIP_STEP = STATES ? 10 : 100
const SAN_FRANCISCO = '06075'
/** Drawn by the lines of 2010, which do not reach the second county that the list of 2020 names. */
const DRAWN_OTHERWISE = [
  ...['03042: 33017', '03243: 33009', '03244: 33019', '03280: 33005', '03458: 33005'],
  '03574: 33007',
]
/** Its lines of 2010 reach across the Connecticut River, so that its county covers all but a strip: contests of the county are possible. */
const ACROSS_A_BORDER = '03576'

// Needs the publishers' files (HUSTINGS_TEST_DATA or ../shared/data).
describe.skipIf(!hasTestData)(`answers over ${STATES ? [...STATES].join(', ') : 'the nation'}`, () => {
  const folder = NATIONAL ?? shareFolder()
  let current: { day: string; server: ServedFolder } | undefined
  let points: DistrictPoint[]
  let zips: ZipTruth[]

  beforeAll(async () => {
    points = loadDistrictPoints(STATES)
    zips = loadZips(STATES)
    if (!STATES) return
    const words = ['--mirror', TEST_DATA, '--only', [...STATES].join()]
    expect(await hustings(folder, 'nightly', ...words)).toMatchObject({ code: 0 })
  })
  afterAll(async () => {
    await current?.server.stop()
  })

  /** A folder takes one server at a time. */
  async function servedOn(day: string): Promise<ServedFolder> {
    if (current?.day === day) return current.server
    await current?.server.stop()
    current = undefined
    current = { day, server: await serveFolder(folder, { asOf: day }) }
    return current.server
  }
  const getOn = async (day: string): Promise<Get> => {
    const { get } = await servedOn(day)
    return async (path) => {
      const reply = await get(path)
      return { status: reply.status, body: JSON.parse(await reply.text()) }
    }
  }

  it('a ballot names every district of the point, of vacant seats too', async () => {
    const { asked, vacant, missing } = await proveDistricts(await getOn(PRESENT), points)
    expect(missing).toEqual([])
    // All chambers and seats in the House, the delegates of DC and Puerto Rico with them.
    if (!STATES) expect(asked).toBe(6_775 + 437)
    expect(vacant.length).toBeGreaterThan(STATES ? 1 : 60)
  })

  it('beside a border everything is of the state that contains the point', async () => {
    const proof = await proveBorders(await getOn(PRESENT), loadBorderPoints(EDGES_A_BORDER, STATES))
    expect(proof).toMatchObject({ pairs: STATES ? 1 : 110, elsewhere: [], mixed: [], ungoverned: [] })
    expect(proof.asked).toBeGreaterThan(60 * proof.pairs)
  })

  it('every ZIP code answers, with every county of its area', async () => {
    const proof = await proveZips(await getOn(PRESENT), zips)
    expect(proof).toMatchObject({ unanswered: [], lacking: [], certainInSeveral: [] })
    expect(proof.drawnOtherwise).toEqual(DRAWN_OTHERWISE)
    if (!STATES) expect(proof.asked).toBe(41_126)
  })

  it.each([...DAYS, PRESENT])(
    'as of %s a ZIP code has the districts of the next ballot, and its county for certain',
    async (day) => {
      const asked = zips.filter(({ counties }, at) => at % ZIP_STEP === 0 || counties.includes(SAN_FRANCISCO))
      const proof = await proveAsOf(await getOn(day), day, asked)
      expect(proof.ofAnotherDay).toEqual([])
      expect(proof.possible.filter((one) => !one.startsWith(ACROSS_A_BORDER))).toEqual([])
      if (day !== PRESENT && day !== '2020-10-15') expect(proof.contests).toBeGreaterThan(0)
    },
  )

  it.each([...DAYS, PRESENT])('as of %s an answer is complete only where the coming election is held', async (day) => {
    const places = [...new Set(points.map(({ state }) => state))].sort().flatMap((state) => {
      const own = points.filter((one) => one.state === state)
      const codes = zips.filter((one) => one.state === state && one.counties.length === 1)
      const queries = [own[0], own[own.length >> 1]].flatMap((one) => one && `lat=${one.lat}&lng=${one.lng}`)
      const named = [codes[0], codes[codes.length >> 1]].flatMap((one) => one && `location=${one.zip}`)
      return [`location=${state}`, ...queries, ...named].flatMap((query) => (query ? { state, query } : []))
    })
    const proof = await proveComplete(await getOn(day), day, places)
    expect(proof).toMatchObject({ empty: [], notHeld: [], covered: [] })
    expect(proof.asked).toBeGreaterThan(STATES ? 10 : 250)
    if (day === '2024-10-15') expect(proof.complete).toBeGreaterThan(0)
  })

  it('every record is what the interface description says, and every URL is a URI', async () => {
    const { url, key } = await servedOn(PRESENT)
    const client = await openClient(url, key)
    const proof = await proveRecords(client.get, [
      ...['/v1/districts?include_retired=true', '/v1/elections', '/v1/contests', '/v1/officeholders'],
      ...['/v1/endorsements', '/v1/endorsers'],
    ])
    expect(proof).toMatchObject({ problems: {}, examples: [] })
    expect(proof.records).toBeGreaterThan(STATES ? 1_000 : 45_000)
    expect(proof.urls).toBeGreaterThan(STATES ? 1_000 : 80_000)
  })
})
