// Finds the ballots on which each candidate in Florida is printed. The list has one status for each candidate, which changes between the
// end of qualifying and the general election.

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

/**
 * `open`: the contest goes on. `won`, `lost`: a vote has decided, in the primary or in the general election. `left`: no longer a candidate,
 * from a day that the list does not give. `off`: never one whom a ballot could name.
 */
type Standing = 'open' | 'won' | 'lost' | 'unopposed' | 'left' | 'off'

/** Keyed in lower case. */
const STANDINGS: Readonly<Record<string, Standing>> = {
  qualified: 'open',
  elected: 'won',
  retained: 'won',
  'not retained': 'lost',
  defeated: 'lost',
  unopposed: 'unopposed',
  withdrew: 'left',
  'did not qualify': 'off',
  removed: 'left',
  deceased: 'left',
  active: 'off',
  filed: 'off',
  'transferred to local': 'off',
}

/** Undefined for an unknown status. */
export function findStanding({ record }: FlLine): Standing | undefined {
  return STANDINGS[record.StatusDesc.trim().toLowerCase()]
}

const WRITE_IN = 'WRI'
/** Codes that no primary nominates: no party affiliation, and offices without parties. */
const WITHOUT_PARTY = ['NPA', 'NOP', WRITE_IN]

export function hasParty(line: FlLine): boolean {
  return !WITHOUT_PARTY.includes(partyCode(line))
}

function partyCode({ record }: FlLine): string {
  return record.PartyCode.trim()
}

export function hasLeft(line: FlLine): boolean {
  return findStanding(line) === 'left'
}

export function isWriteIn(line: FlLine): boolean {
  return partyCode(line) === WRITE_IN
}

export function groupLines(lines: readonly FlLine[], keyOf: (line: FlLine) => string): Map<string, FlLine[]> {
  const groups = new Map<string, FlLine[]>()
  for (const line of lines) groups.set(keyOf(line), [...(groups.get(keyOf(line)) ?? []), line])
  return groups
}

export interface FlBallots {
  /** The candidates of the parties, or all for a judge; empty if there is no vote in August. */
  primary: FlLine[]
  /** True if every voter may vote in the primary, whatever the party. */
  open_to_all: boolean
  /** Empty if there is no vote in November. */
  general: FlLine[]
  /** Why the ballots of the contest, or that of November, are not certain; undefined if they are. */
  uncertain?: string
}

/**
 * The ballots of one contest. A party with two candidates or more holds a primary; if nobody else stands, all voters may vote in it, and it
 * decides: a write-in candidate counts as opposition (Fla. Const. art. VI § 5(b)). An unopposed candidate is on no further ballot (Fla.
 * Stat. § 101.151). The general election is uncertain as long as a party has several candidates, and again when it is over: one of the
 * defeated of a party may have been its nominee.
 * @param listed the lines of one contest that are not off the ballot, with the write-in candidates, whom no ballot prints, and those who left
 */
export function toBallots(listed: readonly FlLine[]): FlBallots {
  const lines = listed.filter((line) => !hasLeft(line))
  const printed = lines.filter((line) => !isWriteIn(line))
  if (printed.some(({ record }) => FL_JUDGES.test(record.OfficeDesc.trim())))
    return { open_to_all: true, ...toJudges(printed, lines.some(isWriteIn)) }
  const parties = groupLines(printed.filter(hasParty), partyCode)
  const primary = [...parties.values()].filter((party) => party.length > 1).flat()
  if (lines.length === 1 || (parties.size === 1 && lines.every(hasParty))) {
    const unopposed = lines.length === 1 && lines.some((line) => findStanding(line) === 'unopposed')
    const opponents = listed.filter((line) => hasLeft(line) && !(hasParty(line) && parties.has(partyCode(line))))
    if (opponents.length > 0 && !unopposed)
      return {
        primary: [],
        open_to_all: false,
        general: [],
        uncertain: 'an opponent of the only candidate or party left, and the list does not say when',
      }
    return { primary, open_to_all: true, general: [] }
  }
  return { primary, open_to_all: false, ...toGeneral(printed, parties) }
}

function toGeneral(
  lines: readonly FlLine[],
  parties: ReadonlyMap<string, readonly FlLine[]>,
): Pick<FlBallots, 'general' | 'uncertain'> {
  // The only candidate has a seat without a vote.
  if (lines.some((line) => findStanding(line) === 'unopposed')) return { general: [] }
  const isOver = lines.some((line) => findStanding(line) === 'won')
  const general: FlLine[] = lines.filter((line) => !hasParty(line) && (isOver || findStanding(line) !== 'lost'))
  for (const party of parties.values()) {
    const standing = party.filter((line) => findStanding(line) !== 'lost')
    const [nominee] = standing
    if (standing.length > 1) return { general: [], uncertain: 'a party has not nominated yet' }
    if (nominee) general.push(nominee)
    else if (isOver && party.length > 1)
      return { general: [], uncertain: 'the list no longer tells a nominee from those who lost the primary' }
    else if (isOver) general.push(...party)
  }
  return { general: lines.filter((line) => general.includes(line)) }
}

/**
 * Three or more judges stand in the primary. A judge with a majority is elected, unless a write-in candidate stands: then both are on
 * the ballot in November. Without a majority, the first two are (Fla. Stat. § 105.051).
 */
function toJudges(
  lines: readonly FlLine[],
  has_write_in: boolean,
): Pick<FlBallots, 'primary' | 'general' | 'uncertain'> {
  const standing = lines.filter((line) => findStanding(line) !== 'unopposed')
  const primary = standing.length < 2 ? [] : standing
  if (has_write_in)
    return { primary, general: [], uncertain: 'the list does not tell who meets a write-in candidate in November' }
  const open = primary.filter((line) => findStanding(line) === 'open')
  if (primary.length > 2 && open.length < 2)
    return { primary, general: [], uncertain: 'the list no longer tells who met again in November' }
  return { primary, general: open.length === 2 && primary.length > 2 ? open : [] }
}
