// Who stands on which ballot in Florida. The list has one status for each candidate: it changes from qualifying to the general election.

import type { At } from '../listed.ts'
import { FL_JUDGES } from './office.ts'

export const FL_COLUMNS = [
  ...['OfficeDesc', 'Juris1num', 'Juris2num', 'StatusDesc', 'PartyCode', 'PartyDesc'],
  ...['NameLast', 'NameFirst', 'NameMiddle'],
] as const

export interface FlLine {
  at: At
  record: Record<(typeof FL_COLUMNS)[number], string>
}

/** `open`: the contest goes on. `won`, `lost`: a vote has decided, in the primary or in the general election. */
type Standing = 'open' | 'won' | 'lost' | 'unopposed' | 'off'

/** Keyed in lower case. */
const STANDINGS: Readonly<Record<string, Standing>> = {
  qualified: 'open',
  elected: 'won',
  retained: 'won',
  'not retained': 'lost',
  defeated: 'lost',
  unopposed: 'unopposed',
  withdrew: 'off',
  'did not qualify': 'off',
  removed: 'off',
  deceased: 'off',
  active: 'off',
  filed: 'off',
  'transferred to local': 'off',
}

/** Undefined for an unknown status. */
export function findStanding({ record }: FlLine): Standing | undefined {
  return STANDINGS[record.StatusDesc.trim().toLowerCase()]
}

export const WRITE_IN = 'WRI'
/** Codes that no primary nominates: no party affiliation, and offices without parties. */
const WITHOUT_PARTY = ['NPA', 'NOP', WRITE_IN]

export function hasParty({ record }: FlLine): boolean {
  return !WITHOUT_PARTY.includes(record.PartyCode.trim())
}

export function groupLines(lines: readonly FlLine[], keyOf: (line: FlLine) => string): Map<string, FlLine[]> {
  const groups = new Map<string, FlLine[]>()
  for (const line of lines) groups.set(keyOf(line), [...(groups.get(keyOf(line)) ?? []), line])
  return groups
}

export interface FlBallots {
  /** The candidates of a party, or all for a judge; empty if there is no vote in August. */
  primary: FlLine[]
  /** Empty if there is no vote in November. */
  general: FlLine[]
  /** Why the general election's candidates are not certain; undefined if they are. */
  uncertain?: string
}

/**
 * The ballots of one contest. A party with two candidates or more holds a primary. An unopposed candidate is on no further ballot (Fla.
 * Stat. § 101.151). The general election is uncertain as long as a party has several candidates, and again when it is over: one of the
 * defeated of a party may have been its nominee.
 * @param lines of one contest that are not off the ballot; write-in candidates are none
 */
export function toBallots(lines: readonly FlLine[]): FlBallots {
  if (lines.some(({ record }) => FL_JUDGES.test(record.OfficeDesc.trim()))) return toJudges(lines)
  const parties = groupLines(lines.filter(hasParty), ({ record }) => record.PartyCode.trim())
  const primary = [...parties.values()].filter((party) => party.length > 1).flat()
  // The only candidate has a seat without a vote.
  if (lines.some((line) => findStanding(line) === 'unopposed')) return { primary, general: [] }
  const isOver = lines.some((line) => findStanding(line) === 'won')
  const general: FlLine[] = lines.filter((line) => !hasParty(line) && (isOver || findStanding(line) !== 'lost'))
  for (const party of parties.values()) {
    const standing = party.filter((line) => findStanding(line) !== 'lost')
    const [nominee] = standing
    if (standing.length > 1) return { primary, general: [], uncertain: 'a party has not nominated yet' }
    if (nominee) general.push(nominee)
    else if (isOver && party.length > 1)
      return { primary, general: [], uncertain: 'the list no longer tells a nominee from those who lost the primary' }
    else if (isOver) general.push(...party)
  }
  return { primary, general: lines.filter((line) => general.includes(line)) }
}

/** Of three or more, the first two meet again in November unless one has a majority. */
function toJudges(lines: readonly FlLine[]): FlBallots {
  const primary = lines.filter((line) => findStanding(line) !== 'unopposed')
  if (primary.length < 2) return { primary: [], general: [] }
  const open = primary.filter((line) => findStanding(line) === 'open')
  if (primary.length > 2 && open.length < 2)
    return { primary, general: [], uncertain: 'the list no longer tells who met again in November' }
  return { primary, general: open.length === 2 && primary.length > 2 ? open : [] }
}
