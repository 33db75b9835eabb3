// The names that the explorer suggests while a place is typed.

import { expect, test } from 'vitest'
import type { PartWriter } from '../../../data/store/part.ts'
import { createVisitor } from '../console/visitor.ts'
import { explorer, withExplorer } from './open-explorer.ts'

const NAMES = [
  ...['Houston, AK', 'Houston, TX', 'Portland, ME', 'Portland, OR', 'Columbus, GA', 'Columbus, OH'],
  ...['San Angelo, TX', 'San Antonio, TX', 'San Diego, CA', 'San Francisco, CA', 'San Jose, CA', 'San Acacia, NM'],
]

const fills = {
  places: (writer: PartWriter) =>
    writer.insert(
      'place_name',
      ['kind', 'name_folded', 'state', 'area_key', 'label', 'basis'],
      NAMES.map((label) => {
        const [name = '', state = ''] = label.split(', ')
        return ['city', name.replaceAll(' ', '').toLowerCase(), state, 'district:1', label, 'area']
      }),
    ),
}
withExplorer(undefined, '2024-10-15', ({ fixture }) => fixture.publish({ fills }))

async function suggest(place: string): Promise<unknown> {
  const { text } = await createVisitor(explorer.url).send('/explore', '/explore/suggest', { place })
  return JSON.parse(text).data
}

test.each([
  ['houston', ['Houston, TX', 'Houston, AK']],
  ['portland', ['Portland, OR', 'Portland, ME']],
  ['columbus', ['Columbus, OH', 'Columbus, GA']],
  ['portland, m', ['Portland, ME']],
  ['housten', ['Houston, AK', 'Houston, TX']],
])('%s: the most populous first, and the nearest names of a mistyped one', async (typed, expected) => {
  expect(await suggest(typed)).toEqual(expected)
})

test('san: cities by population, then names in their order', async () => {
  expect(await suggest('san')).toEqual([
    ...['San Antonio, TX', 'San Diego, CA', 'San Jose, CA', 'San Francisco, CA', 'San Angelo, TX', 'San Acacia, NM'],
  ])
})

test('a part of an address is near to no name', async () => {
  expect(await suggest('4711 Quexzylvane')).toEqual([])
})
