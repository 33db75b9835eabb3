import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Database } from '../../../data/store/sqlite.ts'
import { LEASE_MS, LEASE_RENEW_MS } from '../../../data/store/state/leases.ts'
import { openState } from '../../../data/store/state/sqlite/state.ts'
import { type ServiceStore, STATE_AWAY_MS, StateUnavailable } from '../../../data/store/state/state.ts'
import { createRelease, type OwnRelease, type ReleaseOptions } from '../../../server/serving/release.ts'
import { publishEvents } from '../../data/store/feed-events.ts'
import { freshFolder } from '../../temporary.ts'

const folder = freshFolder()
let state: ServiceStore
let steady: number
let wall: number
let told: string[]

beforeEach(async () => {
  state = await openState({ state: join(folder, 'state.sqlite') })
  for (const bundle of ['a', 'b', 'c']) await publishEvents(state, bundle, { count: 1 })
  steady = 1_000_000
  wall = 1_800_000_000_000
  told = []
})
afterEach(() => state.close())

function open(server: string, options: Partial<ReleaseOptions> = {}): OwnRelease {
  return createRelease({
    ...{ state, server, steady: () => steady, wall: () => wall },
    warn: (fault) => told.push(String(fault)),
    ...options,
  })
}
/** A server whose renewals go through this function. */
const openRenewing = (renewLease: ServiceStore['renewLease']): OwnRelease =>
  open('one', { state: { ...state, renewLease } })
const released = async (): Promise<number | undefined> => (await state.released())?.publication

/** Lets this many seconds of a server's time pass. */
async function live(release: OwnRelease, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    steady += LEASE_RENEW_MS
    wall += LEASE_RENEW_MS
    await release.renew()
  }
}

describe('its lease', () => {
  test('is valid from when a publication is served, and ends before the stored lease by either clock', async () => {
    const release = open('one')
    expect(release.holds()).toBe(false)
    await release.renew()
    expect(await released()).toBeUndefined()
    expect(await release.serve(2)).toBeUndefined()
    expect(release.holds()).toBe(true)
    expect(await released()).toBe(2)
    steady += LEASE_MS - 501
    expect(release.holds()).toBe(true)
    steady += 1
    expect(release.holds()).toBe(false)
    await release.renew()
    expect(release.holds()).toBe(true)
    wall += LEASE_MS - 500
    expect(release.holds()).toBe(false)
    await release.renew()
    expect(release.holds()).toBe(true)
    wall -= 3_600_000
    expect(release.holds()).toBe(true)
    steady += LEASE_MS - 500
    expect(release.holds()).toBe(false)
  })

  test('counts from the start of the renewal, however long that took', async () => {
    const release = openRenewing(async (lease) => {
      const refusal = await state.renewLease(lease)
      steady += LEASE_MS - 500
      return refusal
    })
    expect(await release.serve(3)).toBeUndefined()
    expect(release.holds()).toBe(false)
  })

  test('survives failed renewals for the time of the lease, and no longer', async () => {
    let broken = false
    const release = openRenewing(async (lease) => {
      if (broken) throw new Error('database is locked')
      return state.renewLease(lease)
    })
    await release.serve(3)
    broken = true
    for (let second = 1; second <= 6; second++) {
      await expect(live(release, 1)).rejects.toThrow('locked')
      expect(release.holds()).toBe(second <= 4)
    }
    broken = false
    await live(release, 1)
    expect(release.holds()).toBe(true)
  })

  test('is refused for a publication older than the released one, until a newer one is open', async () => {
    const [one, two] = [open('one'), open('two')]
    await two.serve(3)
    expect(await one.serve(2)).toHaveProperty('refused')
    expect([one.holds(), two.holds(), await released()]).toEqual([false, true, 3])
    await one.renew()
    expect([one.holds(), await released()]).toEqual([false, 3])
    expect(await one.serve(3)).toBeUndefined()
    expect([one.holds(), two.holds(), await released()]).toEqual([true, true, 3])
  })

  test('names the publication that is open now, even during an older renewal', async () => {
    const release = openRenewing(async (lease) => {
      await wait(lease.publication === 1 ? 50 : 0)
      return state.renewLease(lease)
    })
    await release.serve(1)
    const renewed = release.renew()
    await release.serve(2)
    await renewed
    expect([release.holds(), await released()]).toEqual([true, 2])
  })

  test('is withdrawn at shutdown, at once and finally', async () => {
    const [one, two] = [open('one'), open('two')]
    await one.serve(2)
    await two.serve(3)
    expect(await released()).toBe(2)
    await one.end()
    await one.renew()
    await one.serve(3)
    await one.end()
    expect([one.holds(), await released()]).toEqual([false, 3])
  })
})

describe('a publication that does not open', () => {
  test('has ten seconds; then its server gives up its lease if another server serves it', async () => {
    const [stuck, other] = [open('stuck'), open('other')]
    await stuck.serve(2)
    await other.serve(2)
    stuck.expect(3)
    await other.serve(3)
    await live(stuck, 9)
    expect([stuck.holds(), await released(), told]).toEqual([true, 2, []])
    await live(stuck, 1)
    expect([stuck.holds(), await released()]).toEqual([false, 3])
    expect(told).toEqual([expect.stringContaining('3 could not be opened for 10 s, but other servers serve it')])
    await live(stuck, 60)
    expect([stuck.holds(), told.length]).toEqual([false, 2])
    await stuck.serve(3)
    expect([stuck.holds(), await released()]).toEqual([true, 3])
    await live(stuck, 60)
    expect(told).toHaveLength(2)
  })

  test('at any server leaves all in service: the feed waits, and an alarm reports it once a minute', async () => {
    const servers = [open('one'), open('two')]
    for (const server of servers) {
      await server.serve(2)
      server.expect(3)
    }
    const liveAll = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second++, wall += LEASE_RENEW_MS) {
        steady += LEASE_RENEW_MS
        for (const server of servers) await server.renew()
      }
    }
    await liveAll(9)
    expect(told).toEqual([])
    await liveAll(121)
    expect(servers.map((server) => server.holds())).toEqual([true, true])
    expect(await released()).toBe(2)
    expect(told).toEqual(Array(6).fill(expect.stringContaining('by any server')))
    for (const server of servers) server.expect(2)
    await liveAll(61)
    expect(told).toHaveLength(6)
  })

  test('still counts as missing after a newer one, until one is open', async () => {
    const [stuck, other] = [open('stuck'), open('other')]
    await stuck.serve(1)
    stuck.expect(2)
    await live(stuck, 6)
    await other.serve(3)
    stuck.expect(3)
    await live(stuck, 4)
    expect(stuck.holds()).toBe(false)
    await stuck.serve(3)
    await live(stuck, 20)
    expect(stuck.holds()).toBe(true)
  })
})

describe('while the lease cannot be renewed', () => {
  const full: typeof state.renewLease = async () => {
    throw new Error('database or disk is full')
  }
  const isAway = () => Promise.reject(new StateUnavailable('the test', 'it is away'))
  /** Moves the time of all servers, including their own clocks. */
  function endLeases(): void {
    const database = new Database(join(folder, 'state.sqlite'))
    database.exec('UPDATE lease SET expires_at = 0')
    database.close()
    steady += LEASE_MS
    wall += LEASE_MS
  }
  const answers = async (release: OwnRelease): Promise<boolean> => release.holds() || (await release.confirm())

  test('a server continues as long as nothing newer is released, also from its start', async () => {
    let renewLease = state.renewLease
    const release = openRenewing((lease) => renewLease(lease))
    expect(await release.confirm()).toBe(false)
    renewLease = full
    await expect(release.serve(2)).rejects.toThrow('full')
    expect([release.holds(), await release.confirm()]).toEqual([false, true])
    await expect(live(release, 60)).rejects.toThrow('full')
    expect([release.holds(), await release.confirm()]).toEqual([false, true])
    const other = open('other')
    await other.serve(2)
    expect(await release.confirm()).toBe(true)
    await other.serve(3)
    expect([release.holds(), await release.confirm()]).toEqual([false, false])
    // Its readers may have received its events.
    endLeases()
    expect(await release.confirm()).toBe(false)
    expect(await release.serve(3).catch(() => 'full')).toBe('full')
    expect(await release.confirm()).toBe(true)
    await release.end()
    expect(await release.confirm()).toBe(false)
  })

  test('a server whose database is away continues for a minute, alone or not, and holds no lease', async () => {
    const release = open('one', { state: { ...state, isReachable: () => false } })
    await open('two').serve(2)
    await release.serve(2)
    steady += LEASE_MS
    expect([release.holds(), await release.confirm()]).toEqual([false, true])
    steady += STATE_AWAY_MS - LEASE_MS - 1
    expect(await release.confirm()).toBe(true)
    steady += 1
    expect(await release.confirm()).toBe(false)
    const other = open('three', { state: { ...state, findStanding: isAway } })
    await other.serve(2)
    steady += STATE_AWAY_MS - 1
    expect([other.holds(), await other.confirm()]).toEqual([false, true])
    steady += 1
    expect(await other.confirm()).toBe(false)
  })

  test('the minute of a server whose database is away begins with the last answer to a request', async () => {
    let isReachable = true
    const release = open('one', { state: { ...state, isReachable: () => isReachable } })
    await release.serve(2)
    steady += STATE_AWAY_MS - 1
    expect([release.holds(), await release.confirm()]).toEqual([false, true])
    isReachable = false
    steady += STATE_AWAY_MS - 1
    expect(await release.confirm()).toBe(true)
    steady += 1
    expect(await release.confirm()).toBe(false)
  })

  test('a server that was told of something newer does not answer again because the database goes away', async () => {
    let isReachable = true
    let standing = state.findStanding
    const reach = {
      isReachable: () => isReachable,
      findStanding: (...words: Parameters<typeof standing>) => standing(...words),
    }
    const release = open('one', { state: { ...state, ...reach } })
    await release.serve(2)
    steady += LEASE_MS
    await open('two').serve(3)
    endLeases()
    expect(await release.serve(2)).toHaveProperty('refused')
    expect(await release.confirm()).toBe(false)
    isReachable = false
    expect(await release.confirm()).toBe(false)
    isReachable = true
    standing = isAway
    expect(await release.confirm()).toBe(false)
    await release.serve(3)
    expect([release.holds(), await release.confirm()]).toEqual([true, true])
  })

  test('a single server continues even if the store cannot be read; one of several does not', async () => {
    let broken = false
    const findStanding: typeof state.findStanding = async (lease) => {
      if (broken) throw new Error('disk I/O error')
      return state.findStanding(lease)
    }
    const release = open('one', { state: { ...state, findStanding } })
    await release.serve(2)
    endLeases()
    expect(await release.confirm()).toBe(true)
    broken = true
    expect(await release.confirm()).toBe(true)
    broken = false
    await open('other').serve(2)
    expect(await release.confirm()).toBe(true)
    broken = true
    expect(await release.confirm()).toBe(false)
  })

  test('with full disks at any servers and times, no server serves data older than the release', async () => {
    const disks = new Map<string, boolean>()
    const serving = new Map<string, number>()
    const openOn = (name: string, server = name) => {
      const renewLease: typeof state.renewLease = (lease) => (disks.get(name) ? full(lease) : state.renewLease(lease))
      return { name, release: open(server, { state: { ...state, renewLease } }) }
    }
    let servers = ['one', 'two', 'three'].map((name) => openOn(name))
    let [told, answered, refused] = [0, 0, 0]
    for (let step = 0; step < 600; step++) {
      const { name, release } = servers[Math.floor(Math.random() * servers.length)] ?? { name: '', release: undefined }
      if (!release) continue
      const next = Math.min(3, (serving.get(name) ?? 0) + 1)
      const act = Math.random()
      if (act < 0.3) {
        serving.set(name, next)
        await release.serve(next).catch(() => undefined)
      } else if (act < 0.6) disks.set(name, Math.random() < 0.5)
      else if (act < 0.9) await release.renew().catch(() => undefined)
      else if (act < 0.97) endLeases()
      else for (const one of servers) serving.delete(one.name)
      if (serving.size === 0) {
        // Three more servers, over the same store.
        servers = servers.map(({ name }) => openOn(name, `${name} ${step}`))
        endLeases()
      }
      told = Math.max(told, (await released()) ?? 0)
      for (const one of servers) {
        const at = serving.get(one.name)
        if (at === undefined || !(await answers(one.release))) refused += 1
        else {
          answered += 1
          expect(at, `${one.name}, step ${step}`).toBeGreaterThanOrEqual(told)
        }
      }
    }
    expect(Math.min(answered, refused)).toBeGreaterThan(100)
  })
})
