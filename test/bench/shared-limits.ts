// The cost of limits that several servers share: the added delay of a request, and statements of PostgreSQL a second
// against requests a second. Run it with: npx tsx test/bench/shared-limits.ts

import { setTimeout as wait } from 'node:timers/promises'
import { openSharedUsage, openState } from '../../data/store/state/open.ts'
import { createLocalMeter } from '../../server/limits/owner.ts'
import { openSharedOwner } from '../../server/limits/shared-owner.ts'
import { startPostgres } from '../postgres-server.ts'
import { printTables } from './table.ts'

const SECONDS = 3
const TURN_MS = 5
const ACCOUNTS = 50
const ALLOWANCE = { requests_per_minute: 1_000_000_000, requests_per_day: null }

const postgres = await startPostgres({ isDurable: true })
const stateServer = `${postgres.url}?schema=bench`
const state = await openState({ state: '', stateServer })
const rows: string[][] = []
try {
  for (const servers of [1, 2, 3]) for (const rate of [50, 500, 2000, 6000]) rows.push(await measure(servers, rate))
} finally {
  await state.close()
  await postgres.remove()
}
printTables([
  {
    title: 'Requests counted together over PostgreSQL on this machine, whose commits wait for the disk',
    columns: ['servers', 'requests/s', 'statements/s', 'p50 ms', 'p99 ms'],
    rows,
    skipped: [],
  },
])

/** @param rate requests a second, over all servers */
async function measure(servers: number, rate: number): Promise<string[]> {
  let statements = 0
  const open = await Promise.all(
    Array.from({ length: servers }, async (_, at) => {
      const usage = await openSharedUsage({ stateServer })
      if (!usage) throw new Error('no shared usage')
      const counting: typeof usage.take = (server, wishes) => {
        statements += 1
        return usage.take(server, wishes)
      }
      const owner = await openSharedOwner({
        usage: { ...usage, take: counting },
        server: `${servers} ${rate} ${at}`,
        now: Date.now,
        steady: () => performance.now(),
        warn: (sentence) => console.error(sentence),
      })
      return { meter: createLocalMeter(owner), usage }
    }),
  )
  const took: number[] = []
  const asked: Promise<void>[] = []
  const ask = async (at: number): Promise<void> => {
    const began = performance.now()
    await open[at % servers]?.meter.ask({ kind: 'take', account: at % ACCOUNTS, allowance: ALLOWANCE })
    took.push(performance.now() - began)
  }
  for (let at = 0; at < 10 * servers; at++) await ask(at)
  took.length = 0
  statements = 0
  const began = performance.now()
  for (let sent = 0; performance.now() - began < SECONDS * 1000; await wait(TURN_MS)) {
    const due = ((performance.now() - began) / 1000) * rate
    for (; sent < due; sent++) asked.push(ask(sent))
  }
  await Promise.all(asked)
  const seconds = (performance.now() - began) / 1000
  for (const { meter, usage } of open) {
    await meter.close()
    await usage.close()
  }
  took.sort((a, b) => a - b)
  const quantile = (share: number): string => (took[Math.floor(share * (took.length - 1))] ?? 0).toFixed(1)
  return [
    servers,
    Math.round(took.length / seconds),
    Math.round(statements / seconds),
    quantile(0.5),
    quantile(0.99),
  ].map(String)
}
