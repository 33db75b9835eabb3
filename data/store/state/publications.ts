// The publications, their stages and epochs, and the pins that keep their bundles.

import { setTimeout as delay } from 'node:timers/promises'
import { type Connection, find, list, makeName, type Refusal, run, type Work } from './engine.ts'
import type { ChainedEvent } from './events.ts'

/** The current bundle. `publication` rises by one each time; a bundle id may recur after a rollback. */
export interface Head {
  publication: number
  bundle: string
  /** Changes on restore; part of every feed cursor. */
  epoch: string
  /** The last committed event; 0 before the first. */
  seq: number
  /** Instant of the last committed event; null before the first. */
  occurred_at: string | null
  /** Hash of the last committed event (data/schema/event.ts). */
  chain: string
}

/** A publication of the past. */
export interface PublicationRecord {
  publication: number
  bundle: string
  published_at: string
  epoch: string
  /** The last event that is current with it. */
  seq: number
}

interface Publication {
  /** The publication with which the publisher compared; null for the first. */
  expectedPublication: number | null
  bundle: string
  published_at: string
  /** The events staged for it; null if nothing has changed. */
  staged: Staged | null
  /** True if the changes are unknown: the same update begins a new epoch with this publication. */
  baseline?: true
}

/** All events that were staged above the head. */
export interface Staged {
  stage: string
  /** Number of the last one. */
  seq: number
  occurred_at: string
  chain: string
}

export interface PublicationOperations {
  /** Undefined before the first publication. */
  head(): Promise<Head | undefined>
  /**
   * Invalidates the stage of any earlier publisher, then deletes its leftover events in short transactions.
   * @returns the new stage's name
   */
  beginStage(): Promise<string>
  /** Adds events above the head, in order; call it with few at a time. Refused if another stage has begun since. */
  stageEvents(stage: string, events: readonly ChainedEvent[]): Promise<Refusal | undefined>
  /**
   * Makes bundle and staged events current together, in one conditional update. Refused if another publication or stage was first,
   * if an event up to `staged.seq` is missing, or if this process has lost its turn. Publishing the same bundle again changes nothing.
   */
  publish(publication: Publication): Promise<{ publication: number; changed: boolean } | Refusal>
  /** Newest first. */
  publications(limit: number): Promise<PublicationRecord[]>
  /** The publications with numbers above `after`, oldest first. */
  publicationsAfter(after: number, limit: number): Promise<(PublicationRecord & Pick<Head, 'epoch'>)[]>
  /**
   * For each instant, in the given order, the publication that was in service then: the last one up to it. Undefined before the first.
   * Reads all publications from now back to the earliest instant once.
   */
  publicationsAt(instants: readonly string[]): Promise<(PublicationRecord | undefined)[]>
  /** The newest publication of each of these bundles, newest first. */
  publicationsOf(bundles: readonly string[]): Promise<PublicationRecord[]>
  /** Begins a new epoch over the existing events: cursors of the old epoch are refused from then on. @returns the new epoch */
  beginEpoch(): Promise<string>
  /** Begins a new epoch over the existing events, but only if the given one is still current. @returns the epoch that is then current */
  beginEpochAfter(epoch: string): Promise<{ epoch: string; begun: boolean }>
}

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

const EVENT_COLUMNS = [
  ['seq', 'integer'],
  ['kind', 'text'],
  ['occurred_at', 'text'],
  ['category', 'text'],
  ['endorser_slug', 'text'],
  ['endorser_state', 'text'],
  ['state', 'text'],
  ['election_slug', 'text'],
  ['contest_kind', 'text'],
  ['level', 'text'],
  ['body', 'text'],
  ['chain_before', 'text'],
] as const
const EVENT_NAMES = EVENT_COLUMNS.map(([name]) => name).join(', ')

// The primary key from the end: a clock that went back can leave earlier instants above later ones.
const LAST_UNTIL = `SELECT publication, bundle, published_at, epoch, seq
  FROM publication
  WHERE publication <= @before AND published_at <= @instant
  ORDER BY publication DESC
  LIMIT 1`

export function publicationOperations(connection: Connection): PublicationOperations {
  const STAGE_EVENTS = `INSERT INTO event (${EVENT_NAMES})
    SELECT ${EVENT_NAMES}
    FROM ${connection.dialect.rowsOf('@events', EVENT_COLUMNS)}
    ORDER BY seq`
  function* findHead(): Work<Head | undefined> {
    return yield* find(
      `SELECT h.publication, p.bundle, h.epoch, h.seq, h.occurred_at, h.chain
      FROM head AS h
      JOIN publication AS p ON p.publication = h.publication`,
    )
  }

  function* begin(): Work<string> {
    const epoch = makeName()
    // Staged events have the old epoch in their ids.
    yield* run('UPDATE head SET epoch = @epoch, stage = NULL', { epoch })
    yield* run('UPDATE publication SET epoch = @epoch WHERE publication = (SELECT publication FROM head)', {
      epoch,
    })
    return epoch
  }

  return {
    head: () => connection.read(findHead),

    beginStage: async () => {
      const stage = makeName()
      await connection.writeQuietly(() => run('UPDATE head SET stage = @stage', { stage }))
      const values = { stage, limit: LEFT_AT_ONCE }
      while ((await connection.writeLightly(() => run(DROP_LEFT, values))) > 0) await delay(LEFT_PAUSE_MS)
      return stage
    },

    stageEvents: (stage, events) =>
      connection.writeQuietly(function* () {
        const refusal = (yield* refuseStage(stage)) ?? (yield* refuseOrder(events))
        if (refusal) return refusal
        yield* run(STAGE_EVENTS, { events: JSON.stringify(events) })
        return undefined
      }),

    publish: async ({ expectedPublication, bundle, published_at, staged, baseline }) => {
      const lost = await connection.refuseLostTurn()
      if (lost) return lost
      return connection.write(function* () {
        const head = yield* findHead()
        if (head?.bundle === bundle) return { publication: head.publication, changed: false }
        const current = head?.publication ?? null
        if (current !== expectedPublication) return { refused: otherPublication(head, expectedPublication) }
        const refusal = staged && ((yield* refuseStage(staged.stage)) ?? (yield* refuseUnstaged(staged)))
        if (refusal) return refusal
        const publication = (current ?? 0) + 1
        yield* run(
          `INSERT INTO publication (publication, bundle, published_at, seq, epoch)
          SELECT @publication, @bundle, @published_at, coalesce(@seq, seq), coalesce(@epoch, epoch)
          FROM head`,
          { publication, bundle, published_at, seq: staged?.seq ?? null, epoch: baseline ? makeName() : null },
        )
        // Any other stage has compared with a publication that is no longer current.
        yield* run('UPDATE head SET publication = @publication, stage = NULL', { publication })
        if (staged)
          yield* run('UPDATE head SET seq = @seq, occurred_at = @occurred_at, chain = @chain', {
            seq: staged.seq,
            occurred_at: staged.occurred_at,
            chain: staged.chain,
          })
        if (baseline)
          yield* run(
            `UPDATE head
            SET baseline = publication, epoch = (SELECT p.epoch FROM publication AS p WHERE p.publication = head.publication)`,
          )
        return { publication, changed: true }
      })
    },

    publications: (limit) =>
      connection.read(() =>
        list(
          `SELECT publication, bundle, published_at, epoch, seq
        FROM publication
        ORDER BY publication DESC
        LIMIT @limit`,
          { limit },
        ),
      ),

    publicationsAfter: (after, limit) =>
      connection.read(() =>
        list(
          `SELECT publication, bundle, published_at, epoch, seq
        FROM publication
        WHERE publication > @after
        ORDER BY publication
        LIMIT @limit`,
          { after, limit },
        ),
      ),

    publicationsAt: (instants) =>
      connection.readOnce(function* () {
        const found = new Map<string, PublicationRecord>()
        // From the latest instant down, each search begins where the one before has ended: together they read the table once.
        let before = Number.MAX_SAFE_INTEGER
        for (const instant of [...new Set(instants)].sort().reverse()) {
          const record = yield* find<PublicationRecord>(LAST_UNTIL, { instant, before })
          if (!record) break
          found.set(instant, record)
          before = record.publication
        }
        return instants.map((instant) => found.get(instant))
      }),

    publicationsOf: (bundles) =>
      connection.read(() =>
        list(
          `SELECT p.publication, p.bundle, p.published_at, p.epoch, p.seq
        FROM ${connection.dialect.itemsOf('@bundles')} AS b
        JOIN publication AS p ON p.publication = (SELECT max(publication) FROM publication WHERE bundle = b.value)
        ORDER BY p.publication DESC`,
          { bundles: JSON.stringify([...new Set(bundles)]) },
        ),
      ),

    beginEpoch: () => connection.write(begin),

    beginEpochAfter: (before) =>
      connection.write(function* () {
        const current = (yield* find<{ epoch: string }>('SELECT epoch FROM head'))?.epoch ?? before
        return current === before ? { epoch: yield* begin(), begun: true } : { epoch: current, begun: false }
      }),
  }
}

function* refuseStage(stage: string): Work<Refusal | undefined> {
  const current = (yield* find<{ stage: string | null }>('SELECT stage FROM head'))?.stage
  if (current === stage) return undefined
  return {
    refused: `Another publisher was first: its ${current ? 'events are being staged' : 'publication is current'} now.`,
  }
}

/** Reads rely on numbers without a gap and on instants that never decrease. */
function* refuseOrder(events: readonly ChainedEvent[]): Work<Refusal | undefined> {
  let last = yield* find<{ seq: number; occurred_at: string | null }>(
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

function* refuseUnstaged({ seq }: Staged): Work<Refusal | undefined> {
  const found = yield* find<{ through: number; events: number }>(
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

// Pins.

/** `bundle` or `name`. */
type PinReference = { bundle: string } | { name: string }

export interface PinOperations {
  /** The pinned bundles, which stay until they are unpinned, the oldest pin first. */
  pins(): Promise<Pin[]>
  /**
   * Pins a bundle. A bundle that is pinned already keeps its instant, and its name unless another is given. Refused if another bundle
   * has the name. The caller checks that the bundle is stored.
   */
  pin(bundle: string, name: string | null, pinned_at: string): Promise<Pin | Refusal>
  /** @returns the pin that is gone; undefined if there is none */
  unpin(reference: PinReference): Promise<Pin | undefined>
}

const PIN = 'SELECT bundle, name, pinned_at FROM pin'

export function pinOperations(connection: Connection): PinOperations {
  function* findPin(bundle: string): Work<Pin | undefined> {
    return yield* find(`${PIN} WHERE bundle = @bundle`, { bundle })
  }
  function* findNamed(name: string): Work<Pin | undefined> {
    return yield* find(`${PIN} WHERE name = @name`, { name })
  }

  return {
    pins: () => connection.read(() => list(`${PIN} ORDER BY pinned_at, bundle`)),

    pin: (bundle, name, pinned_at) =>
      connection.write(function* () {
        const namesake = name === null ? undefined : yield* findNamed(name)
        if (namesake && namesake.bundle !== bundle)
          return { refused: `The name "${name}" belongs to the pinned bundle ${namesake.bundle.slice(0, 12)}.` }
        yield* run(
          `INSERT INTO pin (bundle, name, pinned_at)
          VALUES (@bundle, @name, @pinned_at)
          ON CONFLICT (bundle) DO UPDATE SET name = coalesce(@name, pin.name)`,
          { bundle, name, pinned_at },
        )
        return (yield* findPin(bundle)) ?? { bundle, name, pinned_at }
      }),

    unpin: (reference) =>
      connection.write(function* () {
        const found = 'bundle' in reference ? yield* findPin(reference.bundle) : yield* findNamed(reference.name)
        if (found) yield* run('DELETE FROM pin WHERE bundle = @bundle', { bundle: found.bundle })
        return found
      }),
  }
}

/** A bundle that stays until it is unpinned. */
export interface Pin {
  bundle: string
  name: string | null
  pinned_at: string
}
