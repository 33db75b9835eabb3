import { describe, expect, test } from 'vitest'
import { en } from '../../../apps/web/ballot/words/en.ts'
import { es } from '../../../apps/web/ballot/words/es.ts'
import { dayInWords, partyIn } from '../../../apps/web/ballot/words/words.ts'
import { countOf, fill } from '../../../apps/web/sentence.ts'

const places = (sentence: string): string[] => [...sentence.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

describe('the dictionaries', () => {
  test('have the same keys, no empty text, and the same values to fill in', () => {
    expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort())
    for (const [key, text] of Object.entries(en)) {
      const other = Object.entries(es).find(([name]) => name === key)?.[1] ?? ''
      expect(text.trim(), key).not.toBe('')
      expect(other.trim(), key).not.toBe('')
      expect(places(other), key).toEqual(places(text))
    }
  })

  test('a party has its common name in Spanish, line by line; others stay as printed', () => {
    expect(partyIn('Democratic / Working Families', 'es')).toBe('Demócrata / Working Families')
    expect(partyIn('Republican', 'en')).toBe('Republican')
  })

  test('sentences are filled, counted and dated', () => {
    expect(fill('{a} of {b}{c}', { a: 1, b: '{a}' })).toBe('1 of {a}')
    expect([1, 2].map((count) => countOf(count, 'one', '{count} many'))).toEqual(['one', '2 many'])
    expect(dayInWords('2028-11-07', 'en')).toBe('November 7, 2028')
    expect(dayInWords('2028-11-07', 'es')).toBe('7 de noviembre de 2028')
  })
})
