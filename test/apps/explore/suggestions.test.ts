// The names that the explorer suggests while a place is typed, and those that it lists for a name of many places.

import { expect, test } from 'vitest'
import { WORDS } from '../../../apps/web/ballot/words/words.ts'
import type { PartWriter } from '../../../data/store/part.ts'
import { createVisitor } from '../console/visitor.ts'
import { explorer, withExplorer } from './open-explorer.ts'

const NAMES = [
  ...['Houston, AK', 'Houston, TX', 'Portland, ME', 'Portland, OR', 'Columbus, GA', 'Columbus, OH'],
  ...['San Angelo, TX', 'San Antonio, TX', 'San Diego, CA', 'San Francisco, CA', 'San Jose, CA', 'San Acacia, NM'],
  ...['AR', 'CO', 'FL', 'IL', 'MA', 'ME', 'MI', 'MO', 'OH', 'OR', 'PA'].map((state) => `Springfield, ${state}`),
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

/** Largest first: those that have fewer than 10,000 people are in order of their states. */
const SPRINGFIELDS = ['MO', 'MA', 'IL', 'OR', 'OH', 'PA', 'MI', 'AR', 'CO', 'FL', 'ME'].map(
  (state) => `Springfield, ${state}`,
)

test.each(['en', 'es'] as const)('in %s, places of one name are listed by population, then by state', async (lang) => {
  const { status, text } = await explorer.ballotOf({ place: 'Springfield', lang })
  expect(status).toBe(400)
  expect([...text.matchAll(/name="place" value="([^"]+, [A-Z]{2})"/g)].map(([, label]) => label)).toEqual(SPRINGFIELDS)
  const others = text.indexOf('<details', text.indexOf('place-choices'))
  expect(text.indexOf('Springfield, AR')).toBeLessThan(others)
  expect(text.indexOf('Springfield, CO')).toBeGreaterThan(others)
  expect(text).toContain(WORDS[lang].placeSeveral)
})

test('a link with a name of many places keeps it in the field', async () => {
  const reply = await fetch(`${explorer.url}/explore/ballot?place=Springfield`)
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([400, 'no-store'])
  expect(await reply.text()).toMatch(/<input id="place"[^>]* value="Springfield"/)
})

test('a part of an address is near to no name', async () => {
  expect(await suggest('4711 Quexzylvane')).toEqual([])
})
