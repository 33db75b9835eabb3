// The narrowing question in the explorer, over HTTP, in both languages.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findChosen, marksOf, narrowingQuestion, partNames } from '../../../apps/explore/narrowing.ts'
import { districtIn } from '../../../apps/web/ballot/titles.ts'
import { createView } from '../../../apps/web/ballot/view.ts'
import { placeIn, shareInWords, WORDS } from '../../../apps/web/ballot/words/words.ts'
import { fill } from '../../../apps/web/sentence.ts'
import { NARROWING_OPTIONS_MAX } from '../../../data/place/narrowing-question.ts'
import type { Ballot, Narrowing, NarrowingOption } from '../../../data/schema/ballot.ts'
import type { DistrictType } from '../../../data/schema/vocabulary.ts'
import { projectFile } from '../../../data/store/paths.ts'
import { createVisitor } from '../console/visitor.ts'
import { explorer, withExplorer } from './open-explorer.ts'

withExplorer()

const askApi = (query: Record<string, string>) => explorer.api<Ballot>('/v1/ballot', query)
const answersIn = (text: string): string[] =>
  [...text.matchAll(/<button class="quiet" name="place" value="(-?[\d.]+,-?[\d.]+)">/g)].map(([, place = '']) => place)
const idsIn = (text: string): string[] => [...text.matchAll(/id="contest-(\d+)"/g)].map(([, id = '']) => id).sort()

test('each part of the map has a colour of its own, in light and in dark', () => {
  const style = readFileSync(projectFile('apps', 'web', 'ballot', 'ballot.css'), 'utf8')
  const named = Array.from(
    { length: NARROWING_OPTIONS_MAX },
    (_, part) => new RegExp(`\\.part-${part} \\{[^}]*fill: var\\((--[\\w-]+)\\)`).exec(style)?.[1],
  )
  expect(new Set(named).size).toBe(NARROWING_OPTIONS_MAX)
  const tokens = readFileSync(projectFile('apps', 'web', 'style.css'), 'utf8')
  const colours = named.map((name) => [...tokens.matchAll(new RegExp(`${name}: (#\\w+)`, 'g'))].map(([, hex]) => hex))
  for (const theme of [0, 1]) expect(new Set(colours.map((both) => both[theme])).size).toBe(NARROWING_OPTIONS_MAX)
})

describe.each(['en', 'es'] as const)('in %s', (lang) => {
  const words = WORDS[lang]

  test('a ZIP code with two ballots asks for the part, with a map and a button for each', async () => {
    const { narrow_by } = await askApi({ location: '27601' })
    const { status, text } = await explorer.ballotOf({ place: '27601', lang })
    expect(status).toBe(200)
    expect(text).toContain(words.narrowTitle)
    expect(text).toContain(fill(words.narrowDistrict, { place: placeIn('ZIP 27601', lang) }))
    expect(answersIn(text)).toEqual(narrow_by?.options.map(({ lat, lng }) => `${lat},${lng}`))
    for (const { share } of narrow_by?.options ?? [])
      expect(text).toContain(fill(words.narrowShare, { share: shareInWords(share, lang) }))
    expect(text.toLowerCase()).toContain(fill(words.narrowOutside, { districts: 'ráleigh' }))
    expect(text).toContain(fill(words.contestShare, { share: shareInWords(0.5, lang) }))
    expect(text.includes(words.legendUnlisted)).toBe(text.includes('class="map-part part-unlisted"'))
    const listed = [...text.matchAll(/<li><p>.*?<b>([^<]+)<\/b>/g)].map(([, name]) => name)
    for (const [at, { districts }] of (narrow_by?.options ?? []).entries()) {
      // The band along a generalized border is no field of the map.
      const isField = districts.every(({ match }) => match === 'certain')
      expect(new RegExp(`<path class="map-part part-${at}" [^>]* d="M[^"]+z"`).test(text)).toBe(isField)
      expect(new RegExp(`<text class="map-number" [^>]*>${at + 1}</text>`).test(text)).toBe(isField)
      expect(text.includes(`<title>${at + 1}: ${listed[at]}</title>`)).toBe(isField)
    }
  })

  test('each button shows the ballot of its part, and keeps the ticks', async () => {
    const visitor = createVisitor(explorer.url)
    const asked = await askApi({ location: '27601' })
    const [slug = ''] = asked.contests.flatMap(({ endorsements }) => endorsements.map(({ endorser }) => endorser.slug))
    const before = await visitor.send('/explore', '/explore/ballot', { place: '27601', lang, endorsers: slug })
    expect(before.text).toContain(`<input type="hidden" name="endorsers" value="${slug}">`)
    for (const place of answersIn(before.text)) {
      const [lat = '', lng = ''] = place.split(',')
      const { contests } = await askApi({ lat, lng })
      const { status, text } = await visitor.send('/explore', '/explore/ballot', { place, lang, endorsers: slug })
      expect(status).toBe(200)
      expect(text).not.toContain(words.narrowTitle)
      expect(idsIn(text)).toEqual(contests.map(({ id }) => String(id)).sort())
      expect(text).toContain(`value="${slug}" checked`)
    }
  })

  test('the ballot of a part says which one was chosen, shows it on the map, and leads to the others', async () => {
    const visitor = createVisitor(explorer.url)
    const { narrow_by } = await askApi({ location: '27601' })
    const at = narrow_by?.options.findIndex(({ districts: [one] }) => one?.match === 'certain') ?? -1
    const { lat, lng, districts } = narrow_by?.options[at] ?? {}
    const asked = { place: `${lat},${lng}`, from: '27601', part: '', lang }
    const { status, text } = await visitor.send('/explore', '/explore/ballot', asked)
    expect(status).toBe(200)
    const [card = ''] = /<section class="card narrowing chosen[\s\S]*?<\/section>/.exec(text) ?? []
    expect(card).toContain(fill(words.narrowYours, { place: placeIn('ZIP 27601', lang) }))
    expect(card).toContain(`<b>${districts?.[0]?.name}</b>`)
    expect(card).toMatch(new RegExp(`class="map-part part-${at} map-chosen"`))
    expect(card).toMatch(/<circle class="map-pin"/)
    const back = lang === 'en' ? 'place=27601' : 'place=27601&amp;lang=es'
    expect(card).toContain(`href="/explore/ballot?${back}">${words.narrowOther}</a>`)
    expect(card).toContain('<input type="hidden" name="from" value="27601">')
    // The field keeps what was typed; the other language asks for the same point.
    expect(text).toMatch(/<input id="place"[^>]* value="27601"/)
    expect(/<form class="language"[\s\S]*?<\/form>/.exec(text)?.[0]).toContain('name="from" value="27601"')
  })

  test.each(['Nowhere, NC', '35.5,-78.5', 'NC'])(
    'a point that says it was chosen in %s has its ballot alone',
    async (from) => {
      const { status, text } = await explorer.ballotOf({ place: '35.5,-78.5', from, lang })
      expect(status).toBe(200)
      expect(text).not.toContain('chosen-title')
    },
  )

  test('a link to a part that the data does not have asks about the whole place', async () => {
    const reply = await fetch(`${explorer.url}/explore/ballot?place=27601&part=1&lang=${lang}`)
    expect(reply.status).toBe(200)
    expect(await reply.text()).toContain(fill(words.narrowDistrict, { place: placeIn('ZIP 27601', lang) }))
  })

  test('a place with one ballot is not asked', async () => {
    const { text } = await explorer.ballotOf({ place: 'Raleigh, NC', lang })
    const { narrow_by } = await askApi({ location: 'Raleigh, NC' })
    expect(text.includes(words.narrowTitle)).toBe(narrow_by !== null)
    const state = await explorer.ballotOf({ place: 'NC', lang })
    expect(state.text).not.toContain(words.narrowTitle)
  })
})

test.each([
  [0, [], false],
  [0.1, [], true],
  [0, [7], true],
])('parts beside the list (%s of the area, contests %j) are told of: %s', (other_share, unplaced_contests, told) => {
  const part: NarrowingOption = {
    ...{ share: 1, side: 'middle', districts: [], settled: false, lat: null, lng: null },
    ...{ certain_contests: [], possible_contests: [] },
  }
  const narrow_by: Narrowing = {
    ...{ kind: 'ballot', type: null, settles: 0, points: 9, grids: [], other_share, unplaced_contests },
    options: [part],
  }
  const seen = {
    narrow_by,
    label: 'ZIP 27601',
    linked: '27601',
    districts: [],
    part: [],
    token: '',
    ticked: new Set<string>(),
    answersAddresses: false,
    isOpen: false,
    map: null,
  }
  const text = String(narrowingQuestion(createView('en', WORDS.en, undefined), seen))
  expect(text.includes(WORDS.en.narrowRest)).toBe(told)
})

describe('a part whose voters have different ballots', () => {
  const district = (id: number, match: 'certain' | 'possible' = 'certain') =>
    ({
      id,
      name: `State House District ${id}`,
      match,
      type: 'state_lower',
      ocd_id: `ocd-division/country:us/state:tx/sldl:${id}`,
    }) as NarrowingOption['districts'][number]
  const option = (districts: NarrowingOption['districts']): NarrowingOption => ({
    ...{ share: 0.3, side: 'middle', districts, settled: false, lat: null, lng: null },
    ...{ certain_contests: [], possible_contests: [] },
  })
  const options = [
    option([district(118)]),
    option([district(122)]),
    option([]),
    option([district(118, 'possible'), district(122, 'possible')]),
  ]
  const narrow_by: Narrowing = {
    ...{ kind: 'district', type: 'state_lower', settles: 0, points: 9, grids: [], other_share: 0 },
    ...{ unplaced_contests: [], options },
  }
  const seen = {
    ...{ narrow_by, label: 'San Antonio, TX', linked: 'San Antonio, TX', districts: [], part: ['53'] },
    ...{ token: '', ticked: new Set(['the-paper']), answersAddresses: false, isOpen: false, map: null },
  }

  test.each(['en', 'es'] as const)('is a link to the next question, in %s', (lang) => {
    const text = String(narrowingQuestion(createView(lang, WORDS[lang], undefined), seen))
    const links = [...text.matchAll(/<a class="button quiet" href="\/explore\/ballot\?([^"#]*)#part">/g)]
    const asked = links.map(([, query = '']) => new URLSearchParams(query.replaceAll('&amp;', '&')))
    expect(asked.map((query) => query.get('part'))).toEqual(['53,118', '53,122', '53,-118,-122', '53,118,122'])
    expect(new Set(asked.map((query) => query.get('place')))).toEqual(new Set(['San Antonio, TX']))
    expect(new Set(asked.map((query) => query.get('endorsers')))).toEqual(new Set(['the-paper']))
    expect(text).toContain(WORDS[lang].narrowAgain)
    const nameOf = (id: number): string => districtIn(`State House District ${id}`, lang)
    const near = `${nameOf(118)} ${WORDS[lang].or} ${nameOf(122)}`
    expect(text.toLowerCase()).toContain(`<b>${fill(WORDS[lang].narrowNear, { districts: near })}</b>`.toLowerCase())
  })

  test('has the number of its district if each is one district, and the parts stand in its order', () => {
    expect(marksOf(narrow_by)).toEqual(['1', '2', '3', ''])
    const numbered = { ...narrow_by, options: [134, 28, 131].map((id) => option([district(id)])) }
    expect(marksOf(numbered)).toEqual(['134', '28', '131'])
    const listedOf = (asked: Narrowing) => {
      const text = String(narrowingQuestion(createView('en', WORDS.en, undefined), { ...seen, narrow_by: asked }))
      return [...text.matchAll(/class="part-number part-(\d)" aria-hidden="true">(\w+)</g)].map(([, ...own]) => own)
    }
    expect(listedOf(numbered)).toEqual([
      ['1', '28'],
      ['2', '131'],
      ['0', '134'],
    ])
    const lettered = ['e', '10b', '2', '10a', 'b'].map((letter) =>
      option([{ ...district(7), ocd_id: `ocd-division/country:us/state:ma/sldl:${letter}` }]),
    )
    expect(listedOf({ ...narrow_by, options: lettered }).map(([, mark]) => mark)).toEqual(['2', '10A', '10B', 'B', 'E'])
  })

  test('is called by the districts of as few and as familiar types as tell it from the others', () => {
    const of = (name: string, id: number, type: DistrictType) =>
      ({ ...district(id), name, type }) as NarrowingOption['districts'][number]
    const court = of('Court of Appeals 2', 2, 'court')
    const own = [
      of('Congressional District 14', 14, 'congressional'),
      of('Congressional District 15', 15, 'congressional'),
    ]
    const options = own.map((one) => option([court, of('Hillsborough County', 57, 'county'), one]))
    const asked = { ...seen, narrow_by: { ...narrow_by, options: [...options, option([])] } }
    const text = String(narrowingQuestion(createView('en', WORDS.en, undefined), asked))
    const names = [...text.matchAll(/<li><p>.*?<b>([^<]+)<\/b>/g)].map(([, name]) => name)
    expect(names.slice(0, 2)).toEqual(['Congressional District 14', 'Congressional District 15'])
    const many = [...Array(6).keys()].map((at) => option([of(`Ward ${at}`, at, 'ward')]))
    const named = String(
      narrowingQuestion(createView('en', WORDS.en, undefined), {
        ...seen,
        narrow_by: { ...narrow_by, options: [...many, option([])] },
      }),
    )
    expect(named).toContain('<b>Another part of San Antonio, TX</b>')
  })

  test('has a name of its own, which says only what tells it from the others', () => {
    const of = (id: number, type: DistrictType, name: string) =>
      ({ ...district(id), name, type }) as NarrowingOption['districts'][number]
    const [first, second] = [of(1, 'school', 'School Board District 1'), of(2, 'school', 'School Board District 2')]
    const [old, coming] = [of(26, 'congressional', 'Congressional 26'), of(27, 'congressional', 'Congressional 27')]
    const house = (id: number) => of(id, 'state_lower', `House ${id}`)
    const namesOf = (all: readonly NarrowingOption['districts'][], other_share = 0): string[] =>
      partNames({ words: WORDS.en, lang: 'en' }, { ...narrow_by, options: all.map(option), other_share }, 'Miami, FL')
    // The congressional district follows from that of the House. The last part has no contest of a school board.
    const parts = [
      [old, house(112), first],
      [old, house(113), first],
      [coming, house(114), first],
      [coming, house(114), second],
      [coming, house(114)],
    ]
    expect(namesOf(parts)).toEqual([
      'House 112',
      'House 113',
      'House 114 · School Board District 1',
      'School Board District 2',
      'House 114 · outside School Board District 1, School Board District 2',
    ])
    // A part without an answer may lie in these districts, too.
    expect(namesOf(parts, 0.1).slice(0, 2)).toEqual([
      'House 112 · School Board District 1',
      'House 113 · School Board District 1',
    ])
    // A district that tells nothing is told of nobody: the last part lies in Congressional 27, too.
    const [raleigh, cary] = [of(1, 'place', 'Raleigh'), of(2, 'place', 'Cary')]
    expect(namesOf([[old, raleigh], [coming, cary], [coming]])).toEqual([
      'Raleigh',
      'Cary',
      'Another part, outside Raleigh, Cary',
    ])
    // Two districts of one name, such as the same ward of two cities.
    const same = namesOf([[of(7, 'ward', 'Ward 1')], [of(8, 'ward', 'Ward 1')], []])
    expect(same).toEqual([
      'Ward 1 · Around the middle',
      'Ward 1 · Around the middle · 2',
      'Another part, outside Ward 1',
    ])
  })

  test('is told by the districts of a point; a possible district tells nothing', () => {
    const here = (...own: NarrowingOption['districts']) => findChosen(narrow_by, own as unknown as Ballot['districts'])
    expect(here(district(122), district(7))).toBe(1)
    expect(here(district(122, 'possible'))).toBe(-1)
    expect(here()).toBe(-1)
  })
})

test('a share is never told as all of the area, or as nothing', () => {
  expect([1, 0.9999, 0.5, 0.031, 0.0001].map((share) => shareInWords(share, 'en'))).toEqual([
    '100%',
    '99%',
    '50%',
    '3%',
    'less than 1%',
  ])
})
