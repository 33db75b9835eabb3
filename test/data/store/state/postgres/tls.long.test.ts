// A connection to PostgreSQL over TLS: the certificate and its name are checked, and nothing is sent without encryption.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openState } from '../../../../../data/store/state/open.ts'
import { StateUnavailable } from '../../../../../data/store/state/state.ts'
import { type PostgresServer, startPostgres, whyWithoutServer } from '../../../../postgres-server.ts'
import { PROOF_ONLY } from '../../../../proof/only.ts'
import { pathsAt } from '../address.ts'

const why = PROOF_ONLY ?? whyWithoutServer()

describe.skipIf(why !== undefined)(why ?? 'a PostgreSQL server with TLS', () => {
  let server: PostgresServer
  let other: PostgresServer
  beforeAll(async () => {
    ;[server, other] = await Promise.all([
      startPostgres({ tls: 'DNS:localhost' }),
      startPostgres({ tls: 'DNS:db.example.org' }),
    ])
  })
  afterAll(() => Promise.all([server.remove(), other.remove()]))

  const open = async (url: string, options: Record<string, string>) => {
    const address = new URL(url)
    for (const [name, value] of Object.entries(options)) address.searchParams.set(name, value)
    return await openState(pathsAt(address.href)).catch((fault: unknown) => fault)
  }
  const refused = async (url: string, options: Record<string, string>): Promise<string> => {
    const fault = await open(url, options)
    expect(fault).toBeInstanceOf(StateUnavailable)
    return String(fault)
  }

  it('is used if its certificate is of the named authority, and has its name', async () => {
    const state = await openState(
      pathsAt(`${server.url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(server.authority ?? '')}`),
    )
    expect(await state.isWritable()).toBe(true)
    await state.close()
  })

  it('is refused without TLS, of another authority, of an unknown one, and under another name', async () => {
    expect(await refused(server.url, {})).toMatch(/no pg_hba.conf entry .* no encryption/)
    const authority = { sslmode: 'verify-full', sslrootcert: other.authority ?? '' }
    expect(await refused(server.url, authority)).toMatch(/certificate/i)
    expect(await refused(server.url, { sslmode: 'verify-full' })).toMatch(/certificate/i)
    expect(await refused(other.url, authority)).toMatch(/altnames|Hostname/i)
  })
})
