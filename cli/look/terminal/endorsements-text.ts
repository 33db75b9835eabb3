// A page of endorsements, by election and contest; and a change of the feed.

import { groupBy } from '../../../data/core/group-by.ts'
import type { Endorsement } from '../../../data/schema/endorsement.ts'
import { describeEvent, type Event, listFacts } from '../../../data/schema/event.ts'
import { compareText } from '../../../data/schema/folded-name.ts'
import { type Column, indent, layOut } from './columns.ts'
import type { Look } from './page.ts'

const COLUMNS: readonly Column[] = [
  { name: 'Endorser', share: 0.3 },
  { name: 'Choice', share: 0.3 },
  { name: 'Rank' },
  { name: 'Published' },
  { name: 'Statement and source', share: 0.5 },
]

export function formatEndorsements(endorsements: readonly Endorsement[], look: Look): string[] {
  const { style, width } = look
  const lines: string[] = []
  const elections = groupInOrder(endorsements, ({ election }) => `${election.date} ${election.slug}`)
  for (const ofElection of elections) {
    const [{ election } = {}] = ofElection
    if (!election) continue
    if (lines.length > 0) lines.push('')
    lines.push(
      ...indent(`${election.date}  ${election.name}`, width, '').map(style.heading),
      style.faint(election.slug),
    )
    for (const some of groupInOrder(ofElection, ({ contest }) => `${contest.title} ${contest.id}`)) {
      const [{ contest } = {}] = some
      if (!contest) continue
      const { title, district, id } = contest
      lines.push('', ...indent(`${title} · ${district.name}`, width, '  ').map(style.strong))
      lines.push(style.faint(`  Contest ${id}.`))
      lines.push(...layOut(COLUMNS, some.map(cellsOf), { width, by: '    ', styleHead: style.faint }))
    }
  }
  return lines
}

function cellsOf({ endorser, choice, rank, published_on, statement, source_url }: Endorsement): string[] {
  return [
    `${endorser.name}\n${endorser.category.name}`,
    choice.withdrawn ? `${choice.label} (withdrawn)` : choice.label,
    rank === null ? '' : String(rank),
    published_on ?? '',
    [statement, source_url].filter(Boolean).join('\n'),
  ]
}

/** Groups and their members in the order of the keys; within a group, by endorser. */
function groupInOrder(all: readonly Endorsement[], keyOf: (one: Endorsement) => string): Endorsement[][] {
  return [...groupBy(all, keyOf)]
    .sort(([a], [b]) => compareText(a, b))
    .map(([, some]) => some.sort((a, b) => compareText(a.endorser.name, b.endorser.name)))
}

// The change, in one sentence with what it says and where.

export function formatEvent(event: Event, { style, width }: Look): string[] {
  const { type, occurred_at } = event
  const time = `${occurred_at.slice(0, 10)} ${occurred_at.slice(11, 19)} UTC`
  const by = ' '.repeat(4)
  const [first = '', ...rest] = indent(`${time} ${describeEvent(event)}`, width, by, '')
  const paint = type === 'endorsement.deleted' ? style.caution : (text: string) => text
  const told = [first, ...rest].map((line, at) =>
    at === 0 ? `${style.faint(line.slice(0, time.length))}${paint(line.slice(time.length))}` : paint(line),
  )
  return [...told, ...listFacts(event).flatMap((fact) => indent(fact, width, by).map(style.faint))]
}
