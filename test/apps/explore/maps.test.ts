import { geoAlbersUsa } from 'd3-geo'
import { describe, expect, test } from 'vitest'
import { coverageMap } from '../../../apps/explore/coverage.ts'
import { districtMap } from '../../../apps/explore/districts.ts'
import { pathOf } from '../../../apps/explore/drawing.ts'
import { createView } from '../../../apps/web/ballot/view.ts'
import { WORDS } from '../../../apps/web/ballot/words/words.ts'
import { type Outline, toOutline, toOutlinesTogether } from '../../../data/geometry/outline.ts'
import type { Ring } from '../../../data/geometry/polygon.ts'
import type { Coverage } from '../../../data/schema/coverage.ts'
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

describe('the map of a district', () => {
  const county = toOutline(polygonOf([-79, 35, -78, 36]))
  const state = toOutline(polygonOf([-84, 33, -75, 37]))
  const mapOf = (outline: Outline | undefined, around?: Outline | undefined, lang: 'en' | 'es' = 'en'): string => {
    if (!outline) throw new Error('no outline')
    const own = createView(lang, WORDS[lang], undefined)
    return districtMap(own, { name: 'Alder County', state: 'NC', outline, around }).toString()
  }

  test('shows it alone and within its state, and says in words where it lies', () => {
    const text = mapOf(county, state)
    expect(text.match(/class="here"/g)).toHaveLength(2)
    expect(text.match(/class="around"/g)).toHaveLength(1)
    expect(text).toContain('from 35.00° N to 36.00° N and from 79.00° W to 78.00° W')
    expect(mapOf(county, state, 'es')).toContain('de 79.00° O a 78.00° O')
    expect(mapOf(county).match(/<svg/g)).toHaveLength(1)
  })

  test('names the south, and the east beyond the antimeridian', () => {
    expect(mapOf(toOutline(polygonOf([-171.1, -14.6, -168.1, -11])))).toContain('from 14.60° S to 11.00° S')
    const islands = [...polygonOf([178, 51, 179, 52]), ...polygonOf([-178, 51, -170, 55])]
    expect(mapOf(toOutline(islands))).toContain('from 178.00° E to 170.00° W')
  })

  test('stays inside its frame, in true proportions', () => {
    const text = mapOf(county)
    const [, box = '', path = ''] = /viewBox="([^"]+)"[\s\S]*? d="([^"]+)"/.exec(text) ?? []
    const [left = 0, top = 0, width = 0, height = 0] = box.split(' ').map(Number)
    const points = pointsIn(path)
    expect(points.length).toBeGreaterThan(3)
    for (const [x, y] of points) {
      expect(x).toBeGreaterThanOrEqual(left)
      expect(x).toBeLessThanOrEqual(left + width)
      expect(y).toBeGreaterThanOrEqual(top)
      expect(y).toBeLessThanOrEqual(top + height)
    }
    // A degree of longitude at 35.5 degrees north is 0.81 of a degree of latitude.
    expect((width - 96) / (height - 96)).toBeCloseTo(0.81, 1)
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
    [...map.matchAll(/<a href="([^"]*)" aria-label="([^"]*)" class="([^"]*)">([\s\S]*?)<\/a>/g)].map(
      ([, href = '', label = '', classes = '', inner = '']) => ({ href, label, classes, inner }),
    )

  test('links each drawn state, and says its colour in words', () => {
    expect(linksIn(text).map(({ href, label, classes }) => [href, label, classes])).toEqual([
      ['/explore/ballot?place=North+Carolina', 'North Carolina: Full', 'scale-4'],
      ['/explore/ballot?place=Puerto+Rico', 'Puerto Rico: Partial', 'scale-2 inset'],
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
        label: 'North Carolina: Completas',
      },
    })
  })

  test('is left out if no lines are held', () => expect(coverageMap(view, states, [])).toBeNull())
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
  const scriptsIn = (page: string): string[] =>
    [...page.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, src = '']) => src)

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

  test('only a page with a map loads d3-zoom, from this server, with its licences', async () => {
    const visitor = createVisitor(explorer.url)
    const scripts = scriptsIn((await visitor.get(`/explore/districts/${districtId('alder')}`)).text)
    expect(scripts.map((src) => src.split('?')[0])).toEqual([
      ...['/assets/explore/d3.js', '/assets/explore/explore.js', '/assets/explore/zoom.js'],
    ])
    const library = await (await fetch(explorer.url + scripts[0])).text()
    expect(library).toMatch(/^\/\/ https:\/\/d3js\.org\/d3-zoom\/ v3\.\S+ Copyright/m)
    expect(library.match(/^Permission to use, copy|^Redistribution and use/gm)).toHaveLength(9)
    for (const path of ['/explore/coverage', `/explore/districts/${districtId('board')}`])
      expect(scriptsIn((await visitor.get(path)).text).join()).not.toContain('d3.js')
  })
})
