// New York's certification of the primary of June 2026, as a project has parsed the state board's PDF: contests of more than one county,
// with the dates of the amendments.

import { z } from 'zod'
import { findPrimarySystem } from '../../../../data/reference/elections.ts'
import { findItemLines, parseJson } from '../../../read/json.ts'
import { type FetchedFile, type ReadContext, type Sink, type Source, SourceError } from '../../../read/source.ts'
import { decodeText } from '../../../read/text.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../../candidacies.ts'
import { civicMirrorFile } from '../../civic-mirror.ts'
import type { At, ListedElection } from '../../listed.ts'
import { loadOffices } from '../../office-table.ts'
import { plainParty } from '../../printed-name.ts'

export const nySources: readonly Source[] = [
  {
    ...civicMirrorFile({
      id: 'ny-certification-2026-primary',
      state: 'NY',
      office: 'New York State Board of Elections',
      vintage: '2026',
      path: 'docs/state-research/NY/ny_cert_2026.json',
      name: 'ny_certification_20260623.json.gz',
    }),
    // The day of the last amendment.
    published_on: '2026-05-13',
    lists: { basis: 'candidate_list', kinds: ['candidate'], levels: ['federal', 'state'], whole_in: [] },
    needs: ['divisions'],
    read: readNy,
  },
]

/** The fourth Tuesday of June (Election Law § 8-100). */
const DAY = '2026-06-23'
const ELECTION: ListedElection = {
  state: 'NY',
  date: DAY,
  type: 'primary',
  words: 'Primary Election',
  primary_system: findPrimarySystem('NY', DAY),
}

/** The rules match `<office>/<district>/<district2>`: of a party's post, the second is the assembly district. */
const layout: CandidacyLayout = { state: 'NY', offices: loadOffices('NY') }

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

function readNy(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): void {
  for (const file of files) writeCandidacies(layout, candidacies(file, sink), { files, context, sink })
}

function* candidacies(file: FetchedFile, sink: Sink): Generator<Candidacy> {
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
function* ofContest(contest: Contest, at: At, sink: Sink): Generator<Candidacy> {
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
  const party = plainParty(contest.party)
  const ordered = [...candidates].sort((a, b) => Number(a.ballot_order) - Number(b.ballot_order))
  for (const { name } of ordered)
    yield {
      at,
      election: ELECTION,
      contest: `${office}/${district}/${district2}`,
      name: name.trim(),
      votes_allowed,
      party,
      party_label: contest.party,
      ...(party !== null && { party_contest: party }),
    }
}
