// A thread that sends requests over raw connections and compares each body, byte for byte, with that of the one bundle that the answer
// names. It ends when it is told to, or when the server accepts no connection.

import { connect } from 'node:net'
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

// Callers are on other machines: on this one, their thread must not delay the server's. Linux sets the priority of the calling thread.
setPriority(constants.priority.PRIORITY_LOW)

const { port, connections, requests, expected } = workerData
const END = Buffer.from('\r\n\r\n')
const all = requests.map((request) => Buffer.from(request))
const tally = { answered: 0, answers: 0, failures: 0, mixed: 0, bundles: {} }
let over = false
let open = 0

parentPort.on('message', () => {
  over = true
})
const timer = setInterval(() => parentPort.postMessage(tally), 100)

for (let at = 0; at < connections; at++) begin(at)

function begin(first) {
  open += 1
  let turn = first
  let received = Buffer.alloc(0)
  let waits = false
  let connected = false
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  const ask = () => {
    waits = true
    received = Buffer.alloc(0)
    socket.write(all[turn % all.length])
  }
  socket.on('connect', () => {
    connected = true
    ask()
  })
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const end = received.indexOf(END)
    if (end < 0) return
    const head = received.latin1Slice(0, end)
    const body = received.subarray(end + END.length)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
    if (body.length < length) return
    waits = false
    // Connections with an answer.
    if (turn === first) tally.answered += 1
    check(turn % all.length, head, body)
    turn += 1
    if (over || /\r\nconnection: close/i.test(head)) socket.end()
    else ask()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    if (waits) tally.failures += 1
    open -= 1
    if (!over && connected) begin(turn)
    else if (open === 0) finish()
  })
}

function check(request, head, body) {
  tally.answers += 1
  if (!head.startsWith('HTTP/1.1 200 ')) {
    tally.failures += 1
    return
  }
  const bundle = /\r\nx-snapshot: (\w+)/i.exec(head)?.[1] ?? 'none'
  tally.bundles[bundle] = (tally.bundles[bundle] ?? 0) + 1
  const whole = expected[`${request} ${bundle}`]
  if (whole === undefined || Buffer.compare(whole, body) !== 0) tally.mixed += 1
}

function finish() {
  clearInterval(timer)
  parentPort.postMessage({ ...tally, ended: true })
  parentPort.close()
}
