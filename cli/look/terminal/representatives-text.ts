// Prints the representatives of a place, grouped by level.

import type { PlaceOfficeholder, Representatives } from '../../../data/schema/officeholder.ts'
import { type Column, layOut } from './columns.ts'
import { overlayLines } from './overlay-text.ts'
import { type Look, levelHeading, placeLines } from './page.ts'

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
    const rows = holders.map(cellsOf)
    lines.push(...levelHeading(level, look))
    lines.push(
      ...layOut(COLUMNS, rows, {
        ...{ width, by: '  ', styleHead: style.faint },
        style: (text) => (text.endsWith('possible') ? style.caution(text) : text),
      }),
      ...holders.flatMap((one) => (one.overlay ? [`  ${one.name}:`, ...overlayLines(one, look)] : [])),
    )
  }
  if (officeholders.length === 0) lines.push('', 'No officeholder is known here.')
  return lines
}

function cellsOf({
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
