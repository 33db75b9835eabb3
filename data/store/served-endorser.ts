// Reads the positions of one endorser from the bundle in service, in the desk's form. A desk starts from them, and compares its own with
// them.

import { z } from 'zod'
import { type DeskEndorser, type DeskPick, type DeskPosition, deskEndorser, isSameText } from '../desk/position.ts'
import { endorserStance } from '../schema/position.ts'
import { type Bundle, hasTable } from './bundle.ts'

type EndorsementsOf = Pick<Bundle, 'endorsements'>

const endorserBody = z.object({
  slug: z.string(),
  name: z.string(),
  category: z.object({ slug: z.string() }),
  state: z.string(),
  description: z.string().nullable(),
  website_url: z.string().nullable(),
})

/** Undefined if the bundle has no such endorser. */
export function findServedEndorser({ endorsements }: EndorsementsOf, slug: string): DeskEndorser | undefined {
  const row = endorsements
    .statement<{ body: string }>('SELECT body_en AS body FROM endorser WHERE slug = $slug')
    .get({ slug })
  if (!row) return undefined
  const { description, website_url, category, ...rest } = endorserBody.parse(JSON.parse(row.body))
  return deskEndorser.parse({
    ...rest,
    category: category.slug,
    ...(description !== null && { description }),
    ...(website_url !== null && { website_url }),
  })
}

const body = z.object({
  rank: z.number().nullable(),
  statement: z.string().nullable(),
  source_url: z.string().nullable(),
  published_on: z.string().nullable(),
  contest: z.object({ id: z.number(), title: z.string() }),
  election: z.object({ slug: z.string() }),
  choice: z.object({ id: z.number(), label: z.string() }),
})

/** Endorsements, then stances; each by contest, picks in the order of their ids. @param contest_id only of this contest */
export function loadServedPositions(
  { endorsements, ballots }: Pick<Bundle, 'endorsements' | 'ballots'>,
  slug: string,
  contest_id?: number,
): DeskPosition[] {
  const rows = endorsements
    .statement<{ en: string; es: string }>(
      `SELECT body_en AS en, body_es AS es
FROM endorsement
JOIN endorsement_body USING (id)
WHERE endorser_slug = $slug AND ($contest IS NULL OR contest_id = $contest)
ORDER BY contest_id, id`,
    )
    .all({ slug, contest: contest_id ?? null })
  const positions = new Map<number, DeskPosition>()
  for (const { en, es } of rows) {
    const { rank, statement, source_url, published_on, contest, election, choice } = body.parse(JSON.parse(en))
    const spanish = body.parse(JSON.parse(es)).statement
    // Without a Spanish text, the bundle serves the other one.
    const text = { statement, statement_es: spanish === statement ? null : spanish, source_url, published_on }
    const known = positions.get(contest.id)
    const pick: DeskPick = {
      choice_id: choice.id,
      label: choice.label,
      rank,
      text: !known || isSameText(known.text, text) ? null : text,
    }
    if (known) known.picks.push(pick)
    else
      positions.set(contest.id, {
        election: election.slug,
        contest_id: contest.id,
        title: contest.title,
        picks: [pick],
        text,
      })
  }
  return [...positions.values(), ...loadServedStances({ endorsements, ballots }, slug, contest_id)]
}

const named = z.object({ title: z.string(), election: z.object({ slug: z.string() }) })

/** None of a bundle of an earlier version. */
function loadServedStances(
  { endorsements, ballots }: Pick<Bundle, 'endorsements' | 'ballots'>,
  slug: string,
  contest_id?: number,
): DeskPosition[] {
  if (!hasTable(endorsements, 'stance')) return []
  const rows = endorsements
    .statement<{ contest_id: number; body: string }>(
      `SELECT contest_id, ordinal, body_en AS body
FROM stance
WHERE endorser_slug = $slug AND ($contest IS NULL OR contest_id = $contest)
ORDER BY contest_id, ordinal`,
    )
    .all({ slug, contest: contest_id ?? null })
  return rows.flatMap(({ contest_id, body }) => {
    const contest = ballots
      .statement<{ body: string }>('SELECT body_en AS body FROM contest WHERE id = $contest_id')
      .get({ contest_id })
    if (!contest) return []
    const { stance, source_url, published_on } = endorserStance.parse(JSON.parse(body))
    const { title, election } = named.parse(JSON.parse(contest.body))
    const text = { statement: null, statement_es: null, source_url, published_on }
    return [{ election: election.slug, contest_id, title, picks: [], stance, text }]
  })
}
