import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AddressReading, parseAddress } from '../../../data/street/address-text.ts'

const RUNS = process.env.PROOF === '1' ? 100_000 : 5000

function show({ number, street, city, state, zip }: AddressReading): string {
  const { prefix, name, suffix, postfix } = street
  const said = [[number, prefix, name, suffix, postfix].filter((part) => part !== '').join(' '), city, state, zip]
  return said.filter((part) => part !== undefined).join(', ')
}

function first(text: string): string {
  const parsed = parseAddress(text)
  return parsed.kind === 'address' ? show(parsed.readings[0]) : parsed.kind
}

function all(text: string): string[] {
  const parsed = parseAddress(text)
  return parsed.kind === 'address' ? parsed.readings.map(show) : []
}

describe('an address', () => {
  it.each([
    ['100 N Main St, Raleigh, NC 27601', '100 n main st, raleigh, NC, 27601'],
    ['100 n main street raleigh nc', '100 n mainstraleigh, NC'],
    ['100 N Main St, Raleigh, North Carolina 27601-1234, USA', '100 n main st, raleigh, NC, 27601'],
    ['100 N Main St, Raleigh NC 276011234', '100 n main st, raleigh, NC, 27601'],
    ['100 N Main St\nRaleigh, NC27601', '100 n main st, raleigh, NC, 27601'],
    ['123 1/2 First Ave #4, Oakland, CA', '123 1/2 1 ave, oakland, CA'],
    ['123½ First Ave Apt. 4-B Oakland, CA', '123 1/2 1 ave, oakland, CA'],
    ['37-14 82nd St, Jackson Heights, NY 11372', '37-14 82 st, jacksonhts, NY, 11372'],
    ['37–14 82nd St, 11372', '37-14 82 st, 11372'],
    ['300 E 1200 S, Provo, UT', '300 e 1200 s, provo, UT'],
    ['1234 West 500 North, Provo, UT', '1234 w 500 n, provo, UT'],
    ['N6W23001 Bluemound Rd, Waukesha, WI', 'n6w23001 bluemound rd, waukesha, WI'],
    ['12-B Oak St, Springfield, IL', '12b oak st, springfield, IL'],
    ['State Capitol, 1 E Edenton St, Raleigh, NC', '1 e edenton st, raleigh, NC'],
    ['100 Main St, 2nd Floor, Miami, FL', '100 main st, miami, FL'],
    ['100 Main St Fl 2, Miami, FL 33101', '100 main st, miami, FL, 33101'],
    ['100 Main St, PO Box 12, Raleigh, NC', '100 main st, raleigh, NC'],
    ['100 Main St Unit C Raleigh NC 27601', '100 main st, raleigh, NC, 27601'],
    ['100 Key Blvd Lower, St. Louis, MO', '100 ky blvd, stlouis, MO'],
    ['12345 Main St', '12345 main st'],
    ['1 A St NE, Washington, D.C. 20002', '1 a st ne, washington, DC, 20002'],
  ])('%s', (text, read) => {
    expect(first(text)).toBe(read)
  })

  it('has several readings if commas are missing, or if a word is ambiguous', () => {
    expect(all('1600 Pennsylvania Ave NW Washington DC 20500')).toContain(
      '1600 pennsylvania ave nw, washington, DC, 20500',
    )
    expect(all('500 Oak CT')).toEqual(expect.arrayContaining(['500 oak ct', '500 oak, CT']))
    expect(all('100 Broadway, New York')).toEqual(['100 broadway, newyork', '100 broadway, NY'])
    expect(all('100 Main St 4B')).toContain('100 main st')
    expect(all('100 County Road 12')).not.toContain('100 county rd')
  })

  it.each([
    ['PO Box 12, Raleigh, NC', 'a post office box'],
    ['P.O. Box 12', 'a post office box'],
    ['POB 12', 'a post office box'],
    ['Main St & Elm St, Raleigh, NC', 'an intersection'],
    ['5th and Main St', 'an intersection'],
    ['100 Main St & Elm St', 'an intersection'],
    ['RR 2 Box 15, Ames, IA', 'a rural route'],
    ['HC 68 Box 23', 'a rural route'],
    ['Rural Route 4', 'a rural route'],
    ['PSC 802 Box 74, FPO AE 09499', 'a military address'],
    ['General Delivery, Raleigh, NC', 'general delivery'],
  ])('%s has no point: %s', (text, what) => {
    expect(parseAddress(text)).toEqual({ kind: 'no_point', what })
  })

  it.each([
    ...['', ' ', '27601', '27601-1234', 'Raleigh, NC', 'Raleigh, NC 27601', 'Wake County, NC', 'Town and Country, MO'],
    ...['Fifth Ave', '12', '\0', ',,,'],
  ])('"%s" is no address', (text) => {
    expect(parseAddress(text)).toEqual({ kind: 'other' })
  })

  it('is read the same with any case, accents, spaces and periods', () => {
    const word = fc.constantFrom(...'12 N Main St Apt 4 # , Cañon Raleigh NC 27601 Ave Hwy 1/2 - & Fl'.split(' '))
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (words) => {
        const text = words.join(' ')
        const plain = parseAddress(text)
        expect(parseAddress(text.toUpperCase())).toEqual(plain)
        expect(parseAddress(`  ${words.join('   ')}  `.normalize('NFD'))).toEqual(plain)
        expect(parseAddress(words.map((part) => (/^[a-z]{3,}$/i.test(part) ? `${part}.` : part)).join(' '))).toEqual(
          plain,
        )
      }),
      { numRuns: RUNS },
    )
  })

  it('takes little time for hostile text, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const made of [text, `12 ${text}`, `12 Main St ${text}, NC 27601`])
          expect(() => parseAddress(made)).not.toThrow()
      }),
      { numRuns: RUNS },
    )
    const traps = 'a|1| |,|#|-|&|n |1 |st |1-|apt |\0|.|1/|e\u0301|po box |us hwy |１|\u{1f600}'.split('|')
    /** The quickest of some runs: others may interrupt one. */
    const timeOf = (texts: readonly string[]): number => {
      const times = Array.from({ length: 5 }, () => {
        const started = performance.now()
        for (const text of texts) parseAddress(text)
        return (performance.now() - started) / texts.length
      })
      return Math.min(...times)
    }
    const plain = timeOf(['12 Main St Apt 4, Raleigh, NC 27601', `12 ${'Main '.repeat(58)}`])
    for (const trap of traps) {
      const texts = [300, 10_000].map((length) => trap.repeat(Math.ceil(length / trap.length)).slice(0, length))
      const made = texts.flatMap((text) => [text, `1 ${text.slice(2)}`, `${text.slice(6)} 27601`])
      // A backtracking pattern would take thousands of times as long.
      expect(timeOf(made) / plain, trap).toBeLessThan(200)
    }
  })
})
