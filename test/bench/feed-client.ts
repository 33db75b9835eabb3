// As many connections as are asked for, in a process of its own. It parses nothing: it counts bytes, and looks for the time at which an
// event was sent. Started by feed.ts.

import { connect } from 'node:net'
import { z } from 'zod'
import { STAMP, tellInstant } from './feed-contender.ts'

const AT_ONCE = 100
const STAMP_BYTES = Buffer.from(STAMP)
/** Of a stream's first chunk: where the head or the chunk comes in parts, the rest of it is no event. */
const HEAD_END = /\r\n\r\n[\s\S]*\n\n\r\n$/
const order = z.union([
  z.object({ port: z.number(), connections: z.number(), request: z.string() }),
  /** Tells when so many bytes have come, beyond those that were expected before. */
  z.object({ expect: z.number() }),
  z.literal('latencies'),
])

let received = 0
let expected = Number.POSITIVE_INFINITY
let latencies: number[] = []

function count(bytes: number): void {
  received += bytes
  if (received < expected) return
  received -= expected
  expected = Number.POSITIVE_INFINITY
  tellInstant()
}

function look(chunk: Buffer): void {
  const now = process.hrtime.bigint()
  for (let at = chunk.indexOf(STAMP_BYTES); at >= 0; at = chunk.indexOf(STAMP_BYTES, at + 1)) {
    const from = at + STAMP_BYTES.length
    const sent = /^\d+/.exec(chunk.toString('latin1', from, from + 20))?.[0]
    if (sent !== undefined) latencies.push(Number(now - BigInt(sent)) / 1e6)
  }
}

/** Resolves once the head is here, and what a stream begins with. */
function open(port: number, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let begun = false
    let head = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      if (begun) {
        count(chunk.length)
        look(chunk)
        return
      }
      head += chunk.toString('latin1')
      begun = HEAD_END.test(head)
      if (begun) resolve()
    })
  })
}

process.on('message', async (message) => {
  const asked = order.parse(message)
  if (asked === 'latencies') {
    process.send?.(latencies)
    latencies = []
  } else if ('expect' in asked) {
    expected = asked.expect
    count(0)
  } else {
    for (let opened = 0; opened < asked.connections; opened += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, () => open(asked.port, asked.request)))
    process.send?.('open')
  }
})
process.once('disconnect', () => process.exit())
