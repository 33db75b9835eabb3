// The dictionaries of the apps: the compiler sees that they have the same keys.

import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { titleIn } from '../../../apps/web/ballot/titles.ts'
import { partyIn, partyOf } from '../../../apps/web/ballot/words/parties.ts'
import { dayInWords, placeIn, titleOf } from '../../../apps/web/ballot/words/words.ts'
import { html } from '../../../apps/web/html.ts'
import { countOf, fill, fillHtml } from '../../../apps/web/sentence.ts'
import { projectFile } from '../../../data/store/paths.ts'

type Words = Readonly<Record<string, string>>
const placesIn = (sentence = ''): string[] => [...sentence.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

/** Every app that has words exports them in both languages from a file of this name. */
const dictionaries = readdirSync(projectFile('apps'), { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('/words.ts'),
)

test.each(dictionaries)('%s: no text is empty, and both languages have the same values to fill in', async (path) => {
  const { WORDS } = (await import(projectFile('apps', path))) as { WORDS: Record<'en' | 'es', Words> }
  const { en, es } = WORDS
  expect(Object.entries({ ...en, ...es }).filter(([, text]) => text.trim() === '')).toEqual([])
  expect(Object.keys(en).filter((key) => placesIn(en[key]).join() !== placesIn(es[key]).join())).toEqual([])
})

describe('a sentence', () => {
  test('is filled, counted and dated', () => {
    expect(fill('{a} of {b}{c}', { a: 1, b: '{a}' })).toBe('1 of {a}')
    expect(fill('Boleta de {place}', { place: placeIn('Wake County, NC', 'es') })).toBe(
      'Boleta del condado de Wake, NC',
    )
    expect(fill('Boleta de {place}', { place: 'El Paso, TX' })).toBe('Boleta de El Paso, TX')
    expect([1, 2].map((count) => countOf(count, 'one', '{count} many'))).toEqual(['one', '2 many'])
    expect(dayInWords('2028-11-07', 'en')).toBe('November 7, 2028')
    expect(dayInWords('2028-11-07', 'es')).toBe('7 de noviembre de 2028')
  })

  test('takes markup as a value, and the text around it is escaped', () => {
    const filled = fillHtml('a < {b} {c}{d}', { b: html`<b>1</b>`, c: '<i>' })
    expect(filled.toString()).toBe('a &lt; <b>1</b> &lt;i&gt;')
  })

  test('has the common name of a party in Spanish, line by line; others stay as printed', () => {
    expect(partyIn('Democratic / Right to Life', 'es')).toBe('Demócrata / Right to Life')
    expect(partyIn('Republican', 'en')).toBe('Republican')
  })

  test('writes a party in normal letters; initials stay', () => {
    expect(partyIn('REPUBLICAN', 'en')).toBe('Republican')
    expect(partyIn('PEACE AND FREEDOM', 'en')).toBe('Peace and Freedom')
    expect(partyIn('DFL / WORKING FAMILIES', 'en')).toBe('DFL / Working Families')
    expect(partyIn('REPUBLICAN', 'es')).toBe('Republicano')
    expect(partyOf({ party: 'Republican', party_label: 'REP' }, 'en')).toBe('Republican')
    expect(partyOf({ party: 'Democratic', party_label: 'Democratic / Working Families' }, 'en')).toBe(
      'Democratic / Working Families',
    )
    expect(partyOf({ party: 'Green', party_label: null }, 'en')).toBe('Green')
    expect(partyOf({ party: null, party_label: null }, 'en')).toBeNull()
  })
})

test.each([
  ['ZIP 27601', 'es', 'la zona postal 27601'],
  ['ZIP 27601', 'en', 'ZIP 27601'],
  ['North Carolina', 'es', 'Carolina del Norte'],
  ['New York', 'en', 'New York'],
  ['New York County, NY', 'es', 'el condado de New York, NY'],
  ['Orleans Parish, LA', 'es', 'la parroquia de Orleans, LA'],
  ['El Paso, TX', 'es', 'El Paso, TX'],
  ['City of the Sun, NM', 'es', 'City of the Sun, NM'],
  ['City of Creede, CO', 'es', 'la ciudad de Creede, CO'],
  ['District of Columbia', 'es', 'el Distrito de Columbia'],
  ['Texas', 'es', 'Texas'],
] as const)('the place %s in %s', (label, lang, told) => {
  expect(placeIn(label, lang)).toBe(told)
})

test('the name of an election has its state in Spanish', () => {
  const election = { name: 'North Carolina General Election', date: '2024-11-05' }
  expect(titleOf(election, 'es')).toBe('Carolina del Norte: elección general de 2024')
  expect(titleIn({ title: 'Polk County Sheriff', district: { name: 'Polk County' } }, 'es').text).toBe(
    'Condado de Polk: Alguacil',
  )
})
