// The counts of requests of all servers. One statement locks the rows of its accounts, in their order, so that two servers never wait for
// each other, and grants what still fits. It commits to the disk before a request passes: a crash of PostgreSQL forgets no grant.

import { DAY, MINUTE } from '../../../schema/scalar.ts'
import type { SharedUsage, UsageCount, UsageGrant } from '../../usage.ts'
import { LEASE_MS } from '../leases.ts'
import { STATE_AWAY_MS } from '../state.ts'
import { connectTo, locate } from './clients.ts'
import { sessionsOver } from './state.ts'

/** @setting Milliseconds within which PostgreSQL must count a batch of requests. Longer, and the server goes on with its share: callers wait. */
const POSTGRES_COUNT_TIMEOUT_MS = 1_000

const CLOCK = `clock AS MATERIALIZED (
    SELECT now, floor(now / ${MINUTE / 1000})::bigint AS minute, floor(now / ${DAY / 1000})::bigint AS day
    FROM (SELECT extract(epoch FROM clock_timestamp())::double precision AS now) AS read
  )`

/** A window stays where the clock goes back, and is discarded where it is more than its own length ahead (server/limits/counters.ts). */
const windowOf = (window: 'minute' | 'day') =>
  `CASE WHEN u.${window} > c.${window} + 1 THEN c.${window} ELSE greatest(u.${window}, c.${window}) END`

/** Rows of a minute or a day, for the charts: the row of usage_now is locked, so none is newer. */
const chart = (window: 'minute' | 'day') => `INSERT INTO usage_${window} (account_id, ${window}, requests)
    SELECT account_id, ${window}, ${window}_requests
    FROM granted
    WHERE ${window}_requests > 0 AND (fit > 0 OR back_requests > 0)
    ORDER BY account_id
    ON CONFLICT (account_id, ${window}) DO UPDATE SET requests = excluded.requests`

const TAKE = `WITH ${CLOCK}, wish AS (
    SELECT *
    FROM json_to_recordset($2::json) AS w (
      account_id bigint, requests bigint, bytes bigint, streams bigint, streams_open bigint,
      back_minute bigint, back_requests bigint, back_bytes bigint, per_minute bigint, per_day bigint, bytes_max bigint, streams_max bigint
    )
  ), held AS MATERIALIZED (
    SELECT u.*
    FROM wish AS w
    JOIN usage_now AS u ON u.account_id = w.account_id
    ORDER BY u.account_id
    FOR UPDATE OF u
  ), live AS MATERIALIZED (
    SELECT s.server FROM usage_server AS s, clock AS c WHERE s.server <> $1::text AND s.seen_at > c.now - ${LEASE_MS / 1000}
  ), windowed AS (
    SELECT u.*, c.now, ${windowOf('minute')} AS this_minute, ${windowOf('day')} AS this_day,
      coalesce(
        (SELECT jsonb_object_agg(s.key, s.value) FROM jsonb_each(u.streams) AS s JOIN live AS l ON l.server = s.key), '{}'
      ) AS others
    FROM held AS u, clock AS c
  ), before AS (
    SELECT w.*, u.now, u.others, u.this_minute AS minute, u.this_day AS day,
      CASE WHEN u.minute = u.this_minute
        THEN greatest(0, u.minute_requests - CASE WHEN w.back_minute = u.minute THEN w.back_requests ELSE 0 END) ELSE 0 END
        AS minute_before,
      CASE WHEN u.day = u.this_day
        THEN greatest(0, u.day_requests - CASE WHEN w.back_minute / 1440 = u.day THEN w.back_requests ELSE 0 END) ELSE 0 END
        AS day_before,
      CASE WHEN u.day = u.this_day
        THEN greatest(0, u.day_bytes - CASE WHEN w.back_minute / 1440 = u.day THEN w.back_bytes ELSE 0 END) ELSE 0 END
        AS bytes_before,
      coalesce((SELECT sum(s.value::bigint) FROM jsonb_each_text(u.others) AS s), 0)::bigint AS streams_elsewhere
    FROM windowed AS u
    JOIN wish AS w ON w.account_id = u.account_id
  ), fitting AS (
    SELECT b.*,
      greatest(0, least(b.requests, b.per_minute - b.minute_before, coalesce(b.per_day - b.day_before, b.requests))) AS fit,
      CASE WHEN b.bytes_before < b.bytes_max THEN b.bytes ELSE 0 END AS fit_bytes,
      b.streams_open + greatest(0, least(b.streams, b.streams_max - b.streams_elsewhere - b.streams_open)) AS streams_own
    FROM before AS b
  ), granted AS MATERIALIZED (
    SELECT f.*, f.minute_before + f.fit AS minute_requests, f.day_before + f.fit AS day_requests, f.bytes_before + f.fit_bytes AS day_bytes
    FROM fitting AS f
  ), kept AS (
    UPDATE usage_now AS u
    SET minute = g.minute, minute_requests = g.minute_requests, day = g.day, day_requests = g.day_requests, day_bytes = g.day_bytes,
      streams = CASE WHEN g.streams_own = 0 THEN g.others ELSE g.others || jsonb_build_object($1::text, g.streams_own) END
    FROM granted AS g
    WHERE u.account_id = g.account_id
  ), charted_minute AS (
    ${chart('minute')}
  ), charted_day AS (
    ${chart('day')}
  )
  SELECT account_id, minute, minute_requests, day, day_requests, day_bytes, fit AS requests, fit_bytes AS bytes, streams_elsewhere,
    now * 1000 AS now
  FROM granted
  ORDER BY account_id`

const BEGIN = `INSERT INTO usage_now (account_id, minute, minute_requests, day, day_requests, day_bytes, streams)
  SELECT value::bigint, 0, 0, 0, 0, 0, '{}'
  FROM json_array_elements_text($1::json)
  ORDER BY value::bigint
  ON CONFLICT (account_id) DO NOTHING`

/** A later minute or day than the account's begins a new count; an earlier one is for the charts alone. */
const added = (window: 'minute' | 'day', column: string, own: 'requests' | 'bytes') => `CASE
      WHEN a.last_${window} > u.${window} THEN a.${own}_of_${window}
      WHEN a.last_${window} = u.${window} THEN u.${column} + a.${own}_of_${window}
      ELSE u.${column} END`

const ADD = `WITH uncounted AS (
    SELECT *, minute / 1440 AS day FROM json_to_recordset($1::json) AS n (account_id bigint, minute bigint, requests bigint, bytes bigint)
  ), latest AS (
    SELECT account_id, max(minute) AS last_minute, max(day) AS last_day FROM uncounted GROUP BY account_id
  ), summed AS MATERIALIZED (
    SELECT l.account_id, l.last_minute, l.last_day,
      coalesce(sum(n.requests) FILTER (WHERE n.minute = l.last_minute), 0)::bigint AS requests_of_minute,
      coalesce(sum(n.requests) FILTER (WHERE n.day = l.last_day), 0)::bigint AS requests_of_day,
      coalesce(sum(n.bytes) FILTER (WHERE n.day = l.last_day), 0)::bigint AS bytes_of_day
    FROM latest AS l
    JOIN uncounted AS n ON n.account_id = l.account_id
    GROUP BY l.account_id, l.last_minute, l.last_day
  ), held AS MATERIALIZED (
    SELECT u.*
    FROM summed AS a
    JOIN usage_now AS u ON u.account_id = a.account_id
    ORDER BY u.account_id
    FOR UPDATE OF u
  ), kept AS (
    UPDATE usage_now AS k
    SET minute = greatest(u.minute, a.last_minute), minute_requests = ${added('minute', 'minute_requests', 'requests')},
      day = greatest(u.day, a.last_day), day_requests = ${added('day', 'day_requests', 'requests')},
      day_bytes = ${added('day', 'day_bytes', 'bytes')}
    FROM held AS u
    JOIN summed AS a ON a.account_id = u.account_id
    WHERE k.account_id = u.account_id
  ), charted_minute AS (
    INSERT INTO usage_minute AS m (account_id, minute, requests)
    SELECT n.account_id, n.minute, n.requests FROM uncounted AS n JOIN held AS u ON u.account_id = n.account_id WHERE n.requests > 0
    ORDER BY n.account_id, n.minute
    ON CONFLICT (account_id, minute) DO UPDATE SET requests = m.requests + excluded.requests
  )
  INSERT INTO usage_day AS d (account_id, day, requests)
  SELECT n.account_id, n.day, sum(n.requests)
  FROM uncounted AS n
  JOIN held AS u ON u.account_id = n.account_id
  WHERE n.requests > 0
  GROUP BY n.account_id, n.day
  ORDER BY n.account_id, n.day
  ON CONFLICT (account_id, day) DO UPDATE SET requests = d.requests + excluded.requests`

const RENEW = `WITH ${CLOCK}, gone AS (
    DELETE FROM usage_server WHERE server <> $1::text AND seen_at < (SELECT now FROM clock) - ${DAY / 1000}
  ), seen AS (
    INSERT INTO usage_server (server, seen_at) SELECT $1::text, now FROM clock
    ON CONFLICT (server) DO UPDATE SET seen_at = excluded.seen_at
  )
  SELECT count(*) + 1 AS servers
  FROM usage_server AS s, clock AS c
  WHERE s.server <> $1::text AND s.seen_at > c.now - ${STATE_AWAY_MS / 1000}`

const LATEST = `SELECT account_id, minute, day, minute_requests, day_requests FROM usage_now ORDER BY account_id`

const chartOf = (window: 'minute' | 'day') =>
  `SELECT ${window}, requests FROM usage_${window} WHERE account_id = $1 AND ${window} >= $2 ORDER BY ${window}`

/** Connects with the first call. Every call ends within a few times POSTGRES_COUNT_TIMEOUT_MS, and throws StateUnavailable then. */
export function openPostgresUsage(address: string): SharedUsage {
  const location = locate(address)
  const clients = connectTo(location, { readers: 1, writers: 1, timeout: POSTGRES_COUNT_TIMEOUT_MS })
  const { use } = sessionsOver(clients, location)
  /** Not repeated after a lost connection: it may have counted. @param name of a statement that is planned once for its connection */
  const write = async <Row>(text: string, values: readonly unknown[], name?: string): Promise<Row[]> =>
    (await use('write', (query) => query(text, values, name), false)).rows as Row[]
  const read = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await use('read', (query) => query(text, values))).rows as Row[]
  /** Accounts that have a row. */
  const known = new Set<number>()
  const requireRows = async (accounts: readonly number[]): Promise<void> => {
    const unknown = accounts.filter((account) => !known.has(account))
    if (unknown.length === 0) return
    await write(BEGIN, [JSON.stringify(unknown)])
    for (const account of unknown) known.add(account)
  }

  return {
    async take(server, wishes) {
      await requireRows(wishes.map(({ account_id }) => account_id))
      const rows = wishes.map(({ back, ...wish }) => ({
        ...wish,
        back_minute: back.minute,
        back_requests: back.requests,
        back_bytes: back.bytes,
      }))
      // Planning takes longer than running.
      const grants = await write<UsageGrant>(TAKE, [server, JSON.stringify(rows)], 'take')
      if (grants.length === wishes.length) return grants
      // Somebody has emptied the tables.
      known.clear()
      throw new Error(`got the counts of ${grants.length} accounts, expected ${wishes.length}`)
    },
    async add(uncounted) {
      if (uncounted.length === 0) return
      await requireRows([...new Set(uncounted.map(({ account_id }) => account_id))])
      await write(ADD, [JSON.stringify(uncounted)])
    },
    renew: async (server) => (await write<{ servers: number }>(RENEW, [server]))[0]?.servers ?? 1,
    async leave(server) {
      await write('DELETE FROM usage_server WHERE server = $1', [server])
    },
    async prune({ minute, day }) {
      await write('DELETE FROM usage_minute WHERE minute < $1', [minute])
      await write('DELETE FROM usage_day WHERE day < $1', [day])
    },
    latest: () => read<UsageCount>(LATEST),
    history: async (account_id, { minute, day }) => ({
      minutes: await read<{ minute: number; requests: number }>(chartOf('minute'), [account_id, minute]),
      days: await read<{ day: number; requests: number }>(chartOf('day'), [account_id, day]),
    }),
    close: clients.close,
  }
}
