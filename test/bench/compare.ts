// Contenders at the same load, round by round, each as a ratio to the first of them.

import { createServer, type Server } from 'node:http'
import polka, { type Response } from 'polka'
import type { Load } from './load.ts'
import { type BenchFigure, type BenchTable, toFigure, toVerdict } from './table.ts'

export const CONNECTIONS = 64
export const FULL = process.env.PROOF === '1'

export interface Contender {
  what: string
  port: number
  /** Asked in turn. */
  requests: readonly string[]
  bytes: number
  /** The ratio that performance asks for, where it asks for one. */
  bar: number | null
  /** Not Hustings: its ratio is no figure of ours. */
  baseline?: true
}

export interface Row extends Pick<Contender, 'what' | 'bytes' | 'bar'> {
  /** Answers a second, median of the rounds. */
  rate: number
  /** To the first contender, median of the rounds' ratios. */
  ratio: number
  /** The ratio as a figure to compare; undefined of a baseline. */
  figure: BenchFigure | undefined
}

export async function compare(contenders: readonly Contender[], rounds: number, load: Load): Promise<Row[]> {
  const rates = new Map<Contender, number[]>(contenders.map((one) => [one, []]))
  for (const { port, requests } of contenders) await load.run(port, requests)
  for (let round = 0; round < rounds; round++)
    for (const one of contenders) rates.get(one)?.push(await load.run(one.port, one.requests))
  const [first] = contenders
  const base = first ? (rates.get(first) ?? []) : []
  return contenders.map((one) => {
    const own = rates.get(one) ?? []
    const ratios = own.map((rate, round) => rate / (base[round] ?? Number.NaN))
    return {
      ...{ what: one.what, bytes: one.bytes, bar: one.bar, rate: median(own), ratio: median(ratios) },
      figure: one === first || one.baseline ? undefined : toFigure(one.what, 'higher', ratios),
    }
  })
}

export function toTable(title: string, rows: readonly Row[]): BenchTable {
  return {
    ...{ title, skipped: [], columns: ['answer', 'bytes', 'answers/s', 'ratio', 'bar'] },
    rows: rows.map(({ what, bytes, rate, ratio, bar }) => [
      ...[what, String(bytes), rate.toFixed(0), ratio.toFixed(2)],
      toVerdict(ratio, bar === null ? null : { is: 'at least', at: bar }),
    ]),
    figures: rows.flatMap(({ figure }) => (figure ? [figure] : [])),
  }
}

export function requestOf(path: string, key?: string, headers: readonly string[] = []): string {
  const lines = [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers]
  if (key !== undefined) lines.push(`Authorization: Bearer ${key}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** @returns the port of a bare node:http server that writes this body */
export async function listenBare(body: Buffer, closing: (() => void)[]): Promise<number> {
  const headers = headersOf(body)
  const server = createServer((_request, response) => {
    response.writeHead(200, headers)
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => void server.close())
  return portOf(server)
}

/** @returns the port of a Polka server that writes these bodies in turn at every `/v1` path */
export async function listenPolka(bodies: readonly Buffer[], closing: (() => void)[]): Promise<number> {
  const replies = bodies.map((body) => ({ body, headers: headersOf(body) }))
  let at = 0
  const server = createServer()
  const app = polka({ server })
  const write = (_request: unknown, response: Response): void => {
    const reply = replies[at++ % replies.length]
    response.writeHead(200, reply?.headers)
    response.end(reply?.body)
  }
  app.get('/v1/:name', write).get('/v1/:name/:id', write)
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', () => resolve()))
  closing.push(() => void server.close())
  return portOf(server)
}

function headersOf(body: Buffer): Record<string, string | number> {
  return { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
