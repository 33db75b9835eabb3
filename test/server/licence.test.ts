// An endorsement has the licence of its source, because some licences ask that it go where the endorsement goes.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { endorsement } from '../../data/schema/endorsement.ts'
import { manifest } from '../../data/schema/manifest.ts'
import { openClient } from './client.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(() => fixture.close())

test('the licence of the source that the manifest names, and null for another source', async () => {
  const bundle = await fixture.publish()
  const file = join(fixture.paths.bundles, `${bundle}.json`)
  const source = { publisher: 'p', vintage: 'v', published_on: '2026-10-01', rows: 1, files: [] }
  const sources = [{ ...source, id: 'feed', licence: 'CC-BY-SA-4.0' }]
  writeFileSync(file, JSON.stringify({ ...manifest.parse(JSON.parse(readFileSync(file, 'utf8'))), sources }))
  const client = await openClient((await fixture.start()).url, (await fixture.makeKey()).key)
  const reply = await client.get('/v1/endorsements?limit=100')
  const { data } = z.object({ data: z.array(endorsement) }).parse(reply.body)
  const licences = data.map(({ endorser, licence }) => `${endorser.state === 'NC'} ${licence}`)
  expect([...new Set(licences)].sort()).toEqual(['false null', 'true CC-BY-SA-4.0'])
  const one = data.find(({ licence }) => licence !== null)
  expect((await client.get(`/v1/endorsements/${one?.id}`)).body).toMatchObject({ data: { licence: 'CC-BY-SA-4.0' } })
})
