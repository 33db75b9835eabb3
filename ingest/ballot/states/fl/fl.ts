// Florida: the ballots on which the candidates of one cycle stand, from their statuses.

import { groupBy } from '../../../../data/core/group-by.ts'
import { FL_PARTIES } from '../../../../data/reference/party-labels.ts'
import { slug } from '../../../read/identity.ts'
import { type FetchedFile, FileGone, FileRefused, type Sink } from '../../../read/source.ts'
import type { Candidacy } from '../../candidacies.ts'
import { primaryElection } from '../../election-days.ts'
import type { ListedCandidacy, ListReader } from '../../list/built-in.ts'
import type { ListedElection } from '../../listed.ts'
import { leaveOutWriteIn } from '../../no-candidate.ts'
import type { ListedOffice } from '../../office-rule.ts'
import { plainParty } from '../../printed-name.ts'

/** Offices without parties, elected in August with a runoff in November (Fla. Stat. § 105.051). */
const FL_JUDGES = /^Circuit Judge$/
/** Offices whose holders voters keep or do not keep, in November (Fla. Const. art. V § 10). */
const FL_RETENTIONS = /^(?:Supreme Court Justice|District Court of Appeal)$/

/** Each district is an office of its own in published keys. */
function appeal(district = '', name = ''): ListedOffice {
  const office = `Judge of the District Court of Appeal, District ${district}`
  return {
    subject: slug(office),
    level: 'state',
    title: `Retain ${name} as ${office}`,
    short_title: `Retain ${name}`,
    area: { kind: 'numbered', word: 'district_court', code: district },
    seat: slug(name),
    retention: true,
    details: { nonpartisan: true },
  }
}

// Finds the ballots on which each candidate is printed. The list has one status for each candidate, which changes between the
// end of qualifying and the general election.

const COLUMNS = ['Juris1num', 'Juris2num', 'StatusDesc', 'PartyCode', 'PartyDesc'] as const

export type FlLine = Pick<ListedCandidacy, 'at' | 'record'>

function textIn({ record }: FlLine, column: (typeof COLUMNS)[number] | 'OfficeDesc'): string {
  return (record[column] ?? '').trim()
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
function findStanding(line: FlLine): Standing | undefined {
  return STANDINGS[textIn(line, 'StatusDesc').toLowerCase()]
}

const WRITE_IN = 'WRI'
/** Codes that no primary nominates: no party affiliation, and offices without parties. */
const WITHOUT_PARTY = ['NPA', 'NOP', WRITE_IN]

const partyCode = (line: FlLine): string => textIn(line, 'PartyCode')
const hasParty = (line: FlLine): boolean => !WITHOUT_PARTY.includes(partyCode(line))
const isWriteIn = (line: FlLine): boolean => partyCode(line) === WRITE_IN
const hasLeft = (line: FlLine): boolean => findStanding(line) === 'left'

interface FlBallots {
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
  if (printed.some((line) => FL_JUDGES.test(textIn(line, 'OfficeDesc'))))
    return { open_to_all: true, ...toJudges(printed, lines.some(isWriteIn)) }
  const parties = groupBy(printed.filter(hasParty), partyCode)
  const primary = [...parties.values()].filter((party) => party.length > 1).flat()
  if (lines.length === 1 || (parties.size === 1 && lines.every(hasParty))) {
    const unopposed = lines.length === 1 && lines.some((line) => findStanding(line) === 'unopposed')
    const opponents = listed.filter((line) => hasLeft(line) && !(hasParty(line) && parties.has(partyCode(line))))
    if (opponents.length > 0 && !unopposed) {
      const uncertain = 'an opponent of the only candidate or party left, and the list does not say when'
      return { primary: [], open_to_all: false, general: [], uncertain }
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

/** The table matches `<OfficeDesc>/<Juris1num>/<Juris2num>`, of a retention `<OfficeDesc>/<Juris1num>/<name>`. */
export const fl: ListReader = {
  columns: COLUMNS,
  offices: { appeal },
  file: ({ url }, { election }) => ({
    form: {
      fields: {
        elecID: `${election.date?.replaceAll('-', '')}-GEN`,
        office: 'All',
        status: 'All',
        cantype: 'STA',
        FormSubmit: 'Download Candidate List',
      },
      page: url.replace('extractCanList', 'downloadcanlist'),
    },
    recognise: recogniseList,
  }),
  *candidacies(read, { sink }) {
    const [first] = read
    if (!first) return
    const elections = {
      primary: primaryElection('FL', Number(first.election.date.slice(0, 4))),
      general: first.election,
    }
    yield* toCandidacies(read, elections, sink)
  },
}

function recogniseList({ name, bytes }: Pick<FetchedFile, 'name' | 'bytes'>): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const [header = ''] = text.split(/[\r\n]/, 1)
  const at = { file: name }
  if (!header.split('\t').some((column) => column.trim() === 'NameLast'))
    throw new FileRefused('is not the list of candidates: its first line has no column "NameLast"', at)
  if (!/\t(?:Qualified|Unopposed|Defeated|Elected)\t/.test(text)) throw new FileGone('nobody has qualified yet', at)
}

function* toCandidacies(
  lines: readonly FlLine[],
  elections: Readonly<Record<'primary' | 'general', ListedElection>>,
  sink: Sink,
): Generator<Candidacy> {
  const contests = groupBy(
    lines.filter((line) => concernsBallot(line, sink)),
    contestOf,
  )
  for (const [contest, listed] of contests) {
    if (listed.some((line) => findStanding(line) === undefined)) continue
    const standing = listed.filter((line) => !hasLeft(line))
    const [first] = standing
    if (first && FL_RETENTIONS.test(textIn(first, 'OfficeDesc'))) {
      const { at } = first
      yield { at, election: elections.general, contest, name: 'Yes', answer: 'yes' }
      yield { at, election: elections.general, contest, name: 'No', answer: 'no' }
      continue
    }
    const { primary, open_to_all, general, uncertain } = toBallots(listed)
    for (const line of primary) {
      const party = open_to_all ? null : partyOfLine(line)
      yield {
        ...toCandidacy(line, elections.primary, contest),
        ...(party !== null && hasParty(line) && { party_contest: party }),
      }
    }
    // The derived value knows no write-in candidate.
    const opposed = general.length === 1 && standing.some(isWriteIn)
    for (const line of general) {
      const candidacy = toCandidacy(line, elections.general, contest)
      yield { ...candidacy, ...(opposed && { details: { uncontested: false } }) }
    }
    const without_vote = primary.length + general.length === 0 && uncertain === undefined
    for (const line of standing)
      if (findStanding(line) === 'unopposed' || (without_vote && !isWriteIn(line))) leaveOutUnopposed(line, sink)
    if (first && uncertain !== undefined) {
      const message = `${uncertain}; the contest is left out where it depends on that`
      const said = { field: 'StatusDesc', code: 'uncertain-nominee', value: contest, message } as const
      sink.issue({ ...first.at, ...said, severity: 'ignored' })
    }
  }
}

/** False for a line that says nothing of any ballot. Reports all lines that no ballot names, and an unknown status. */
function concernsBallot(line: FlLine, sink: Pick<Sink, 'issue'>): boolean {
  const { at } = line
  const standing = findStanding(line)
  const status = textIn(line, 'StatusDesc')
  const said = { ...at, field: 'StatusDesc', value: status.slice(0, 100) }
  if (standing === undefined) {
    const message = `got StatusDesc "${status.slice(0, 40)}", expected a known status; its contest is left out`
    sink.issue({ ...said, code: 'unknown-status', message, severity: 'refused' })
    return true
  }
  if (standing === 'off' || standing === 'left') {
    const message = 'a candidate with this status is on no ballot; the line is left out'
    sink.issue({ ...said, code: 'off-ballot', message, severity: 'ignored' })
  } else if (isWriteIn(line)) leaveOutWriteIn(nameOf(line), at, sink)
  return standing !== 'off'
}

function leaveOutUnopposed(line: FlLine, sink: Pick<Sink, 'issue'>): void {
  const message = 'an unopposed candidate has the seat without a vote; the contest of the general election is left out'
  sink.issue({ ...line.at, field: 'StatusDesc', code: 'unopposed', value: nameOf(line), message, severity: 'ignored' })
}

function contestOf(line: FlLine): string {
  const office = textIn(line, 'OfficeDesc')
  const second = FL_RETENTIONS.test(office) ? nameOf(line) : textIn(line, 'Juris2num')
  return [office, textIn(line, 'Juris1num'), second].join('/')
}

function nameOf({ record }: FlLine): string {
  return [record.NameFirst, record.NameMiddle, record.NameLast].join(' ').replace(/\s+/g, ' ').trim()
}

function toCandidacy(line: FlLine, election: ListedElection, contest: string): Candidacy {
  const party = partyOfLine(line)
  const printed = textIn(line, 'PartyDesc').replace(/ \(Partisan\)$/i, '') || partyCode(line)
  return { at: line.at, election, contest, name: nameOf(line), party, party_label: party === null ? null : printed }
}

/** A party that the table lacks keeps the name that the list prints. */
function partyOfLine(line: FlLine): string | null {
  const code = partyCode(line)
  const known = FL_PARTIES[code]
  return known === undefined ? plainParty(textIn(line, 'PartyDesc').replace(/ of Florida$/, '') || code) : known
}
