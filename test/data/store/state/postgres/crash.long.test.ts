// PostgreSQL crashes after commits that did not wait for the disk: which of them are still there.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openState } from '../../../../../data/store/state/open.ts'
import { type PostgresServer, startPostgres, whyWithoutServer } from '../../../../postgres-server.ts'
import { publishEvents } from '../../feed-events.ts'
import { pathsAt } from '../address.ts'

const why = whyWithoutServer()

describe.skipIf(why !== undefined)(why ?? 'a crash of PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    // The log reaches the disk by a commit alone, and not by itself meanwhile.
    server = await startPostgres({ settings: ['wal_writer_delay = 10s'] })
  })
  afterAll(() => server.remove())

  it('does not forget which publication a server answers from: others may have released it', async () => {
    const state = await openState(pathsAt(server.url))
    await publishEvents(state, 'a', { count: 1 })
    await publishEvents(state, 'b', { count: 1, from: '2028-03-02T00:00:00.000Z' })
    await state.renewLease({ server: 'one', publication: 1 })
    await state.renewLease({ server: 'one', publication: 2 })
    expect(await state.released()).toMatchObject({ publication: 2 })
    await server.restart()
    await expect.poll(() => state.released().catch(() => 'away')).toMatchObject({ publication: 2 })
    expect(await state.renewLease({ server: 'two', publication: 1 })).toHaveProperty('refused')
    await state.close()
  })
})
