// The publishing desk: the positions of endorsers, their history, and the accounts that may edit them.

import { type DeskChange, type DeskEndorser, type DeskPosition, droppedFrom, saysTheSame } from '../../desk/position.ts'
import { type Account, findAccountOrRefuse } from './accounts.ts'
import { type AuditedChange, record } from './audit.ts'
import { type Audited, fromJson, listChanges, recordChange, toJson } from './desk-history.ts'
import { type Connection, find, list, type Refusal, run, type Work } from './engine.ts'

/** An endorser at the desk. */
export interface Desk {
  endorser: DeskEndorser
  /** Rises with each change of what its file says. */
  version: number
  /** Names of the accounts that may speak for it. */
  editors: readonly string[]
  /** Null: the desk decides what is served of the endorser. A closed desk keeps everything, and nothing in it can be changed. */
  closed_at: string | null
}

/** The stored position on one contest. Without a row: version 0, and nothing published. */
export interface HeldPosition {
  contest_id: number
  version: number
  /** Null: nothing is published. */
  published: DeskPosition | null
  /** Takes the place of `published` at `publish_at`; both null if nothing is scheduled. */
  scheduled: DeskPosition | null
  publish_at: string | null
  changed_at: string
  changed_by: string
}

/** A position of an endorser, as an editor saw it. */
interface PositionReference {
  endorser: string
  contest_id: number
  /** Of the editor, who must be allowed to speak for the endorser. */
  account_id: number
  /** The version that the editor saw. */
  expected: number
}

/** Somebody else was first: nothing was changed. */
export type PositionConflict = { conflict: HeldPosition }

export interface DeskOperations {
  /** By slug. */
  desks(): Promise<Desk[]>
  findDesk(slug: string): Promise<Desk | undefined>
  /** Slugs of the endorsers for which an account may speak, sorted. */
  endorsersOf(account_id: number): Promise<string[]>
  /**
   * Opens a desk with what the service shows of the endorser now, so that readers see no change; a closed one too. Changes the declaration
   * of an open one, whose positions stay.
   */
  openDesk(endorser: DeskEndorser, positions: readonly DeskPosition[], change: AuditedChange): Promise<Desk>
  /** Ends the desk's authority: what is scheduled is canceled, and everything else is kept. Refused if there is no open desk. */
  closeDesk(slug: string, change: AuditedChange): Promise<Desk | Refusal>
  /** Allows an account to speak for an endorser, or no longer. Refused if there is no such account or desk. */
  setEditor(account: string, slug: string, isEditor: boolean, change: AuditedChange): Promise<Account | Refusal>
  /** By contest. With those that are withdrawn. */
  positions(slug: string): Promise<HeldPosition[]>
  findPosition(slug: string, contest_id: number): Promise<HeldPosition | undefined>
  /**
   * Publishes a position now or, with `publish_at`, then; and deletes the editor's draft of it. Refused if the account may not speak for
   * the endorser, or if the desk is closed.
   */
  publishPosition(
    reference: PositionReference,
    position: DeskPosition,
    publish_at: string | null,
    change: AuditedChange,
  ): Promise<HeldPosition | PositionConflict | Refusal>
  /** Withdraws what is published, and what is scheduled. */
  withdrawPosition(
    reference: PositionReference,
    change: AuditedChange,
  ): Promise<HeldPosition | PositionConflict | Refusal>
  /** Cancels what is scheduled; what is published stays. */
  unschedulePosition(
    reference: PositionReference,
    change: AuditedChange,
  ): Promise<HeldPosition | PositionConflict | Refusal>
  /** Publishes an earlier position again, in place of what is published and scheduled. The editor's draft stays. */
  restorePosition(
    reference: PositionReference,
    position: DeskPosition,
    change: AuditedChange,
  ): Promise<HeldPosition | PositionConflict | Refusal>
  /** Publishes many positions, all or none. Refused as a whole if one of them has changed since. */
  importPositions(
    reference: Pick<PositionReference, 'endorser' | 'account_id'>,
    positions: readonly { position: DeskPosition; expected: number }[],
    change: AuditedChange,
  ): Promise<{ imported: number } | Refusal>
  /** Publishes what was scheduled for this instant or before, in the name of its editors. @returns how many */
  publishDue(now: string): Promise<number>
  /** Newest first. @param contest_id null for all contests */
  deskHistory(slug: string, contest_id: number | null, limit: number): Promise<DeskChange[]>
}

type DeskRow = Pick<Desk, 'version' | 'closed_at'> & { endorser: string; editors: string }
type PositionRow = Omit<HeldPosition, 'published' | 'scheduled'> & { body: string | null; scheduled: string | null }

const POSITION = `SELECT contest_id, version, body, scheduled, publish_at, changed_at, changed_by
  FROM desk_position
  WHERE endorser_slug = @endorser`

export function deskOperations(connection: Connection): DeskOperations {
  const DESK = `SELECT endorser, version, closed_at,
      (
        SELECT ${connection.dialect.jsonArrayOf('name')}
        FROM (
          SELECT a.name
          FROM desk_editor AS e
          JOIN account AS a ON a.id = e.account_id
          WHERE e.endorser_slug = desk.endorser_slug
          ORDER BY a.name
        ) AS editor
      ) AS editors
    FROM desk`
  function* findDesk(slug: string): Work<Desk | undefined> {
    const row = yield* find<DeskRow>(`${DESK} WHERE endorser_slug = @slug`, { slug })
    return row && toDesk(row)
  }
  function* findPosition(endorser: string, contest_id: number): Work<HeldPosition | undefined> {
    const row = yield* find<PositionRow>(`${POSITION} AND contest_id = @contest_id`, { endorser, contest_id })
    return row && toPosition(row)
  }
  function* listPositions(endorser: string): Work<HeldPosition[]> {
    return (yield* list<PositionRow>(`${POSITION} ORDER BY contest_id`, { endorser })).map(toPosition)
  }
  function* loadDesk(slug: string): Work<Desk> {
    const desk = yield* findDesk(slug)
    if (!desk) throw new Error(`the desk of ${slug} is gone within its own transaction`)
    return desk
  }
  function* raise(slug: string): Work<void> {
    yield* run('UPDATE desk SET version = version + 1 WHERE endorser_slug = @slug', { slug })
  }
  /** Writes a position with its history and audit entry. */
  function* set(
    endorser: string,
    held: Pick<HeldPosition, 'contest_id' | 'published' | 'scheduled' | 'publish_at'>,
    { action, title, position, by, at }: AuditedChange & Pick<DeskChange, 'action' | 'title' | 'position'>,
    audited: Audited = {},
  ): Work<HeldPosition> {
    const { contest_id, published, scheduled, publish_at } = held
    yield* run(
      `INSERT INTO desk_position (endorser_slug, contest_id, version, body, scheduled, publish_at, changed_at, changed_by)
      VALUES (@endorser, @contest_id, 1, @body, @scheduled, @publish_at, @at, @by)
      ON CONFLICT (endorser_slug, contest_id) DO UPDATE SET
        version = desk_position.version + 1, body = @body, scheduled = @scheduled, publish_at = @publish_at, changed_at = @at, changed_by = @by`,
      { endorser, contest_id, body: toJson(published), scheduled: toJson(scheduled), publish_at, at, by },
    )
    yield* recordChange(endorser, { action, title, position, by, at, contest_id, publish_at }, audited)
    yield* raise(endorser)
    const written = yield* findPosition(endorser, contest_id)
    if (!written) throw new Error(`a position of ${endorser} is gone within its own transaction`)
    return written
  }
  /** A desk that opens says what is served: positions of an earlier time that are not served any more are withdrawn. */
  function* takeOver(slug: string, positions: readonly DeskPosition[], change: AuditedChange): Work<void> {
    const served = new Map(positions.map((position) => [position.contest_id, position]))
    const held = new Map((yield* listPositions(slug)).map((one) => [one.contest_id, one]))
    for (const { contest_id, published } of held.values())
      if (published && !served.has(contest_id)) {
        const next = { contest_id, published: null, scheduled: null, publish_at: null }
        yield* set(
          slug,
          next,
          { ...change, action: 'withdrawn', title: published.title, position: null },
          { audits: false },
        )
      }
    for (const position of positions)
      if (!saysTheSame(position, held.get(position.contest_id)?.published ?? null))
        yield* set(
          slug,
          toHeld(position),
          { ...change, action: 'imported', title: position.title, position },
          { audits: false },
        )
  }
  /** Undefined if the editor may change the version that they saw. */
  function* refuse(
    { endorser, contest_id, account_id, expected }: Parameters<DeskOperations['withdrawPosition']>[0],
    held: HeldPosition | undefined,
  ): Work<Refusal | { conflict: HeldPosition } | undefined> {
    const stranger = yield* refuseEditor(endorser, account_id)
    if (stranger) return stranger
    return held && held.version !== expected
      ? { conflict: held }
      : held || expected === 0
        ? undefined
        : gone(contest_id)
  }

  return {
    desks: async () => (await connection.read(() => list<DeskRow>(`${DESK} ORDER BY endorser_slug`))).map(toDesk),
    findDesk: (slug) => connection.read(() => findDesk(slug)),
    endorsersOf: async (account_id) =>
      (
        await connection.read(() =>
          list<{ endorser_slug: string }>(
            'SELECT endorser_slug FROM desk_editor WHERE account_id = @account_id ORDER BY endorser_slug',
            { account_id },
          ),
        )
      ).map(({ endorser_slug }) => endorser_slug),

    openDesk: (endorser, positions, change) =>
      connection.write(function* () {
        const { slug } = endorser
        const before = yield* findDesk(slug)
        const isOpen = before?.closed_at === null
        const declared = JSON.stringify(endorser)
        if (isOpen && JSON.stringify(before.endorser) === declared) return before
        yield* run(
          `INSERT INTO desk (endorser_slug, endorser, version, opened_at)
          VALUES (@slug, @declared, 1, @at)
          ON CONFLICT (endorser_slug) DO UPDATE SET
            endorser = @declared, version = desk.version + 1, closed_at = NULL,
            opened_at = CASE WHEN desk.closed_at IS NULL THEN desk.opened_at ELSE @at END`,
          { slug, declared, at: change.at },
        )
        const detail = { endorser: slug, ...(!isOpen && { positions: positions.length }) }
        yield* record(change, { action: isOpen ? 'desk.changed' : 'desk.opened', account: null, detail })
        if (!isOpen) yield* takeOver(slug, positions, change)
        return yield* loadDesk(slug)
      }),

    closeDesk: (slug, change) =>
      connection.write(function* () {
        const desk = yield* findDesk(slug)
        if (!desk) return { refused: `There is no desk of an endorser "${slug}".` }
        if (desk.closed_at !== null) return { refused: `The desk of ${slug} is closed already.` }
        const { at } = change
        yield* run('UPDATE desk SET closed_at = @at, version = version + 1 WHERE endorser_slug = @slug', {
          slug,
          at,
        })
        yield* record(change, { action: 'desk.closed', account: null, detail: { endorser: slug } })
        for (const { contest_id, published, scheduled } of yield* listPositions(slug))
          if (scheduled) {
            const { title } = scheduled
            const next = { contest_id, published, scheduled: null, publish_at: null }
            yield* set(slug, next, { ...change, action: 'unscheduled', title, position: scheduled })
          }
        return yield* loadDesk(slug)
      }),

    setEditor: (name, slug, isEditor, change) =>
      connection.write(function* () {
        const account = yield* findAccountOrRefuse(name)
        if ('refused' in account) return account
        if (!(yield* findDesk(slug))) return { refused: `There is no desk of an endorser "${slug}": open it first.` }
        const changes = yield* run(
          isEditor
            ? 'INSERT INTO desk_editor (account_id, endorser_slug) VALUES (@id, @slug) ON CONFLICT DO NOTHING'
            : 'DELETE FROM desk_editor WHERE account_id = @id AND endorser_slug = @slug',
          { id: account.id, slug },
        )
        const action = isEditor ? 'account.endorser_granted' : 'account.endorser_withdrawn'
        if (changes > 0) yield* record(change, { action, account: name, detail: { endorser: slug } })
        return yield* findAccountOrRefuse(name)
      }),

    positions: (endorser) => connection.read(() => listPositions(endorser)),
    findPosition: (endorser, contest_id) => connection.read(() => findPosition(endorser, contest_id)),

    publishPosition: (reference, position, publish_at, change) =>
      connection.write(function* () {
        const { endorser, contest_id, account_id } = reference
        const held = yield* findPosition(endorser, contest_id)
        const refused = yield* refuse(reference, held)
        if (refused) return refused
        const published = held?.published ?? null
        const action = publish_at !== null ? 'scheduled' : published === null ? 'published' : 'corrected'
        const next =
          publish_at === null
            ? { contest_id, published: position, scheduled: null, publish_at }
            : { contest_id, published, scheduled: position, publish_at }
        const written = yield* set(endorser, next, { ...change, action, title: position.title, position })
        yield* run(
          'DELETE FROM desk_draft WHERE endorser_slug = @endorser AND contest_id = @contest_id AND account_id = @account_id',
          { endorser, contest_id, account_id },
        )
        return written
      }),

    withdrawPosition: (reference, change) =>
      connection.write(function* () {
        const { endorser, contest_id } = reference
        const held = yield* findPosition(endorser, contest_id)
        const refused = yield* refuse(reference, held)
        if (refused) return refused
        const shown = held?.published ?? held?.scheduled
        if (!held || !shown) return gone(contest_id)
        const next = { contest_id, published: null, scheduled: null, publish_at: null }
        return yield* set(endorser, next, { ...change, action: 'withdrawn', title: shown.title, position: null })
      }),

    unschedulePosition: (reference, change) =>
      connection.write(function* () {
        const { endorser, contest_id } = reference
        const held = yield* findPosition(endorser, contest_id)
        const refused = yield* refuse(reference, held)
        if (refused) return refused
        if (!held?.scheduled) return { refused: 'Nothing is scheduled for this contest any more.' }
        const { title } = held.scheduled
        const next = { contest_id, published: held.published, scheduled: null, publish_at: null }
        return yield* set(endorser, next, { ...change, action: 'unscheduled', title, position: held.scheduled })
      }),

    restorePosition: (reference, position, change) =>
      connection.write(function* () {
        const { endorser, contest_id } = reference
        const refused = yield* refuse(reference, yield* findPosition(endorser, contest_id))
        if (refused) return refused
        const { title } = position
        return yield* set(endorser, toHeld(position), { ...change, action: 'restored', title, position })
      }),

    importPositions: ({ endorser, account_id }, positions, change) =>
      connection.write(function* () {
        const stranger = yield* refuseEditor(endorser, account_id)
        if (stranger) return stranger
        const before = new Map((yield* listPositions(endorser)).map((held) => [held.contest_id, held]))
        for (const { position, expected } of positions)
          if ((before.get(position.contest_id)?.version ?? 0) !== expected)
            return { refused: `"${position.title}" was changed meanwhile. Nothing was imported: import again.` }
        for (const { position } of positions) {
          const { title } = position
          const withdrew = droppedFrom(before.get(position.contest_id)?.published, position).map(({ label }) => label)
          yield* set(endorser, toHeld(position), { ...change, action: 'imported', title, position }, { withdrew })
        }
        return { imported: positions.length }
      }),

    publishDue: async (now) => {
      const dueOf = () =>
        list<PositionRow & { endorser_slug: string }>(
          `SELECT endorser_slug, contest_id, version, body, scheduled, publish_at, changed_at, changed_by
          FROM desk_position
          WHERE publish_at <= @now
          ORDER BY publish_at, endorser_slug, contest_id`,
          { now },
        )
      if ((await connection.read(dueOf)).length === 0) return 0
      return connection.write(function* () {
        const due = yield* dueOf()
        for (const row of due) {
          const { contest_id, scheduled: position, published, changed_by: by } = toPosition(row)
          if (!position) throw new Error(`a scheduled position of ${row.endorser_slug} has no content`)
          const action = published === null ? 'published' : 'corrected'
          yield* set(row.endorser_slug, toHeld(position), { by, at: now, action, title: position.title, position })
          if (contest_id !== position.contest_id) throw new Error('a scheduled position is of another contest')
        }
        return due.length
      })
    },

    deskHistory: (endorser, contest_id, limit) => connection.read(() => listChanges(endorser, contest_id, limit)),
  }
}

/** Undefined if the account may change the desk of the endorser. */
export function* refuseEditor(endorser: string, account_id: number): Work<Refusal | undefined> {
  const editor = yield* find<{ closed_at: string | null }>(
    `SELECT closed_at
    FROM desk_editor
    JOIN desk USING (endorser_slug)
    WHERE endorser_slug = @endorser AND account_id = @account_id`,
    { endorser, account_id },
  )
  if (!editor)
    return { refused: 'This account may no longer speak for this endorser: ask the operator. Nothing was changed.' }
  if (editor.closed_at !== null)
    return { refused: 'This desk is closed: the operator can open it again. Nothing was changed.' }
  return undefined
}

function gone(contest_id: number): Refusal {
  return { refused: `Nothing is published for the contest ${contest_id} any more. Nothing was changed.` }
}

function toHeld(position: DeskPosition): Pick<HeldPosition, 'contest_id' | 'published' | 'scheduled' | 'publish_at'> {
  return { contest_id: position.contest_id, published: position, scheduled: null, publish_at: null }
}

function toDesk({ endorser, editors, ...row }: DeskRow): Desk {
  return { endorser: JSON.parse(endorser) as DeskEndorser, editors: JSON.parse(editors) as string[], ...row }
}

function toPosition({ body, scheduled, ...row }: PositionRow): HeldPosition {
  const { contest_id, version, publish_at, changed_at, changed_by } = row
  return {
    contest_id,
    version,
    published: fromJson(body),
    scheduled: fromJson(scheduled),
    publish_at,
    changed_at,
    changed_by,
  }
}
