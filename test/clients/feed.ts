// A real server process and real publications, for clients that nobody here wrote.

import { z } from 'zod'
import { publishBundle } from '../../build/publish/publish.ts'
import { type Fixture, openFixture } from '../server/fixture.ts'
import { type Serving, serve } from '../server/limits/serving.ts'

export interface Feed {
  fixture: Fixture
  key: string
  /** The same after a restart. */
  url: string
  /** Another statement in every endorsement that has one. @returns ids of the events that tell it, in order */
  publish(): Promise<string[]>
  /** Ids of all events, in order. */
  committed(): Promise<string[]>
  makeKey(options?: Parameters<Fixture['makeKey']>[0]): Promise<string>
  /** Ends the server by this signal and waits for its end; start() brings it back to the same address. */
  stop(signal: NodeJS.Signals): Promise<{ code: number | null }>
  start(): Promise<void>
  workers(): number[]
  signal(name: NodeJS.Signals): void
  /** What the running server has written to stderr. */
  log(): string
  close(): Promise<void>
}

const told = z.object({ id: z.string() })

/** @param options of `hustings serve` */
export async function openFeed(...options: string[]): Promise<Feed> {
  const fixture = await openFixture()
  const { paths, state } = fixture
  let publications = 0
  const committed = async (): Promise<string[]> => {
    const through = (await state.head())?.seq ?? 0
    const events = await state.events({ after: 0, through, limit: 1_000_000 })
    return events.map(({ body }) => told.parse(JSON.parse(body)).id)
  }
  const publish = async (): Promise<string[]> => {
    const before = (await committed()).length
    publications += 1
    const bundle = fixture.write({ fillers: 0, said: ` (${publications})` })
    await publishBundle({ paths, state, bundle, now: () => new Date(), accept: true, retentionDays: 7 })
    return (await committed()).slice(before)
  }
  await publish()
  let serving: Serving = await serve(fixture, ...options)
  const { url } = serving
  const { port } = new URL(url)
  const { key } = await fixture.makeKey()
  return {
    ...{ fixture, key, url, publish, committed },
    makeKey: async (wanted) => (await fixture.makeKey(wanted)).key,
    stop: (signal) => serving.stop(signal),
    async start() {
      serving = await serve(fixture, '--port', port, ...options)
    },
    workers: () => serving.workers(),
    signal(name) {
      serving.child.kill(name)
    },
    log: () => serving.log(),
    async close() {
      if (serving.child.exitCode === null && serving.child.signalCode === null) await serving.stop('SIGKILL')
      await fixture.close()
    },
  }
}
