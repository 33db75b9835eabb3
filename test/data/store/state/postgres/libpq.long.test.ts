// A URL of the state reaches the same server, database and role as with libpq: psql is asked with the same URL and variables.

import { spawnSync } from 'node:child_process'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { readStateServer } from '../../../../../data/store/environment.ts'
import { configOf, locate } from '../../../../../data/store/state/postgres/clients.ts'
import { type PostgresServer, startPostgres, whyWithoutServer } from '../../../../postgres-server.ts'

const why =
  whyWithoutServer() ?? (spawnSync('psql', ['--version']).status === 0 ? undefined : 'skipped: psql is not installed')

/** The role, the database, and the address of the server, which is null for a socket. */
const WHERE = "SELECT current_user || ' ' || current_database() || ' ' || coalesce(host(inet_server_addr()), 'socket')"

describe.skipIf(why !== undefined)(why ?? 'as libpq reads it', () => {
  const me = userInfo().username
  let server: PostgresServer
  let socket: string
  beforeAll(async () => {
    server = await startPostgres()
    const client = new pg.Client(server.url)
    await client.connect()
    const { rows } = await client.query<{ file: string }>("SELECT current_setting('data_directory') AS file")
    socket = dirname(rows[0]?.file ?? '')
    await client.query(`CREATE ROLE "${me}" LOGIN`)
    for (const name of [me, 'hustings', 'main']) await client.query(`CREATE DATABASE "${name}"`)
    await client.end()
  })
  afterAll(() => server?.remove())
  afterEach(() => vi.unstubAllEnvs())

  async function askDriver(address: string): Promise<string> {
    const client = new pg.Client(configOf(locate(readStateServer(address, 'public') ?? '')))
    await client.connect()
    try {
      const { rows } = await client.query<string[]>({ text: WHERE, rowMode: 'array' })
      return rows[0]?.[0] ?? ''
    } finally {
      await client.end()
    }
  }

  function askPsql(address: string): string {
    const { stdout, stderr } = spawnSync('psql', ['-XAtw', '-d', address, '-c', WHERE], { encoding: 'utf8' })
    return stdout.trim() || stderr
  }

  // biome-ignore format: an address a line
  it.each([
    ['postgres:///main?host=SOCKET&port=PORT', {}, `${me} main socket`],
    ['postgres://hustings@/main?host=SOCKET&port=PORT', {}, 'hustings main socket'],
    ['postgresql://hustings:a%2Bb@:PORT/main?host=SOCKET', {}, 'hustings main socket'],
    ['postgres://%2FSOCKET:PORT/main', {}, `${me} main socket`],
    ['postgres://127.0.0.1:PORT', {}, `${me} ${me} 127.0.0.1`],
    ['postgres://hustings@127.0.0.1:PORT', {}, 'hustings hustings 127.0.0.1'],
    ['postgres:///main', { PGHOST: 'SOCKET', PGPORT: 'PORT' }, `${me} main socket`],
    ['postgres://hustings@:PORT', { PGHOST: '127.0.0.1', PGDATABASE: 'main' }, 'hustings main 127.0.0.1'],
    ['postgres://', { PGHOST: 'SOCKET', PGPORT: 'PORT', PGUSER: 'hustings', PGDATABASE: 'main' }, 'hustings main socket'],
    ['postgres://127.0.0.1:PORT/main', { PGHOST: 'SOCKET', PGPORT: '1', PGUSER: 'hustings' }, 'hustings main 127.0.0.1'],
  ] as [string, Record<string, string>, string][])('%s %o', async (text, environment, expected) => {
    const put = (template: string): string =>
      template
        .replace('%2FSOCKET', encodeURIComponent(socket))
        .replace('SOCKET', socket)
        .replace('PORT', String(server.port))
    vi.stubEnv('USER', undefined)
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, put(value))
    const address = put(text)
    expect(askPsql(address)).toBe(expected)
    expect(await askDriver(address)).toBe(expected)
  })
})
