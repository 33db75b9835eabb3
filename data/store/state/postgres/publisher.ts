// The turn to publish: an advisory lock on a connection of its own. It ends with the connection, however its process ends.

import type { Connection } from '../engine.ts'
import { StateUnavailable } from '../state.ts'
import { CalmClient, configOf, describeFault, type Location } from './clients.ts'

/** @setting Seconds without a sign of life after which PostgreSQL ends the connection of a publisher whose machine is gone, and frees its turn. */
const POSTGRES_PUBLISHER_SILENT_S = 25

type Turn = Pick<Connection, 'beginPublishing' | 'refuseLostTurn' | 'endPublishing'>

const KEEPALIVE_SECONDS = 5
/** A machine that is gone without a word would keep the lock for hours. */
const NOTICE_SILENCE = `SET tcp_keepalives_idle = ${KEEPALIVE_SECONDS};
  SET tcp_keepalives_interval = ${KEEPALIVE_SECONDS};
  SET tcp_keepalives_count = ${Math.floor(POSTGRES_PUBLISHER_SILENT_S / KEEPALIVE_SECONDS) - 1}`
const TAKE = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken'
const FIND_HOLDER = `SELECT a.application_name AS name
  FROM pg_locks AS l
  JOIN pg_stat_activity AS a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (l.classid::bigint << 32) | l.objid::bigint = hashtextextended($1, 0)`

export function createTurn({ url, name, schema }: Location): Turn {
  const lock = [`hustings publisher ${schema}`]
  let client: CalmClient | undefined
  const end = async (): Promise<void> => {
    const ended = client
    client = undefined
    await ended?.end().catch(() => undefined)
  }
  return {
    async beginPublishing(publisher) {
      await end()
      const own = new CalmClient(configOf({ url }))
      client = own
      try {
        await own.connect()
        // The name of the connection names the publisher to the others.
        await own.query("SELECT set_config('application_name', $1, false)", [publisher])
        await own.query(NOTICE_SILENCE)
        if ((await own.query(TAKE, lock)).rows[0]?.taken) return undefined
        const holder: string | undefined = (await own.query(FIND_HOLDER, lock)).rows[0]?.name
        await end()
        return { refused: `${holder || 'Another hustings'} is publishing to ${name}` }
      } catch (fault) {
        await end()
        throw new StateUnavailable(name, describeFault(fault, url))
      }
    },
    async refuseLostTurn() {
      if (!client) return undefined
      try {
        await client.query('SELECT')
        return undefined
      } catch {
        return {
          refused: `The connection to ${name} that held the turn to publish has ended, and another process may have the turn now: nothing was published`,
        }
      }
    },
    endPublishing: end,
  }
}
