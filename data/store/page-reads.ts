// Reads that pages need and `/v1` lacks: names of elections and records, the contests of an election, how an endorser compares with others.

import { z } from 'zod'
import type { EndorserAgreement } from '../schema/agreement.ts'
import { type Contest, contest } from '../schema/contest.ts'
import type { ReportableKind } from '../schema/correction.ts'
import { type EndorserStance, endorserStance } from '../schema/position.ts'
import type { Language } from '../schema/vocabulary.ts'
import { BODY, type Bundle, hasTable } from './bundle.ts'

export interface ElectionName {
  id: number
  slug: string
  name: string
  date: string
}

/** The given elections by date, state, slug. */
export function nameElections(bundle: Bundle, ids: readonly number[], lang: Language): ElectionName[] {
  return bundle.ballots
    .statement<ElectionName>(
      `SELECT id, slug, ${BODY} ->> '$.name' AS name, date
FROM election
WHERE id IN (SELECT value FROM json_each($ids))
ORDER BY date, state, slug`,
    )
    .all({ ids: JSON.stringify(ids), lang })
}

/** JSON of every election without its endorsement count, in English, by date, state, slug. */
export function loadElectionBodies(bundle: Bundle): string[] {
  return bundle.ballots
    .statement<{ body: string }>(
      `SELECT body_en AS body
FROM election
ORDER BY date, state, slug`,
    )
    .all({})
    .map(({ body }) => body)
}

/** JSON of an election's contests, in ballot order. */
export function loadContestsOf(bundle: Bundle, election: number, lang: Language): string[] {
  return bundle.ballots
    .statement<{ body: string }>(
      `SELECT ${BODY} AS body
FROM contest
WHERE election_id = $election
ORDER BY election_date, state, election_slug, level_rank, ballot_order, id`,
    )
    .all({ election, lang })
    .map(({ body }) => body)
}

/** The part and the table of each kind of records, and the texts that name one. */
const NAMES: Readonly<Record<ReportableKind, readonly [part: keyof Parts, table: string, ...texts: string[]]>> = {
  election: ['ballots', 'election', `${BODY} ->> '$.name'`, 'date'],
  contest: ['ballots', 'contest', `${BODY} ->> '$.title'`, `${BODY} ->> '$.election.name'`],
  endorser: ['endorsements', 'endorser', `${BODY} ->> '$.name'`],
  endorsement: [
    'endorsements',
    'endorsement_body',
    ...['endorser.name', 'choice.label', 'contest.title'].map((path) => `${BODY} ->> '$.${path}'`),
  ],
  district: ['places', 'district', "body ->> '$.name'", 'state'],
  officeholder: ['officeholders', 'officeholder', "body ->> '$.name'", "body ->> '$.office_title'"],
}
type Parts = Pick<Bundle, 'ballots' | 'endorsements' | 'places' | 'officeholders'>
const named = z.array(z.string().nullable())

/** `County Commissioner, General Election`; undefined if the bundle does not hold the record. @param record such as `contest/123` */
export function findRecordName(bundle: Bundle, record: string, lang: Language): string | undefined {
  const [kind = '', id = ''] = record.split('/')
  if (!isKind(kind)) return undefined
  const [part, table, ...texts] = NAMES[kind]
  const own = kind === 'officeholder' ? 'person_id = $id ORDER BY level_rank, id' : 'id = CAST($id AS INTEGER)'
  const row = bundle[part]
    .statement<{ json: string }>(`SELECT json_array(${texts.join(', ')}) AS json FROM ${table} WHERE ${own} LIMIT 1`)
    .get({ id, lang })
  return (row && named.parse(JSON.parse(row.json)))?.filter((text) => text !== null).join(', ')
}

function isKind(text: string): text is ReportableKind {
  return Object.hasOwn(NAMES, text)
}

// Endorsers.

/** Slugs of the endorsers with positions in most contests of an election, most first. */
export function findMostActive({ ballots, endorsements }: Bundle, slug: string, shown: number): readonly string[] {
  const election = ballots.statement<{ id: number }>('SELECT id FROM election WHERE slug = $slug').get({ slug })
  if (!election) return []
  return endorsements
    .statement<{ slug: string }>(
      `SELECT endorser.slug
FROM election_endorser
JOIN endorser ON endorser.id = endorser_id
WHERE election_id = $election
ORDER BY contest_count DESC, endorser.name_folded, endorser_id
LIMIT $shown`,
    )
    .all({ election: election.id, shown })
    .map(({ slug }) => slug)
}

export interface AgreementMatrix {
  /** The endorser first, then those with most contests in common. */
  endorsers: readonly { slug: string; name: string }[]
  /** By row and column, over all elections; null beside itself, and for a pair that is not held. */
  cells: readonly (readonly (Pick<EndorserAgreement, 'shared_contests' | 'agreed_contests'> | null)[])[]
}

/** @param shown most endorsers beside this one. @returns undefined for a bundle that does not hold agreement */
export function loadAgreementMatrix(
  { endorsements }: Bundle,
  slug: string,
  shown: number,
): AgreementMatrix | undefined {
  if (!hasTable(endorsements, 'endorser_agreement')) return undefined
  const others = endorsements
    .statement<{ id: number; slug: string; name: string }>(
      `WITH own AS (SELECT id FROM endorser WHERE slug = $slug),
pair AS (
  SELECT other_id AS id, shared_contests FROM endorser_agreement WHERE endorser_id = (SELECT id FROM own)
  UNION ALL
  SELECT endorser_id AS id, shared_contests FROM endorser_agreement WHERE other_id = (SELECT id FROM own)
)
SELECT id, slug, name
FROM (SELECT id, sum(shared_contests) AS shared FROM pair GROUP BY id UNION ALL SELECT id, NULL FROM own) AS counted
JOIN endorser USING (id)
ORDER BY counted.shared DESC NULLS FIRST, name_folded, id
LIMIT $shown`,
    )
    .all({ slug, shown: shown + 1 })
  const pairs = endorsements
    .statement<{ endorser_id: number; other_id: number; shared_contests: number; agreed_contests: number }>(
      `SELECT endorser_id, other_id, sum(shared_contests) AS shared_contests, sum(agreed_contests) AS agreed_contests
FROM endorser_agreement
WHERE endorser_id IN (SELECT value FROM json_each($ids)) AND other_id IN (SELECT value FROM json_each($ids))
GROUP BY endorser_id, other_id
ORDER BY endorser_id, other_id`,
    )
    .all({ ids: JSON.stringify(others.map(({ id }) => id)) })
  const counts = new Map(pairs.map(({ endorser_id, other_id, ...counted }) => [`${endorser_id} ${other_id}`, counted]))
  return {
    endorsers: others.map(({ slug, name }) => ({ slug, name })),
    cells: others.map((row) =>
      others.map((column) => counts.get(`${Math.min(row.id, column.id)} ${Math.max(row.id, column.id)}`) ?? null),
    ),
  }
}

/** A contest in which an endorser has a stance: it looked, and has no position there. */
export interface ContestStance extends Omit<EndorserStance, 'endorser'> {
  contest: Pick<Contest, 'id' | 'title'>
  election: Pick<Contest['election'], 'slug' | 'name' | 'date'>
}

const namedContest = contest.pick({ id: true, title: true, election: true })

/** By election, newest first, then in ballot order. A bundle of an earlier version has none. @param limit the most that are listed */
export function listEndorserStances(
  { endorsements, ballots }: Pick<Bundle, 'endorsements' | 'ballots'>,
  slug: string,
  lang: Language,
  limit: number,
): ContestStance[] {
  if (!hasTable(endorsements, 'stance')) return []
  const stances = new Map(
    endorsements
      .statement<{ contest_id: number; body: string }>(
        `SELECT contest_id, ordinal, ${BODY} AS body
FROM stance
WHERE endorser_slug = $slug
ORDER BY contest_id, ordinal`,
      )
      .all({ slug, lang })
      .map(({ contest_id, body }) => [contest_id, endorserStance.parse(JSON.parse(body))]),
  )
  if (stances.size === 0) return []
  return ballots
    .statement<{ id: number; body: string }>(
      `SELECT id, ${BODY} AS body
FROM contest
WHERE id IN (SELECT value FROM json_each($ids))
ORDER BY election_date DESC, election_slug, level_rank, ballot_order, id
LIMIT $limit`,
    )
    .all({ ids: JSON.stringify([...stances.keys()]), lang, limit })
    .flatMap(({ id, body }) => {
      const told = stances.get(id)
      if (!told) return []
      const { election, ...named } = namedContest.parse(JSON.parse(body))
      const { stance, source_url, published_on } = told
      return [{ contest: named, election, stance, source_url, published_on }]
    })
}
