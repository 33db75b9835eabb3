// The place of an office on a ballot, as most states order it.

import type { ListedOffice } from '../office.ts'

const FEDERAL = ['president', 'us-senate', 'us-house']
const STATE = [
  ...['governor', 'lieutenant-governor', 'attorney-general', 'secretary-of-state', 'state-treasurer'],
  ...['state-auditor', 'state-controller', 'state-senate', 'state-house', 'state-assembly'],
]
const LEVELS = ['federal', 'state', 'county', 'city', 'school', 'special']

/** Lower is earlier: federal, state, judges, county, city, school, special; then retentions; then measures, those of the state first. */
export function officeRank(office: ListedOffice | undefined): number {
  if (!office) return 0
  const { level, subject, retention, measure_code } = office
  const place = LEVELS.indexOf(level) * 100
  if (measure_code !== undefined) return 2000 + place
  if (retention) return 1000 + place
  const order = level === 'federal' ? FEDERAL : level === 'state' ? STATE : []
  const at = order.indexOf(subject)
  const judge = /judge|justice|court/.test(subject) ? 60 : 50
  return place + (at < 0 ? judge : at)
}
