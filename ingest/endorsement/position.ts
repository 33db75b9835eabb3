// Checks an endorser's positions and stances in a contest against the contest's rules (docs/rules.md#positions).

import { groupBy } from '../../data/core/group-by.ts'
import type { EndorsementRow, StanceRow } from '../../data/core/rows.ts'
import type { Issue } from '../../data/store/source-read.ts'
import type { KnownChoice, KnownContest } from '../read/source.ts'

/** The position of a pick in a feed. `path`, such as `endorsements[3]`, goes into an issue's field if the format has no columns. */
export interface SourceLocation {
  file: string
  line: number | null
  path?: string
}

/** The details of a pick beside its endorser, contest and choice. */
export interface PickDetails {
  rank: number | null
  statement: string | null
  statement_es: string | null
  source_url: string | null
  published_on: string | null
  /** The revision of the page that the pick was read from, if its source has revisions. */
  evidence_url?: string | null
}

/** One endorser's pick of one choice, matched. */
export interface MatchedPick extends PickDetails {
  at: SourceLocation
  endorser_slug: string
  contest: Pick<KnownContest, 'contest_key' | 'title' | 'vote_method' | 'votes_allowed'>
  choice: Pick<KnownChoice, 'choice_key' | 'label'>
}

export interface PlacedEndorsement {
  row: EndorsementRow
  at: SourceLocation
}

/**
 * Rows of the positions that their contests permit, in the order of the picks. If a position has too many picks (two for
 * vote-for-one, Yes and No, a repeated rank), the whole position is left out, and each pick gives an issue `too-many-picks`. A
 * repeated pick gives an issue `duplicate-endorsement`. A rank in a contest without ranked choice is removed, with an issue
 * `rank-outside-ranking`.
 */
export function placePositions(picks: readonly MatchedPick[]): { endorsements: PlacedEndorsement[]; issues: Issue[] } {
  const positions = groupBy(picks, ({ endorser_slug, contest }) => `${endorser_slug}\n${contest.contest_key}`)
  const endorsements: PlacedEndorsement[] = []
  const issues: Issue[] = []
  for (const position of positions.values()) {
    const { kept, excess } = holdPosition(position, issues)
    if (excess === undefined) for (const pick of kept) endorsements.push({ row: toRow(pick), at: pick.at })
    else
      for (const pick of kept)
        issues.push(
          toIssue(pick, { code: 'too-many-picks', field: 'choice', value: pick.choice.label, message: excess }),
        )
  }
  return { endorsements, issues }
}

function holdPosition(
  position: readonly MatchedPick[],
  issues: Issue[],
): { kept: readonly MatchedPick[]; excess: string | undefined } {
  const held = position.map((pick) => holdRank(pick, issues))
  const first = new Map<string, MatchedPick>()
  for (const pick of held) {
    const { choice_key } = pick.choice
    const earlier = first.get(choice_key) ?? pick
    first.set(choice_key, earlier)
    if (earlier.rank !== pick.rank) return { kept: held, excess: refuse(held, 'a choice with two ranks') }
  }
  for (const pick of held) {
    const earlier = first.get(pick.choice.choice_key)
    if (!earlier || earlier === pick) continue
    const same = SAID.every((field) => pick[field] === earlier[field])
    const where = earlier.at.line === null ? (earlier.at.path ?? earlier.at.file) : `line ${earlier.at.line}`
    const message = `${pick.endorser_slug} already endorses this choice in ${where}, which is used${same ? '' : '; the two differ'}`
    const problem = { code: 'duplicate-endorsement', field: 'choice', value: pick.choice.label, message }
    issues.push(toIssue(pick, problem, same ? 'ignored' : 'refused'))
  }
  const kept = [...first.values()]
  return { kept, excess: findExcess(kept) }
}

const SAID = ['statement', 'statement_es', 'source_url', 'published_on'] as const

/** Withdrawn choices count like others: they may be endorsed. */
function findExcess(kept: readonly MatchedPick[]): string | undefined {
  const contest = kept[0]?.contest
  if (!contest) return undefined
  const ranks = kept.flatMap(({ rank }) => (rank === null ? [] : [rank]))
  if (new Set(ranks).size < ranks.length) return refuse(kept, 'a repeated rank')
  switch (contest.vote_method) {
    case 'plurality':
    case 'yes_no':
      return kept.length > 1 ? refuse(kept, `${kept.length} picks where one is permitted`) : undefined
    case 'multi_seat':
      return kept.length > contest.votes_allowed
        ? refuse(kept, `${kept.length} picks where ${contest.votes_allowed} are permitted`)
        : undefined
    case 'ranked_choice':
    case 'approval':
      return undefined
    default:
      return contest.vote_method satisfies never
  }
}

function refuse(position: readonly MatchedPick[], what: string): string {
  const [first] = position
  const labels = [...new Set(position.map(({ choice }) => choice.label))]
    .slice(0, 5)
    .map((label) => `"${label.slice(0, 40)}"`)
  return `${first?.endorser_slug} has ${what} in "${first?.contest.title.slice(0, 80)}": ${labels.join(', ')}; the whole position is left out`
}

function holdRank(pick: MatchedPick, issues: Issue[]): MatchedPick {
  if (pick.rank === null || pick.contest.vote_method === 'ranked_choice') return pick
  const message = `"${pick.contest.title.slice(0, 100)}" is not decided by ranked choice; the endorsement is kept without its rank`
  issues.push(
    toIssue(pick, { code: 'rank-outside-ranking', field: 'rank', value: String(pick.rank), message }, 'mended'),
  )
  return { ...pick, rank: null }
}

function toRow({
  endorser_slug,
  contest,
  choice,
  at: _,
  evidence_url = null,
  ...details
}: MatchedPick): EndorsementRow {
  return {
    endorsement_key: `${endorser_slug}/${choice.choice_key}`,
    endorser_slug,
    contest_key: contest.contest_key,
    choice_key: choice.choice_key,
    ...details,
    evidence_url,
  }
}

/** An issue at a feed's position: the field is `endorsements[3].choice` if the format has paths. */
export function toIssue(
  { at }: { at: SourceLocation },
  problem: { code: string; field: string | null; value: string | null; message: string },
  severity: Issue['severity'] = 'refused',
): Issue {
  const field = at.path === undefined ? problem.field : [at.path, problem.field].filter((part) => part).join('.')
  return { file: at.file, line: at.line, ...problem, field, severity }
}

// An endorser that looked at a contest and has no position in it, and why (docs/rules.md#stances).

export interface PlacedStance {
  row: StanceRow
  at: SourceLocation
}

/**
 * The first stance of each endorser in a contest, unless the feed endorses a choice there: then the position counts. Any other
 * stance gives an issue, `stance-beside-choice` or `duplicate-stance`.
 */
export function placeStances(
  stated: readonly PlacedStance[],
  endorsements: readonly PlacedEndorsement[],
): { stances: PlacedStance[]; issues: Issue[] } {
  const positions = new Set(endorsements.map(({ row }) => `${row.endorser_slug}/${row.contest_key}`))
  const first = new Map<string, PlacedStance>()
  const issues: Issue[] = []
  for (const stance of stated) {
    const { stance_key, endorser_slug, stance: value } = stance.row
    const refuse = (code: string, message: string): void => {
      issues.push(toIssue(stance, { code, field: 'stance', value, message }))
    }
    if (positions.has(stance_key))
      refuse(
        'stance-beside-choice',
        `${endorser_slug} endorses a choice in this contest; the stance is left out, expected one or the other`,
      )
    else if (first.has(stance_key))
      refuse('duplicate-stance', `${endorser_slug} already has a stance in this contest, which is used`)
    else first.set(stance_key, stance)
  }
  return { stances: [...first.values()], issues }
}
