// Reads at 64 connections beside bare node:http and bare Polka that write a constant body of the same size: ratios in one run.

import { createServer, type Server } from 'node:http'
import { pathToFileURL } from 'node:url'
import polka, { type Response } from 'polka'
import { contestId } from '../server/ballots.ts'
import { openFixture } from '../server/fixture.ts'
import { openLoad } from './load.ts'

const CONNECTIONS = 64
const FULL = process.env.PROOF === '1'
const MILLISECONDS = FULL ? 3000 : 1000
const ROUNDS = FULL ? 9 : 5
/** Titles of this length make one contest's answer 2 KB. */
const TITLE_LENGTH = 420
const LIST_ROWS = 22

export interface ReadRow {
  what: string
  bytes: number
  /** Answers a second, median of the rounds. */
  rate: number
  /** To bare node:http with the same body, median of the rounds' ratios. */
  ratio: number
  /** The ratio that performance.md asks for, where it asks for one. */
  bar: number | null
}

interface Contender {
  what: string
  port: number
  request: string
  bytes: number
  bar: number | null
}

export async function benchReads(): Promise<ReadRow[]> {
  const fixture = await openFixture()
  const closing: (() => Promise<void> | void)[] = [() => fixture.close()]
  try {
    await fixture.publish({ wide: TITLE_LENGTH, fillers: 100 })
    const { key } = await fixture.makeKey()
    const { port, url } = await fixture.start({ logFile: '/dev/null' })
    const load = openLoad(CONNECTIONS, MILLISECONDS)
    closing.push(() => load.close())
    const rows: ReadRow[] = []
    const paths = [
      `/v1/contests/${contestId('nc-2024-11-05-general/seat-1')}`,
      `/v1/contests?levels=special&limit=${LIST_ROWS}`,
    ]
    for (const [at, path] of paths.entries()) {
      const headers = { Authorization: `Bearer ${key}` }
      const body = Buffer.from(
        await (await fetch(url + path, { headers: { ...headers, 'Accept-Encoding': 'identity' } })).arrayBuffer(),
      )
      const bare = await listen(createServer(constant(body)), closing)
      const bigger = at === 1
      const own = { port, bytes: body.length }
      const contenders: Contender[] = [
        { what: 'node:http, constant', port: bare, request: requestOf(path), bytes: body.length, bar: null },
        {
          what: 'Polka, constant',
          port: await listenPolka(body, closing),
          request: requestOf(path),
          bytes: body.length,
          bar: null,
        },
        { ...own, what: 'Hustings', request: requestOf(path, key), bar: bigger ? null : 0.6 },
        {
          ...own,
          what: 'Hustings, brotli',
          request: requestOf(path, key, ['Accept-Encoding: br']),
          bar: bigger ? 0.9 : null,
        },
      ]
      rows.push(...(await compare(contenders, (one) => load.run(one.port, one.request))))
    }
    return rows
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function compare(contenders: readonly Contender[], run: (one: Contender) => Promise<number>): Promise<ReadRow[]> {
  const rates = new Map<Contender, number[]>(contenders.map((one) => [one, []]))
  for (const one of contenders) await run(one)
  for (let round = 0; round < ROUNDS; round++) for (const one of contenders) rates.get(one)?.push(await run(one))
  const [bare] = contenders
  const base = bare ? (rates.get(bare) ?? []) : []
  return contenders.map((one) => {
    const own = rates.get(one) ?? []
    return {
      ...{ what: one.what, bytes: one.bytes, bar: one.bar, rate: median(own) },
      ratio: median(own.map((rate, round) => rate / (base[round] ?? Number.NaN))),
    }
  })
}

function constant(body: Buffer): Parameters<typeof createServer>[1] {
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length }
  return (_request, response) => {
    response.writeHead(200, headers)
    response.end(body)
  }
}

function requestOf(path: string, key?: string, headers: readonly string[] = []): string {
  const lines = [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers]
  if (key !== undefined) lines.push(`Authorization: Bearer ${key}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}

async function listenPolka(body: Buffer, closing: (() => void)[]): Promise<number> {
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length }
  const server = createServer()
  const app = polka({ server })
  const write = (_request: unknown, response: Response): void => {
    response.writeHead(200, headers)
    response.end(body)
  }
  app.get('/v1/contests', write).get('/v1/contests/:id', write)
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', () => resolve()))
  closing.push(() => void server.close())
  return portOf(server)
}

async function listen(server: Server, closing: (() => void)[]): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => void server.close())
  return portOf(server)
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export function printReads(rows: readonly ReadRow[]): void {
  console.log(
    `Reads at ${CONNECTIONS} connections, one process; ratio to bare node:http, constant body of the same size`,
  )
  for (const { what, bytes, rate, ratio, bar } of rows) {
    const verdict = bar === null ? '' : ratio >= bar ? `bar ${bar.toFixed(2)} held` : `bar ${bar.toFixed(2)} MISSED`
    console.log(
      `${what.padEnd(22)} ${String(bytes).padStart(7)} B ${rate.toFixed(0).padStart(8)}/s  ${ratio.toFixed(2)}  ${verdict}`,
    )
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  printReads(await benchReads())
