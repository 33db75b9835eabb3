// The kinds of contests in North Carolina's listings, and the ballot order of their offices.

import type { Level } from '../../../data/schema/vocabulary.ts'

/** In ballot order. A `…-part` is elected by a ward or a district of a board, its sibling by the whole jurisdiction. */
export const NC_FAMILIES = [
  'statewide',
  'us-house',
  'state-senate',
  'state-house',
  'superior-court',
  'district-court',
  'district-attorney',
  'county-board',
  'county-board-part',
  'county-office',
  'municipality',
  'municipality-part',
  'school-board',
  'school-board-part',
  'soil-and-water',
  'special-district',
  'unknown',
] as const
export type NcFamily = (typeof NC_FAMILIES)[number]

export interface NcOffice {
  office: string
  level: Level
  family: NcFamily
}

const statewide = (office: string, level: Level): NcOffice => ({ office, level, family: 'statewide' })

/** Statewide titles as the listings write them, in ballot order. */
export const NC_STATEWIDE: Readonly<Record<string, NcOffice>> = {
  'US PRESIDENT': statewide('president', 'federal'),
  'PRESIDENTIAL PREFERENCE': statewide('president', 'federal'),
  'US SENATE': statewide('us-senate', 'federal'),
  'NC GOVERNOR': statewide('governor', 'state'),
  'NC LIEUTENANT GOVERNOR': statewide('lieutenant-governor', 'state'),
  'NC ATTORNEY GENERAL': statewide('attorney-general', 'state'),
  'NC AUDITOR': statewide('auditor', 'state'),
  'NC COMMISSIONER OF AGRICULTURE': statewide('commissioner-of-agriculture', 'state'),
  'NC COMMISSIONER OF INSURANCE': statewide('commissioner-of-insurance', 'state'),
  'NC COMMISSIONER OF LABOR': statewide('commissioner-of-labor', 'state'),
  'NC SECRETARY OF STATE': statewide('secretary-of-state', 'state'),
  'NC SUPERINTENDENT OF PUBLIC INSTRUCTION': statewide('superintendent-of-public-instruction', 'state'),
  'NC TREASURER': statewide('treasurer', 'state'),
  'NC SUPREME COURT CHIEF JUSTICE': statewide('supreme-court-chief-justice', 'state'),
  'NC SUPREME COURT ASSOCIATE JUSTICE': statewide('supreme-court-associate-justice', 'state'),
  'NC COURT OF APPEALS JUDGE': statewide('court-of-appeals-judge', 'state'),
}

/** Statewide offices in ballot order; then the first office of each other family. */
export const NC_OFFICE_ORDER: readonly string[] = [
  ...new Set(Object.values(NC_STATEWIDE).map(({ office }) => office)),
  'board-of-commissioners',
  'clerk-of-superior-court',
  'register-of-deeds',
  'sheriff',
  'coroner',
  'tax-collector',
  'mayor',
]

/** The level of a family's offices; each statewide office has its own. */
export function levelOf(family: Exclude<NcFamily, 'statewide'>): Level {
  switch (family) {
    case 'us-house':
      return 'federal'
    case 'state-senate':
    case 'state-house':
    case 'superior-court':
    case 'district-court':
    case 'district-attorney':
      return 'state'
    case 'county-board':
    case 'county-board-part':
    case 'county-office':
      return 'county'
    case 'municipality':
    case 'municipality-part':
      return 'city'
    case 'school-board':
    case 'school-board-part':
      return 'school'
    case 'soil-and-water':
    case 'special-district':
    case 'unknown':
      return 'special'
    default:
      return family satisfies never
  }
}
