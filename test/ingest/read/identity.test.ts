import fc from 'fast-check'
import { expect, it } from 'vitest'
import { candidateKey, contestKey, electionKey, ocdSlug, slug } from '../../../ingest/read/identity.ts'

it('an election has the key of its day, written in full', () => {
  const election = { state: 'NC', date: '2024-11-05', type: 'general' } as const
  expect(electionKey(election)).toBe('nc-2024-11-05-general')
  for (const date of ['2024-11-5', '11/05/2024', '2024-11-05T00:00:00Z', ''])
    expect(() => electionKey({ ...election, date }), date).toThrow(RangeError)
  expect(() => electionKey({ ...election, date: '11/05/2024' })).toThrow(/YYYY-MM-DD, got "11\/05/)
})

it.each([
  ['Jim O’Neill', 'jim-oneill'],
  ["Jim O'Neill", 'jim-oneill'],
  ['José  Álvarez, Jr.', 'jose-alvarez-jr'],
  ['Søren Łukasz Weiß', 'soren-lukasz-weiss'],
  ['SAN FRANCISCO', 'san-francisco'],
  ['(write-in)', 'write-in'],
  ['Ⅳ', 'iv'],
  ['ﬁne', 'fine'],
  ['李小龍', '李小龍'],
  ['***', ''],
])('slug %s → %s', (text, expected) => expect(slug(text)).toBe(expected))

it('slug ignores how an accent is encoded', () => {
  expect(slug('Jose\u0301')).toBe(slug('Jos\u00e9'))
})

it('slug leaves a slug unchanged, and contains no separator of a key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const made = slug(text)
      expect(slug(made)).toBe(made)
      expect(made).not.toMatch(/[/\s:]|^-|-$|--/)
      expect(made.normalize('NFC')).toBe(made)
    }),
    { numRuns: 2000 },
  )
})

const election_key = electionKey({ state: 'NC', date: '2024-11-05', type: 'general' })
const ocd_id = 'ocd-division/country:us/state:nc/county:wake'

it('keys refuses an empty part, which would give several things one key', () => {
  expect(() => contestKey({ election_key, ocd_id, subject: '—' })).toThrow(/subject must hold a letter/)
  expect(() => candidateKey('c', '. .')).toThrow(/name must hold a letter/)
})

it.each([
  ["St. Mary's", 'st_mary~s'],
  ['La Cañada Flintridge', 'la_cañada_flintridge'],
  ['Winston-Salem', 'winston-salem'],
  ['Fredonia (Biscoe)', 'fredonia_~biscoe~'],
  ['Islamorada, Village of Islands', 'islamorada~_village_of_islands'],
])('ocdSlug %s → %s', (name, expected) => expect(ocdSlug(name)).toBe(expected))
