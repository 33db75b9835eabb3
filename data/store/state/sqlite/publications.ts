import { setTimeout as delay } from 'node:timers/promises'
import type { Refusal } from '../change.ts'
import { makeName } from '../name.ts'
import type { ChainedEvent, Head, PublicationRecord, Staged } from '../publications.ts'
import type { ServiceStore } from '../state.ts'
import type { Connection } from './connection.ts'

type Operations = Pick<
  ServiceStore,
  | 'head'
  | 'beginStage'
  | 'stageEvents'
  | 'publish'
  | 'publications'
  | 'publicationsAfter'
  | 'publicationsAt'
  | 'publicationsOf'
  | 'beginEpoch'
  | 'beginEpochAfter'
>

/** Leftover events that one transaction deletes: it takes some milliseconds, followed by an equal pause for others. */
const LEFT_AT_ONCE = 500
const LEFT_PAUSE_MS = 5

// From the top, so that there is never a gap. Deletes nothing once another stage has begun: events above the head belong to that stage.
const DROP_LEFT = `DELETE FROM event
  WHERE seq IN (
    SELECT e.seq
    FROM head AS h
    JOIN event AS e ON e.seq > h.seq
    WHERE h.stage = @stage
    ORDER BY e.seq DESC
    LIMIT @limit
  )`

const STAGE_EVENT = `INSERT INTO event (
    seq, kind, occurred_at, category, endorser_slug, endorser_state, state, election_slug, contest_kind, level, body, chain_before
  ) VALUES (
    @seq, @kind, @occurred_at, @category, @endorser_slug, @endorser_state, @state, @election_slug, @contest_kind, @level, @body,
    @chain_before
  )`

// The primary key from the end: a clock that went back can leave earlier instants above later ones.
const LAST_UNTIL = `SELECT publication, bundle, published_at, epoch, seq
  FROM publication
  WHERE publication <= @before AND published_at <= @instant
  ORDER BY publication DESC
  LIMIT 1`

export function publicationOperations(connection: Connection): Operations {
  const findHead = (): Head | undefined =>
    connection.find(
      `SELECT h.publication, p.bundle, h.epoch, h.seq, h.occurred_at, h.chain
      FROM head AS h
      JOIN publication AS p ON p.publication = h.publication`,
    )

  const begin = (): string => {
    const epoch = makeName()
    // Staged events have the old epoch in their ids.
    connection.run('UPDATE head SET epoch = @epoch, stage = NULL', { epoch })
    connection.run('UPDATE publication SET epoch = @epoch WHERE publication = (SELECT publication FROM head)', {
      epoch,
    })
    return epoch
  }

  return {
    head: async () => findHead(),

    beginStage: async () => {
      const stage = makeName()
      connection.writeQuietly(() => connection.run('UPDATE head SET stage = @stage', { stage }))
      const values = { stage, limit: LEFT_AT_ONCE }
      while (connection.writeLightly(() => connection.run(DROP_LEFT, values)).changes > 0) await delay(LEFT_PAUSE_MS)
      return stage
    },

    stageEvents: async (stage, events) =>
      connection.writeQuietly(() => {
        const refusal = refuseStage(connection, stage) ?? refuseOrder(connection, events)
        if (refusal) return refusal
        for (const event of events) connection.run(STAGE_EVENT, { ...event })
        return undefined
      }),

    publish: async ({ expectedPublication, bundle, published_at, staged, baseline }) =>
      connection.write(() => {
        const head = findHead()
        if (head?.bundle === bundle) return { publication: head.publication, changed: false }
        const current = head?.publication ?? null
        if (current !== expectedPublication) return { refused: otherPublication(head, expectedPublication) }
        const refusal = staged && (refuseStage(connection, staged.stage) ?? refuseUnstaged(connection, staged))
        if (refusal) return refusal
        const publication = (current ?? 0) + 1
        connection.run(
          `INSERT INTO publication (publication, bundle, published_at, seq, epoch)
          SELECT @publication, @bundle, @published_at, coalesce(@seq, seq), coalesce(@epoch, epoch)
          FROM head`,
          { publication, bundle, published_at, seq: staged?.seq ?? null, epoch: baseline ? makeName() : null },
        )
        // Any other stage has compared with a publication that is no longer current.
        connection.run('UPDATE head SET publication = @publication, stage = NULL', { publication })
        if (staged)
          connection.run('UPDATE head SET seq = @seq, occurred_at = @occurred_at, chain = @chain', {
            ...{ seq: staged.seq, occurred_at: staged.occurred_at, chain: staged.chain },
          })
        if (baseline)
          connection.run(
            `UPDATE head
            SET baseline = publication, epoch = (SELECT p.epoch FROM publication AS p WHERE p.publication = head.publication)`,
          )
        return { publication, changed: true }
      }),

    publications: async (limit) =>
      connection.list(
        `SELECT publication, bundle, published_at, epoch, seq
        FROM publication
        ORDER BY publication DESC
        LIMIT @limit`,
        { limit },
      ),

    publicationsAfter: async (after, limit) =>
      connection.list(
        `SELECT publication, bundle, published_at, epoch, seq
        FROM publication
        WHERE publication > @after
        ORDER BY publication
        LIMIT @limit`,
        { after, limit },
      ),

    publicationsAt: async (instants) => {
      const found = new Map<string, PublicationRecord>()
      // From the latest instant down, each search begins where the one before has ended: together they read the table once.
      let before = Number.MAX_SAFE_INTEGER
      for (const instant of [...new Set(instants)].sort().reverse()) {
        const record = connection.find<PublicationRecord>(LAST_UNTIL, { instant, before })
        if (!record) break
        found.set(instant, record)
        before = record.publication
      }
      return instants.map((instant) => found.get(instant))
    },

    publicationsOf: async (bundles) =>
      connection.list(
        `SELECT p.publication, p.bundle, p.published_at, p.epoch, p.seq
        FROM json_each(@bundles) AS b
        JOIN publication AS p ON p.publication = (SELECT max(publication) FROM publication WHERE bundle = b.value)
        ORDER BY p.publication DESC`,
        { bundles: JSON.stringify([...new Set(bundles)]) },
      ),

    beginEpoch: async () => connection.write(begin),

    beginEpochAfter: async (before) =>
      connection.write(() => {
        const current = connection.find<{ epoch: string }>('SELECT epoch FROM head')?.epoch ?? before
        return current === before ? { epoch: begin(), begun: true } : { epoch: current, begun: false }
      }),
  }
}

function refuseStage(connection: Connection, stage: string): Refusal | undefined {
  const current = connection.find<{ stage: string | null }>('SELECT stage FROM head')?.stage
  if (current === stage) return undefined
  return {
    refused: `Another publisher was first: its ${current ? 'events are being staged' : 'publication is current'} now.`,
  }
}

/** Reads rely on numbers without a gap and on instants that never decrease. */
function refuseOrder(connection: Connection, events: readonly ChainedEvent[]): Refusal | undefined {
  let last = connection.find<{ seq: number; occurred_at: string | null }>(
    `SELECT coalesce(e.seq, h.seq) AS seq, coalesce(e.occurred_at, h.occurred_at) AS occurred_at
    FROM head AS h
    LEFT JOIN event AS e ON e.seq = (SELECT max(seq) FROM event) AND e.seq > h.seq`,
  )
  for (const { seq, occurred_at } of events) {
    const expected = (last?.seq ?? 0) + 1
    if (seq !== expected) return { refused: `Event ${seq} cannot be staged: event ${expected} was expected.` }
    if (last?.occurred_at && occurred_at < last.occurred_at)
      return {
        refused: `Event ${seq} cannot be staged: it occurred at ${occurred_at}, before the previous event at ${last.occurred_at}.`,
      }
    last = { seq, occurred_at }
  }
  return undefined
}

function refuseUnstaged(connection: Connection, { seq }: Staged): Refusal | undefined {
  const found = connection.find<{ through: number; events: number }>(
    `SELECT h.seq AS through, (SELECT count(*) FROM event AS e WHERE e.seq > h.seq AND e.seq <= @seq) AS events
    FROM head AS h`,
    { seq },
  )
  if (found && seq > found.through && found.events === seq - found.through) return undefined
  return {
    refused: `Not all events of this publication are staged: got ${found?.events ?? 0} above event ${found?.through ?? 0}, expected all up to event ${seq}.`,
  }
}

function otherPublication(head: Head | undefined, expected: number | null): string {
  const got = head
    ? `publication ${head.publication} (bundle ${head.bundle.slice(0, 12)}) is current`
    : 'nothing is published'
  const wanted = expected === null ? 'no publication' : `publication ${expected}`
  return `Another publisher was first: ${got}, this one expected ${wanted}.`
}
