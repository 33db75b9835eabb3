// Leases: the publication that each server answers from, on the clock of the machine with the file.

import { LEASE_MS } from '../../../schema/constants.ts'
import type { Lease, Released } from '../readers.ts'
import { hasEnded } from '../server-name.ts'
import type { ServiceStore } from '../state.ts'
import type { Connection } from './connection.ts'

type Operations = Pick<ServiceStore, 'renewLease' | 'findStanding' | 'endLease' | 'newestLease' | 'released'>

const LEASE_SECONDS = LEASE_MS / 1000
/** Milliseconds to wait for another transaction: after a longer wait, no retry fits before the lease ends. */
const RENEW_WAIT_MS = LEASE_MS / 4

export function leaseOperations(connection: Connection): Operations {
  /** The live leases, lowest publication first, without servers whose process has ended. */
  const findLive = (): { server: string; publication: number }[] =>
    connection
      .list<{ server: string; publication: number }>(
        "SELECT server, publication FROM lease WHERE expires_at > unixepoch('subsec') ORDER BY publication, server",
      )
      .filter(({ server }) => !hasEnded(server))
  const findReleased = (): Released | undefined => {
    const [lowest] = findLive()
    if (!lowest) return undefined
    // Epoch and seq of the publication itself: the head's epoch may belong to one that is not released yet.
    return connection.find('SELECT epoch, publication, seq FROM publication WHERE publication = @publication', {
      publication: lowest.publication,
    })
  }

  /**
   * Deletes expired leases, except the newest: while no lease is live, it says what may have been released. If the clock has jumped back,
   * no lease lasts longer than LEASE_MS from now.
   */
  const tidy = (): void => {
    connection.run(
      `DELETE FROM lease
      WHERE expires_at <= unixepoch('subsec')
        AND server <> (SELECT server FROM lease ORDER BY publication DESC, expires_at DESC, server LIMIT 1)`,
    )
    connection.run("UPDATE lease SET expires_at = 0 WHERE expires_at <= unixepoch('subsec')")
    connection.run(
      `UPDATE lease
      SET expires_at = unixepoch('subsec') + @seconds
      WHERE expires_at > unixepoch('subsec') + @seconds`,
      { seconds: LEASE_SECONDS },
    )
  }

  const end = (server: string): void => {
    connection.run('UPDATE lease SET expires_at = 0 WHERE server = @server', { server })
    tidy()
  }
  const findBound = ({ behind = false }: Pick<Lease, 'behind'>): number => {
    const released = findReleased()?.publication
    if (released !== undefined || behind) return released ?? 0
    return connection.find<{ newest: number | null }>('SELECT max(publication) AS newest FROM lease')?.newest ?? 0
  }

  return {
    renewLease: async (lease) =>
      connection.writeLightly(() => {
        const { server, publication } = lease
        tidy()
        const bound = findBound(lease)
        if (bound > publication) {
          end(server)
          return {
            refused: `Publication ${bound} is already released, but the server ${server} answers from publication ${publication}.`,
          }
        }
        const { changes } = connection.run(
          `INSERT INTO lease (server, publication, expires_at)
          SELECT @server, publication, unixepoch('subsec') + @seconds
          FROM publication
          WHERE publication = @publication
          ON CONFLICT (server) DO UPDATE
          SET publication = excluded.publication, expires_at = excluded.expires_at`,
          { server, publication, seconds: LEASE_SECONDS },
        )
        if (changes > 0) return undefined
        end(server)
        return {
          refused: `The server ${server} cannot answer from publication ${publication}: there is no such publication.`,
        }
      }, RENEW_WAIT_MS),

    findStanding: async (lease) => ({
      mayAnswer: findBound(lease) <= lease.publication,
      isAlone: findLive().every(({ server }) => server === lease.server),
    }),

    endLease: async (server) => connection.writeLightly(() => end(server)),

    newestLease: async () => findLive().at(-1)?.publication,

    released: async () => findReleased(),
  }
}
