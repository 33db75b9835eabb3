// A whole reply has the bytes that node:http would write, also with requests that follow each other at once.

import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endWhole, HTTP_SILENT_MS } from '../../../server/http/exchange.ts'
import { portOf } from '../../../server/main.ts'

interface Told {
  status: number
  headers: string[]
  body: Buffer | null
}

/** By path. UTF-8, empty, just in one text, just not, and larger than a socket takes at once. */
const REPLIES: Readonly<Record<string, Told>> = {
  '/letters': tell(200, Buffer.from('{"data":"Peña, Łódź, 🗳"}')),
  '/empty': tell(200, Buffer.alloc(0)),
  '/text': tell(200, Buffer.alloc(8192, 'é')),
  '/bytes': tell(200, Buffer.alloc(8193, 0xff)),
  '/large': tell(404, Buffer.alloc(1_000_000, 'x')),
  '/same': { status: 304, headers: ['ETag', 'W/"a"'], body: null },
  '/none': { status: 204, headers: [], body: null },
  '/moved': { status: 303, headers: ['Location', '/'], body: null },
  '/closed': tell(400, Buffer.from('{}'), 'Connection', 'close'),
}

function tell(status: number, body: Buffer, ...more: string[]): Told {
  return { status, headers: ['X-Request-Id', 'req_1', ...more, 'Content-Length', String(body.length)], body }
}

const servers: { own: Server; node: Server } = { own: open(writeOwn), node: open(writeByNode) }
/** Replies that endWhole wrote itself. */
let own = 0

function open(write: (response: ServerResponse, told: Told) => void): Server {
  return createServer({ keepAliveTimeout: HTTP_SILENT_MS }, (request, response) => {
    const told = REPLIES[request.url ?? '']
    if (told) setImmediate(write, response, told)
  })
}

function writeOwn(response: ServerResponse, told: Told): void {
  if (endWhole(response, { ...told, now: Date.now() })) own += 1
  else writeByNode(response, told)
}

function writeByNode(response: ServerResponse, { status, headers, body }: Told): void {
  response.writeHead(status, headers).end(body ?? undefined)
}

/** All bytes that come for these requests in one packet, the last of which ends the connection; the time of day apart. */
async function ask(server: Server, requests: readonly string[]): Promise<string> {
  const chunks: Buffer[] = []
  const socket = connect(portOf(server.address()), '127.0.0.1')
  socket.write(requests.map((one) => `${one}\r\n\r\n`).join(''))
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks)
    .toString('latin1')
    .replace(/^Date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r$/gm, 'Date: now\r')
}

beforeAll(async () => {
  for (const server of Object.values(servers))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  for (const server of Object.values(servers)) server.close()
})

const HOST = 'Host: 127.0.0.1'
const LAST = `GET /letters HTTP/1.1\r\n${HOST}\r\nConnection: close`

test.each(Object.keys(REPLIES))('%s is as node:http writes it', async (path) => {
  const asks = [
    [`GET ${path} HTTP/1.1\r\n${HOST}`, LAST],
    [`HEAD ${path} HTTP/1.1\r\n${HOST}`, LAST],
    [`GET ${path} HTTP/1.1\r\n${HOST}\r\nConnection: close`],
    [`GET ${path} HTTP/1.0`],
    [`POST ${path} HTTP/1.1\r\n${HOST}\r\nExpect: 100-continue\r\nContent-Length: 0`, LAST],
  ]
  for (const requests of asks) expect(await ask(servers.own, requests)).toBe(await ask(servers.node, requests))
})

test('replies to many requests of one packet keep their order', async () => {
  const paths = Object.keys(REPLIES).filter((path) => path !== '/closed')
  const requests = [...paths, ...paths.toReversed()].map((path) => `GET ${path} HTTP/1.1\r\n${HOST}`)
  own = 0
  expect(await ask(servers.own, [...requests, LAST])).toBe(await ask(servers.node, [...requests, LAST]))
  // All but two of /none and two of /moved, and the last, whose connection ends.
  expect(own).toBe(requests.length - 4)
})

test('a value that is no plain text is refused, as node:http does, and begins no other header', () => {
  expect(writtenOf(['X-Name', 'a\r\nSet-Cookie: b'])).toBe(false)
  expect(writtenOf(['X-Name', 'Łódź'])).toBe(false)
  expect(writtenOf(['X-Name', 'plain'])).toBe(true)
})

/** Whether endWhole writes a reply with these headers. */
function writtenOf(headers: string[]): boolean {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  response.shouldKeepAlive = true
  const written = endWhole(response, { status: 200, headers, body: Buffer.alloc(0), now: 0 })
  expect(response.headersSent).toBe(written)
  return written
}
