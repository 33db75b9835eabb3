// Reads at 64 connections beside bare node:http and bare Polka that write a constant body of the same size: ratios in one run.

import { contestId } from '../server/ballots.ts'
import { openFixture } from '../server/fixture.ts'
import { CONNECTIONS, type Contender, compare, FULL, listenBare, listenPolka, type Row, requestOf } from './compare.ts'
import { openLoad } from './load.ts'

const MILLISECONDS = FULL ? 2000 : 500
const ROUNDS = FULL ? 15 : 9
/** Titles of this length make one contest's answer 2 KB. */
const TITLE_LENGTH = 420
const LIST_ROWS = 22

export const READS = `Reads at ${CONNECTIONS} connections, one process; ratio to bare node:http, constant body of the same size`

export async function benchReads(): Promise<Row[]> {
  const fixture = await openFixture()
  const closing: (() => Promise<void> | void)[] = [() => fixture.close()]
  try {
    await fixture.publish({ wide: TITLE_LENGTH, fillers: 100 })
    const { key } = await fixture.makeKey()
    const { port, url } = await fixture.start({ logFile: '/dev/null' })
    const load = openLoad(CONNECTIONS, MILLISECONDS)
    closing.push(() => load.close())
    const rows: Row[] = []
    const paths = {
      'a contest': `/v1/contests/${contestId('nc-2024-11-05-general/seat-1')}`,
      'a page of contests': `/v1/contests?levels=special&limit=${LIST_ROWS}`,
    }
    for (const [subject, path] of Object.entries(paths)) {
      const headers = { Authorization: `Bearer ${key}` }
      const reply = await fetch(url + path, { headers: { ...headers, 'Accept-Encoding': 'identity' } })
      const etag = reply.headers.get('etag') ?? ''
      const body = Buffer.from(await reply.arrayBuffer())
      const bare = await listenBare(body, closing)
      const bigger = path === paths['a page of contests']
      const polka = await listenPolka([body], closing)
      const contender = (what: string, at: number, request: string, bar: number | null): Contender => {
        return { what, port: at, requests: [request], bytes: body.length, bar }
      }
      const [brotli, current] = ['Accept-Encoding: br', `If-None-Match: ${etag}`].map((header) => [header])
      const contenders = [
        contender('node:http, constant', bare, requestOf(path), null),
        { ...contender('Polka, constant', polka, requestOf(path), null), baseline: true as const },
        contender(`Hustings, ${subject}`, port, requestOf(path, key), bigger ? null : 0.62),
        contender(`Hustings, ${subject}, brotli`, port, requestOf(path, key, brotli), bigger ? 0.72 : null),
        contender(`Hustings, ${subject}, 304`, port, requestOf(path, key, current), bigger ? 0.72 : null),
      ]
      rows.push(...(await compare(contenders, ROUNDS, load)))
    }
    return rows
  } finally {
    for (const close of closing.reverse()) await close()
  }
}
