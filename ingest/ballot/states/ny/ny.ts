// New York's certification: one JSON object, one contest of a party an item.

import { z } from 'zod'
import { findItemLines, parseJson } from '../../../read/json.ts'
import { type FetchedFile, type Sink, SourceError } from '../../../read/source.ts'
import { decodeText } from '../../../read/text.ts'
import type { ListReader } from '../../list/built-in.ts'
import type { At } from '../../listed.ts'

export const ny: ListReader = { lines: readCertification }

const certification = z.object({
  contest_count: z.int(),
  candidate_count: z.int(),
  contests: z.array(
    z.object({
      office: z.string(),
      district: z.string(),
      district2: z.string(),
      party: z.string().min(1),
      vote_for: z.string().regex(/^[1-9]\d?$/),
      candidates: z
        .array(z.object({ ballot_order: z.string().regex(/^(?:\d+|Uncontested)$/), name: z.string() }))
        .min(1),
    }),
  ),
})
type Contest = z.infer<typeof certification>['contests'][number]

type Found = Generator<{ line: number | null; record: Record<string, string> }>

function* readCertification(file: FetchedFile, sink: Sink): Found {
  const text = decodeText(file)
  const parsed = certification.safeParse(parseJson(text, { file: file.name, line: 1 }))
  if (!parsed.success) {
    const [first] = parsed.error.issues
    throw new SourceError(`${first?.path.join(' → ')}: ${first?.message}; expected a certification`, {
      file: file.name,
    })
  }
  const { contests, contest_count, candidate_count } = parsed.data
  const counted = contests.reduce((sum, { candidates }) => sum + candidates.length, 0)
  if (contests.length !== contest_count || counted !== candidate_count)
    throw new SourceError(
      `has ${contests.length} contests with ${counted} candidates, expected ${contest_count} with ${candidate_count}, as it says itself`,
      { file: file.name },
    )
  const lines = findItemLines(text).get('contests') ?? []
  for (const [index, contest] of contests.entries())
    yield* ofContest(contest, { file: file.name, line: lines[index] ?? null }, sink)
}

/** A party whose candidates are no more than its places holds no primary (Election Law § 6-160). */
function* ofContest(contest: Contest, at: At, sink: Sink): Found {
  const { office, district, district2, candidates } = contest
  const votes_allowed = Number(contest.vote_for)
  const value = `${office} ${district} ${district2} ${contest.party}`.replace(/\s+/g, ' ')
  if (candidates.some(({ ballot_order }) => ballot_order === 'Uncontested')) {
    const doubtful = candidates.length > votes_allowed
    const [code, severity, message] = doubtful
      ? ([
          'doubtful-uncontested',
          'refused',
          `is called uncontested with ${candidates.length} candidates for ${votes_allowed}`,
        ] as const)
      : (['uncontested-primary', 'ignored', 'the party has no contest here, so no vote is held'] as const)
    sink.issue({ ...at, field: null, code, value, message: `${message}; it is left out`, severity })
    return
  }
  const ordered = [...candidates].sort((a, b) => Number(a.ballot_order) - Number(b.ballot_order))
  // Of a party's post, the second is the assembly district.
  for (const { name } of ordered)
    yield {
      line: at.line,
      record: { contest: `${office}/${district}/${district2}`, name, party: contest.party, votes: contest.vote_for },
    }
}
