// An endorsements part of any size: invented endorsers, each with one pick in each of many contests, and chosen differences.

import { ENDORSER_CATEGORIES } from '../../data/reference/endorser-categories.ts'
import type { BuiltEndorsement } from '../../data/schema/endorsement.ts'
import type { EndorserSummary } from '../../data/schema/endorser.ts'
import { ENDORSER_STATES, LEVELS, type Level } from '../../data/schema/vocabulary.ts'
import type { PartWriter } from '../../data/store/part.ts'
import { idOf, summaryOf } from './geography.ts'
import { insertEndorsers, insertRows } from './rows.ts'

export interface ManyOptions {
  count: number
  /** Another seed, other endorsements. */
  seed?: number
  /** As earlier versions wrote it: the district of a contest without its type and the precision of its lines. */
  earlier?: boolean
  /** How many differ from what is there without edits, spread over all. */
  edits?: Edits
}

export interface Edits {
  /** Another statement. */
  updated?: number
  /** A Spanish statement, where there was none. */
  translated?: number
  deleted?: number
  /** Beyond `count`. */
  created?: number
  /** Another name of the candidate, which is no event. */
  renamed?: number
  /** Stands in what is edited: the same endorsements edited otherwise. */
  mark?: string
}

/** Of each endorser, each in another contest. */
const PICKS = 40
const ENDORSERS_OF_A_CONTEST = 10
const ENDORSEMENT_COLUMNS =
  'id endorser_id endorser_slug category endorser_state contest_id choice_id election_id election_slug state contest_kind level'

/** Fills the tables of endorsers and of flat endorsements; positions, picks and counts stay empty. @param holds of which ids */
export function fillMany(writer: PartWriter, options: ManyOptions, holds = (_id: number): boolean => true): void {
  const ordered = manyIds(options).filter(({ id }) => holds(id))
  insertRows(writer, 'endorsement', ENDORSEMENT_COLUMNS, rows(ordered, options, toRow))
  const toBodies = options.earlier ? toEarlierBodyRow : toBodyRow
  insertRows(writer, 'endorsement_body', 'id body_en body_es', rows(ordered, options, toBodies))
  const endorsers = Array.from({ length: endorsersOf(options) }, (_, nth) => endorserOf(nth))
  insertEndorsers(
    writer,
    endorsers
      .sort((a, b) => a.id - b.id)
      .map((endorser) => {
        const body = { ...endorser, description: null, website_url: null, endorsement_count: PICKS }
        return { endorser, endorsements: PICKS, body }
      }),
  )
}

/** The served endorsements, by id; for small counts. */
export function manyEndorsements(options: ManyOptions): BuiltEndorsement[] {
  return manyRows(options).map(({ endorsement }) => endorsement)
}

/** With their Spanish statements. */
export function manyRows(options: ManyOptions): Many[] {
  return manyIds(options).map(({ nth }) => endorsementOf(nth, options))
}

function endorsersOf({ count, edits }: ManyOptions): number {
  return Math.ceil((count + (edits?.created ?? 0)) / PICKS)
}

/** In id order, which is how a part is written fast. */
function manyIds(options: ManyOptions): { id: number; nth: number }[] {
  const { count, edits = {} } = options
  return Array.from({ length: count + (edits.created ?? 0) }, (_, nth) => nth)
    .filter((nth) => nth >= count || !isEdited(nth, count, edits.deleted))
    .map((nth) => ({ id: idOf('endorsement', keyOf(nth, options)), nth }))
    .sort((a, b) => a.id - b.id)
}

function* rows<Row>(
  ordered: readonly { nth: number }[],
  options: ManyOptions,
  toOne: (row: Many) => Row,
): Generator<Row> {
  for (const { nth } of ordered) yield toOne(endorsementOf(nth, options))
}

export interface Many {
  endorsement: BuiltEndorsement
  statement_es: string | null
  level: Level
}

function toRow({ endorsement: { id, endorser, contest, choice, election }, level }: Many) {
  return [
    ...[id, endorser.id, endorser.slug, endorser.category.slug, endorser.state, contest.id, choice.id],
    ...[election.id, election.slug, election.state, contest.kind, level],
  ]
}

function toBodyRow({ endorsement, statement_es }: Many) {
  const spanish = { ...endorsement, statement: statement_es ?? endorsement.statement }
  return [endorsement.id, JSON.stringify(endorsement), JSON.stringify(spanish)]
}

function toEarlierBodyRow({ endorsement }: Many) {
  const { type: _, lines_precision: __, ...district } = endorsement.contest.district
  const body = JSON.stringify({ ...endorsement, contest: { ...endorsement.contest, district } })
  return [endorsement.id, body, body]
}

/** Every so many, so that each edit is spread evenly over all. */
function isEdited(nth: number, count: number, edited = 0): boolean {
  return Math.floor(((nth + 1) * edited) / count) > Math.floor((nth * edited) / count)
}

function keyOf(nth: number, { seed = 0 }: ManyOptions): string {
  return `${seed}/${nth}`
}

function endorserOf(nth: number): EndorserSummary {
  const { slug: category = '', name = '' } = ENDORSER_CATEGORIES[nth % ENDORSER_CATEGORIES.length] ?? {}
  const slug = `society-${String(nth).padStart(6, '0')}`
  const state = ENDORSER_STATES[nth % ENDORSER_STATES.length] ?? 'national'
  return { id: idOf('endorser', slug), slug, name: `Society ${nth}`, category: { slug: category, name }, state }
}

function endorsementOf(nth: number, options: ManyOptions): Many {
  const { count, edits = {} } = options
  const [endorser, pick] = [endorserOf(Math.floor(nth / PICKS)), nth % PICKS]
  const seat = Math.floor(nth / PICKS / ENDORSERS_OF_A_CONTEST)
  const year = pick % 2 === 0 ? 2022 : 2024
  const slug = `nc-${year}-11-0${year === 2022 ? 8 : 5}-general`
  const key = `${slug}/seat-${seat}-${pick}`
  const mark = edits.mark ?? 'edited'
  const updated = nth < count && isEdited(nth, count, edits.updated)
  const name = nth < count && isEdited(nth, count, edits.renamed) ? `Ada ${mark}` : `Ada Example ${seat}`
  return {
    level: LEVELS[seat % LEVELS.length] ?? 'state',
    statement_es: nth < count && isEdited(nth, count, edits.translated) ? `Dicho en español, ${mark}.` : null,
    endorsement: {
      ...{ id: idOf('endorsement', keyOf(nth, options)), rank: pick % 8 === 0 ? 1 + (seat % 3) : null },
      statement: `${endorser.name} backs ${key} for what was done, said and written about it, ${updated ? mark : nth}.`,
      ...{ source_url: `https://example.org/${endorser.slug}/${nth}`, published_on: `${year}-09-30` },
      endorser,
      contest: {
        ...{ id: idOf('contest', key), title: `Seat ${seat} of the board ${pick}`, short_title: `Seat ${seat}` },
        ...{ kind: 'candidate', vote_method: pick % 8 === 0 ? 'ranked_choice' : 'plurality', votes_allowed: 1 },
        ...{ ranks_allowed: pick % 8 === 0 ? 3 : null, measure_code: null, district: summaryOf('birch') },
      },
      election: {
        ...{ id: idOf('election', slug), slug, name: `${year} general election` },
        ...{ date: slug.slice(3, 13), state: 'NC', type: 'general' },
      },
      choice: {
        ...{ id: idOf('choice', `${key}/ada`), label: name, measure_answer: null },
        ...{ candidate: { id: idOf('candidate', key), full_name: name }, party: null, withdrawn: false },
      },
    },
  }
}
