// The feed's events. Events up to head.seq are committed: each statement reads events and head together.

import type { FeedEvent } from '../../schema/event.ts'
import { type Connection, type Dialect, find, list, run } from './engine.ts'

/** An event with the hash of the previous one. */
export interface ChainedEvent extends FeedEvent {
  chain_before: string
}

export interface EventOperations {
  /** Committed events after a position, up to one, in order. */
  events(range: { after: number; through: number; limit: number }): Promise<FeedEvent[]>
  /** When the first committed event after a position occurred. `null` if it was pruned or a baseline followed. Undefined if there is none. */
  nextOccurred(after: number): Promise<string | null | undefined>
  /**
   * The last committed event before an instant, never one before the last baseline. If the first stored event is not before the instant:
   * 0 or the last pruned event. `whole`: all changes from that instant on are stored.
   */
  seqBefore(instant: string): Promise<{ seq: number; whole: boolean }>
  /** The oldest committed events that occurred before an instant, in order. */
  eventsBefore(instant: string, limit: number): Promise<ChainedEvent[]>
  /** Deletes committed events up to one. The caller must have archived them. */
  dropEvents(through: number): Promise<void>
  /** Committed events with their chain, after a position, in order. */
  chain(after: number, limit: number): Promise<ChainedEvent[]>
}

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

export function eventOperations(connection: Connection): EventOperations {
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
