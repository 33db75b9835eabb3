// A desk opens with all endorsements and stances that the service shows of an endorser in the sample.

import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { toEndorsementFile } from '../../../data/desk/file.ts'
import { deskPosition } from '../../../data/desk/position.ts'
import { type Bundle, openBundle, openPart } from '../../../data/store/bundle.ts'
import { loadManifest } from '../../../data/store/manifest.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { findServedEndorser, loadServedPositions } from '../../../data/store/served-endorser.ts'
import { openState } from '../../../data/store/state/open.ts'
import { copySample } from '../../cli/sample.ts'
import { withoutTables } from '../../server/without-tables.ts'
import { shareFolder } from '../../temporary.ts'

const SLUG = 'liga-civica-de-ejemplo'
const folder = shareFolder()
let bundle: Bundle
beforeAll(async () => {
  await copySample(folder)
  const paths = pathsIn(join(folder, 'sample'))
  const state = await openState(paths)
  const head = await state.head()
  await state.close()
  bundle = openBundle(paths, loadManifest(paths, head?.bundle ?? ''))
})

test('a stance is a position without picks, and its file says the same as the source', () => {
  const positions = loadServedPositions(bundle, SLUG)
  for (const position of positions) expect(deskPosition.parse(position)).toEqual(position)
  expect(
    positions.flatMap(({ title, stance, text }) => (stance ? [`${title}: ${stance} ${text.published_on}`] : [])).sort(),
  ).toEqual([
    'Doña Ana County Clerk: declined 2026-11-10',
    'State Representative, Sample District 2: rescinded 2026-11-12',
    'United States Senator: no_position 2026-11-10',
  ])
  const one = positions.find(({ stance }) => stance === 'declined')
  expect(loadServedPositions(bundle, SLUG, one?.contest_id)).toEqual([one])
  const endorser = findServedEndorser(bundle, SLUG) ?? expect.fail()
  const file: { endorsements: { stance?: string }[] } = JSON.parse(toEndorsementFile(endorser, positions))
  expect(file.endorsements.flatMap(({ stance }) => stance ?? []).sort()).toEqual([
    'declined',
    'no_position',
    'rescinded',
  ])
})

test('a bundle of an earlier version has endorsements alone', () => {
  const { sha256 } = bundle.manifest.parts.endorsements
  const file = withoutTables(join(folder, 'sample', 'parts', `${sha256}.sqlite`), ['stance'])
  const older = { ...bundle, endorsements: openPart(file, sha256) }
  const positions = loadServedPositions(older, SLUG)
  expect(positions.length).toBeGreaterThan(2)
  expect(positions.some(({ stance }) => stance !== undefined)).toBe(false)
  older.endorsements.close()
})
