// A place that is refused: each reason of /v1 in the words of the page, in both languages, and the city of an address as a button.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sayRefusal } from '../../../apps/explore/refused-place.ts'
import { placeIn, WORDS, type Words } from '../../../apps/web/ballot/words/words.ts'
import { fill } from '../../../apps/web/sentence.ts'
import { ApiError } from '../../../data/schema/api-error.ts'
import { projectFile } from '../../../data/store/paths.ts'
import { cityNamedLike } from '../../../server/place/large-cities.ts'
import { explorer, withExplorer } from './open-explorer.ts'

withExplorer()

const decode = (text: string): string =>
  text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
const problemIn = (text: string): string => decode(/id="place-problem"[^>]*>([^<]*)</.exec(text)?.[1] ?? '')
const choicesIn = (text: string): string[] => {
  const [form = ''] = /<form class="place-choices"[\s\S]*?<\/form>/.exec(text) ?? []
  return [...form.matchAll(/name="place" value="([^"]*)"/g)].map(([, place = '']) => place)
}

describe.each(['en', 'es'] as const)('in %s', (lang) => {
  const words = WORDS[lang]

  test.each<readonly [string, number, keyof Words, string]>([
    ['95,200', 400, 'placeOffEarth', ''],
    ['28.0,-88.0', 404, 'placeOutside', ''],
    ['00001', 404, 'placeNoZip', ''],
    ['Quexzylvane, NC', 404, 'placeUnknown', ''],
    ['1 Main Street, Raleigh, NC', 404, 'placeNoAddressesIn', 'North Carolina'],
    ['1 Main Street, Austin, TX', 404, 'placeNoBoundaries', 'Texas'],
    ['Texas', 404, 'placeNoBoundaries', 'Texas'],
    ['PO Box 5, Raleigh, NC', 404, 'placeNoPoint', ''],
  ])('%s is refused with a reason', async (place, status, name, state) => {
    const reply = await explorer.ballotOf({ place, lang })
    expect([reply.status, problemIn(reply.text)]).toEqual([status, fill(words[name], { state: placeIn(state, lang) })])
  })

  test('a field without a text says what to type', async () => {
    for (const place of ['', '  ']) {
      const reply = await explorer.ballotOf({ place, lang })
      expect([reply.status, problemIn(reply.text)]).toEqual([400, words.placeEmpty])
    }
  })

  test('a place of another country is named as one, with the cities of that name', async () => {
    for (const place of ['Raleigh, France', 'raleigh, Alemania', 'Raleigh, Canada']) {
      const { text } = await explorer.ballotOf({ place, lang })
      expect([problemIn(text), choicesIn(text)], place).toEqual([words.placeAbroad, ['Ráleigh, NC']])
    }
    for (const place of ['12 Main St, Lebanon', 'Quexzylvane, NC']) {
      const { text } = await explorer.ballotOf({ place, lang })
      expect(problemIn(text), place).not.toBe(words.placeAbroad)
    }
  })

  test('what is wrong and what may be meant stand before the field', async () => {
    const { text } = await explorer.ballotOf({ place: 'Raleigh, France', lang })
    const at = ['id="place-problem"', 'class="place-choices"', 'id="place" name="place"', words.showBallot].map(
      (part) => text.indexOf(part),
    )
    expect(at.every((one) => one > 0)).toBe(true)
    expect(at).toEqual(at.toSorted((a, b) => a - b))
  })

  test('an address without an answer offers its city, in no address of the browser', async () => {
    for (const place of ['1 Main Street, Raleigh, NC', '1 Main Street, Raleigh, NC 27601', '1 Main St Raleigh NC']) {
      const { text } = await explorer.ballotOf({ place, lang })
      expect(choicesIn(text)).toEqual(['Ráleigh, NC'])
      expect(text).toContain(words.cityOfAddress)
      expect(text).toContain('<form class="place-choices" method="post" action="/explore/ballot"')
      expect(text.match(/(?:href|action)="[^"]*Main[^"]*"/)).toBeNull()
    }
    const { text } = await explorer.ballotOf({ place: '1 Main Street, Quexzylvane, NC', lang })
    expect(choicesIn(text)).toEqual([])
  })
})

/** Sentences of the code, which the world of the test does not give. */
test.each<readonly [string, string, keyof Words]>([
  ['place.ts', 'does not hold that address.', 'placeNoAddress'],
  ['census.ts', "Neither this server's own data nor the Census geocoder has this address.", 'placeNoAddress'],
  ['location-text.ts', 'This server knows neither the lines nor the county of that city.', 'placeNoCounty'],
])('%s: %s', (file, sentence, name) => {
  expect(readFileSync(projectFile('server', 'place', file), 'utf8')).toContain(sentence)
  const message = file === 'place.ts' ? `This server's address data for Ohio ${sentence}` : sentence
  for (const lang of ['en', 'es'] as const)
    expect(sayRefusal({ words: WORDS[lang], lang }, new ApiError('not_found', message), [])).toBe(WORDS[lang][name])
})

test('an address that matches several places says what to add', () => {
  const tie = 'Parameter `location`: this address matches several places: add the ZIP code.'
  expect(readFileSync(projectFile('server', 'place', 'address.ts'), 'utf8')).toContain(
    'this address matches several places: ',
  )
  const [en, es] = (['en', 'es'] as const).map((lang) =>
    sayRefusal({ words: WORDS[lang], lang }, new ApiError('invalid_parameter', tie), []),
  )
  expect(en).toBe('This address matches several places: add the ZIP code.')
  expect(es).toBe(WORDS.es.placeAddressSeveral)
})

test.each([
  ['New York', { name: 'New York', state: 'NY' }],
  ['Washington', { name: 'Washington', state: 'DC' }],
  ['Georgia', undefined],
  ['Texas', undefined],
] as const)('%s may be meant as a large city', (name, city) => {
  expect(cityNamedLike(name)).toEqual(city)
})
