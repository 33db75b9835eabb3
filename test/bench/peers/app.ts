// The application: `/v1/ballot` of a point. Its arguments are one of WAYS, the day, and the megabytes of answers that it keeps;
// libpq's variables (PGHOST, …) say where PostgreSQL is. It checks no key, counts no requests and writes no log.

import express from 'express'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { AREAS, FROM_ROWS, OF_AREAS, PREPARED } from './statements.ts'

const CONNECTIONS = 4
/** Ballots of sets of areas, as the fastest way keeps them. */
const SETS_MAX = 20_000

export const WAYS = ['rows', 'prepared', 'sets'] as const
type Way = (typeof WAYS)[number]
/** Longitude and latitude in microdegrees. */
type Find = (elections: string[], x: number, y: number) => Promise<string | Buffer | object>

const [, , way = '', day = '', megabytes = '0'] = process.argv
const pool = new pg.Pool({ max: CONNECTIONS, min: CONNECTIONS })

async function ask<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row> {
  const { rows } = await pool.query<Row>({ name, text, values })
  const [row] = rows
  if (!row) throw new Error(`${name} gave no row`)
  return row
}

const sets = new LRUCache<string, Buffer>({ max: SETS_MAX })

const FINDS: Readonly<Record<Way, Find>> = {
  async rows(elections, x, y) {
    return (await ask<{ ballot: object }>('rows', FROM_ROWS, [elections, day, x, y])).ballot
  },
  async prepared(elections, x, y) {
    return (await ask<{ ballot: string }>('prepared', PREPARED, [elections, day, x, y])).ballot
  },
  async sets(elections, x, y) {
    const { areas } = await ask<{ areas: string }>('areas', AREAS, [x, y])
    const key = `${elections} ${areas}`
    const known = sets.get(key)
    if (known) return known
    const { ballot } = await ask<{ ballot: string }>('of_areas', OF_AREAS, [elections, day, areas])
    const body = Buffer.from(ballot)
    sets.set(key, body)
    return body
  },
}

const find = WAYS.find((one) => one === way)
if (!find) throw new Error(`no way ${way}: expected ${WAYS.join(', ')}`)
const kept =
  megabytes === '0'
    ? undefined
    : new LRUCache<string, Buffer>({ maxSize: Number(megabytes) * 1e6, sizeCalculation: (body) => body.length })

const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.get('/v1/ballot', async ({ url = '', query }, response) => {
  const answer = kept?.get(url)
  if (answer) return send(answer)
  const [x, y] = [query.lng, query.lat].map((text) => Math.round(Number(text) * 1e6))
  const { elections } = query
  if (!Number.isFinite(x) || !Number.isFinite(y) || typeof elections !== 'string') {
    response.status(400).json({ error: 'lat and lng are numbers, elections slugs' })
    return
  }
  const ballot = await FINDS[find ?? 'rows'](elections.split(','), x ?? 0, y ?? 0)
  if (typeof ballot === 'object' && !Buffer.isBuffer(ballot)) {
    response.json(ballot)
    return
  }
  const body = Buffer.isBuffer(ballot) ? ballot : Buffer.from(ballot)
  kept?.set(url, body)
  send(body)

  function send(bytes: Buffer): void {
    response.setHeader('Content-Type', 'application/json; charset=utf-8')
    response.setHeader('Content-Length', bytes.length)
    response.end(bytes)
  }
})

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
process.once('SIGTERM', () => {
  server.close(() => void pool.end())
  server.closeIdleConnections()
})
