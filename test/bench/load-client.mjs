// The client of ./load.ts, in a thread of its own.

import { connect } from 'node:net'
import { parentPort } from 'node:worker_threads'

const END = Buffer.from('\r\n\r\n')
parentPort.on('message', ({ port, requests, connections, milliseconds }) => {
  const all = requests.map((request) => Buffer.from(request))
  let at = 0
  const next = () => all[at++ % all.length]
  let answers = 0,
    wrong = 0,
    received = 0,
    open = 0
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
    let left = 0,
      sent = 0
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
        if (!/^HTTP\/1.1 (200|304)/.test(head)) wrong++
        left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (chunk.length - end - 4)
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
