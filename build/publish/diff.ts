// Computes the changes between two bundles' endorsements. Pure: reads rows, opens nothing.

import { z } from 'zod'
import { contestSummary } from '../../data/schema/contest.ts'
import { electionSummary } from '../../data/schema/election.ts'
import { endorserSummary } from '../../data/schema/endorser.ts'
import { type ChangingFields, changingFields } from '../../data/schema/event.ts'
import type { ChangeKind } from '../../data/schema/vocabulary.ts'

/** An endorsement as stored in a bundle. */
export interface Served {
  id: number
  /** JSON of the endorsement as lists serve it. */
  body_en: string
  body_es: string
}

/** The served endorsement, by language. */
export type Bodies = Pick<Served, 'body_en' | 'body_es'>

type ParsedBodies = Record<keyof Bodies, unknown>

/** Holds no body, so that any number of changes can be sorted. */
export interface EndorsementChange {
  kind: ChangeKind
  /** Id of the endorsement. */
  id: number
  endorser_slug: string
  election_slug: string
  contest_id: number
  /** The new rank; for a deleted endorsement, its last rank. */
  rank: number | null
  /** For an update: the old values of the fields that changed. Otherwise null. */
  previous: Partial<ChangingFields> | null
}

const FIELDS = [
  'rank',
  'statement',
  'statement_es',
  'source_url',
  'published_on',
] as const satisfies readonly (keyof ChangingFields)[]

/** Fields that decide the order of changes. */
const placed = z.object({
  rank: changingFields.shape.rank,
  endorser: endorserSummary.pick({ slug: true }),
  contest: contestSummary.pick({ id: true }),
  election: electionSummary.pick({ slug: true }),
})

/** Both inputs and the output are in id order. An endorsement with identical text in both is not parsed. */
export function* diff(before: Iterable<Served>, after: Iterable<Served>): Generator<EndorsementChange> {
  for (const [old, next] of pair(before, after))
    if (!old) yield toChange('created', next.id, JSON.parse(next.body_en))
    else if (!next) yield toChange('deleted', old.id, JSON.parse(old.body_en))
    else if (!isSameText(old, next)) {
      const parsed = parseBodies(next)
      const previous = findPrevious(parseBodies(old), parsed)
      if (previous) yield toChange('updated', next.id, parsed.body_en, previous)
    }
}

export function parseBodies({ body_en, body_es }: Bodies): ParsedBodies {
  return { body_en: JSON.parse(body_en), body_es: JSON.parse(body_es) }
}

/** A row of a bundle's changes: bodies are null if the base's row is overridden and not replaced. */
export type Touched = { id: number } & Record<keyof Bodies, string | null>

/** Ids, in order, in which two bundles over the same endorsements part may differ. Both inputs are in id order. */
export function findTouched(before: Iterable<Touched>, after: Iterable<Touched>): number[] {
  const touched: number[] = []
  for (const [old, next] of pair(before, after))
    if (!old) touched.push(next.id)
    else if (!next || !isSameText(old, next)) touched.push(old.id)
  return touched
}

/** Pairs the rows of two lists in id order. */
function* pair<Row extends { id: number }>(
  before: Iterable<Row>,
  after: Iterable<Row>,
): Generator<[Row, Row | undefined] | [undefined, Row]> {
  const [olds, news] = [before[Symbol.iterator](), after[Symbol.iterator]()]
  let [old, next] = [olds.next(), news.next()]
  try {
    while (!old.done || !next.done) {
      if (!old.done && !next.done && old.value.id === next.value.id) {
        yield [old.value, next.value]
        old = olds.next()
        next = news.next()
      } else if (!old.done && (next.done || old.value.id < next.value.id)) {
        yield [old.value, undefined]
        old = olds.next()
      } else if (!next.done) {
        yield [undefined, next.value]
        next = news.next()
      }
    }
  } finally {
    // Closes whatever the iterators hold open.
    olds.return?.()
    news.return?.()
  }
}

/** Old values of those fields that differ and whose change is an update. Undefined if none differs. */
export function findPrevious(before: ParsedBodies, after: ParsedBodies): Partial<ChangingFields> | undefined {
  const [old, next] = [parseFields(before), parseFields(after)]
  const changed = FIELDS.filter((field) => old[field] !== next[field])
  return changed.length === 0 ? undefined : Object.fromEntries(changed.map((field) => [field, old[field]]))
}

/** The fields whose change is an update, in both languages. */
export function parseFields({ body_en, body_es }: ParsedBodies): Required<ChangingFields> {
  const fields = changingFields.parse(body_en)
  const { statement } = changingFields.parse(body_es)
  // The Spanish body repeats the English statement if there is no Spanish one.
  return { ...fields, statement_es: statement === fields.statement ? null : statement }
}

export function isSameText<Text>(one: Record<keyof Bodies, Text>, other: Record<keyof Bodies, Text>): boolean {
  return one.body_en === other.body_en && one.body_es === other.body_es
}

const KINDS: readonly ChangeKind[] = ['deleted', 'updated', 'created']

/**
 * Order of events in the feed: by endorser, then contest. Within a contest, deletions come first, so that a reader who
 * applies events one by one never holds more picks than allowed; then picks by rank.
 */
export function compareChanges(a: EndorsementChange, b: EndorsementChange): number {
  return (
    compareTexts(a.endorser_slug, b.endorser_slug) ||
    compareTexts(a.election_slug, b.election_slug) ||
    a.contest_id - b.contest_id ||
    KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
    (a.rank ?? Number.MAX_SAFE_INTEGER) - (b.rank ?? Number.MAX_SAFE_INTEGER) ||
    a.id - b.id
  )
}

function toChange(
  kind: ChangeKind,
  id: number,
  body: unknown,
  previous: EndorsementChange['previous'] = null,
): EndorsementChange {
  const { rank, endorser, contest, election } = placed.parse(body)
  const place = { endorser_slug: endorser.slug, election_slug: election.slug, contest_id: contest.id, rank }
  return { kind, id, ...place, previous }
}

/** Compares by code unit, independent of the locale. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
