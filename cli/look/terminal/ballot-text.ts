// The answers for a place: its ballot (by election and level, each contest with its choices and their endorsers) and its representatives.

import { certainFirstInLevels } from '../../../data/place/ballot.ts'
import type { Ballot } from '../../../data/schema/ballot.ts'
import type { Choice } from '../../../data/schema/choice.ts'
import type { BallotContest } from '../../../data/schema/contest.ts'
import type { PlaceDistrict } from '../../../data/schema/district.ts'
import type { PlaceOfficeholder, Representatives } from '../../../data/schema/officeholder.ts'
import type { Overlaid } from '../../../data/schema/overlay.ts'
import type { Stance, VoteMethod } from '../../../data/schema/vocabulary.ts'
import { type Column, indent, layOut } from './columns.ts'
import { type Look, levelHeading, placeLines, showMatch } from './page.ts'

const CHOICES: readonly Column[] = [
  { name: 'Choice', share: 0.35 },
  { name: 'Party', share: 0.25 },
  { name: 'Endorsed by', share: 0.5 },
]

/** @param districtsMax more districts are only counted */
export function formatBallot({ location, districts, contests }: Ballot, look: Look, districtsMax: number): string[] {
  const lines = placeLines(location, { what: 'contests', title: 'Ballot of' }, look)
  let before: BallotContest | undefined
  for (const contest of certainFirstInLevels(contests)) {
    if (contest.election.id !== before?.election.id) lines.push(...electionLines(contest, look))
    if (contest.election.id !== before?.election.id || contest.level !== before.level)
      lines.push(...levelHeading(contest.level, look))
    else lines.push('')
    lines.push(...contestLines(contest, look))
    before = contest
  }
  if (contests.length === 0) lines.push('', 'No contest of a coming election is known here.')
  return [...lines, ...districtLines(districts, look, districtsMax)]
}

function electionLines({ election }: BallotContest, look: Look): string[] {
  const { style, width } = look
  const { date, name, slug } = election
  return [
    '',
    ...indent(`${date}  ${name}`, width, '').map(style.strong),
    style.faint(slug),
    ...overlayLines(election, look, ''),
  ]
}

function contestLines(contest: BallotContest, look: Look): string[] {
  const { style, width } = look
  const title = indent(`${contest.title} · ${contest.match}`, width, '  ')
  // The last word is the match.
  const last = title.pop() ?? ''
  const styled = `${style.strong(last.slice(0, last.length - contest.match.length))}${showMatch(contest.match, look)}`
  return [
    ...title.map(style.strong),
    styled,
    ...indent(rulesOf(contest), width, '  ').map(style.faint),
    ...overlayLines(contest, look),
    ...(contest.description === null ? [] : indent(contest.description, width, '    ')),
    ...layOut(
      CHOICES,
      contest.choices.map((choice) => cellsOf(choice, contest)),
      {
        width,
        by: '    ',
        styleHead: style.faint,
        style: (text, { row }) => (contest.choices[row]?.withdrawn ? style.caution(text) : text),
      },
    ),
    ...contest.stances.flatMap(({ endorser, stance }) =>
      indent(`${endorser.name} ${STANCE_WORDS[stance]}.`, width, '    '),
    ),
    ...contest.choices.flatMap((choice) =>
      choice.overlay ? [`    ${choice.label}:`, ...overlayLines(choice, look, '    ')] : [],
    ),
  ]
}

const STANCE_WORDS: Readonly<Record<Stance, string>> = {
  no_position: 'takes no position',
  declined: 'declined to endorse',
  rescinded: 'took its endorsement back',
}

/** `Vote for one. Nonpartisan. Contest 4503599627370497.` */
function rulesOf({ id, vote_method, votes_allowed, ranks_allowed, party, details }: BallotContest): string {
  const facts = [
    HOW_TO_VOTE[vote_method]({ votes: votes_allowed, ranks: ranks_allowed ?? 1 }),
    party === null ? '' : `Primary: ${party}`,
    details.nonpartisan ? 'Nonpartisan' : '',
    details.short_term ? 'For the rest of a term' : '',
    details.uncontested ? 'Uncontested' : '',
    details.write_in_only ? 'No candidate is printed on the ballot' : '',
    details.winners_only ? 'Winner only: the source does not list the other candidates' : '',
    details.choices_incomplete && !details.winners_only ? 'The source may lack some of the candidates' : '',
    details.basis === 'returns' ? 'Read from the returns' : '',
    `Contest ${id}`,
  ]
  return facts
    .filter(Boolean)
    .map((fact) => `${fact}.`)
    .join(' ')
}

const HOW_TO_VOTE: Readonly<Record<VoteMethod, (limits: { votes: number; ranks: number }) => string>> = {
  plurality: () => 'Vote for one',
  multi_seat: ({ votes }) => `Vote for up to ${votes}`,
  ranked_choice: ({ ranks }) => `Rank up to ${ranks}`,
  approval: () => 'Vote for any number',
  yes_no: () => 'Vote yes or no',
}

function cellsOf(choice: Choice, { endorsements }: BallotContest): string[] {
  const { label, withdrawn, party, party_label, ballot_designation } = choice
  const backers = endorsements.flatMap(({ endorser, picks }) =>
    picks
      .filter((pick) => pick.choice_id === choice.id)
      .map(({ rank }) => (rank === null ? endorser.name : `${endorser.name} (rank ${rank})`)),
  )
  return [
    [withdrawn ? `${label} (withdrawn)` : label, ballot_designation].filter(Boolean).join('\n'),
    party_label ?? party ?? '',
    backers.join('; '),
  ]
}

const DISTRICTS: readonly Column[] = [
  { name: 'District', share: 0.5 },
  { name: 'Type' },
  { name: 'Match' },
  { name: 'Lines' },
]

function districtLines(districts: readonly PlaceDistrict[], look: Look, most: number): string[] {
  if (districts.length === 0) return []
  if (districts.length > most) return ['', `${districts.length} districts; --json lists them.`]
  const { style, width } = look
  const rows = districts.map(({ name, type, match, lines }) => [
    ...[name, type.replaceAll('_', ' '), match],
    lines === 'next_ballot' ? 'next ballot' : 'current seat',
  ])
  return [
    '',
    style.heading('Districts'),
    style.heading('─────────'),
    ...layOut(DISTRICTS, rows, {
      width,
      by: '  ',
      styleHead: style.faint,
      style: (text) => (text.endsWith('possible') ? style.caution(text) : text),
    }),
    ...districts.flatMap((one) => (one.overlay ? [`  ${one.name}:`, ...overlayLines(one, look)] : [])),
  ]
}

// The representatives, grouped by level.

const COLUMNS: readonly Column[] = [
  { name: 'Office', share: 0.3 },
  { name: 'Holder', share: 0.3 },
  { name: 'Party', share: 0.2 },
  { name: 'Match' },
  { name: 'Contact', share: 0.4 },
]

export function formatRepresentatives({ location, officeholders }: Representatives, look: Look): string[] {
  const { style, width } = look
  const lines = placeLines(location, { what: 'officeholders', title: 'Representatives of' }, look)
  const levels = [...new Set(officeholders.map(({ level }) => level))]
  for (const level of levels) {
    const holders = officeholders.filter((holder) => holder.level === level)
    const rows = holders.map(officeholderCells)
    lines.push(...levelHeading(level, look))
    lines.push(
      ...layOut(COLUMNS, rows, {
        width,
        by: '  ',
        styleHead: style.faint,
        style: (text) => (text.endsWith('possible') ? style.caution(text) : text),
      }),
      ...holders.flatMap((one) => (one.overlay ? [`  ${one.name}:`, ...overlayLines(one, look)] : [])),
    )
  }
  if (officeholders.length === 0) lines.push('', 'No officeholder is known here.')
  return lines
}

function officeholderCells({
  office_title,
  district,
  name,
  term,
  party,
  match,
  phone,
  email,
  website,
}: PlaceOfficeholder): string[] {
  return [
    district === null ? office_title : `${office_title}\nDistrict ${district}`,
    term.end === null ? name : `${name}\nuntil ${term.end}`,
    party ?? '',
    match,
    [phone, email, website].filter(Boolean).join('\n'),
  ]
}

// The newsroom's own entries on records of an answer.

/** @param by the space before each line */
function overlayLines({ overlay_entry: entry }: Overlaid, { style, width }: Look, by = '  '): string[] {
  if (!entry) return []
  const { by: author, why, note, fields } = entry
  const published = Object.entries(fields).map(([field, value]) => `Published ${field}: ${value ?? 'nothing'}.`)
  const told = [`Newsroom's own entry, by ${author}.`, note ?? '', `Reason: ${why}`, ...published]
  return indent(told.filter(Boolean).join(' '), width, by).map(style.caution)
}
