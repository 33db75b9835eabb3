// The real files of North Carolina and the District of Columbia, through every step, compared with counts of their contents.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathsIn } from '../../data/store/paths.ts'
import { hasTestData } from '../build/cells-layers.ts'
import { BORDER_POINTS, Proving, RANDOM_POINTS, times } from '../build/cells-proof.ts'
import { type Ended, hustings } from '../cli/hustings.ts'
import { type ServedFolder, serveFolder } from '../cli/served-folder.ts'
import { shareFolder } from '../temporary.ts'
import { POINTS_PER_AREA, proveAreas } from './areas-proof.ts'
import { CAROLINA_NIGHTLY, copyCarolina } from './carolina.ts'
import { closeBundle, openOnlyBundle, readServedLines } from './served-lines.ts'

interface Contest {
  title: string
  match: string
  kind: string
  district: { ocd_id: string }
  details: { voted_within?: string[] }
  choices: { label: string; measure_answer: string | null }[]
}

interface District {
  has_boundary: boolean
  retired: boolean
  valid_from: string | null
  lines_precision: string | null
}

interface PlaceDistrict {
  ocd_id: string
  type: string
  lines: string
  valid_from: string | null
}

const CAPITOL = 'lat=35.7804&lng=-78.6391'
const PARTITION = /^NC (county|congressional|state_upper|state_lower) |^(NC|DC) state /
const WILSON_BUILDING = 'lat=38.8951&lng=-77.0314'

// Needs the publishers' files (HUSTINGS_TEST_DATA or ../shared/data).
describe.skipIf(!hasTestData)('North Carolina and the District of Columbia', { timeout: 1_200_000 }, () => {
  const folder = shareFolder()
  let first: Ended
  let server: ServedFolder

  beforeAll(async () => {
    first = await copyCarolina(folder)
    server = await serveFolder(folder, { asOf: '2024-10-15' })
  })

  afterAll(async () => {
    await server.stop()
  })

  const ask = (path: string) => server.ask(path)

  async function ballot(
    query: string,
  ): Promise<{ certain: Contest[]; possible: Contest[]; ocd_ids: string[]; complete: boolean }> {
    const { data } = await ask(`/v1/ballot?${query}`)
    const matching = (match: string): Contest[] => data.contests.filter((contest: Contest) => contest.match === match)
    const ocd_ids = data.districts.map((district: { ocd_id: string }) => district.ocd_id.split('country:us/')[1])
    return { certain: matching('certain'), possible: matching('possible'), ocd_ids, complete: data.location.complete }
  }

  async function contestsOf(election: string): Promise<Contest[]> {
    const contests: Contest[] = []
    for (let cursor = ''; ; ) {
      const { data, next_cursor } = await ask(`/v1/contests?elections=${election}&limit=500${cursor}`)
      contests.push(...data)
      if (next_cursor === null) return contests
      cursor = `&cursor=${next_cursor}`
    }
  }

  it('reads every source, and counts the contests of each election', () => {
    expect(first).toMatchObject({ code: 0 })
    const { ingest, build } = JSON.parse(first.stdout)
    expect(ingest.totals.status).toMatchObject({ failed: 0 })
    const of = (slug: string) => build.elections.find((election: { slug: string }) => election.slug === slug)
    expect(of('nc-2024-11-05-general')).toMatchObject({ contests: 1151, choices: 2147 })
    expect(of('nc-2022-11-08-general')).toMatchObject({ contests: 1247, choices: 2353 })
    expect(of('nc-2022-05-17-primary')).toMatchObject({ contests: 628 })
    expect(of('dc-2024-11-05-general')).toMatchObject({ contests: 360, lines_held: 360 })
    expect(of('dc-2022-11-08-general')).toMatchObject({ contests: 360, lines_held: 360 })
    // Among them are 166 of courts of whole counties. Flat Rock's mayor has none: the village is not in the places file.
    expect(of('nc-2024-11-05-general')).toMatchObject({
      lines_held: 738,
      // Commissioners' districts of Wake and Mecklenburg counties, of which only earlier lines are held.
      lines_of_another_plan: 9,
      lines_not_held: 404,
    })
    expect(of('nc-2022-11-08-general')).toMatchObject({
      lines_held: 548,
      // Of the legislature and of courts whose districts have changed.
      lines_of_another_plan: 237,
      lines_not_held: 462,
    })
  })

  it('never serves a tally as a choice, and Initiative 83 with Yes and No', async () => {
    const contests = await contestsOf('dc-2024-11-05-general')
    expect(contests).toHaveLength(360)
    const labels = contests.flatMap((contest) => contest.choices.map((choice) => choice.label))
    expect(labels.filter((label) => /^(over votes|under votes|write-?in)$/i.test(label))).toEqual([])
    const [initiative] = contests.filter((contest) => contest.kind === 'measure')
    expect(initiative?.title).toBe('Initiative 83')
    expect(initiative?.choices.map((choice) => choice.measure_answer)).toEqual(['yes', 'no'])
  })

  it('answers for the State Capitol in Raleigh', async () => {
    const { certain, possible, ocd_ids, complete } = await ballot(CAPITOL)
    expect([certain.length, possible.length, complete]).toEqual([22, 28, false])
    expect(ocd_ids).toEqual([
      'state:nc/cd:2',
      'state:nc/prosecutorial_district:10',
      'state:nc',
      'state:nc/sldl:38',
      'state:nc/sldu:14',
      'state:nc/county:wake',
      'state:nc/place:raleigh',
      'state:nc/county:wake/school_district:wake_county_schools',
    ])
    expect(certain.map((contest) => contest.title)).toContain('Wake Soil and Water Conservation District Supervisor')
    expect(possible.filter((contest) => !contest.details.voted_within?.length)).toEqual([])
    const kinds = possible.map((contest) => contest.title.replace(/ District (\d+[A-Z]?|[A-E])( Seat .*)?$/, ''))
    expect([...new Set(kinds)].sort()).toEqual([
      'City of Raleigh City Council',
      'NC District Court Judge',
      'NC Superior Court Judge',
      'Wake County Board of Commissioners',
      'Wake County Board of Education',
    ])
  })

  it('answers for the Wilson Building in Washington, in both years', async () => {
    const { certain, possible, ocd_ids, complete } = await ballot(WILSON_BUILDING)
    expect([certain.length, possible.length, complete]).toEqual([10, 0, true])
    for (const part of ['cd:at-large', 'ward:2', 'anc:2c', 'anc:2c/council_district:3'])
      expect(ocd_ids).toContain(`district:dc/${part}`)
    const before = await ballot(`${WILSON_BUILDING}&elections=dc-2022-11-08-general`)
    expect([before.certain.length, before.possible.length]).toEqual([8, 0])
  })

  it('draws the 2022 ballot by the 118th Congress, the 2024 one by the 119th, and that of 2026 generalised', async () => {
    const { data } = await ask('/v1/districts?states=NC&types=congressional&include_retired=true&limit=500')
    const drawn: District[] = data.filter((district: District) => district.has_boundary)
    const of = (retired: boolean) => drawn.filter((district) => district.retired === retired)
    const told = (districts: readonly District[]) =>
      districts.map((district) => `${district.valid_from} ${district.lines_precision}`).sort()
    // On the day of the service, the plan of 2024 is in force: neither the one before nor the next.
    expect(told(of(true))).toEqual([
      ...Array.from({ length: 14 }, () => '2022-01-01 exact'),
      ...Array.from({ length: 14 }, () => '2026-01-01 generalised'),
    ])
    expect(told(of(false))).toEqual(Array.from({ length: 14 }, () => '2024-01-01 simplified'))
    // Of the plans before, which contests name, no lines are held.
    expect(data.length).toBeGreaterThan(28)
  })

  it('labels the lines of the ballot and those of the seats, and reports differences', async () => {
    const house = async (point: string, election?: string): Promise<[boolean, string[]]> => {
      const { data } = await ask(`/v1/ballot?${point}${election ? `&elections=${election}` : ''}`)
      const districts: PlaceDistrict[] = data.districts
      const of = districts.filter(({ type }) => type === 'congressional')
      return [
        data.location.lines_differ,
        of.map(({ ocd_id, lines, valid_from }) => `${ocd_id.split(':').at(-1)} of ${valid_from}, ${lines}`).sort(),
      ]
    }
    for (const [point, before, now] of [
      [CAPITOL, 2, 2],
      // Greensboro, Charlotte, and fields in Wayne, Caldwell and Robeson counties.
      ['lat=36.0726&lng=-79.792', 6, 5],
      ['lat=35.2271&lng=-80.8431', 14, 12],
      ['lat=35.5597&lng=-77.9894', 13, 1],
      ['lat=35.9564&lng=-81.2833', 10, 5],
      ['lat=34.4741&lng=-79.2091', 7, 8],
    ] as const) {
      expect(await house(point)).toEqual([false, [`${now} of 2024-01-01, next_ballot`]])
      expect(await house(point, 'nc-2022-11-08-general')).toEqual([
        true,
        [`${now} of 2024-01-01, current_seat`, `${before} of 2022-01-01, next_ballot`].sort(),
      ])
    }
    expect((await ask(`/v1/representatives?${CAPITOL}`)).data.location.lines_differ).toBe(false)
    expect((await house(WILSON_BUILDING))[0]).toBe(false)
  })

  it('for an area, only contests of the whole area are certain', async () => {
    const zip = await ask('/v1/ballot?location=20004')
    expect(zip.data.location).toMatchObject({ exact: false, basis: 'area', label: 'ZIP 20004' })
    const carolina = await ask('/v1/ballot?location=27601')
    expect(carolina.data.location).toMatchObject({ exact: false, basis: 'area', complete: false })
    const state = await ballot('location=NC')
    expect([state.certain.length, state.possible.length]).toEqual([15, 1136])
  })

  it('for a city near a border, has each district of its points', async () => {
    const house = async (location: string): Promise<string[]> => {
      const { certain, possible } = await ballot(`location=${location}`)
      const named = [...certain.map((contest) => ({ ...contest, certain: true })), ...possible]
      return named
        .filter(({ district }) => district.ocd_id.includes('/cd:'))
        .map(({ district, ...contest }) => `${district.ocd_id.split('cd:')[1]}${'certain' in contest ? '!' : ''}`)
        .sort()
    }
    expect(await house('Greensboro,+NC')).toEqual(['5', '6', '9'])
    expect(await house('Kannapolis,+NC')).toEqual(['6', '8'])
    expect(await house('Huntersville,+NC')).toEqual(['14!'])
    expect(await house('Asheville,+NC')).toEqual(['11!'])
  })

  // The next two compute for a minute in this process, meanwhile the server closes the connections above.
  it('finds exactly the districts whose served lines hold a point, and one of a layer on its inner borders', () => {
    const bundle = openOnlyBundle(folder)
    const served = readServedLines(bundle.places)
    const proving = new Proving(served.layers, served.findIn(bundle.places))
    // The District's own wards and single-member districts leave and double slits of a microdegree as published.
    const partitions = served.layers.map(({ name }) => name).filter((name) => PARTITION.test(name))
    expect(partitions).toHaveLength(8)
    for (const points of [
      times(RANDOM_POINTS, () => proving.randomPoint()),
      times(BORDER_POINTS, () => proving.borderPoint()),
    ])
      expect(proving.prove(points, { partitions })).toMatchObject({ differences: [], notExactlyOne: [] })
    closeBundle(bundle)
  })

  it('of an area leaves out nothing that is voted at a point of it, and calls certain what is so at every point', async () => {
    const bundle = openOnlyBundle(folder)
    const proof = await proveAreas(bundle, pathsIn(folder).work, POINTS_PER_AREA)
    closeBundle(bundle)
    // Cities that drawn counties answer are among them.
    expect(proof).toMatchObject({ areas: 1816, unexplained: [] })
    // build/boundaries/overlap-rule.ts leaves slivers out: two in ten thousand.
    expect(proof.compared).toBeGreaterThan(100 * proof.points)
    expect(proof.leftOutInSlivers).toBeLessThan(proof.compared / 2_000)
    expect(proof.notCertainInSlivers).toBeLessThan(proof.certain / 2_000)
    expect(proof.widestSliver).toBeLessThanOrEqual(110)
  })

  it('a second run reads nothing, reuses every part and publishes nothing', async () => {
    const again = await hustings(folder, ...CAROLINA_NIGHTLY)
    expect(again).toMatchObject({ code: 0 })
    const { ingest, build, publish } = JSON.parse(again.stdout)
    expect(ingest.totals.status).toMatchObject({ read: 0, failed: 0 })
    expect(build.parts).toMatchObject({ places: { reused: true }, ballots: { reused: true } })
    expect(publish).toMatchObject({ publication: 1, changed: false })
  })
})
