import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { eventId } from '../../../data/schema/event.ts'
import { PROOF_ONLY } from '../../proof/only.ts'
import { proved } from '../../proof/proved.ts'
import { openClient } from '../../server/client.ts'
import { expectGenerated } from '../../server/generated.ts'
import { testOperations } from '../../server/operations.ts'
import { type Follower, followPolls, followStream, type Told } from '../../whole/follower.ts'
import { numberIn, toHeard } from '../../whole/numbered.ts'
import { type Cluster, type ClusterServer, expectPublished, findMissing, startCluster } from './example.ts'

const KILLS = 200
const STREAMS = 6
const POLLS = 6
/** A server that a client looks at after an event must answer within this time. */
const READ_MS = 30_000
/** Requests of the load at the same time. */
const LOAD = 4
const SERVED = ['/v1/states', '/v1/ballot?lat=35.5&lng=-78.5', '/v1/endorsements?limit=20']

const endorsed = z.object({ id: z.string() })
const listed = z.object({ data: z.array(z.object({ id: z.number(), statement: z.string().nullable() })) })

const absent = findMissing()
let cluster: Cluster
let missing = absent
if (absent === undefined) {
  const started = await startCluster(['one', 'two', 'three'])
  if ('missing' in started) missing = started.missing
  else cluster = started
}

describe.skipIf(missing !== undefined)(`a cluster${missing === undefined ? '' : ` (${missing})`}`, () => {
  let key: string
  let published = 0
  const publishNext = async (): Promise<void> => {
    const bundle = cluster.fixture.write({ fillers: 0, said: ` (${published})` })
    await expectPublished(cluster.publish(bundle))
    published += 1
  }
  beforeAll(async () => {
    key = (await cluster.fixture.makeKey()).key
    await publishNext()
    await Promise.all(cluster.servers.map((server) => server.start()))
    await cluster.balance()
  }, 300_000)
  afterAll(() => cluster.close(), 60_000)

  const snapshotOf = async ({ url }: ClusterServer): Promise<string | null> => {
    const reply = await fetch(`${url}/v1/states`, { headers: { Authorization: `Bearer ${key}` } })
    await reply.arrayBuffer()
    return reply.headers.get('x-snapshot')
  }
  /** Requests through the balancer while `during` runs: each is a 200. @returns their number */
  const asking = async (during: () => Promise<void>): Promise<number> => {
    let [over, answers] = [false, 0]
    const work = async (at: number): Promise<void> => {
      for (let nth = at; !over; nth++) {
        const { status, body } = await cluster.ask(SERVED[nth % SERVED.length] ?? '', key)
        expect([status, body.slice(0, 200)], SERVED[nth % SERVED.length]).toEqual([200, body.slice(0, 200)])
        answers += 1
      }
    }
    const load = Promise.all(Array.from({ length: LOAD }, (_, at) => work(at)))
    try {
      await during()
    } finally {
      over = true
    }
    await load
    return answers
  }

  test('publishes to every server, is upgraded one by one, grows and shrinks: no request fails', async () => {
    const answers = await asking(async () => {
      await publishNext()
      const head = await cluster.fixture.state.head()
      for (const server of cluster.servers) await expect.poll(() => snapshotOf(server)).toBe(head?.bundle)
      for (const server of cluster.servers) {
        await server.stop()
        await server.start()
      }
      const further = await cluster.addServer('four')
      await further.start()
      expect(await snapshotOf(further)).toBe(head?.bundle)
      await cluster.balance()
      await expect.poll(further.requests).toBeGreaterThan(0)
      // It is lost, and taken out later.
      await further.stop()
      cluster.servers.pop()
      await cluster.balance()
      await publishNext()
    })
    expect(answers).toBeGreaterThan(20)
  }, 300_000)

  describe.skipIf(PROOF_ONLY !== null)('every server in turn', () => {
    let at = 0
    const nextUrl = (): string => cluster.servers[at++ % cluster.servers.length]?.url ?? ''
    beforeAll(async () => {
      // The same bundle as in the tests of one server.
      const bundle = cluster.fixture.write({ fillers: 5 })
      await expectPublished(cluster.publish(bundle))
      for (const server of cluster.servers)
        await vi.waitFor(async () => expect(await snapshotOf(server)).toBe(bundle), 10_000)
    }, 60_000)
    test('generated requests: no server error, each answer matches the document', async () => {
      await expectGenerated(await openClient(nextUrl, key), 5000)
    }, 600_000)
    testOperations(async () => ({ fixture: cluster.fixture, url: nextUrl, close: async () => undefined }))
  })

  test.skipIf(PROOF_ONLY !== null)(
    'everything is killed: readers receive each event once by its id, in order, and can read it on every server',
    async () => {
      const { servers, fixture, postgres, s3 } = cluster
      const anyUrl = (): string => servers[Math.floor(Math.random() * servers.length)]?.url ?? ''
      let compared = 0
      const faults: unknown[] = []
      /** Reads the event's endorsement from every server. One that is down is asked until it answers. */
      const compare = async (told: Told): Promise<void> => {
        const heard = toHeard(told)
        for (const { url } of servers) {
          const until = Date.now() + READ_MS
          for (;;) {
            const reply = await fetch(url + heard.path, { headers: { Authorization: `Bearer ${key}` } }).catch(
              () => undefined,
            )
            const text = await reply?.text().catch(() => undefined)
            // Without a lease an answer is marked, and may be older.
            if (reply?.status === 200 && text !== undefined && !reply.headers.has('x-degraded')) {
              const found = listed.parse(JSON.parse(text)).data.find(({ id }) => id === heard.endorsement)
              expect(numberIn(found?.statement ?? null)).toBeGreaterThanOrEqual(heard.number)
              compared += 1
              break
            }
            if (reply && reply.status !== 200) expect(reply.status).toBe(503)
            if (Date.now() > until) throw new Error(`${url} did not answer for ${READ_MS} ms`)
            await wait(50)
          }
        }
      }
      let nth = 0
      const onEvent = (told: Told): void => {
        nth += 1
        if (nth % 7 === 0) compare(told).catch((fault: unknown) => faults.push(fault))
      }
      // From here on each event has the number of its publication.
      await publishNext()
      const from = (await fixture.state.head())?.seq ?? 0
      const streams: Follower<Told>[] = Array.from({ length: STREAMS }, () => followStream(anyUrl, key, onEvent))
      const polls = Array.from({ length: POLLS }, () => followPolls(anyUrl, key))
      await Promise.all([...streams, ...polls].map(({ ready }) => ready))

      const killed = { server: 0, publisher: 0, postgres: 0, s3: 0 }
      let over = false
      let publisher: ReturnType<Cluster['publish']> | undefined
      let unpublished: string | undefined
      const publishing = (async () => {
        while (!over || unpublished !== undefined) {
          unpublished ??= fixture.write({ fillers: 0, said: ` (${published})` })
          publisher = cluster.publish(unpublished)
          await expectPublished(publisher).then(
            () => {
              unpublished = undefined
              published += 1
            },
            // Killed, or without its database or store: the next one goes on.
            () => undefined,
          )
          await wait(100)
        }
      })()
      for (let kill = 0; kill < KILLS; kill++) {
        await wait(200 + ((kill * 618) % 1500))
        const at = kill % 6
        const server = servers[at % servers.length]
        if (at < 3 && server) {
          await server.kill()
          killed.server += 1
          await server.start()
        } else if (at === 3) {
          if (publisher?.kill('SIGKILL')) killed.publisher += 1
          else kill -= 1
        } else if (at === 4) {
          await postgres.restart()
          killed.postgres += 1
        } else {
          await s3.restart()
          killed.s3 += 1
        }
      }
      over = true
      await publishing
      const head = await fixture.state.head()
      if (!head) throw new Error('nothing is published')
      const bodies = await fixture.state.events({ after: from, through: head.seq, limit: head.seq })
      const ids = bodies.map(({ seq }) => eventId(head.epoch, seq))
      expect(ids).toHaveLength(head.seq - from)
      const last = (): Set<string | undefined> =>
        new Set([
          ...streams.map(({ heard }) => eventId(head.epoch, heard.at(-1)?.seq ?? 0)),
          ...polls.map(({ heard }) => heard.at(-1)),
        ])
      await expect.poll(last, { timeout: 120_000 }).toEqual(new Set([ids.at(-1)]))
      proved('cluster', [
        { what: 'kills', value: KILLS, atLeast: 200 },
        { what: 'of them servers', value: killed.server },
        { what: 'of them publishers', value: killed.publisher },
        { what: 'restarts of PostgreSQL without a checkpoint', value: killed.postgres },
        { what: 'kills of the S3 server', value: killed.s3 },
        { what: 'events', value: ids.length },
        { what: 'readers', value: STREAMS + POLLS },
        { what: 'answers compared with a delivered event', value: compared },
      ])
      expect(faults).toEqual([])
      expect(compared).toBeGreaterThan(KILLS)
      for (const { heard, leave } of streams) {
        expect([...new Set(heard.map(({ data }) => endorsed.parse(JSON.parse(data)).id))]).toEqual(ids)
        await leave()
      }
      for (const { heard, leave } of polls) {
        expect([...new Set(heard)]).toEqual(ids)
        await leave()
      }
    },
    7_200_000,
  )
})
