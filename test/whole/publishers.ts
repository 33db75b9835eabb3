// All publishers at once: a proxy that answers for every host under its real name and address, over TLS with a certificate of its own. A command
// uses it through HTTPS_PROXY and trusts it through NODE_EXTRA_CA_CERTS.

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { findPath } from '../../ingest/fetch/locate.ts'
import type { Source } from '../../ingest/read/source.ts'
import { createPublisher, type PublisherFiles } from '../ingest/fetch/publisher.ts'

export type Publishers = Omit<PublisherFiles, 'answer' | 'mostOpen'> & {
  /** For the process that fetches. */
  env: Record<string, string>
  /** Most requests that were open to one host at one time, by host. */
  mostOpenByHost: ReadonlyMap<string, number>
  close(): Promise<void>
}

/**
 * @param hosts those for which it answers
 * @param folder for the certificate
 */
export async function openPublishers(hosts: readonly string[], folder: string): Promise<Publishers> {
  const openByHost = new Map<string, number>()
  const mostOpenByHost = new Map<string, number>()
  const publisher = createPublisher({ gzip: true }, ({ headers, url }) => `https://${headers.host}${url}`)
  const { key, certificate } = makeCertificate(hosts, folder)
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
    const { host = '' } = request.headers
    const open = (openByHost.get(host) ?? 0) + 1
    openByHost.set(host, open)
    mostOpenByHost.set(host, Math.max(open, mostOpenByHost.get(host) ?? 0))
    response.once('close', () => openByHost.set(host, (openByHost.get(host) ?? 0) - 1))
    publisher.answer(request, response)
  })
  const proxy = createServer((_request, response) => response.writeHead(405).end())
  const sockets = new Set<Socket>()
  proxy.on('connect', (_request, socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    server.emit('connection', socket)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  return {
    ...publisher,
    mostOpenByHost,
    env: { HTTPS_PROXY: `http://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: certificate },
    async close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

/** Of its own, for two days. @returns the files of the key and the certificate */
export function makeCertificate(hosts: readonly string[], folder: string) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const names = hosts.map((host) => `DNS:${host}`).join(',')
  const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=publishers'.split(
    ' ',
  )
  execFileSync('openssl', [...words, '-addext', `subjectAltName=${names}`, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  })
  return { key, certificate }
}

/** The hosts of all files of the sources. */
export function hostsOf(sources: readonly Source[]): string[] {
  return [...new Set(sources.flatMap(({ files }) => files.map(({ url }) => new URL(url).host)))]
}

/** Puts the files that a mirror's folder has at their real addresses. */
export function putMirror(publishers: Pick<Publishers, 'put'>, sources: readonly Source[], mirror: string): void {
  const put = new Set<string>()
  for (const file of sources.flatMap(({ files }) => files)) {
    const path = findPath(file, mirror)
    if (path === undefined || put.has(file.url) || !existsSync(path)) continue
    put.add(file.url)
    const bytes = readFileSync(path)
    publishers.put(file.url, path.endsWith('.gz') && !file.url.endsWith('.gz') ? gunzipSync(bytes) : bytes)
  }
}
