// An endorser's declaration and its positions at the desk, one for each contest. A position is a list of picks with one text for
// all of them; a pick may have a text of its own. Or it is a stance, which has no picks and says why.

import { z } from 'zod'
import { feedEndorsement, feedEndorser } from '../interchange/format.ts'
import { STANCES } from '../schema/vocabulary.ts'

const { shape } = feedEndorsement

/** Why, where and since when. */
export const deskText = z.strictObject({
  statement: shape.statement.unwrap().nullable(),
  statement_es: shape.statement_es.unwrap().nullable(),
  source_url: shape.source_url.unwrap().nullable(),
  published_on: shape.published_on.unwrap().nullable(),
})
export type DeskText = z.output<typeof deskText>

export const DESK_TEXT_FIELDS = ['statement', 'statement_es', 'source_url', 'published_on'] as const

const deskPick = z.strictObject({
  choice_id: z.int().positive(),
  /** As on the ballot when it was picked, for people. */
  label: z.string(),
  rank: z.int().min(1).max(100).nullable(),
  /** Replaces the position's text; null: the position's applies. */
  text: deskText.nullable(),
})
export type DeskPick = z.output<typeof deskPick>

export const deskPosition = z
  .strictObject({
    /** Its slug. */
    election: z.string(),
    contest_id: z.int().positive(),
    /** Of the contest when it was picked, for people. */
    title: z.string(),
    /** Empty for a stance. */
    picks: z.array(deskPick),
    /** In place of picks. Its text has no statement. */
    stance: z.enum(STANCES).optional(),
    text: deskText,
  })
  .refine(({ picks, stance }) => picks.length > 0 !== (stance !== undefined), 'expected picks, or a stance')
export type DeskPosition = z.output<typeof deskPosition>

/** An endorser as its file declares it. */
export const deskEndorser = feedEndorser
export type DeskEndorser = z.output<typeof deskEndorser>

/** The fields of an editor's form as they were typed, by name. */
const draftFields = z.record(z.string(), z.string())
export type DraftFields = z.output<typeof draftFields>

export function isSameText(a: DeskText, b: DeskText): boolean {
  return DESK_TEXT_FIELDS.every((field) => a[field] === b[field])
}

/** Whether both say the same in the API; titles and labels do not count. */
export function saysTheSame(a: DeskPosition | null, b: DeskPosition | null): boolean {
  return a !== null && b !== null ? said(a) === said(b) : a === b
}

/** The picks of a position that the next one no longer has. @param next null: none */
export function droppedFrom(
  before: DeskPosition | null | undefined,
  next: Pick<DeskPosition, 'picks'> | null,
): readonly DeskPick[] {
  const kept = new Set(next?.picks.map(({ choice_id }) => choice_id))
  return (before?.picks ?? []).filter(({ choice_id }) => !kept.has(choice_id))
}

/** The parts of a pick that the API serves: its choice, rank and text. Without a Spanish statement, the other one is served. */
export function saidOf({ choice_id, rank, text: own }: DeskPick, text: DeskText): string {
  const { statement, statement_es, source_url, published_on } = own ?? text
  return JSON.stringify([choice_id, rank, statement, statement_es ?? statement, source_url, published_on])
}

function said({ picks, stance, text }: DeskPosition): string {
  if (stance !== undefined) return JSON.stringify([stance, text.source_url, text.published_on])
  return picks
    .toSorted((a, b) => a.choice_id - b.choice_id)
    .map((pick) => saidOf(pick, text))
    .join('\n')
}

// The history of a position: what an editor did.

const DESK_ACTIONS = [
  'published',
  'corrected',
  'scheduled',
  'unscheduled',
  'withdrawn',
  'imported',
  'restored',
] as const
export type DeskAction = (typeof DESK_ACTIONS)[number]

export interface DeskChange {
  id: number
  contest_id: number
  at: string
  by: string
  action: DeskAction
  /** Of the contest. */
  title: string
  /** Null for a withdrawal. */
  position: DeskPosition | null
  /** What was published for the contest before; null: nothing. */
  before: DeskPosition | null
  publish_at: string | null
}
