// Files of endorsements at the desk. An endorser's document is written as its file in the interchange format, which `watch` publishes and
// the organization may host itself.

import type { z } from 'zod'
import { groupBy } from '../core/group-by.ts'
import { type endorsementFeed, FEED_VERSION, type feedEndorsement } from '../interchange/format.ts'
import { contest } from '../schema/contest.ts'
import type { ContestElection } from '../schema/election.ts'
import type { Stance } from '../schema/vocabulary.ts'
import type { DeskContest } from './check.ts'
import {
  DESK_TEXT_FIELDS,
  type DeskEndorser,
  type DeskPick,
  type DeskPosition,
  type DeskText,
  droppedFrom,
  isSameText,
  saidOf,
  saysTheSame,
} from './position.ts'

type Item = z.input<typeof feedEndorsement>

/** The same bytes for the same document. Positions by election and contest, picks by rank and choice. */
export function toEndorsementFile(endorser: DeskEndorser, positions: readonly DeskPosition[]): string {
  const feed: z.input<typeof endorsementFeed> = {
    version: FEED_VERSION,
    endorser,
    endorsements: positions.toSorted(byContest).flatMap(toItems),
  }
  return `${JSON.stringify(feed, null, 2)}\n`
}

/** Ids, because titles and labels are corrected from time to time. They are the same on every server. */
function toItems({ election, contest_id, picks, stance, text }: DeskPosition): Item[] {
  if (stance !== undefined) {
    const { source_url, published_on } = text
    return [
      {
        election,
        contest: contest_id,
        stance,
        ...(source_url !== null && { source_url }),
        ...(published_on !== null && { published_on }),
      },
    ]
  }
  return picks.toSorted(byRank).map(({ choice_id, rank, text: own }) => {
    const { statement, statement_es, source_url, published_on } = own ?? text
    return {
      election,
      contest: contest_id,
      choice: choice_id,
      ...(rank !== null && { rank }),
      ...(statement !== null && { statement }),
      ...(statement_es !== null && { statement_es }),
      ...(source_url !== null && { source_url }),
      ...(published_on !== null && { published_on }),
    }
  })
}

function byContest(a: DeskPosition, b: DeskPosition): number {
  if (a.election !== b.election) return a.election < b.election ? -1 : 1
  return a.contest_id - b.contest_id
}

/** After every rank. */
const UNRANKED = 1000

export function byRank(a: DeskPick, b: DeskPick): number {
  return (a.rank ?? UNRANKED) - (b.rank ?? UNRANKED) || a.choice_id - b.choice_id
}

// A file of endorsements that an editor brings to the desk: what is read from it, and what each of its records would change.

/** The fields of a contest that a file's references are matched with. */
export const namedContest = contest.pick({
  id: true,
  title: true,
  short_title: true,
  kind: true,
  vote_method: true,
  votes_allowed: true,
  ranks_allowed: true,
  party: true,
  measure_code: true,
  district: true,
  choices: true,
})
export type NamedContest = z.output<typeof namedContest>

/** The elections and contests in service, to which the file may refer. */
export interface ServedBallots {
  elections: readonly ContestElection[]
  contestsOf(election_slug: string): readonly NamedContest[]
}

/** A field that is not as the interchange format or the ballots have it. */
export interface FileProblem {
  /** Of the reader's issue, such as `unmatched-choice`. */
  code: string
  field: string | null
  got: string | null
  /** Names that may be meant, joined by `; `. */
  likely: string | null
  /** The reader's sentence, in English. */
  message: string
}

export interface FileRecord {
  line: number | null
  /** Number of the item from 1, in JSON; null in CSV. */
  item: number | null
  /** As the file says. */
  stated: { election: string; contest: string; choice: string }
  /** The contest that it names, also if the record is refused; null if none matches. */
  contest_id: number | null
  /** Null beside a stance. If both are null, the record is refused, and `problems` say why. */
  pick: { choice_id: number; rank: number | null; text: DeskText } | null
  stance: { stance: Stance; text: DeskText } | null
  /** Of a record that is not refused: fields that the reader leaves out or mends. */
  problems: readonly FileProblem[]
}

export interface DeskFile {
  records: readonly FileRecord[]
  /** Problems of the file as a whole, such as an unknown column. */
  problems: readonly FileProblem[]
}

/** Why nothing was read: the bytes are not in the format, or there are more records than permitted. */
export type UnreadFile = { stopped: { line: number | null; reason: string } } | { too_many: number }

/** Reads bytes in the interchange format, JSON or CSV. */
export type ReadDeskFile = (
  bytes: Uint8Array,
  desk: { endorser: DeskEndorser; ballots: ServedBallots; records_max: number },
) => Promise<DeskFile | UnreadFile>

/** The desk's stored position on a contest. */
export interface HeldBefore {
  version: number
  published: DeskPosition | null
  publish_at: string | null
}

const RECORD_EFFECTS = ['added', 'changed', 'unchanged', 'refused'] as const
type RecordEffect = (typeof RECORD_EFFECTS)[number]

export interface PlannedRecord extends FileRecord {
  effect: RecordEffect
  /**
   * Nothing is wrong with the record, and its published contest stays as it is: `refused` because another record of the contest is refused,
   * `unmatched` because a choice would be withdrawn that a record without a contest may mean. Null otherwise.
   */
  held_back: 'refused' | 'unmatched' | null
}

export interface PlannedPosition {
  position: DeskPosition
  /** The version of the position that it replaces; 0: none. */
  expected: number
  /** Endorsed now, and not in the file. */
  dropped: readonly DeskPick[]
  /** Published now for a choice of the file, which has none of it. */
  emptied: readonly { pick: DeskPick; fields: readonly (keyof DeskText)[] }[]
  /** A change that is scheduled, which publishing cancels. */
  cancels: string | null
}

export interface ImportPlan {
  records: readonly PlannedRecord[]
  /** Those that would change, by contest. */
  positions: readonly PlannedPosition[]
  problems: readonly FileProblem[]
}

/**
 * The records of one contest are the whole position in it. A refused record never removes what is published: its contest then stays as it
 * is. A record without a contest may be of any: while there is one, no position withdraws a choice. Contests that the file does not name
 * stay too.
 */
export function planImport(
  { records, problems }: DeskFile,
  held: ReadonlyMap<number, HeldBefore>,
  findContest: (id: number) => DeskContest | undefined,
): ImportPlan {
  const effects = new Map<FileRecord, RecordEffect>()
  const positions: PlannedPosition[] = []
  const heldBack = new Map<number, PlannedRecord['held_back']>()
  const hasUnmatched = records.some(({ contest_id }) => contest_id === null)
  for (const [id, own] of groupBy(records, ({ contest_id }) => contest_id)) {
    if (id === null) continue
    const contest = findContest(id)
    const before = held.get(id)
    const published = before?.published ?? null
    const position = contest && toPosition(contest, own)
    if (!position) continue
    if (published && own.some(isRefused)) {
      heldBack.set(id, 'refused')
      continue
    }
    const dropped = droppedFrom(published, position)
    if (hasUnmatched && dropped.length > 0) {
      heldBack.set(id, 'unmatched')
      continue
    }
    for (const record of own) {
      if (record.pick) effects.set(record, effectOf(record.pick, published))
      else if (record.stance) effects.set(record, stanceEffectOf(position, published))
    }
    if (saysTheSame(position, published)) continue
    positions.push({
      position,
      expected: before?.version ?? 0,
      dropped,
      emptied: published ? findEmptied(position, published) : [],
      cancels: before?.publish_at ?? null,
    })
  }
  const planned = records.map((record): PlannedRecord => {
    const held_back = isKept(record) ? (heldBack.get(record.contest_id ?? 0) ?? null) : null
    return { ...record, effect: effects.get(record) ?? 'refused', held_back }
  })
  return { records: planned, positions, problems }
}

/** Whether the record says something that can be published. */
export function isKept({ pick, stance }: FileRecord): boolean {
  return pick !== null || stance !== null
}

/** A repeated record is no loss: the first one counts. */
const REPEATED = ['duplicate-endorsement', 'duplicate-stance']

function isRefused(record: FileRecord): boolean {
  return !isKept(record) && record.problems.some(({ code }) => !REPEATED.includes(code))
}

/** Undefined if no record has a pick or a stance. The reader keeps no stance beside a pick, and one stance of a contest. */
function toPosition(contest: DeskContest, records: readonly FileRecord[]): DeskPosition | undefined {
  const picks = records.flatMap(({ pick }) => pick ?? [])
  const [first] = picks
  if (!first) {
    const told = records.find(({ stance }) => stance !== null)?.stance
    const named = { election: contest.election.slug, contest_id: contest.id, title: contest.title }
    return told ? { ...named, picks: [], stance: told.stance, text: told.text } : undefined
  }
  return {
    election: contest.election.slug,
    contest_id: contest.id,
    title: contest.title,
    text: first.text,
    picks: picks.map(({ choice_id, rank, text }) => ({
      choice_id,
      rank,
      text: isSameText(text, first.text) ? null : text,
      label: contest.choices.find(({ id }) => id === choice_id)?.label ?? String(choice_id),
    })),
  }
}

function effectOf(pick: NonNullable<FileRecord['pick']>, published: DeskPosition | null): RecordEffect {
  const before = published?.picks.find(({ choice_id }) => choice_id === pick.choice_id)
  if (!published || !before) return 'added'
  return saidOf({ ...pick, label: '' }, pick.text) === saidOf(before, published.text) ? 'unchanged' : 'changed'
}

function stanceEffectOf(position: DeskPosition, published: DeskPosition | null): RecordEffect {
  if (published?.stance === undefined) return 'added'
  return saysTheSame(position, published) ? 'unchanged' : 'changed'
}

function findEmptied(position: DeskPosition, published: DeskPosition): PlannedPosition['emptied'] {
  return published.picks.flatMap((pick) => {
    const next = position.picks.find(({ choice_id }) => choice_id === pick.choice_id)
    if (!next) return []
    const [before, after] = [pick.text ?? published.text, next.text ?? position.text]
    const fields = DESK_TEXT_FIELDS.filter((field) => before[field] !== null && after[field] === null)
    return fields.length > 0 ? [{ pick, fields }] : []
  })
}
