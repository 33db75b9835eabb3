// Joins the lines of a question whose number a state gives once: counties list it in words of their own.

import { numbersOnce } from '../../../data/reference/measure-rules.ts'
import type { DivisionIndex } from '../division.ts'
import type { ListedOffice } from '../office.ts'
import type { OfficeReading } from '../office-rules/read-office.ts'

/** Gives all lines of one number the office of the line that names a published area, and else one area of the state. */
export function shareNumbered<Line extends { reading: OfficeReading }>(
  lines: readonly Line[],
  { state }: Pick<DivisionIndex, 'state'>,
): Line[] {
  if (!numbersOnce(state.code)) return [...lines]
  const groups = new Map<string | undefined, Line[]>()
  for (const line of lines) {
    const number = numberOf(line.reading.office)
    groups.set(number, [...(groups.get(number) ?? []), line])
  }
  const shared = new Map<string, OfficeReading>()
  for (const [number, group] of groups) {
    if (number === undefined || group.length < 2) continue
    const readings = group.map(({ reading }) => reading)
    const [first, ...others] = readings.filter(({ office }) => isKnown(office))
    const isOne = first && others.every(({ office }) => idOf(office) === idOf(first.office))
    shared.set(number, isOne ? first : withUnknownArea(longest(readings), state.ocd_id))
  }
  return lines.map((line) => {
    const reading = shared.get(numberOf(line.reading.office) ?? '')
    return reading ? { ...line, reading } : line
  })
}

/** `measure-26-249`, which office-rules/measure.ts gives as the subject. */
function numberOf({ subject, measure_code }: ListedOffice): string | undefined {
  return measure_code !== undefined && /^measure-\d+-\d+$/.test(subject) ? subject : undefined
}

function idOf({ area }: ListedOffice): string | undefined {
  return area.kind === 'found' ? area.division.ocd_id : undefined
}

function isKnown({ area }: ListedOffice): boolean {
  return area.kind === 'found' && area.division.unmatched === null
}

/** The line that says most: `Sauvie Island Fire District Local Option Levy`, not `Question 26-257`. */
function longest(readings: readonly OfficeReading[]): OfficeReading {
  return readings.reduce((most, one) => (one.office.short_title.length > most.office.short_title.length ? one : most))
}

function withUnknownArea(reading: OfficeReading, state: string): OfficeReading {
  const { office } = reading
  if (office.area.kind !== 'found') return reading
  const own = office.area.division
  // The id of a board that the line names stays.
  const ocd_id = own.ocd_id.includes('/special:')
    ? `${state}/special:${office.subject.replaceAll('-', '_')}`
    : own.ocd_id
  const division = { ...own, ocd_id, within_ocd_id: null }
  const area = { kind: 'found' as const, division }
  return { ...reading, office: { ...office, title: office.short_title, area }, scope: 'state' }
}
