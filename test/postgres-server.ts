// A PostgreSQL server of a test's own, which it may kill. It runs as an unprivileged user in a temporary folder.

import { execFile, execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const BINARIES = '/usr/lib/postgresql'
const EXTENSIONS = '/usr/share/postgresql'
/** Who runs the server if this process is root, which PostgreSQL refuses. */
const USER = 'postgres'

export interface PostgresServer {
  /** `postgres://…/postgres`, without a schema. */
  url: string
  port: number
  /** The certificate of the authority that has signed the server's; undefined without TLS. */
  authority: string | undefined
  /** As after a crash: every connection ends, and what was not on the disk is gone. */
  restart(): Promise<void>
  /** Ends every connection at once. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Stops it and deletes its folder. */
  remove(): Promise<void>
}

/** For the name of a test that is skipped; undefined if a server can be started. */
export function whyWithoutServer(): string | undefined {
  if (findBinaries() === undefined) return `skipped: no PostgreSQL server is installed below ${BINARIES}`
  if (process.getuid?.() === 0 && !findUser()) return `skipped: this process is root, and there is no user ${USER}`
  return undefined
}

/** The same for a server with PostGIS. */
export function whyWithoutPostgis(): string | undefined {
  const isThere = (version: string): boolean => existsSync(join(EXTENSIONS, version, 'extension', 'postgis.control'))
  const version = findBinaries()?.split('/').at(-2)
  return whyWithoutServer() ?? (version && isThere(version) ? undefined : 'skipped: PostGIS is not installed')
}

/**
 * @param tls the names in the server's certificate; it then refuses connections without TLS
 * @param isDurable commits wait for the disk, for measurements; a test's machine does not crash, only the server
 * @param settings further lines of postgresql.conf
 */
export async function startPostgres({
  tls,
  isDurable = false,
  settings: more = [],
}: {
  tls?: string
  isDurable?: boolean
  settings?: readonly string[]
} = {}): Promise<PostgresServer> {
  const binaries = findBinaries() ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'hustings-postgres-'))
  const user = process.getuid?.() === 0 ? findUser() : undefined
  const own = (path: string): void => {
    if (user) chownSync(path, user.uid, user.gid)
  }
  own(folder)
  const call = async (program: string, ...words: string[]): Promise<void> => {
    const [command, ...rest] = user
      ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', join(binaries, program), ...words]
      : [join(binaries, program), ...words]
    await run(command ?? '', rest, { cwd: folder })
  }
  const data = join(folder, 'data')
  const port = await findFreePort()
  await call('initdb', '-D', data, '-U', 'hustings', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C')
  const settings = [
    "listen_addresses = '127.0.0.1'",
    `port = ${port}`,
    `unix_socket_directories = '${folder}'`,
    'max_connections = 100',
    `fsync = ${isDurable ? 'on' : 'off'}`,
    ...more,
  ]
  if (tls !== undefined) {
    makeCertificates(folder, tls)
    for (const file of ['server.key', 'server.crt']) {
      chmodSync(join(folder, file), 0o600)
      own(join(folder, file))
    }
    settings.push('ssl = on', `ssl_cert_file = '${folder}/server.crt'`, `ssl_key_file = '${folder}/server.key'`)
    writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 trust\n')
    own(join(data, 'pg_hba.conf'))
  }
  appendFileSync(join(data, 'postgresql.conf'), `${settings.join('\n')}\n`)
  const control = (...words: string[]): Promise<void> =>
    call('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', '-s', ...words)
  await control('start')
  const stop = () => control('stop', '-m', 'immediate')
  return {
    url: `postgres://hustings@${tls === undefined ? '127.0.0.1' : 'localhost'}:${port}/postgres`,
    port,
    authority: tls === undefined ? undefined : join(folder, 'authority.crt'),
    restart: () => control('restart', '-m', 'immediate'),
    stop,
    start: () => control('start'),
    async remove() {
      await stop().catch(() => undefined)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** An authority with its own certificate, and one of the server that it has signed. */
function makeCertificates(folder: string, names: string): void {
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' })
  const self = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  openssl(...self, '-subj', '/CN=test authority', '-keyout', 'authority.key', '-out', 'authority.crt')
  const request = ['req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=test server']
  openssl(...request, '-keyout', 'server.key', '-out', 'server.csr')
  writeFileSync(join(folder, 'names'), `subjectAltName=${names}\n`)
  const signed = ['-CA', 'authority.crt', '-CAkey', 'authority.key', '-CAcreateserial', '-days', '2']
  openssl('x509', '-req', '-in', 'server.csr', ...signed, '-extfile', 'names', '-out', 'server.crt')
  chmodSync(join(folder, 'authority.crt'), 0o644)
}

function findBinaries(): string | undefined {
  const versions = existsSync(BINARIES) ? readdirSync(BINARIES).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(BINARIES, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')))
}

function findUser(): { uid: number; gid: number } | undefined {
  try {
    const idOf = (flag: string): number => Number(execFileSync('id', [flag, USER], { stdio: 'pipe' }).toString())
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    return undefined
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('there is no free port')
  return address.port
}
