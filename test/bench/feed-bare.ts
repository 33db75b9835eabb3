// The baseline of the feed benchmark: sends the same bytes to as many connections. feed.ts starts it with `http` or `raw`.

import { createServer } from 'node:http'
import { createServer as createRaw } from 'node:net'
import { z } from 'zod'
import { portOf } from '../../server/main.ts'
import { answerUsage, tellInstant } from './feed-contender.ts'

const READY = 'retry: 3000\n\n'
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n'
const order = z.object({ write: z.string() })

const readers = new Set<{ write(bytes: Buffer): boolean }>()
const server =
  process.argv[2] === 'raw'
    ? createRaw({ noDelay: true }, (socket) => {
        socket.once('data', () => {
          socket.write(`${HEAD}${READY.length.toString(16)}\r\n${READY}\r\n`)
          readers.add(socket)
        })
      })
    : createServer((_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' })
        response.write(READY)
        readers.add(response)
      })

answerUsage()
process.on('message', (message) => {
  const { data } = order.safeParse(message)
  if (!data) return
  tellInstant()
  const bytes = Buffer.from(data.write)
  for (const reader of readers) reader.write(bytes)
})
process.once('disconnect', () => process.exit())
server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () => process.send?.({ port: portOf(server.address()) }))
