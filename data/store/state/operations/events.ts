// Reads and prunes the feed's events. Events up to head.seq are committed: each statement reads events and head together.

import type { FeedEvent } from '../../../schema/event.ts'
import type { ChainedEvent } from '../publications.ts'
import type { ServiceStore } from '../state.ts'
import { type Connection, type Dialect, find, list, run } from './connection.ts'

type Operations = Pick<ServiceStore, 'events' | 'nextOccurred' | 'seqBefore' | 'eventsBefore' | 'dropEvents' | 'chain'>

const COLUMNS = `e.seq, e.kind, e.occurred_at, e.category, e.endorser_slug, e.endorser_state, e.state, e.election_slug,
    e.contest_kind, e.level, e.body`

/** Queries that need the index: tests check their query plans. */
export function eventQueries(dialect: Dialect) {
  const EVENTS = `SELECT ${COLUMNS}
    FROM event AS e
    WHERE e.seq > @after AND e.seq <= ${dialect.lesser('@through', '(SELECT seq FROM head)')}
    ORDER BY e.seq
    LIMIT @limit`

  // There are no gaps above the pruned events, so the first event after a position has the next number or has been pruned.
  // Before the baseline it may exist while others are missing.
  const NEXT_OCCURRED = `SELECT
      CASE
        WHEN @after >= coalesce(b.seq, 0) THEN (SELECT e.occurred_at FROM event AS e WHERE e.seq = @after + 1)
      END AS occurred_at
    FROM head AS h
    LEFT JOIN publication AS b ON b.publication = h.baseline
    WHERE h.seq > @after OR @after < b.seq`

  // occurred_at never decreases (stageEvents), so it has the order of seq, and staged events are at the end of both.
  const SEQ_BEFORE = `WITH found AS (
      SELECT coalesce(b.seq, 0) AS baseline, ${dialect.greater("coalesce(b.published_at, '')", "coalesce(h.pruned_at, '')")} AS missing,
        CASE
          WHEN h.occurred_at IS NULL OR h.occurred_at < @instant THEN h.seq
          ELSE coalesce(
            (SELECT e.seq
              FROM event AS e
              WHERE e.occurred_at < @instant AND e.seq <= h.seq
              ORDER BY e.occurred_at DESC, e.seq DESC
              LIMIT 1),
            (SELECT e.seq - 1 FROM event AS e WHERE e.seq <= h.seq ORDER BY e.seq LIMIT 1),
            h.seq
          )
        END AS seq
      FROM head AS h
      LEFT JOIN publication AS b ON b.publication = h.baseline
    )
    SELECT ${dialect.greater('seq', 'baseline')} AS seq, seq >= baseline AND @instant > missing AS whole
    FROM found`

  const EVENTS_BEFORE = `SELECT ${COLUMNS}, e.chain_before
    FROM event AS e
    WHERE e.occurred_at < @instant AND e.seq <= (SELECT seq FROM head)
    ORDER BY e.occurred_at, e.seq
    LIMIT @limit`

  const CHAIN = `SELECT ${COLUMNS}, e.chain_before
    FROM event AS e
    WHERE e.seq > @after AND e.seq <= (SELECT seq FROM head)
    ORDER BY e.seq
    LIMIT @limit`

  return { EVENTS, NEXT_OCCURRED, SEQ_BEFORE, EVENTS_BEFORE, CHAIN }
}

export function eventOperations(connection: Connection): Operations {
  const { EVENTS, NEXT_OCCURRED, SEQ_BEFORE, EVENTS_BEFORE, CHAIN } = eventQueries(connection.dialect)
  const { lesser } = connection.dialect
  const PRUNED_AT = `UPDATE head
    SET pruned_at = coalesce(
      (SELECT e.occurred_at FROM event AS e WHERE e.seq <= ${lesser('@through', 'head.seq')} ORDER BY e.seq DESC LIMIT 1),
      pruned_at
    )`
  const DROP = `DELETE FROM event WHERE seq <= ${lesser('@through', '(SELECT seq FROM head)')}`

  return {
    events: ({ after, through, limit }) => connection.read(() => list<FeedEvent>(EVENTS, { after, through, limit })),

    nextOccurred: async (after) =>
      (await connection.read(() => find<{ occurred_at: string | null }>(NEXT_OCCURRED, { after })))?.occurred_at,

    seqBefore: async (instant) => {
      const found = await connection.read(() => find<{ seq: number; whole: number | boolean }>(SEQ_BEFORE, { instant }))
      return { seq: found?.seq ?? 0, whole: Boolean(found?.whole) }
    },

    eventsBefore: (instant, limit) => connection.read(() => list<ChainedEvent>(EVENTS_BEFORE, { instant, limit })),

    dropEvents: (through) =>
      connection.writeQuietly(function* () {
        yield* run(PRUNED_AT, { through })
        yield* run(DROP, { through })
      }),

    chain: (after, limit) => connection.read(() => list<ChainedEvent>(CHAIN, { after, limit })),
  }
}
