// A real S3 server for tests (moto), and a proxy that does to its answers what networks and disks do.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { portOf } from '../server/main.ts'
import { createVenv } from './clients/venv.ts'
import { findFreePort } from './server/free-port.ts'

const MOTO = 'moto[server]==5.2.5'
const BUCKET = 'hustings'

export interface S3Server {
  url: string
  bucket: string
  /** For a process that uses it; `endpoint` may be a proxy. */
  environment(endpoint?: string): Record<string, string>
  /** Killed and started again, without its objects: it keeps them in memory. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** @returns the reason, as a sentence, if it cannot be started here */
export async function startS3(): Promise<S3Server | { missing: string }> {
  const python = findPython()
  if ('missing' in python) return python
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess
  const start = async (): Promise<void> => {
    child = spawn(python.python, ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
    for (let tries = 0; ; tries++)
      try {
        await fetch(`${url}/${BUCKET}`, { method: 'PUT' })
        return
      } catch (fault) {
        if (tries === 600 || child.exitCode !== null) throw fault
        await delay(100)
      }
  }
  const stop = async (): Promise<void> => {
    await end(child)
    python.remove()
  }
  try {
    await start()
  } catch (fault) {
    await stop()
    return { missing: `SKIPPED, for moto does not start here (${String(fault)})` }
  }
  return {
    ...{ url, bucket: BUCKET, stop },
    async restart() {
      await end(child)
      await start()
    },
    environment: (endpoint = url) => ({
      ...{ AWS_ACCESS_KEY_ID: 'tester', AWS_SECRET_ACCESS_KEY: 'not-a-secret', AWS_REGION: 'us-east-1' },
      AWS_ENDPOINT_URL_S3: endpoint,
    }),
  }
}

/** One of this machine that has moto, or a new environment with it. */
function findPython(): { python: string; remove(): void } | { missing: string } {
  const { status } = spawnSync('python3', ['-c', 'import moto.server'], { stdio: 'ignore' })
  return status === 0 ? { python: 'python3', remove: () => undefined } : createVenv(MOTO)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'close')
}

export type Fault =
  /** One bit is another. */
  | 'corrupt'
  /** Half of the bytes, as if the object ended there. */
  | 'truncated'
  /** The connection ends after half of the bytes. */
  | 'cut'
  /** No such object. */
  | 'missing'
  | 'unavailable'
  /** The connection ends without an answer, after the store has acted. */
  | 'lost'
  /** Milliseconds before each tenth of the bytes. */
  | { slow: number }

export interface FaultyProxy {
  url: string
  /** Every request, such as `GET parts/….sqlite`, in order; without bucket and prefix. */
  requests: string[]
  /** Called for each request. */
  choose: (request: string) => Fault | undefined
  /** Bytes of the bodies that it passed on. */
  bytes: number
  close(): Promise<void>
}

/** @param prefix in the bucket */
export async function startFaultyProxy(
  { url, bucket }: Pick<S3Server, 'url' | 'bucket'>,
  prefix: string,
): Promise<FaultyProxy> {
  const root = `/${bucket}/${prefix}/`
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const { method = '', headers } = incoming
      const target = new URL(incoming.url ?? '', url)
      const listed = target.searchParams.get('prefix')
      const name = listed === null ? target.pathname.replace(root, '') : `list ${listed.replace(`${prefix}/`, '')}`
      const asked = `${method} ${name}`
      proxy.requests.push(asked)
      const fault = proxy.choose(asked)
      const body = await read(incoming)
      if (fault === 'unavailable') return outgoing.writeHead(503).end()
      if (fault === 'missing') return outgoing.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
      const sent = request(target, { method, headers }).end(body)
      const [answer]: IncomingMessage[] = await once(sent, 'response')
      if (!answer) return outgoing.destroy()
      const bytes = await read(answer)
      if (fault === 'lost') return outgoing.destroy()
      const middle = bytes.length >> 1
      if (fault === 'corrupt' && bytes.length > 0) bytes.set([(bytes[middle] ?? 0) ^ 1], middle)
      const half = bytes.subarray(0, bytes.length >> 1)
      const shown = fault === 'truncated' ? half : bytes
      const length = method === 'HEAD' ? {} : { 'content-length': String(shown.length) }
      outgoing.writeHead(answer.statusCode ?? 500, { ...answer.headers, ...length })
      if (fault === 'cut') return outgoing.write(half, () => outgoing.destroy())
      proxy.bytes += shown.length
      if (typeof fault !== 'object') return outgoing.end(shown)
      const step = Math.ceil(shown.length / 10)
      for (let at = 0; at < shown.length && !outgoing.destroyed; at += step) {
        await delay(fault.slow)
        outgoing.write(shown.subarray(at, at + step))
      }
      return outgoing.end()
    })().catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    ...{ requests: [], choose: () => undefined, bytes: 0 },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
