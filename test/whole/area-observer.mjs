// Probes and reads a server for ./area-attack.ts, in a thread of its own.

import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const { url, readPath, readKey } = workerData
const probes = new Agent({ keepAlive: true, maxSockets: 1 })
const readers = new Agent({ keepAlive: true, maxSockets: 8 })
let health = [],
  reads = 0,
  failed = 0,
  began = performance.now()
const ask = (path, agent, headers) =>
  new Promise((resolve) => {
    const asked = get(url + path, { agent, headers }, (reply) => {
      if (reply.statusCode !== 200) failed++
      reply.resume()
      reply.on('close', resolve)
    })
    asked.on('error', () => {
      failed++
      setTimeout(resolve, 50)
    })
  })
const probe = async () => {
  for (;;) {
    const asked = performance.now()
    await ask('/healthz', probes, {})
    health.push(performance.now() - asked)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
const read = async () => {
  for (;;) {
    await ask(readPath, readers, { Authorization: `Bearer ${readKey}` })
    reads++
  }
}
void probe()
for (let reader = 0; reader < 8; reader++) void read()
parentPort.on('message', () => {
  health.sort((a, b) => a - b)
  const seconds = (performance.now() - began) / 1000
  parentPort.postMessage({
    healthP99: health[Math.floor(health.length * 0.99)] ?? 0,
    readsPerSecond: reads / seconds,
    failed,
  })
  health = []
  reads = 0
  failed = 0
  began = performance.now()
})
