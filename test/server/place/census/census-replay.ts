// A local geocoder that replays recorded answers of the Census geocoder, or fails.

import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { portOf } from '../../../../server/main.ts'
import { MIRROR } from '../../../ingest/boundary/collect.ts'

const CASSETTES = join(MIRROR, 'geocode', 'census_geocoder_cassettes')
const cassette = z.object({
  interactions: z.tuple([z.looseObject({ response: z.looseObject({ body: z.object({ string: z.string() }) }) })]),
})
/** vcrpy writes it with Python 2. */
const unicode = { tag: 'tag:yaml.org,2002:python/unicode', resolve: (text: string) => text }

/** The body of the one reply recorded in the file. */
export function recorded(name: string): string {
  const read: unknown = parse(readFileSync(join(CASSETTES, `${name}.yaml`), 'utf8'), { customTags: [unicode] })
  return cassette.parse(read).interactions[0].response.body.string
}

export interface MatchedAt {
  lng: number
  lat: number
  parts?: Record<string, string>
}

/** A reply in the geocoder's format. */
export function matching(...places: readonly MatchedAt[]): string {
  return JSON.stringify({
    result: {
      input: { benchmark: { benchmarkName: 'Public_AR_Current' } },
      addressMatches: places.map(({ lng, lat, parts = {} }) => ({
        coordinates: { x: lng, y: lat },
        addressComponents: { state: 'NC', city: 'RALEIGH', zip: '27601', ...parts },
      })),
    },
  })
}

export type Behaviour = (response: ServerResponse, address: string) => void

export const answering =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)

export interface Replay {
  /** Base address. */
  url: string
  /** The requests received, each as path and parameters; cleared by `play`. */
  asked: { path: string; search: URLSearchParams; headers: string[] }[]
  /** Sets the behaviours of the next requests, in order; the last one repeats. */
  play(...behaviours: Behaviour[]): void
  close(): Promise<void>
}

export async function openReplay(): Promise<Replay> {
  let playing: Behaviour[] = []
  const asked: Replay['asked'] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://replay')
    asked.push({ path: pathname, search: searchParams, headers: request.rawHeaders })
    const behaviour = playing.length > 1 ? playing.shift() : playing[0]
    if (behaviour) behaviour(response, searchParams.get('address') ?? '')
    else response.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server.address())}/geocoder`,
    asked,
    play(...behaviours) {
      playing = behaviours
      asked.length = 0
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
