// Two invented feeds over the sample's ballots, and every kind of edit that a feed may make.

import fc from 'fast-check'
import type { CoreRows } from '../../data/core/rows.ts'
import { ENDORSER_CATEGORIES } from '../../data/reference/endorser-categories.ts'
import { STANCES } from '../../data/schema/vocabulary.ts'
import { type Accepted, copyLastGood } from '../../data/store/last-good.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import { plain, replace, sourceRow } from './rows.ts'

export interface Contest {
  contest_key: string
  ranked: boolean
  /** Maximum number of picks in a position; null without a limit. */
  permitted: number | null
  choices: readonly string[]
}

export interface Feed {
  source_id: string
  published_on: string
  endorsers: CoreRows['endorser'][]
  endorsements: CoreRows['endorsement'][]
  stances: CoreRows['stance'][]
}

const HOMES = ['ME', 'NM', 'NV', 'VT', 'national'] as const
const NAMES = ['Áncora', 'acorn', 'Birch', 'birch', 'Zenith'] as const
const ENDORSERS = 14
const EDITS = [
  ...['add', 'remove', 'rank', 'statement', 'spanish', 'source', 'date', 'rename', 'category', 'home', 'describe'],
  ...['vanish', 'appear', 'overfill', 'empty', 'repeat', 'move', 'redeclare', 'publish', 'silence', 'speak'],
] as const
const CONTEST_PART = 3

/** An edit, and the numbers that select the changed rows. */
export interface Edit {
  kind: string
  at: readonly [feed: number, row: number, other: number]
}

export const anyEdit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(...EDITS),
  at: fc.tuple(fc.nat(1), fc.nat(1_000_000), fc.nat(1_000_000)),
})

function pick<One>(list: readonly One[], at: number): One {
  const one = list[at % list.length]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}

const endorserRow = (nth: number): CoreRows['endorser'] =>
  plain('endorser', {
    ...{ endorser_slug: `endorser-${nth}`, name: `${pick(NAMES, nth)} ${nth % 4}`, state: pick(HOMES, nth) },
    category: pick(ENDORSER_CATEGORIES, nth).slug,
  })

function endorsementRow(endorser_slug: string, contest: Contest, choice_key: string): CoreRows['endorsement'] {
  const { contest_key, ranked, choices } = contest
  return plain('endorsement', {
    ...{ endorsement_key: `${endorser_slug}/${choice_key}`, endorser_slug, contest_key, choice_key },
    rank: ranked ? choices.indexOf(choice_key) + 1 : null,
    ...{ statement: `"${choice_key.length}" is said`, published_on: '2027-11-30' },
  })
}

const stanceRow = (endorser_slug: string, { contest_key }: Pick<Contest, 'contest_key'>, at = 0): CoreRows['stance'] =>
  plain('stance', {
    ...{ stance_key: `${endorser_slug}/${contest_key}`, endorser_slug, contest_key, stance: pick(STANCES, at) },
  })

/** Every endorser in a third of all contests; the second feed repeats some, contradicts some, and describes one endorser differently. */
export function inventFeeds(contests: readonly Contest[]): Feed[] {
  const endorsers = Array.from({ length: ENDORSERS }, (_, nth) => endorserRow(nth))
  const endorsements = endorsers.flatMap(({ endorser_slug }, nth) =>
    contests
      .filter((_, at) => (at * 7 + nth * 5) % CONTEST_PART === 0)
      .flatMap((contest) =>
        contest.choices
          .slice(0, contest.permitted ?? 3)
          .map((choice) => endorsementRow(endorser_slug, contest, choice)),
      ),
  )
  const again = endorsements.filter((_, at) => at % 17 === 0)
  const repeated = again.map((row) => ({ ...row, published_on: '2027-11-29' }))
  // Each feed alone is within the limit of picks; together they exceed it.
  const others = again.flatMap(({ endorser_slug, contest_key, choice_key }, nth) => {
    const contest = contests.find((one) => one.contest_key === contest_key && one.permitted === 1)
    const other = contest?.choices.find((one) => one !== choice_key)
    return nth % 3 === 0 && contest && other ? [endorsementRow(endorser_slug, contest, other)] : []
  })
  return [
    { source_id: 'feed-a', published_on: '2027-12-01', endorsers, endorsements, stances: [] },
    {
      source_id: 'feed-b',
      published_on: '2027-12-02',
      endorsers: [{ ...endorserRow(0), name: 'Other' }],
      endorsements: [...repeated, ...others],
      // By turns in a contest of the endorser's own endorsements, and in another one.
      stances: contests.slice(0, 9).map((contest, nth) => stanceRow(`endorser-${nth + (nth % 2)}`, contest)),
    },
  ]
}

/** The feeds after an edit; does not change its arguments. */
export function applyEdit(feeds: readonly Feed[], contests: readonly Contest[], { kind, at }: Edit): Feed[] {
  const [which, row, other] = at
  const edited = structuredClone([...feeds])
  const feed = pick(edited, which)
  const endorsement = pick(feed.endorsements, row)
  const endorser = pick(edited[0]?.endorsers ?? [], row)
  const contest = pick(contests, other)
  const has = (key: string): boolean => feed.endorsements.some((one) => one.endorsement_key === key)
  const add = (slug: string, where: Contest, choices: readonly string[]): void => {
    for (const choice of choices)
      if (!has(`${slug}/${choice}`)) feed.endorsements.push(endorsementRow(slug, where, choice))
  }
  const leave = (keeps: (one: CoreRows['endorsement']) => boolean): void => {
    const kept = feed.endorsements.filter(keeps)
    if (kept.length > 0) feed.endorsements = kept
  }
  switch (kind) {
    case 'silence':
      // The whole position goes.
      leave((one) => one.endorser_slug !== endorser.endorser_slug || one.contest_key !== contest.contest_key)
      feed.stances = feed.stances.filter((one) => one.stance_key !== `${endorser.endorser_slug}/${contest.contest_key}`)
      feed.stances.push(stanceRow(endorser.endorser_slug, contest, row))
      break
    case 'speak':
      feed.stances.splice(row % (feed.stances.length + 1), 1)
      break
    case 'add':
      add(endorser.endorser_slug, contest, [pick(contest.choices, row)])
      break
    case 'overfill':
      add(endorser.endorser_slug, contest, contest.choices)
      break
    case 'empty':
      leave((one) => one.endorser_slug !== endorsement.endorser_slug || one.contest_key !== endorsement.contest_key)
      break
    case 'remove':
      leave((one) => one !== endorsement)
      break
    case 'rank':
      if (endorsement.rank !== null) endorsement.rank = 1 + (other % 4)
      break
    case 'statement':
      endorsement.statement = other % 5 === 0 ? null : `said ${other}, "so"`
      break
    case 'spanish':
      endorsement.statement_es = other % 5 === 0 ? null : `dicho ${other}`
      break
    case 'source':
      endorsement.source_url = other % 5 === 0 ? null : `https://example.org/${other}`
      break
    case 'date':
      endorsement.published_on = other % 5 === 0 ? null : `2027-11-${10 + (other % 20)}`
      break
    case 'rename':
      endorser.name = `${pick(NAMES, other)} ${other % 4}`
      break
    case 'category':
      endorser.category = pick(ENDORSER_CATEGORIES, other).slug
      break
    case 'home':
      endorser.state = pick(HOMES, other)
      break
    case 'describe':
      endorser.description = `described ${other}`
      break
    case 'vanish':
      for (const one of edited) {
        const { endorser_slug } = endorser
        one.endorsers = one.endorsers.filter(
          (each) => each.endorser_slug !== endorser_slug || one.endorsers.length === 1,
        )
        if (!edited.some(({ endorsers }) => endorsers.some((each) => each.endorser_slug === endorser_slug)))
          for (const each of edited) {
            each.endorsements = each.endorsements.filter((pick) => pick.endorser_slug !== endorser_slug)
            each.stances = each.stances.filter((stance) => stance.endorser_slug !== endorser_slug)
          }
      }
      break
    case 'appear': {
      const fresh = endorserRow(ENDORSERS + (other % 1000))
      if (!edited.some(({ endorsers }) => endorsers.some((one) => one.endorser_slug === fresh.endorser_slug)))
        feed.endorsers.push(fresh)
      add(fresh.endorser_slug, contest, contest.choices.slice(0, 1))
      break
    }
    case 'repeat':
      for (const one of edited)
        if (!one.endorsements.some((each) => each.endorsement_key === endorsement.endorsement_key))
          one.endorsements.push({
            ...endorsement,
            statement: 'in another feed',
            published_on: `2027-11-${10 + (other % 20)}`,
          })
      break
    case 'move':
      // The position of a row in its file has no meaning.
      feed.endorsements.push(...feed.endorsements.splice(row % feed.endorsements.length, 1))
      break
    case 'redeclare':
      for (const one of edited)
        if (!one.endorsers.some((each) => each.endorser_slug === endorser.endorser_slug))
          one.endorsers.push({ ...endorser, name: `Redeclared ${other % 4}` })
      break
    case 'publish':
      feed.published_on = `2027-12-${10 + (other % 20)}`
      break
    default:
      throw new Error(`no edit is called ${kind}`)
  }
  return edited
}

/** Like ingest: replaces each source's rows, with a signature of their contents. */
export async function writeFeeds(warehouse: Warehouse, feeds: readonly Feed[], accepted?: Accepted): Promise<void> {
  const reads = new Map((await warehouse.sourceReads()).map((read) => [read.source_id, read]))
  for (const { source_id, published_on, endorsers, endorsements, stances } of feeds) {
    const rows = [
      ...endorsers.map((row, line) => sourceRow('endorser', row, { file: 'feed', line })),
      ...endorsements.map((row, line) => sourceRow('endorsement', row, { file: 'feed', line })),
      ...stances.map((row, line) => sourceRow('stance', row, { file: 'feed', line })),
    ]
    const signature = JSON.stringify([published_on, rows])
    const last = reads.get(source_id)
    if (last) await copyLastGood(warehouse, last, accepted)
    await replace(warehouse, source_id, rows, { family: 'sample', signature, published_on })
  }
}
