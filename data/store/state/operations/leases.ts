// Leases: the publication that each server answers from, on the clock of the machine with the file.

import { LEASE_MS } from '../../../schema/constants.ts'
import type { Lease, Released } from '../readers.ts'
import { hasEnded } from '../server-name.ts'
import type { ServiceStore } from '../state.ts'
import { announce, type Connection, find, list, run, type Work } from './connection.ts'

type Operations = Pick<ServiceStore, 'renewLease' | 'findStanding' | 'endLease' | 'newestLease' | 'released'>

const LEASE_SECONDS = LEASE_MS / 1000
/** Milliseconds to wait for another transaction: after a longer wait, no retry fits before the lease ends. */
const RENEW_WAIT_MS = LEASE_MS / 4

export function leaseOperations(connection: Connection): Operations {
  const { now } = connection.dialect
  /** The live leases, lowest publication first, without servers whose process has ended. */
  function* findLive(): Work<{ server: string; publication: number }[]> {
    const all = yield* list<{ server: string; publication: number }>(
      `SELECT server, publication FROM lease WHERE expires_at > ${now} ORDER BY publication, server`,
    )
    return all.filter(({ server }) => !hasEnded(server))
  }
  function* findReleased(): Work<Released | undefined> {
    const [lowest] = yield* findLive()
    if (!lowest) return undefined
    // Epoch and seq of the publication itself: the head's epoch may belong to one that is not released yet.
    return yield* find('SELECT epoch, publication, seq FROM publication WHERE publication = @publication', {
      publication: lowest.publication,
    })
  }

  /**
   * Deletes expired leases, except the newest: while no lease is live, it says what may have been released. If the clock has jumped back,
   * no lease lasts longer than LEASE_MS from now.
   */
  function* tidy(): Work<void> {
    yield* run(
      `DELETE FROM lease
      WHERE expires_at <= ${now}
        AND server <> (SELECT server FROM lease ORDER BY publication DESC, expires_at DESC, server LIMIT 1)`,
    )
    yield* run(`UPDATE lease SET expires_at = 0 WHERE expires_at <= ${now}`)
    yield* run(
      `UPDATE lease
      SET expires_at = ${now} + @seconds
      WHERE expires_at > ${now} + @seconds`,
      { seconds: LEASE_SECONDS },
    )
  }

  function* end(server: string): Work<void> {
    yield* run('UPDATE lease SET expires_at = 0 WHERE server = @server', { server })
    yield* tidy()
    yield* announce()
  }
  function* findBound({ behind = false }: Pick<Lease, 'behind'>): Work<number> {
    const released = (yield* findReleased())?.publication
    if (released !== undefined || behind) return released ?? 0
    return (yield* find<{ newest: number | null }>('SELECT max(publication) AS newest FROM lease'))?.newest ?? 0
  }

  return {
    renewLease: (lease) =>
      connection.writeLightly(function* () {
        const { server, publication } = lease
        yield* tidy()
        const bound = yield* findBound(lease)
        if (bound > publication) {
          yield* end(server)
          return {
            refused: `Publication ${bound} is already released, but the server ${server} answers from publication ${publication}.`,
          }
        }
        const before = yield* find<{ publication: number }>(
          `SELECT publication FROM lease WHERE server = @server AND expires_at > ${now}`,
          { server },
        )
        const changes = yield* run(
          `INSERT INTO lease (server, publication, expires_at)
          SELECT @server, publication, ${now} + @seconds
          FROM publication
          WHERE publication = @publication
          ON CONFLICT (server) DO UPDATE
          SET publication = excluded.publication, expires_at = excluded.expires_at`,
          { server, publication, seconds: LEASE_SECONDS },
        )
        if (changes > 0) {
          // A renewal alone releases nothing.
          if (before?.publication !== publication) yield* announce()
          return undefined
        }
        yield* end(server)
        return {
          refused: `The server ${server} cannot answer from publication ${publication}: there is no such publication.`,
        }
      }, RENEW_WAIT_MS),

    findStanding: (lease) =>
      connection.readOnce(function* () {
        const mayAnswer = (yield* findBound(lease)) <= lease.publication
        const live = yield* findLive()
        return { mayAnswer, isAlone: live.every(({ server }) => server === lease.server) }
      }),

    endLease: (server) => connection.writeLightly(() => end(server)),

    newestLease: async () => (await connection.read(findLive)).at(-1)?.publication,

    released: () => connection.readOnce(findReleased),
  }
}
