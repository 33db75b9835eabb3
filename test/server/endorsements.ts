// Endorsers of the invented region of ./geography.ts, and their endorsements in the contests of ./ballots.ts.

import { createHash } from 'node:crypto'
import { groupBy } from '../../data/core/group-by.ts'
import { ENDORSER_CATEGORIES } from '../../data/reference/endorser-categories.ts'
import type { Contest } from '../../data/schema/contest.ts'
import { toReportUrl } from '../../data/schema/correction.ts'
import { electionSummary } from '../../data/schema/election.ts'
import type { Endorsement } from '../../data/schema/endorsement.ts'
import type { Endorser, EndorserSummary } from '../../data/schema/endorser.ts'
import type { Evidence } from '../../data/schema/evidence.ts'
import { byFoldedName, compareText } from '../../data/schema/folded-name.ts'
import type { Position } from '../../data/schema/position.ts'
import type { EndorserState, Language } from '../../data/schema/vocabulary.ts'
import type { PartWriter } from '../../data/store/part.ts'
import { fillAgreement } from './agreement.ts'
import { type BallotsOptions, contestsOf } from './ballots.ts'
import { fillEndorserCoverage } from './endorser-coverage.ts'
import { idOf } from './geography.ts'
import { insertEndorsers, insertRows } from './rows.ts'

/** Slug, name, category, home. Two share a name, one differs from another in its accent and one in its case, one endorses nothing. */
const ENDORSERS: readonly (readonly [slug: string, name: string, category: string, state: EndorserState])[] = [
  ['alder-herald', 'The Alder Herald', 'newspaper', 'NC'],
  ['birch-teachers', 'Teachers of Birch', 'labor', 'NC'],
  ['capital-post', 'The Capital Post', 'newspaper', 'DC'],
  ['ferreteros', 'Áncora Ironworkers', 'labor', 'national'],
  ['friends-east', 'Friends of the River', 'environment', 'NC'],
  ['friends-west', 'Friends of the River', 'environment', 'CA'],
  ['green-hills', 'green hills alliance', 'advocacy', 'national'],
  ['mayor-example', 'Mayor Example', 'official', 'DC'],
  ['oak-party', 'Oak Party', 'party', 'NC'],
  ['oak-party-national', 'Oak Party', 'party', 'national'],
  ['silent-society', 'Society of the Silent', 'civic', 'HI'],
]

export interface Endorsed {
  endorsers: readonly Endorser[]
  /** By id. */
  endorsements: readonly Endorsement[]
  contests: readonly Contest[]
}

/** The contents of a bundle with these options, in English. */
export function endorsedIn(options: BallotsOptions): Endorsed {
  const contests = contestsOf(options)
  const endorsements = contests
    .filter((contest) => !options.wide || !contest.short_title.startsWith('Soil'))
    .flatMap((contest) => ENDORSERS.flatMap(([slug]) => endorse(summaryOf(slug, 'en'), contest, options)))
    .sort((a, b) => a.id - b.id)
  const endorsers = ENDORSERS.map(([slug]) => ({
    ...summaryOf(slug, 'en'),
    description: slug === 'alder-herald' ? 'A newspaper.' : null,
    website_url: slug === 'alder-herald' ? 'https://example.org/herald' : null,
    endorsement_count: endorsements.filter(({ endorser }) => endorser.slug === slug).length,
    report_url: toReportUrl('endorser', idOf('endorser', slug)),
  }))
  return { endorsers, endorsements, contests }
}

function summaryOf(slug: string, lang: Language): EndorserSummary {
  const [, name = '', category = '', state = 'NC'] = ENDORSERS.find((one) => one[0] === slug) ?? []
  const kind = ENDORSER_CATEGORIES.find((one) => one.slug === category)
  const label = lang === 'es' ? kind?.name_es : kind?.name
  return { id: idOf('endorser', slug), slug, name, category: { slug: category, name: label ?? '' }, state }
}

/** By source; of `other-feed` it is not known. */
export const RETRIEVED_AT: Readonly<Record<string, string>> = { feed: '2024-10-01T06:00:00.000Z' }

function sourceOf({ state }: EndorserSummary): string {
  return state === 'NC' ? 'feed' : 'other-feed'
}

/** As a bundle has it. */
function toBody({ retrieved_at: _, licence: __, report_url: ___, evidence: ____, ...built }: Endorsement): string {
  return JSON.stringify({ ...built, source_id: sourceOf(built.endorser) })
}

/** What a page says; every second page does not state the endorsement. The fixture's manifest has no sources, so nothing else is evidence. */
function capturedOf(key: string, quote_found: boolean): Evidence {
  return {
    sha256: createHash('sha256').update(key).digest('hex'),
    retrieved_at: '2024-09-30T06:00:00.000Z',
    ...{ quote: quote_found ? `A page states ${key}.` : null, quote_found, method: 'capture' },
    missing_since: quote_found && key.length % 2 === 0 ? '2024-10-01T06:00:00.000Z' : null,
  }
}

/** Each endorser but one endorses in about a third of all contests, with as many picks as the contest permits. */
function endorse(endorser: EndorserSummary, contest: Contest, options: BallotsOptions): Endorsement[] {
  const chance = idOf('chance', `${endorser.slug}/${contest.id}`)
  if (endorser.slug === 'silent-society' || chance % 3 !== 0) return []
  const ranked = contest.vote_method === 'ranked_choice'
  const allowed = ranked ? contest.choices.length : contest.votes_allowed
  const first = Math.floor(chance / 3) % contest.choices.length
  return Array.from({ length: allowed }).flatMap((_, at): Endorsement[] => {
    const choice = contest.choices[(first + at) % contest.choices.length]
    if (!choice) return []
    const { id, title, short_title, kind, vote_method, votes_allowed, ranks_allowed, measure_code, district } = contest
    const { label, measure_answer, candidate, party, withdrawn } = choice
    return [
      {
        ...{ id: idOf('endorsement', `${endorser.slug}/${choice.id}`), rank: ranked ? at + 1 : null },
        statement: chance % 2 === 0 ? `${endorser.name} says ${label}${options.said ?? ''}` : null,
        source_url: chance % 5 === 0 ? null : `https://example.org/${endorser.slug}`,
        published_on: chance % 7 === 0 ? null : '2024-09-30',
        retrieved_at: RETRIEVED_AT[sourceOf(endorser)] ?? null,
        // The manifest of the fixture has no sources.
        licence: null,
        evidence:
          chance % 5 === 0 || chance % 2 === 1 ? null : capturedOf(`${endorser.slug}/${choice.id}`, chance % 4 === 0),
        endorser,
        contest: {
          ...{ id, title, short_title, kind, vote_method, votes_allowed, ranks_allowed, measure_code, district },
        },
        election: electionSummary.parse(contest.election),
        choice: { id: choice.id, label, measure_answer, candidate, party, withdrawn },
        report_url: toReportUrl('endorsement', idOf('endorsement', `${endorser.slug}/${choice.id}`)),
      },
    ]
  })
}

/** The positions in a contest by endorser name, id; picks by rank, then ballot order. */
export function positionsIn(contest: Contest, endorsements: readonly Endorsement[]): Position[] {
  const own = endorsements.filter((one) => one.contest.id === contest.id)
  const order = contest.choices.map((choice) => choice.id)
  const endorsers = [...new Map(own.map(({ endorser }) => [endorser.id, endorser])).values()].sort(byFoldedName)
  return endorsers.map((endorser) => ({
    endorser,
    picks: own
      .filter((one) => one.endorser.id === endorser.id)
      .sort((a, b) => (a.rank ?? 99) - (b.rank ?? 99) || order.indexOf(a.choice.id) - order.indexOf(b.choice.id))
      .map(({ id, rank, statement, source_url, published_on, choice }) => ({
        ...{ choice_id: choice.id, label: choice.label, measure_answer: choice.measure_answer, rank, id },
        ...{ statement, source_url, published_on },
      })),
  }))
}

/** The same in Spanish: of the endorser's category and of the statement, where there is one. */
export function inSpanish(endorsement: Endorsement): Endorsement {
  const { endorser, statement } = endorsement
  return {
    ...endorsement,
    statement: statement === null ? null : `Dice ${statement}`,
    endorser: summaryOf(endorser.slug, 'es'),
  }
}

export function fillEndorsements(writer: PartWriter, options: BallotsOptions): void {
  const { endorsers, endorsements, contests } = endorsedIn(options)
  const spanish = endorsements.map(inSpanish)
  const levels = new Map(contests.map(({ id, level }) => [id, level]))
  insertRows(writer, 'endorser_category', 'slug endorser_count body_en body_es', ENDORSER_CATEGORIES, (category) => {
    const { slug, name, singular_name, name_es, singular_name_es } = category
    const endorser_count = endorsers.filter((one) => one.category.slug === slug).length
    const body = { slug, name, singular_name, endorser_count }
    const spanish = { ...body, name: name_es, singular_name: singular_name_es }
    return [slug, endorser_count, JSON.stringify(body), JSON.stringify(spanish)]
  })
  insertEndorsers(
    writer,
    endorsers.map((endorser) => {
      const { report_url: _, ...body } = endorser
      const elections = electionsOf(endorsements.filter((one) => one.endorser.id === body.id))
      return {
        ...{ endorser, endorsements: body.endorsement_count, elections, body },
        spanish: { ...body, ...summaryOf(body.slug, 'es') },
        spanishElections: elections.map((each) => ({ ...each, name: 'Elección' })),
      }
    }),
  )
  insertRows(
    writer,
    'endorsement',
    'id endorser_id endorser_slug category endorser_state contest_id choice_id election_id election_slug state contest_kind level',
    endorsements.map((one) => {
      const { endorser, contest, election, choice } = one
      const level = levels.get(contest.id) ?? ''
      return [
        ...[one.id, endorser.id, endorser.slug, endorser.category.slug, endorser.state, contest.id, choice.id],
        ...[election.id, election.slug, election.state, contest.kind, level],
      ]
    }),
  )
  insertRows(writer, 'endorsement_body', 'id body_en body_es', endorsements, (one, at) => {
    return [one.id, toBody(one), toBody(spanish[at] ?? one)]
  })
  const [english, other] = [endorsements, spanish].map((all) => groupBy(all, ({ contest }) => contest.id))
  for (const contest of contests) {
    fillPositions(writer, contest, english?.get(contest.id) ?? [], other?.get(contest.id) ?? [])
    fillEvidence(writer, contest, english?.get(contest.id) ?? [])
  }
  const elections = [...new Map(endorsements.map(({ election }) => [election.id, election])).values()]
  const of = (id: number) => endorsements.filter(({ election }) => election.id === id)
  const contestsIn = (some: readonly Endorsement[]) => new Set(some.map(({ contest }) => contest.id)).size
  for (const { id } of elections) {
    const columns = 'election_id endorser_id endorsement_count contest_count'
    const byEndorser = [...groupBy(of(id), ({ endorser }) => endorser.id)]
    insertRows(writer, 'election_endorser', columns, byEndorser, ([endorser, own]) => {
      return [id, endorser, own.length, contestsIn(own)]
    })
  }
  insertRows(writer, 'election_count', 'election_id endorsement_count endorsed_contest_count', elections, ({ id }) => {
    return [id, of(id).length, contestsIn(of(id))]
  })
  writer.insert('coverage', ['state', 'updated_at'], [['NC', '2024-10-02T00:00:00.000Z']])
  fillAgreement(writer, contests, endorsements)
  fillEndorserCoverage(writer, endorsers, endorsements)
}

/** @param endorsements of the contest; @param spanish the same in Spanish */
function fillPositions(
  writer: PartWriter,
  contest: Contest,
  endorsements: readonly Endorsement[],
  spanish: readonly Endorsement[],
): void {
  const [english, other] = [positionsIn(contest, endorsements), positionsIn(contest, spanish)]
  const backer = ({ endorser }: Position, { rank, statement, source_url, published_on }: Position['picks'][number]) =>
    JSON.stringify({ endorser, rank, statement, source_url, published_on })
  insertRows(
    writer,
    'position',
    'contest_id ordinal endorser_id endorser_slug category endorser_state body_en body_es',
    english.map((position, at) => {
      const { id, slug, category, state } = position.endorser
      return [contest.id, at + 1, id, slug, category.slug, state, JSON.stringify(position), JSON.stringify(other[at])]
    }),
  )
  for (const [at, position] of english.entries())
    insertRows(writer, 'pick', 'contest_id ordinal choice_id rank backer_en backer_es', position.picks, (pick, of) => {
      const [one, its] = [other[at], other[at]?.picks[of]]
      if (!one || !its) throw new Error('the Spanish position lacks a pick')
      return [contest.id, at + 1, pick.choice_id, pick.rank, backer(position, pick), backer(one, its)]
    })
}

function fillEvidence(writer: PartWriter, contest: Contest, endorsements: readonly Endorsement[]): void {
  const captured = new Map(endorsements.map(({ id, evidence }) => [id, evidence]))
  insertRows(
    writer,
    'evidence',
    'endorsement_id contest_id ordinal choice_id quote_found body',
    positionsIn(contest, endorsements).flatMap(({ picks }, at) =>
      picks.flatMap(({ id, choice_id }) => {
        const evidence = captured.get(id)
        return evidence
          ? [[id, contest.id, at + 1, choice_id, Number(evidence.quote_found), JSON.stringify(evidence)]]
          : []
      }),
    ),
  )
}

/** Newest first. */
export function electionsOf(endorsements: readonly Endorsement[]) {
  return [...groupBy(endorsements, ({ election }) => election.id).values()]
    .flatMap(([one, ...others]) => {
      if (!one) return []
      const { slug, name, date } = one.election
      return [{ election: slug, name, date, contests: new Set([one, ...others].map(({ contest }) => contest.id)).size }]
    })
    .sort((a, b) => compareText(b.date, a.date) || compareText(a.election, b.election))
}
