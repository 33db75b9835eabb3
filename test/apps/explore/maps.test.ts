import { geoAlbersUsa } from 'd3-geo'
import { describe, expect, test } from 'vitest'
import { coverageMap, pastOnlyNote } from '../../../apps/explore/coverage.ts'
import { drawDistrict, drawElection, findLayers, MAP_LAYERS } from '../../../apps/explore/district-map.ts'
import { cornersInWords } from '../../../apps/explore/districts.ts'
import { drawMap, pathOf } from '../../../apps/explore/map-drawing.ts'
import type { MapCollection } from '../../../apps/explore/map-geojson.ts'
import { createView } from '../../../apps/web/ballot/view.ts'
import { WORDS } from '../../../apps/web/ballot/words/words.ts'
import { groupBy } from '../../../data/core/group-by.ts'
import { toOutline, toOutlinesTogether } from '../../../data/geometry/outline.ts'
import type { Ring } from '../../../data/geometry/polygon.ts'
import type { Contest } from '../../../data/schema/contest.ts'
import type { Coverage } from '../../../data/schema/coverage.ts'
import type { Election } from '../../../data/schema/election.ts'
import { STATES } from '../../../data/schema/states.ts'
import { BALLOT_COVERAGES, type BallotCoverage } from '../../../data/schema/vocabulary.ts'
import { polygonOf } from '../../server/box.ts'
import { districtId } from '../../server/geography.ts'
import { createVisitor } from '../console/visitor.ts'
import { explorer, withExplorer } from './open-explorer.ts'

const view = createView('en', WORDS.en, undefined)

/** The points of path data, as [x, y]. */
function pointsIn(path: string): [number, number][] {
  const points: [number, number][] = []
  for (const [, start = '', rest = ''] of path.matchAll(/M(-?\d+ -?\d+)l([^z]*)z/g)) {
    const numbers = (text: string): number[] => [...text.matchAll(/-?\d+/g)].map(Number)
    let [x = 0, y = 0] = numbers(start)
    points.push([x, y])
    const moves = numbers(rest)
    for (let at = 0; at < moves.length; at += 2) {
      x += moves[at] ?? 0
      y += moves[at + 1] ?? 0
      points.push([x, y])
    }
  }
  return points
}

describe('a drawing', () => {
  const shape = (...rings: number[][]): { step: number; rings: Ring[] } => ({
    ...{ step: 10_000, rings: rings.map((ring) => Int32Array.from(ring)) },
  })

  test('bends a long edge that is straight in degrees', () => {
    const albers = geoAlbersUsa().scale(2600).translate([975, 610])
    const points = pointsIn(pathOf(shape([-11_600, 4900, -9600, 4900, -9600, 4500, -11_600, 4500]), albers))
    const [west, middle, east] = [-116, -106, -96].map((lng) => albers([lng, 49]) ?? [0, 0])
    expect(Math.abs(((west?.[1] ?? 0) + (east?.[1] ?? 0)) / 2 - (middle?.[1] ?? 0))).toBeGreaterThan(10)
    const near = points.find(([x, y]) => Math.hypot(x - (middle?.[0] ?? 0), y - (middle?.[1] ?? 0)) < 2)
    expect(near).toBeDefined()
  })

  test('leaves out what the projection does not show', () => {
    const albers = geoAlbersUsa()
    const guam = [14_460, 1320, 14_500, 1320, 14_500, 1370]
    const kansas = [-10_000, 3800, -9900, 3800, -9900, 3900]
    expect(pathOf(shape(guam), albers)).toBe('')
    expect(pathOf(shape(guam, kansas), albers)).toBe(pathOf(shape(kansas), albers))
  })
})

describe('where a district lies, in words', () => {
  const cornersOf = (...boxes: (readonly [number, number, number, number])[]) => {
    const outline = toOutline(boxes.flatMap((box) => polygonOf(box)))
    if (!outline) throw new Error('no outline')
    return Object.values(cornersInWords(outline.box, WORDS.en))
  }

  test('names the south, and the east beyond the antimeridian', () => {
    expect(cornersOf([-79, 35, -78, 36])).toEqual(['79.00° W', '35.00° N', '78.00° W', '36.00° N'])
    expect(cornersOf([-171.1, -14.6, -168.1, -11])).toContain('14.60° S')
    const [west, , east] = cornersOf([178, 51, 179, 52], [-178, 51, -170, 55])
    expect([west, east]).toEqual(['178.00° E', '170.00° W'])
  })
})

describe('maps of districts', () => {
  const polygonsOf = (...boxes: (readonly [number, number, number, number])[]) => boxes.flatMap((box) => polygonOf(box))
  const shaped = (id: number, name: string, last: string, ...boxes: Parameters<typeof polygonsOf>) => ({
    ...{ id, name, ocd_id: `ocd-division/country:us/state:ak/${last}`, polygons: polygonsOf(...boxes) },
  })
  // The second one lies on both sides of the antimeridian, and the third only to the west of it.
  const DISTRICTS = [
    shaped(1, 'House 1', 'sldl:1', [-170, 55, -160, 60]),
    shaped(2, 'House 2', 'sldl:2', [-180, 50, -170, 60], [175, 50, 180, 60]),
    shaped(3, 'House 3', 'sldl:3a', [170, 50, 175, 60]),
  ]
  const reads = {
    districtOutline: (id: number) => {
      const found = DISTRICTS.find((one) => one.id === id)
      return found && toOutline(found.polygons)
    },
    divisionsIn: (type: 'state' | 'county') =>
      type === 'county' ? [shaped(9, 'West County', 'county:west', [-175, 50, -160, 60])] : [],
    districtsOfPlans: () => DISTRICTS,
    citiesIn: () => [{ name: 'Adak', population: 0, lng: -172_000_000, lat: 52_000_000 }],
    votedDistricts: () => [
      { id: 1, type: 'state_lower', contests: [11] },
      { id: 2, type: 'state_lower', contests: [12, 13] },
      { id: 7, type: 'state', contests: [14] },
    ],
  }
  const links = { district: '/d/*', contest: '/c/*' }
  const linksIn = (svg: string): string[] => [...svg.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href)
  const reachOf = (map: MapCollection, id: number): [number, number] => {
    const shape = map.features.find(({ geometry, properties }) => geometry.type !== 'Point' && properties.id === id)
    if (shape?.geometry.type !== 'MultiPolygon') throw new Error('no shape')
    const all = shape.geometry.coordinates.flat(2).map(([lng = 0]) => lng)
    return [Math.min(...all), Math.max(...all)]
  }

  test('a district and its neighbors lie on one side of the antimeridian', async () => {
    const map = await drawDistrict(reads, { id: 2, state: 'AK', type: 'state_lower', retired: false })
    if (!map) throw new Error('no map')
    const near = (values: readonly number[]): number[] => values.map((value) => Math.round(value * 10) / 10)
    expect(near(map.view)).toEqual([-185, 50, -170, 60])
    expect(near(reachOf(map, 2))).toEqual([-185, -170])
    expect(near(reachOf(map, 3))[1]).toBe(-185)
    expect(near(reachOf(map, 1))[0]).toBe(-170)
    const svg = drawMap(map, { title: 'Map', here: 2, links }).toString()
    expect(linksIn(svg).sort()).toEqual(['/d/1', '/d/3'])
    expect(svg.match(/map-here/g)).toHaveLength(1)
    const [, box = ''] = /viewBox="([^"]+)"/.exec(svg) ?? []
    const [left = 0, , width = 0] = box.split(' ').map(Number)
    const [, own = ''] = /class="map-part part-none map-here"[^>]* d="([^"]+)"/.exec(svg) ?? []
    const across = pointsIn(own).map(([x]) => x)
    expect(Math.min(...across)).toBeGreaterThan(left)
    expect(Math.max(...across)).toBeLessThan(left + width)
    expect([...svg.matchAll(/<text[^>]*>([^<]+)/g)].map(([, text]) => text)).toEqual(
      expect.arrayContaining(['2', 'Adak']),
    )
  })

  test('an election opens the contest of a district, or the contests if it has more', async () => {
    expect(findLayers(reads, 5)).toEqual(['state_lower'])
    const map = await drawElection(reads, { election: 5, state: 'AK', layer: 'state_lower' })
    if (!map) throw new Error('no map')
    expect(linksIn(drawMap(map, { title: 'Map', links }).toString())).toEqual(['/c/11', '/d/2'])
    const layers = map.features.flatMap(({ geometry, properties }) =>
      geometry.type === 'Point' ? [] : properties.layer,
    )
    expect(layers).toEqual(['part', 'part', 'around', 'county'])
    const labels = map.features.flatMap(({ properties }) => (properties.layer === 'label' ? properties.name : []))
    expect(labels).toEqual(['1', '2'])
    expect(await drawElection(reads, { election: 5, state: 'AK', layer: 'congressional' })).toBeUndefined()
  })

  test('the names of the largest cities are written before those of districts', async () => {
    const names = Array.from({ length: 7 }, (_, at) => `City ${at + 1}`)
    // Each city lies where the name of the district does.
    const map = await drawDistrict(
      {
        ...reads,
        citiesIn: () => names.map((name, at) => ({ name, population: 0, lng: -165_000_000, lat: (56 + at / 2) * 1e6 })),
      },
      { id: 1, state: 'AK', type: 'state_lower', retired: false },
    )
    if (!map) throw new Error('no map')
    const layers = map.features.flatMap(({ geometry, properties }) =>
      geometry.type === 'Point' && properties.name.startsWith('City') ? [properties.layer] : [],
    )
    expect(layers).toEqual([...names.slice(1).map(() => 'large_city'), 'city'])
    const svg = drawMap(map, { title: 'Map', here: 1, links }).toString()
    const written = [...svg.matchAll(/<text class="map-(\w+)"[^>]*>([^<]+)/g)].map(([, , text]) => text)
    expect(written.slice(0, 6)).toEqual(names.slice(0, 6))
  })

  test('names small places only where there are few larger cities', async () => {
    const namesWith = async (larger: number): Promise<string[]> => {
      const cities = Array.from({ length: larger + 1 }, (_, at) => ({
        ...{ name: at < larger ? `City ${at}` : 'Hayfork', population: at < larger ? 50_000 : 0 },
        ...{ lng: -165_000_000, lat: 56_000_000 + at * 10_000 },
      }))
      const asked = { id: 1, state: 'AK', type: 'state_lower', retired: false } as const
      const map = await drawDistrict({ ...reads, citiesIn: () => cities }, asked)
      return (map?.features ?? []).map(({ properties }) => properties.name)
    }
    expect(await namesWith(9)).toContain('Hayfork')
    expect(await namesWith(10)).not.toContain('Hayfork')
  })

  test('a drawing has true proportions', async () => {
    const square = { ...reads, districtOutline: () => toOutline(polygonOf([-79, 35, -78, 36])) }
    const map = await drawDistrict(
      { ...square, districtsOfPlans: () => [shaped(4, 'House 4', 'sldl:4', [-79, 35, -78, 36])] },
      { id: 4, state: 'NC', type: 'state_lower', retired: false },
    )
    if (!map) throw new Error('no map')
    const [, path = ''] =
      /class="map-part[^>]* d="([^"]+)"/.exec(drawMap(map, { title: 'Map', here: 4 }).toString()) ?? []
    const points = pointsIn(path)
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
    // A degree of longitude at 35.5 degrees north is 0.81 of a degree of latitude.
    expect((Math.max(...xs) - Math.min(...xs)) / (Math.max(...ys) - Math.min(...ys))).toBeCloseTo(0.81, 1)
  })
})

describe('the map of coverage', () => {
  const BOXES = {
    DC: [-77.1, 38.8, -76.9, 39],
    NC: [-84, 34, -76, 36.5],
    PR: [-67.2, 17.9, -65.3, 18.5],
    VA: [-83, 36.5, -76, 39],
  } as const
  const kindOf = (state: string): BallotCoverage => (state === 'NC' ? 'full' : state === 'PR' ? 'partial' : 'none')
  const states = STATES.map(({ code, name }) => recordOf(code, name, kindOf(code)))
  const outlines = toOutlinesTogether(Object.values(BOXES).map(polygonOf), 5000, 40).map((rings, at) => ({
    ...{ state: Object.keys(BOXES)[at] ?? '', step: 5000, rings },
  }))
  const text = coverageMap(view, states, outlines)?.toString() ?? ''
  const linksIn = (map: string): { href: string; label: string; classes: string; inner: string }[] =>
    [...map.matchAll(/<a href="([^"]*)" aria-label="([^"]*)" class="([^"]*)"([^>]*)>([\s\S]*?)<\/a>/g)].map(
      ([, href = '', label = '', classes = '', fill = '', inner = '']) => ({
        ...{ href, label, inner, classes: `${classes}${fill}`.trim() },
      }),
    )

  test('links each drawn state, and says its color in words', () => {
    expect(linksIn(text).map(({ href, label, classes }) => [href, label, classes])).toEqual([
      ['/explore/ballot?place=North+Carolina', 'North Carolina: Full', 'scale-4'],
      ['/explore/ballot?place=Puerto+Rico', 'Puerto Rico: Partial', 'inset fill="url(#coverage-stripes)"'],
      ['/explore/ballot?place=Virginia', 'Virginia: None', 'scale-0'],
      ['/explore/ballot?place=District+of+Columbia', 'District of Columbia: None', 'scale-0'],
    ])
    for (const { label, inner } of linksIn(text)) expect(inner).toContain(`<title>${label}</title>`)
  })

  test('shows a state that is too small as a circle, and a territory in a frame with its code', () => {
    expect(linksIn(text).flatMap(({ label, inner }) => (inner.includes('<circle') ? [label] : []))).toEqual([
      'District of Columbia: None',
    ])
    expect(linksIn(text).flatMap(({ inner }) => /<text[^>]*>(\w+)/.exec(inner)?.[1] ?? [])).toEqual(['PR'])
  })

  test('has a legend with the counts of all states, and tells how many are not drawn', () => {
    expect(text.match(/(Full|Partial|None) \(\d+\)/g)).toEqual([
      'Full (1)',
      'Partial (1)',
      `None (${STATES.length - 2})`,
    ])
    expect(text).toContain(`only in the table: ${STATES.length - 4}.`)
    expect(text).toMatch(/<svg[^>]*role="group"[^>]*aria-labelledby="coverage-map-title"/)
  })

  test('keeps language and version in its links', () => {
    const spanish = coverageMap(createView('es', WORDS.es, 'abc'), states, outlines)?.toString() ?? ''
    expect(linksIn(spanish)[0]).toMatchObject({
      ...{
        href: '/explore/ballot?place=North+Carolina&amp;snapshot=abc&amp;lang=es',
        label: 'Carolina del Norte: Completas',
      },
    })
  })

  test('is left out if no lines are held', () => expect(coverageMap(view, states, [])).toBeNull())

  test('has a note if all elections are past, and none without an election', () => {
    const [none, past] = [0, 2].map((election_count) => ({ ...recordOf('VA', 'Virginia', 'none'), election_count }))
    if (!none || !past) throw new Error('a record is missing')
    expect(pastOnlyNote(view, [none, past])?.toString()).toContain(WORDS.en.coverageAllNone)
    for (const states of [[], [none], [past, recordOf('NC', 'North Carolina', 'full')]])
      expect(pastOnlyNote(view, states)).toBeNull()
  })
})

function recordOf(state: Coverage['state'], name: string, kind: BallotCoverage): Coverage {
  const age = { updated_at: null, sources_checked_at: null, held_back_since: null, stale_since: null }
  return {
    ...{ state, name, next_election_coverage: kind, next_election: '2026-11-03', updated_at: null },
    ...{ election_count: 0, contest_count: 0, measure_count: 0, endorser_count: 0, endorsement_count: 0 },
    ...{ endorsed_contest_count: 0, first_election: null, last_election: null },
    freshness: { ballots: age, endorsements: age, officeholders: age, lines: age },
  }
}

describe('over HTTP', () => {
  withExplorer()
  test('the page of coverage has the map and the table, with the same links and words', async () => {
    const { status, text } = await createVisitor(explorer.url).get('/explore/coverage')
    expect(status).toBe(200)
    const [map = '', table = ''] = text.split('id="coverage-table"')
    for (const name of ['North Carolina', 'District of Columbia']) {
      const link = `href="/explore/ballot?place=${name.replaceAll(' ', '+')}"`
      const [, kind = ''] = new RegExp(`aria-label="${name}: (\\w+)"`).exec(map) ?? []
      expect(BALLOT_COVERAGES).toContain(kind.toLowerCase())
      expect(map).toContain(link)
      const [, row = ''] = new RegExp(`<tr role="row"><td[^>]*data-value="${name}">([\\s\\S]*?)</tr>`).exec(table) ?? []
      expect(row).toContain(link)
      expect(row).toContain(`>${kind}</span>`)
    }
  })

  test('a district opens its neighbors, and its map has the same districts as its page', async () => {
    const visitor = createVisitor(explorer.url)
    const { text } = await visitor.get(`/explore/districts/${districtId('cd1')}`)
    const neighbor = `/explore/districts/${districtId('cd2')}`
    expect(text.match(new RegExp(`href="${neighbor}"`, 'g'))).toHaveLength(2)
    expect(text.split('</figure>')[0]).not.toContain(`href="/explore/districts/${districtId('cd1')}"`)
    const { status, text: json } = await visitor.get(`/explore/map?district=${districtId('cd1')}`)
    expect(status).toBe(200)
    const { features }: MapCollection = JSON.parse(json)
    const parts = features.filter(({ properties }) => properties.layer === 'part')
    expect(parts.map(({ properties }) => properties.id)).toEqual([districtId('cd1'), districtId('cd2')])
    expect(features.some(({ properties }) => properties.layer === 'county')).toBe(true)
    const board = `/explore/districts/${districtId('board')}`
    expect((await visitor.get(board)).text).toContain(WORDS.en.mapNone)
    expect((await visitor.get(`/explore/map?district=${districtId('board')}`)).status).toBe(404)
    for (const page of [text, (await visitor.get('/explore/coverage')).text]) expect(page).not.toContain('/d3.js')
  })

  test('an election opens the contests of a district', async () => {
    const visitor = createVisitor(explorer.url)
    const elections = await explorer.api<Election[]>('/v1/elections', { states: 'NC' })
    const slug = elections.find(({ contest_count }) => contest_count > 3)?.slug ?? ''
    const contests = await explorer.api<Contest[]>('/v1/contests', { elections: slug, limit: '200' })
    const layers = MAP_LAYERS.filter((layer) => contests.some(({ district }) => district.type === layer))
    expect(layers.length).toBeGreaterThan(1)
    for (const layer of layers) {
      const { text } = await visitor.get(`/explore/elections/${slug}?layer=${layer}`)
      const [, svg = ''] = /<svg[^>]*role="group"([\s\S]*?)<\/svg>/.exec(text) ?? []
      const own = groupBy(
        contests.filter(({ district }) => district.type === layer),
        ({ district }) => district.id,
      )
      expect(svg).not.toBe('')
      for (const [district, some] of own) {
        const all = `/explore/elections/${slug}?district=${district}&amp;layer=${layer}#contests`
        expect(svg).toContain(some.length === 1 ? `href="/explore/contests/${some[0]?.id}"` : `href="${all}"`)
        const page = await visitor.get(`/explore/elections/${slug}?district=${district}&layer=${layer}`)
        const [, list = ''] = /id="contests"([\s\S]*?)id="map"/.exec(page.text) ?? []
        for (const { id } of contests)
          expect(list.includes(`<li><a href="/explore/contests/${id}"`), String(id)).toBe(
            some.some((one) => one.id === id),
          )
      }
      expect((await visitor.get(`/explore/map?election=${slug}&layer=${layer}`)).status).toBe(200)
    }
    expect((await visitor.get(`/explore/map?election=${slug}&layer=ward`)).status).toBe(404)
  })
})
