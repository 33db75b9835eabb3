// Probes of many hosts that never answer: a network that drops every packet.

import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { probeAll } from '../../../ingest/fetch/probe.ts'

it('of 24 silent hosts end in under 10 s, with one request for each', async () => {
  const requested = new Map<string, number>()
  const silent = createServer((socket) => {
    const host = socket.localAddress ?? ''
    socket.on('data', () => requested.set(host, (requested.get(host) ?? 0) + 1))
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => silent.listen(0, '0.0.0.0', resolve))
  const { port } = silent.address() as AddressInfo
  const hosts = Array.from({ length: 24 }, (_, nth) => `127.0.0.${nth + 1}`)
  const requests = hosts.flatMap((host) =>
    [1, 2, 3].map((nth) => ({
      ...{ address: `http://${host}:${port}/${nth}.json`, name: `${nth}.json`, contact: undefined },
      ...{ allowPrivate: true, pause: 0, headers: {} },
    })),
  )
  const began = performance.now()
  const probes = await probeAll(requests)
  expect(performance.now() - began).toBeLessThan(9000)
  expect(new Set(probes.map(({ kind }) => kind))).toEqual(new Set(['unreachable']))
  expect(
    probes.map((probe) => (probe.kind === 'unreachable' ? probe.error : '')).filter((one) => one === 'no answer in 4 s')
      .length,
  ).toBe(24)
  expect([...requested.values()]).toEqual(hosts.map(() => 1))
  silent.close()
})
