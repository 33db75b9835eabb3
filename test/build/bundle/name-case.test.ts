// The case of names in capitals, from known names and from rules.

import { describe, expect, it } from 'vitest'
import { caseName, type HeldName, isInCapitals, openSpellings } from '../../../build/bundle/name-case.ts'
import { table, textsBeside } from '../../table.ts'

const text = textsBeside(import.meta.url)

const held = (...names: string[]): HeldName[] => names.map((name) => ({ name, state: 'NC' }))
const read = (name: string, known: readonly HeldName[] = [], state = 'MI') =>
  caseName({ name, state }, openSpellings(known))

it.each(table(text('by rule')))('by rule %s', (printed, name) => {
  expect(read(printed)).toEqual({ name, doubtful: [] })
})

it.each([
  ['PETER MACDONALD', 'Peter MacDonald', ['MACDONALD']],
  ['PETER MACHTLEY', 'Peter Machtley', ['MACHTLEY']],
  ['TIM DEFOOR', 'Tim Defoor', ['DEFOOR']],
  ['LISA VANWHY', 'Lisa Vanwhy', ['VANWHY']],
  ['CRYSTAL VAN SICKLE', 'Crystal Van Sickle', ['VAN']],
  ['JEFFREY DE LA TORRE', 'Jeffrey De La Torre', ['DE', 'LA']],
  ['LUDWIG VON BRAUN', 'Ludwig Von Braun', ['VON']],
  ["DE'ANDRE SMITH", "De'Andre Smith", ["DE'ANDRE"]],
  ['MCKAYLA KATHIO', 'McKayla Kathio', ['MCKAYLA']],
  ['JR COOK', 'JR Cook', ['JR']],
])('by rule %s is a guess', (printed, name, doubtful) => {
  expect(read(printed)).toEqual({ name, doubtful })
})

describe('by known names', () => {
  it('takes the case of the same person in the same state, ignoring middle names', () => {
    const known = held('Timothy L. DeFoor')
    expect(read('TIMOTHY DEFOOR', known, 'NC')).toEqual({ name: 'Timothy DeFoor', doubtful: [] })
    // One namesake in another state is only a hint.
    expect(read('TIMOTHY DEFOOR', known, 'PA')).toEqual({ name: 'Timothy DeFoor', doubtful: ['DEFOOR'] })
  })

  it('takes the case that other people with the name have', () => {
    expect(read('PETER MACDONALD', held('Ann MacDonald'))).toEqual({ name: 'Peter MacDonald', doubtful: [] })
    expect(read('PETER MACDONALD', held('Ann Macdonald', 'Bo Macdonald'))).toEqual({
      ...{ name: 'Peter Macdonald', doubtful: [] },
    })
    expect(read('RON DESANTIS', held('Ann DeSantis', 'Bo DeSantis'))).toEqual({ name: 'Ron DeSantis', doubtful: [] })
    expect(read('KAY DUGERY', held('Ann Dugery'))).toEqual({ name: 'Kay Dugery', doubtful: [] })
  })

  it('is a guess if they differ', () => {
    const known = held('Ann LaRose', 'Bo LaRose', 'Cy Larose')
    expect(read('DI LAROSE', known)).toEqual({ name: 'Di LaRose', doubtful: ['LAROSE'] })
    expect(read('JOHN SMITH', held('John Smith', 'John SMITH'))).toEqual({ name: 'John Smith', doubtful: [] })
  })

  it('takes particles from people with the surname, else from most people, and writes consecutive ones alike', () => {
    const known = held('Bill van Dyke', 'Ann van Dyke', 'Cy Van Horn', 'Di Van Horn', 'Ed Van Orden', 'Flo de la Cruz')
    expect(read('GUS VAN DYKE', known)).toEqual({ name: 'Gus van Dyke', doubtful: [] })
    expect(read('GUS VAN SICKLE', known)).toEqual({ name: 'Gus Van Sickle', doubtful: ['VAN'] })
    expect(read('GUS DE LA TORRE', known)).toEqual({ name: 'Gus de la Torre', doubtful: ['DE', 'LA'] })
    // First names and surnames are not particles.
    expect(read('VAN TAYLOR', known).name).toBe('Van Taylor')
    expect(read('THAO LE', known)).toEqual({ name: 'Thao Le', doubtful: [] })
    expect(read('THAO VAN LE', known)).toEqual({ name: 'Thao Van Le', doubtful: ['VAN'] })
  })

  it('leaves initials unchanged', () => {
    expect(read('GLENN GT THOMPSON', held('Glenn "GT" Thompson')).name).toBe('Glenn GT Thompson')
  })
})

it('a name is in capitals if most of its letters are, or a whole word that is no nickname', () => {
  const capitals = ['JOHN SMITH', "O'BRIEN", 'AJ', 'McCANN', 'ANN McCANN', 'John SMITH', 'JOHN David Smith SR']
  expect(capitals.filter((name) => !isInCapitals(name))).toEqual([])
  const mixed = ['John Smith', 'J. X. Y.', 'Kimory KSO Lee', 'Ann (STATEHOOD) Lee', 'Ann "RIKKI" Lee', '2 + 2', '']
  expect(mixed.filter(isInCapitals)).toEqual([])
})

describe('by a held name of which a part is in capitals', () => {
  it.each([
    ['LISA MCKISSICK', 'CHANNING W McKISSICK', 'Lisa McKissick'],
    ['JEREMY LAPLANTE', 'LYNN LaPLANTE', 'Jeremy LaPlante'],
    ['GEORGE McCLELLAN, JR.', 'GEORGE McCLELLAN, JR.', 'George McClellan, Jr'],
    ['ANN DEVRIES', 'BO DeVRIES', 'Ann DeVries'],
  ])('%s beside %s', (printed, other, name) => {
    expect(read(printed, held(other)).name.replace(/\.$/, '')).toBe(name)
  })

  it('is one that is to be cased, unless it is an initial or a short word', () => {
    const names = ['Ann McLEE', 'Ann LaPLANTE', 'Ann McLee', 'Ann McDD Roe']
    expect(names.filter(isInCapitals)).toEqual(['Ann McLEE', 'Ann LaPLANTE'])
  })
})
