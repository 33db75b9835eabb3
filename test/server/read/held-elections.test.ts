import { afterAll, expect, test } from 'vitest'
import { openBundle, partsOf } from '../../../data/store/bundle.ts'
import { loadManifest } from '../../../data/store/manifest.ts'
import { findElectionFacts, findElections } from '../../../server/read/elections.ts'
import { openFixture } from '../fixture.ts'

const fixture = await openFixture()
const bundle = openBundle(fixture.paths, loadManifest(fixture.paths, await fixture.publish()))
const known = bundle.ballots
  .statement<{ id: number; slug: string }>('SELECT id, slug FROM election ORDER BY date, state, slug')
  .all()
afterAll(async () => {
  for (const part of partsOf(bundle)) part.close()
  await fixture.close()
})

test('elections are found once each, ordered by date, state and slug, whatever the order asked', () => {
  expect(known.length).toBeGreaterThan(2)
  const [first, second] = known
  const asked = [...known, ...known].reverse()
  const slugs = asked.map(({ slug }) => slug)
  expect(findElections(bundle, slugs)).toEqual(known.map(({ id }) => id))
  const ids = asked.map(({ id }) => id)
  expect(findElectionFacts(bundle, ids).map(({ id, slug }) => ({ id, slug }))).toEqual(known)
  expect(findElections(bundle, [second?.slug ?? '', first?.slug ?? ''])).toEqual([first?.id, second?.id])
})

test('unknown ids and slugs match nothing', () => {
  expect(findElections(bundle, ['no-such', ''])).toEqual([])
  expect(findElectionFacts(bundle, [-1])).toEqual([])
  expect(findElections(bundle, [])).toEqual([])
})
