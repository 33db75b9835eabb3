// Load at a fixed number of connections, from a thread of its own, over raw sockets: the client must cost less than any server.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'

// As text, because a worker starts from plain JavaScript.
const CLIENT = `
const { connect } = require('node:net')
const { parentPort } = require('node:worker_threads')
const END = Buffer.from('\\r\\n\\r\\n')
parentPort.on('message', ({ port, requests, connections, milliseconds }) => {
  const all = requests.map((request) => Buffer.from(request))
  let at = 0
  const next = () => all[at++ % all.length]
  let answers = 0, wrong = 0, received = 0, open = 0
  const times = []
  const until = Date.now() + milliseconds
  const finish = () => {
    if (--open > 0) return
    times.sort((a, b) => a - b)
    const at = (share) => times[Math.floor(times.length * share)] ?? 0
    parentPort.postMessage({ answers, wrong, received, p50: at(0.5), p99: at(0.99) })
  }
  for (let i = 0; i < connections; i++) {
    open++
    let left = 0, sent = 0
    const send = () => {
      sent = performance.now()
      socket.write(next())
    }
    const socket = connect(port, '127.0.0.1', send)
    socket.setNoDelay(true)
    socket.on('data', (chunk) => {
      received += chunk.length
      if (left === 0) {
        const end = chunk.indexOf(END)
        const head = chunk.latin1Slice(0, end)
        if (!/^HTTP\\/1.1 (200|304)/.test(head)) wrong++
        left = Number(/content-length: (\\d+)/i.exec(head)?.[1] ?? 0) - (chunk.length - end - 4)
      } else left -= chunk.length
      if (left > 0) return
      answers++
      times.push(performance.now() - sent)
      if (Date.now() < until) send()
      else socket.end()
    })
    socket.on('error', () => wrong++)
    socket.on('close', finish)
  }
})
`

const result = z.tuple([
  z.object({ answers: z.number(), wrong: z.number(), received: z.number(), p50: z.number(), p99: z.number() }),
])

export interface LoadCount {
  answers: number
  /** Bytes, heads included. */
  received: number
  seconds: number
  /** Milliseconds from the request to the end of its answer. */
  p50: number
  p99: number
}

export interface Load {
  /** Sends these requests in turn. Throws when any answer is neither 200 nor 304. */
  count(port: number, requests: readonly string[]): Promise<LoadCount>
  /** Answers a second to these requests in turn. Throws when any answer is neither 200 nor 304. */
  run(port: number, requests: readonly string[]): Promise<number>
  close(): Promise<void>
}

export function openLoad(connections: number, milliseconds: number): Load {
  const worker = new Worker(CLIENT, { eval: true, execArgv: [] })
  const count: Load['count'] = async (port, requests) => {
    const started = performance.now()
    worker.postMessage({ port, requests, connections, milliseconds })
    const [{ answers, wrong, received, p50, p99 }] = result.parse(await once(worker, 'message'))
    if (wrong > 0)
      throw new Error(`${wrong} of ${answers} answers of ${requests[0]?.split('\r\n')[0]} were neither 200 nor 304`)
    return { answers, received, p50, p99, seconds: (performance.now() - started) / 1000 }
  }
  return {
    count,
    async run(port, requests) {
      const { answers, seconds } = await count(port, requests)
      return answers / seconds
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
