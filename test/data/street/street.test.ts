import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldStreet, otherReadings, type Street, SUFFIXES, toWords, writeStreet } from '../../../data/street/street.ts'

const RUNS = process.env.PROOF === '1' ? 100_000 : 3000

/** Each line is one street: its normalised form, and its spellings. */
const SAME: readonly (readonly [kept: string, ...spellings: string[]])[] = [
  ['n|main|st|', 'N Main St', 'NORTH MAIN STREET', 'n. main st.', 'North  Main-Str'],
  ['|main|st|n', 'Main St N', 'Main Street North'],
  ['|north|ave|', 'North Ave', 'NORTH AVENUE'],
  ['|n|ave|', 'N Ave'],
  ['w|north|st|', 'W North St', 'West North Street'],
  ['n|east|st|', 'N East St', 'North East Street'],
  ['ne|main|st|', 'NE Main St', 'Northeast Main Street', 'N E Main St', 'North East Main St', 'N.E. Main St.'],
  ['|pennsylvania|ave|nw', 'Pennsylvania Ave NW', 'Pennsylvania Avenue N.W.', 'Pennsylvania Av North West'],
  ['|82|st|', '82nd St', '82 Street', '82ND ST'],
  ['|1|ave|', '1st Ave', 'First Avenue', '1 Ave'],
  ['|21|st|', 'Twenty-First Street', '21st St', 'twenty first st'],
  ['e|1200||s', 'E 1200 S', 'East 1200 South'],
  ['|1200|st|s', '1200 South St', '1200 S Street'],
  ['|avee||', 'Avenue E', 'Ave E'],
  ['n|broadway||', 'N Broadway', 'North Broadway'],
  ['|stjames|st|', 'St James St', 'Saint James Street', 'St. James St'],
  ['|mtvernon|ave|', 'Mt Vernon Ave', 'Mount Vernon Avenue'],
  ['|us 1||', 'US Hwy 1', 'U.S. Highway 1', 'US-1', 'US Route 1', 'United States Highway 1'],
  ['|sr 9||', 'State Route 9', 'SR 9', 'State Hwy 9', 'CA-9', 'State Rd 9', 'California Highway 9', 'State Rte 9'],
  ['|cr 12||', 'CR 12', 'County Road 12', 'Co Rd 12', 'County Hwy 12'],
  ['|cr ab||', 'County Road AB', 'Cty Rd AB'],
  ['|i 5||', 'I-5', 'Interstate 5', 'I- 5'],
  ['|fm 1960||', 'FM 1960', 'Farm to Market Road 1960'],
  ['|hwy 101||n', 'Hwy 101 N', 'Highway 101 North'],
  ['|old hwy 12||', 'Old Hwy 12', 'OLD HIGHWAY 12'],
  ['|county|rd|', 'County Rd', 'County Road'],
  ['|state|st|', 'State St', 'State Street'],
  ['|martinlutherkingjr|blvd|', 'Martin Luther King Jr Blvd', 'MARTIN LUTHER KING, JR. BL'],
  ['|viadeste||', 'Via D’Este', "VIA D'ESTE"],
  ['|lacanada|rd|', 'La Cañada Rd', 'LA CANADA ROAD', 'Lacañada Rd'],
  ['|sunnyvalesaratoga|rd|', 'Sunnyvale-Saratoga Rd', 'SUNNYVALE SARATOGA ROAD'],
  ['|townandcountry|vlg|', 'Town & Country Village', 'TOWN AND COUNTRY VLG'],
]

const show = ({ prefix, name, suffix, postfix }: Street): string => [prefix, name, suffix, postfix].join('|')
const fold = (text: string): string => {
  const street = foldStreet(text)
  return street ? show(street) : 'no street'
}

describe('a street', () => {
  it.each(SAME)('%s', (kept, ...spellings) => {
    expect(spellings.map(fold)).toEqual(spellings.map(() => kept))
  })

  it('is distinct from other streets', () => {
    for (const [one, other] of [
      ['N Main St', 'Main St'],
      ['Main St', 'Main Ave'],
      ['N Ave', 'North Ave'],
      ['County Road 12', 'County Rd'],
      ['US 1', 'State Route 1'],
      ['11th St', '1st 1 St'],
      ['E 1200 S', 'W 1200 S'],
    ] as const)
      expect(fold(one), `${one}, ${other}`).not.toBe(fold(other))
  })

  it('has other readings if a part is optional, and only one if the kind is clear', () => {
    const others = (text: string): string[] => otherReadings(toWords(text)).map(show)
    expect(others('Forest Park')).toEqual(['|frstpark||'])
    expect(others('Key West')).toEqual(['|kywest||'])
    expect(others('Hwy 9')).toEqual(['|us 9||', '|sr 9||'])
    expect(others('East Avenue S')).toEqual(['e|aves||'])
    expect(others('Oak St')).toEqual([])
  })

  it('normalises to itself from its written form', () => {
    const direction = fc.constantFrom('', 'n', 'sw', 'East', 'NORTHWEST')
    const name = fc
      .stringMatching(/^[b-df-hj-mo-rt-v]{4,9}( [b-df-hj-mo-rt-v]{4,9})?$/)
      .filter((text) => !toWords(text).some((word) => SUFFIXES.has(word)))
    const numbered = fc.integer({ min: 1, max: 999 }).map((number) => `${number}`)
    const suffix = fc.constantFrom('', ...SUFFIXES.keys())
    fc.assert(
      fc.property(direction, fc.oneof(name, numbered), suffix, direction, (before, middle, kind, after) => {
        const street = foldStreet([before, middle, kind, after].join(' '))
        expect(street && foldStreet(writeStreet(street))).toEqual(street)
      }),
      { numRuns: RUNS },
    )
  })

  it('of any text normalises to itself, or is no street', () => {
    const word = fc.oneof(
      fc.constantFrom(...SUFFIXES.keys(), 'n', 'e', 'sw', 'us', 'county', 'old', 'saint', 'first', '1', '12th'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        const text = words.join(' ')
        expect(fold(text.toUpperCase())).toBe(fold(text.toUpperCase().toLowerCase()))
        expect(fold(`  ${text.replaceAll(' ', '   ')} `)).toBe(fold(text))
      }),
      { numRuns: RUNS },
    )
  })
})
