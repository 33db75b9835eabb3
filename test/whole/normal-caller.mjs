// A thread with one ordinary caller: it asks in turn over one connection, and tells how long each answer took.

import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const PAUSE_MS = 5
const { url, key, paths } = workerData
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let took = []
let failures = 0
let over = false

const ask = (path) =>
  new Promise((resolve) => {
    const failed = () => {
      failures += 1
      resolve()
    }
    get(url + path, { agent, headers: { Authorization: `Bearer ${key}` } }, (reply) => {
      if (reply.statusCode !== 200) failures += 1
      reply.resume()
      reply.on('close', resolve)
    }).on('error', failed)
  })

parentPort.on('message', (message) => {
  if (message === 'end') over = true
  parentPort.postMessage({ took, failures })
  took = []
})
for (let nth = 0; !over; nth++) {
  const began = performance.now()
  await ask(paths[nth % paths.length])
  took.push(performance.now() - began)
  await wait(PAUSE_MS)
}
agent.destroy()
parentPort.close()
