// The example of deploy/cluster on one machine: its balancer and settings as they are, with this machine's addresses and credentials in
// place of the example's. Servers and publishers are processes, each server with a disk of its own.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { projectFile } from '../../../data/store/paths.ts'
import { type Ended, ended, startIn } from '../../cli/hustings.ts'
import { type S3Server, startS3 } from '../../object-store.ts'
import { type PostgresServer, startPostgres, whyWithoutServer } from '../../postgres-server.ts'
import { AS_OF, type Fixture, openFixture } from '../../server/fixture.ts'
import { findFreePort } from '../../server/free-port.ts'

const SITE = 'api.example.org'
const READY_MS = 180_000
const EXAMPLE_ADDRESS = /^ {4}server (\w+) \S+$/gm

export interface ClusterServer {
  name: string
  url: string
  /** SIGTERM, as a service manager; resolves at the end of the process. */
  stop(): Promise<void>
  kill(): Promise<void>
  /** Number of data requests in its log. */
  requests(): number
  /** Resolves when it answers data requests. */
  start(): Promise<void>
}

export interface Cluster {
  /** The folder of the publisher, and the state of all. */
  fixture: Fixture
  postgres: PostgresServer
  s3: S3Server
  servers: ClusterServer[]
  /** A further server with an empty disk, which the balancer does not know yet. */
  addServer(name: string): Promise<ClusterServer>
  /** Makes the balancer use the servers of now. Resolves before it does, if it runs already. */
  balance(): Promise<void>
  /** Through the balancer. @returns the status and body; rejects if the connection is cut */
  ask(path: string, key: string): Promise<{ status: number; body: string }>
  /** `hustings publish` of a bundle of the fixture, as a process. */
  publish(bundle: string): ChildProcess
  close(): Promise<void>
}

/** The reason, as a sentence, if the example cannot run here. */
export function findMissing(): string | undefined {
  const lacking = ['haproxy', 'openssl'].filter(
    (name) => spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin; command -v ${name}`]).status !== 0,
  )
  return lacking.length > 0 ? `skipped: ${lacking.join(', ')} not installed` : whyWithoutServer()
}

/** The values of an environment file, with these in place of its own. Each must have a line there, which may be commented out. */
export function readSettings(file: string, values: Readonly<Record<string, string>>): Record<string, string> {
  const lines = readFileSync(projectFile('deploy', 'cluster', file), 'utf8').split('\n')
  const found = lines.flatMap((line): [string, string][] => {
    const [, commented, name = '', value = ''] = /^(#?)([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? []
    const own = values[name]
    return name === '' || (commented === '#' && own === undefined) ? [] : [[name, own ?? value]]
  })
  const names = new Set(found.map(([name]) => name))
  const unknown = Object.keys(values).filter((name) => !names.has(name))
  if (unknown.length > 0) throw new Error(`${file} has no ${unknown.join(', ')}`)
  return Object.fromEntries(found)
}

export async function startCluster(names: readonly string[]): Promise<Cluster | { missing: string }> {
  const s3 = await startS3()
  if ('missing' in s3) return s3
  const postgres = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'hustings-cluster-'))
  const state = `${postgres.url}?schema=cluster`
  const parts = `s3://${s3.bucket}/parts`
  const fixture = await openFixture(folder, state)
  fixture.paths.partsStore = { kind: 's3', bucket: s3.bucket, prefix: 'parts' }
  await fixture.makeKey()
  const shared = {
    ...{ HUSTINGS_STATE: state, HUSTINGS_PARTS: parts, HUSTINGS_PEPPER_FILE: fixture.paths.pepper },
    ...s3.environment(),
  }
  const ofServer = readSettings('server.env', { ...shared, HUSTINGS_TRUSTED_PROXIES: '127.0.0.1' })
  const ofPublisher = readSettings('publisher.env', shared)
  const running = new Set<ChildProcess>()
  const addServer = async (name: string): Promise<ClusterServer> => {
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const disk = join(folder, name)
    mkdirSync(disk)
    let child: ChildProcess | undefined
    let requests = 0
    const end = async (signal: NodeJS.Signals): Promise<void> => {
      if (!child) return
      const over = ended(child)
      child.kill(signal)
      await over
      running.delete(child)
      child = undefined
    }
    const server: ClusterServer = {
      ...{ name, url, stop: () => end('SIGTERM'), kill: () => end('SIGKILL'), requests: () => requests },
      async start() {
        child = startIn(ofServer, disk, 'serve', '--port', String(port), '--as-of', AS_OF)
        running.add(child)
        child.stderr?.on('data', (chunk: Buffer) => {
          requests += chunk.toString().split('"route":"/v1/').length - 1
        })
        const until = Date.now() + READY_MS
        while ((await fetch(`${url}/readyz`).catch(() => undefined))?.status !== 200) {
          if (Date.now() > until) throw new Error(`server ${name} is not ready after ${READY_MS} ms`)
          await wait(50)
        }
      },
    }
    servers.push(server)
    return server
  }
  const servers: ClusterServer[] = []
  for (const name of names) await addServer(name)

  const [secure, open] = [await findFreePort(), await findFreePort()]
  const certificate = makeCertificate(folder)
  let balancer: ChildProcess | undefined
  const balance = async (): Promise<void> => {
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, configure({ servers, secure, open, certificate: certificate.file }))
    if (balancer) {
      // The same as `systemctl reload haproxy`: new processes take over the listening sockets.
      balancer.kill('SIGUSR2')
      return
    }
    balancer = spawn('haproxy', ['-W', '-db', '-f', file], {
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
      stdio: 'ignore',
    })
    for (let tries = 0; tries < 100 && (await ask('/readyz', '').catch(() => undefined))?.status !== 200; tries++)
      await wait(100)
  }
  const ask = (path: string, key: string): Promise<{ status: number; body: string }> =>
    new Promise((resolve, reject) => {
      const headers = key === '' ? {} : { Authorization: `Bearer ${key}` }
      const options = { host: '127.0.0.1', port: secure, servername: SITE, ca: certificate.authority, headers, path }
      get({ ...options, agent: false }, (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
        reply.on('error', reject)
      }).on('error', reject)
    })
  return {
    ...{ fixture, postgres, s3, servers, addServer, balance, ask },
    publish(bundle) {
      const child = startIn(ofPublisher, fixture.paths.root, 'publish', bundle, '--accept')
      running.add(child)
      child.once('exit', () => running.delete(child))
      return child
    },
    async close() {
      balancer?.kill('SIGTERM')
      if (balancer && !isOver(balancer)) await once(balancer, 'exit')
      for (const child of running) child.kill('SIGKILL')
      await Promise.all([...running].map((child) => (isOver(child) ? undefined : once(child, 'exit'))))
      await fixture.close()
      await s3.stop()
      await postgres.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isOver = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Throws with the output of a publisher that failed. */
export async function expectPublished(child: ChildProcess): Promise<void> {
  const { code, stderr }: Ended = await ended(child)
  if (code !== 0) throw new Error(`hustings publish ended with ${code}: ${stderr}`)
}

/** haproxy.cfg with the addresses of this machine. Throws if a line of the example is not there any more. */
function configure(to: {
  servers: readonly Pick<ClusterServer, 'name' | 'url'>[]
  secure: number
  open: number
  certificate: string
}): string {
  const text = readFileSync(projectFile('deploy', 'cluster', 'haproxy.cfg'), 'utf8')
  const replace = (line: string, from: string, by: string): string => {
    if (!line.includes(from)) throw new Error(`haproxy.cfg has no ${from}`)
    return line.replace(from, by)
  }
  const bound = [
    [':443', `127.0.0.1:${to.secure}`],
    [`/etc/haproxy/${SITE}.pem`, to.certificate],
    ['bind :80', `bind 127.0.0.1:${to.open}`],
    // This process may have fewer descriptors than a balancer's machine.
    ['maxconn 50000', 'maxconn 2000'],
  ].reduce((all, [from = '', by = '']) => replace(all, from, by), text)
  const lines = to.servers.map(({ name, url }) => `    server ${name} ${new URL(url).host}`)
  if ((bound.match(EXAMPLE_ADDRESS) ?? []).length < 3) throw new Error('haproxy.cfg has fewer than three servers')
  let at = 0
  return bound.replace(EXAMPLE_ADDRESS, () => (at++ === 0 ? lines.join('\n') : ''))
}

function makeCertificate(folder: string): { file: string; authority: string } {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${SITE}`]
  execFileSync('openssl', [...words, '-addext', `subjectAltName=DNS:${SITE}`, '-keyout', key, '-out', certificate], {
    stdio: 'pipe',
  })
  const authority = readFileSync(certificate, 'utf8')
  const file = join(folder, `${SITE}.pem`)
  writeFileSync(file, `${authority}${readFileSync(key, 'utf8')}`)
  return { file, authority }
}
