// Generated requests to one server.

import { afterAll, beforeAll, test } from 'vitest'
import { proved } from '../proof/proved.ts'
import { type Client, openClient } from './client.ts'
import { type Fixture, openFixture } from './fixture.ts'
import { expectGenerated } from './generated.ts'

const RUNS = process.env.PROOF === '1' ? 20_000 : 1500

let fixture: Fixture
let client: Client

beforeAll(async () => {
  fixture = await openFixture()
  await fixture.publish({ fillers: 5 })
  const { key } = await fixture.makeKey()
  client = await openClient((await fixture.start()).url, key)
})
afterAll(() => fixture.close())

test('generated requests: no server error, each answer matches the document', async () => {
  await expectGenerated(client, RUNS)
  proved('generated', [{ what: 'requests', value: RUNS }])
})
