// Requests with a unique address, in every way in which a client may send one.

import { connect } from 'node:net'
import { createFinder, doublesOf, type Finder, integersOf } from './traces.ts'

/** The street of all addresses here. */
const WORD = 'Quexzylvane'
/** A house in a street of the bundle's own addresses: its number alone is nowhere in them. */
const NUMBER = 73_150_418

/** Their points: inside the fixture's county, with unique digits. */
const LAT = 35.418281827
const LNG = -78.514142135

export const finder: Finder = createFinder(
  [WORD, String(NUMBER), String(LAT), String(-LNG), '35418282', '78514142'],
  [...[LAT, LNG, -LNG].flatMap(doublesOf), ...integersOf(NUMBER)],
)

export interface Keys {
  /** A key with every scope and no limit. */
  key: string
  /** A key of an account at its minute limit. */
  spent: string
  /** A visitor of the explorer: cookie and form token. */
  cookie: string
  token: string
}

export interface Canary {
  /** The raw bytes of the request. */
  text: string
  /** Ends the connection without waiting for the reply. */
  abort: boolean
}

type Kind = (address: string, keys: Keys) => string | { text: string; abort: true }

const PATHS = ['/v1/ballot', '/v1/recommendations', '/v1/representatives']
const LISTS = [
  '/v1/elections?states=',
  '/v1/endorsers?q=',
  '/v1/contests?districts=',
  '/v1/contests?cursor=',
  '/v1/endorsements?contest=',
  '/v1/districts?limit=',
  '/v1/officeholders?offices=',
  '/v1/coverage?upcoming=',
  '/v1/events?since=',
  '/v1/events?subscription=',
  '/v1/stream?cursor=',
]

const plus = (text: string): string => new URLSearchParams({ x: text }).toString().slice(2)
const percent = encodeURIComponent

/** @param more complete lines */
function get(target: string, key: string | null, more: readonly string[] = [], method = 'GET'): string {
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...more]
  if (key !== null) lines.push(`Authorization: Bearer ${key}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}

function post(path: string, fields: Readonly<Record<string, string>>, cookie: string | null): string {
  const body = new URLSearchParams(fields).toString()
  const lines = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', `Content-Length: ${body.length}`]
  lines.push('Content-Type: application/x-www-form-urlencoded')
  if (cookie !== null) lines.push(`Cookie: ${cookie}`)
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

const KINDS: readonly Kind[] = [
  ...PATHS.flatMap((path): Kind[] => [
    (address, { key }) => get(`${path}?location=${plus(address)}`, key),
    (address, { key }) => get(`${path}?address=${percent(address)}&lang=es`, key),
    (address, { key }) => get(`${path}?location=${percent(address.toUpperCase())}`, key, ['Accept-Encoding: br']),
    (_, { key }) => get(`${path}?location=${NUMBER}+Oak+Ave+%234,+R%C3%A1leigh,+NC+27601`, key),
    (_, { key }) => get(`${path}?location=${NUMBER}+Oak+St+W,+Raleigh`, key),
    (_, { key }) => get(`${path}?lat=${LAT}&lng=${LNG}`, key),
    (_, { key }) => get(`${path}?lat=${LAT}&lng=${-LNG}`, key),
    (address, { spent }) => get(`${path}?location=${plus(address)}`, spent),
    (address, { key }) => ({ text: get(`${path}?location=${plus(address)}`, key), abort: true }),
  ]),
  ...LISTS.map(
    (path): Kind =>
      (address, { key }) =>
        get(path + plus(address), key),
  ),
  // Unknown, too long, empty but for it, without its city.
  (address, { key }) => get(`/v1/ballot?location=${plus(address.replace('NC', 'Zedland'))}`, key),
  (address, { key }) => get(`/v1/ballot?location=${plus(address.repeat(8))}`, key),
  (address, { key }) => get(`/v1/ballot?location=${plus(address.repeat(400))}`, key),
  (address, { key }) => get(`/v1/ballot?location=${plus(address.split(',')[0] ?? '')}`, key),
  () => get(`/v1/ballot?location=${WORD}`, null),
  (_, { key }) => get(`/v1/ballot?location=${WORD},%20NC`, key),
  // Malformed.
  (address, { key }) => get(`/v1/ballot?location=%E0%A4%A${percent(address)}%zz`, key),
  (address, { key }) => get(`/v1/ballot?location=${percent(address)}%00%ff%c3%28`, key),
  (address, { key }) => get(`/v1/ballot?location=${address}`, key),
  (address, { key }) => get(`/v1/ballot?location=${address.replaceAll(' ', '+')}&Suite+${WORD}`, key),
  (address) => `GET /v1/ballot?location=${address}\r\n\r\n`,
  (address) => `${address}\r\n\r\n`,
  (address, { key }) => ({ text: get(`/v1/ballot?location=${plus(address)}`, key).slice(0, -8), abort: true }),
  // In the wrong parameter.
  (address, { key }) => get(`/v1/ballot?lat=${plus(address)}&lng=${LNG}`, key),
  (_, { key }) => get(`/v1/ballot?lat=${LAT}x&lng=${LNG}`, key),
  (_, { key }) => get(`/v1/ballot?lat=${LAT}&lng=${LNG}&lat=${LAT}`, key),
  (_, { key }) => get(`/v1/ballot?location=${LAT},${LNG}`, key),
  (_, { key }) => get(`/v1/districts?states=${LAT},${LNG}`, key),
  (address, { key }) => get(`/v1/ballot?location=${plus(address)}&location=${plus(address)}`, key),
  (address, { key }) => get(`/v1/ballot?location=${plus(address)}&address=${plus(address)}`, key),
  (address, { key }) => get(`/v1/ballot?location=27601&lang=${plus(address)}`, key),
  (address, { key }) => get(`/v1/ballot?location=27601&elections=${plus(address)}`, key),
  (address, { key }) => get(`/v1/ballot?location=27601&endorser_states=${plus(address)}`, key),
  (address, { key }) => get(`/v1/recommendations?location=27601&subscription=${plus(address)}`, key),
  (address, { key }) => get(`/v1/ballot?${plus(address)}`, key),
  (address, { key }) => get(`/v1/ballot?loc=${plus(address)}`, key),
  (address, { key }) => get(`/v1/ballot/${percent(address)}`, key),
  (address, { key }) => get(`/v1/endorsers/${percent(address)}`, key),
  (address, { key }) => get(`/v1/contests/${percent(address)}`, key),
  (address, { key }) => get(`/v1/officeholders/${percent(address)}`, key),
  (address) => get(`/${percent(address)}`, null),
  (address) => get(`/v1/feeds/${percent(address)}/events.atom`, null),
  (address) => get(`/healthz?location=${plus(address)}`, null),
  (address) => get(`/docs?location=${plus(address)}`, null),
  (address) => get(`/console/sign-in?location=${plus(address)}`, null),
  (address) => get(`/console/${percent(address)}`, null),
  // In the explorer: with a token, without one, in a link, in a frame's path, while it is typed.
  (address, keys) => post('/explore/ballot', { place: address, token: keys.token }, keys.cookie),
  (_, keys) => post('/explore/ballot', { place: `${NUMBER} Oak St W, Raleigh`, token: keys.token }, keys.cookie),
  (address, keys) => post('/explore/officeholders', { place: address, token: keys.token, lang: 'es' }, keys.cookie),
  (address, keys) => post('/explore/suggest', { place: address, token: keys.token }, keys.cookie),
  (address, keys) => post('/explore/ballot', { sealed: address, place: address, token: keys.token }, keys.cookie),
  (address) => post('/explore/ballot', { place: address, token: address }, null),
  (address) => get(`/explore/ballot?place=${plus(address)}`, null),
  (address) => get(`/explore/officeholders?place=${plus(address)}`, null),
  (address) => get(`/explore/elections/${percent(address)}`, null),
  (address) => get(`/explore/embed/contests/${percent(address)}`, null),
  // Another method, a body, headers.
  (address, { key }) => get(`/v1/ballot?location=${plus(address)}`, key, [], 'HEAD'),
  (address, { key }) => get(`/v1/ballot?location=${plus(address)}`, key, [], 'DELETE'),
  (address, { key }) => get(`/v1/ballot?location=${plus(address)}`, key, [], WORD.toUpperCase()),
  (address, { key }) => get('/v1/ballot', key, [`Content-Length: ${address.length}`], 'POST') + address,
  (address, { key }) =>
    get('/v1/subscriptions', key, ['Content-Type: application/json', `Content-Length: ${address.length}`], 'POST') +
    address,
  (address) => get('/v1/ballot?location=27601', address),
  (address, { key }) => get('/v1/ballot?location=27601', key, [`Referer: http://x/?location=${plus(address)}`]),
  (address, { key }) => get('/v1/ballot?location=27601', key, [`X-Forwarded-For: ${address}`, `Cookie: ${address}`]),
  (address, { key }) =>
    get('/v1/ballot?location=27601', key, [`X-Request-Id: ${address}`, `If-None-Match: ${address}`]),
  (address, { key }) => get('/v1/events', key, [`Last-Event-ID: ${address}`]),
  (address, { key }) => get('/v1/ballot?location=27601', key, [`X-Home: ${address.repeat(800)}`]),
  (address, { key }) => get('/v1/ballot?location=27601', key, [`Expect: ${address}`]),
  (address, { key }) => get('/v1/ballot?location=27601', key, [`Bad header ${address}`]),
]

/** Opens the explorer as a new visitor. */
export async function visitExplorer(url: string): Promise<Pick<Keys, 'cookie' | 'token'>> {
  const reply = await fetch(`${url}/explore`)
  const [, token] = /name="token" value="([^"]+)"/.exec(await reply.text()) ?? []
  const [cookie] = reply.headers.getSetCookie().map((set) => set.split(';')[0])
  if (token === undefined || cookie === undefined) throw new Error(`${url}/explore has no form`)
  return { cookie, token }
}

export const KIND_COUNT = KINDS.length

/** The house number identifies the request. */
export function canaryOf(number: number, keys: Keys): Canary {
  const address = `${number} ${WORD} Ave Apt ${number % 90}, Raleigh, NC 27601`
  const made = KINDS[number % KIND_COUNT]?.(address, keys) ?? ''
  return typeof made === 'string' ? { text: made, abort: false } : made
}

/** The whole reply, head and body. @param patience milliseconds after which a stream is closed */
export function sendRaw(port: number, { text, abort }: Canary, patience = 3000): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text)
      // During the request: the server has read it, and may be answering.
      if (abort) setTimeout(() => socket.resetAndDestroy(), 3)
    })
    socket.setTimeout(patience, () => socket.destroy())
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Buffer.concat(chunks)))
  })
}
