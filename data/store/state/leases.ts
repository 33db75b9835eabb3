// Leases: the publication that each server answers from, on the clock of the machine with the file; and the name of each server.

import { readFileSync, readlinkSync } from 'node:fs'
import { announce, type Connection, find, list, makeName, type Refusal, run, type Work } from './engine.ts'

/** @setting Milliseconds between two renewals of a server's lease. */
export const LEASE_RENEW_MS = 1000

/** @setting Milliseconds for which a server's lease on its publication holds; it is renewed each second. */
export const LEASE_MS = 5000

/** The released publication: every live server answers from this one or a later one. */
export interface Released {
  epoch: string
  publication: number
  /** The last event that is current with it. */
  seq: number
}

interface Lease {
  server: string
  /** The publication that it answers from. */
  publication: number
  /** True if it cannot open a newer one: then only live leases can refuse it. */
  behind?: boolean
}

export interface LeaseOperations {
  /**
   * Records the publication that a server answers from, for LEASE_MS on the store's own clock. Refused, without a lease, if it is older
   * than the released publication (while no lease is live: older than any server's last one): clients could hear of a change that they
   * cannot read there.
   */
  renewLease(lease: Lease): Promise<Refusal | undefined>
  /**
   * For a server that cannot renew its lease. `mayAnswer`: the lease would not be refused, because nothing newer than this publication
   * has been released. `isAlone`: no other server holds a live lease. Changes nothing.
   */
  findStanding(lease: Lease): Promise<{ mayAnswer: boolean; isAlone: boolean }>
  endLease(server: string): Promise<void>
  /** The highest publication over live leases. Undefined if there is no live lease. */
  newestLease(): Promise<number | undefined>
  /** The lowest publication over live leases, and its events. Undefined if there is no live lease. */
  released(): Promise<Released | undefined>
}

const LEASE_SECONDS = LEASE_MS / 1000
/** Milliseconds to wait for another transaction: after a longer wait, no retry fits before the lease ends. */
const RENEW_WAIT_MS = LEASE_MS / 4

export function leaseOperations(connection: Connection): LeaseOperations {
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

// The name under which a server holds its lease. From the name, another process on the same machine sees that the server has ended, and
// need not wait for the lease to expire.

/** Unique among all servers of all times. On Linux it also identifies the process and the machine. */
export function makeServerName(): string {
  const own = findProcess('self')
  return own && machine !== undefined ? [makeName(), machine, own.pid, own.started].join('/') : makeName()
}

/** True if the server's process has certainly ended. False for another machine, and if this system cannot tell. */
export function hasEnded(server: string): boolean {
  const [, where, pid, started] = server.split('/')
  if (machine === undefined || where !== machine || pid === undefined || started === undefined) return false
  return findProcess(pid)?.started !== started
}

/** Identifies this boot and this container: elsewhere, the same process id means another process. */
const machine = readMachine()

function readMachine(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const [, namespace] = /\[(\d+)\]/.exec(readlinkSync('/proc/self/ns/pid')) ?? []
    return namespace === undefined ? undefined : `${boot}:${namespace}`
  } catch {
    return undefined
  }
}

/** Undefined if there is no such process, or all its threads have ended. `started` is in ticks since the boot, because ids are reused. */
function findProcess(pid: string): { pid: string; started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses; it may contain spaces and parentheses.
    const [own = ''] = stat.split(' ', 1)
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const started = fields[18]
    return started === undefined || state === 'Z' || state === 'X' ? undefined : { pid: own, started }
  } catch {
    return undefined
  }
}
