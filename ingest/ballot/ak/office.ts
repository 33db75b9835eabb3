// The offices of Alaska's pages of candidates, by their headings; of a primary's table, by its first column.

import { slug } from '../../read/identity.ts'
import type { ContestArea } from '../area.ts'
import {
  type ListedOffice,
  type OfficeRule,
  president,
  stateHouse,
  stateSenate,
  statewide,
  usHouse,
  usSenate,
} from '../office.ts'

/** In ballot order. The rules match the heading; of a judge, `<heading>: <name>`. */
export const AK_OFFICES: readonly OfficeRule[] = [
  { pattern: /^(?:UNITED STATES )?PRESIDENT\b/, office: () => president },
  { pattern: /^UNITED STATES SENATOR$/, office: () => usSenate },
  { pattern: /^UNITED STATES REPRESENTATIVE$/, office: () => usHouse('at-large') },
  {
    pattern: /^GOVERNOR ?\/ ?LIEUTENANT GOVERNOR$/,
    office: () => statewide('governor', 'Governor and Lieutenant Governor'),
  },
  { pattern: /^(?:SENATE DISTRICT|STATE SENATOR) ([A-T])$/, office: (letter) => stateSenate('AK', letter) },
  { pattern: /^(?:HOUSE DISTRICT|STATE REPRESENTATIVE) (\d{1,2})$/, office: (number) => stateHouse('AK', number) },
  { pattern: /^SUPREME COURT: (.+)$/, office: (name) => retention('Justice of the Supreme Court', name) },
  { pattern: /^COURT OF APPEALS: (.+)$/, office: (name) => retention('Judge of the Court of Appeals', name) },
  {
    pattern: /^STATE SUPERIOR COURT (\d+): (.+)$/,
    office: (district, name) => retention('Judge of the Superior Court', name, district),
  },
  {
    pattern: /^STATE DISTRICT COURT (\d+): (.+)$/,
    office: (district, name) => retention('Judge of the District Court', name, district),
  },
]

export const AK_COURT = /\bCOURT\b/

/** @param district of the judiciary, whose voters decide (AS 15.35); none for the whole state */
function retention(office: string, name: string, district?: string): ListedOffice {
  const code = district === undefined ? undefined : String(Number(district))
  const area: ContestArea = code === undefined ? { kind: 'state' } : { kind: 'numbered', word: 'district_court', code }
  const title = `Retain ${name} as ${office}${code === undefined ? '' : `, Judicial District ${code}`}`
  const details = { nonpartisan: true }
  const subject = slug(office)
  return {
    subject,
    level: 'state',
    title,
    short_title: `Retain ${name}`,
    area,
    seat: slug(name),
    retention: true,
    details,
  }
}
