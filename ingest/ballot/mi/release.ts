// Michigan's general-election files, tab-delimited without a header: candidates, and a file of offices for their codes. The
// publisher lists declared write-ins among the candidates without a mark.

import { MI_PARTIES } from '../../../data/reference/party-labels.ts'
import { stateOf } from '../../../data/schema/states.ts'
import type { MeasureAnswer } from '../../../data/schema/vocabulary.ts'
import { encoder } from '../../read/code-table.ts'
import { readCsv } from '../../read/csv.ts'
import { type FetchedFile, type ReadContext, type Sink, type Source, SourceError } from '../../read/source.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../candidacies.ts'
import type { ListedElection } from '../listed.ts'
import { type ListedOffice, president, stateHouse, stateSenate, statewide, usHouse, usSenate } from '../office.ts'
import { titleCase } from '../title-case.ts'

/** Source: the OpenElections project's copy of the Bureau's release. */
const RELEASE =
  'https://raw.githubusercontent.com/openelections/openelections-sources-mi/c7581d924bb35258f280dc8fecedd6e3d928e6c0'
const NAME_COLUMNS = ['year', 'type', 'office', 'district', 'status', 'id', 'last', 'first', 'middle', 'party'] as const
const OFFICE_COLUMNS = ['year', 'type', 'office', 'district', 'status', 'description'] as const
/** One source per year. A file gives only the year of the election. */
const GENERAL_ELECTIONS: Readonly<Record<string, string>> = { 2012: '2012-11-06', 2014: '2014-11-04' }

export const miReleases: readonly Source[] = Object.keys(GENERAL_ELECTIONS).map(miCandidates)

function miCandidates(year: string): Source {
  const files = ['name', 'offc'].map((part) => ({
    url: `${RELEASE}/${year}/${year}${part}.txt`,
    mirror: `ballots/mi_sos/${year}/${year}${part}.txt`,
  }))
  return {
    id: `mi-candidates-${year}`,
    publisher: 'OpenElections, from the Michigan Bureau of Elections',
    url: 'https://github.com/openelections/openelections-sources-mi',
    licence: 'Public record',
    vintage: year,
    published_on: '2025-01-03',
    states: ['MI'],
    files,
    personal: [],
    family: 'public',
    lists: {
      basis: 'returns',
      kinds: ['candidate', 'measure'],
      levels: ['federal', 'state'],
      whole_in: [stateOf('MI').ocd_id],
    },
    needs: ['divisions'],
    read: readMi,
  }
}

const encodeParty = encoder({ field: 'party', known: MI_PARTIES })

/** The rules match `<office code>/<district>/<description>`. */
const layout: CandidacyLayout = {
  state: 'MI',
  offices: [
    { pattern: /^1\//, office: () => president },
    { pattern: /^2\//, office: () => statewide('governor', 'Governor and Lieutenant Governor') },
    { pattern: /^3\//, office: () => statewide('secretary-of-state', 'Secretary of State') },
    { pattern: /^4\//, office: () => statewide('attorney-general', 'Attorney General') },
    { pattern: /^5\//, office: () => usSenate },
    { pattern: /^6\/(\d+)\//, office: (district) => usHouse(district) },
    { pattern: /^7\/(\d+)\//, office: (district) => stateSenate('MI', district) },
    { pattern: /^8\/(\d+)\//, office: (district) => stateHouse('MI', district) },
    { pattern: /^9\//, office: () => statewide('state-board-of-education', 'Member of the State Board of Education') },
    { pattern: /^10\//, office: () => statewide('um-regent', 'Regent of the University of Michigan') },
    { pattern: /^11\//, office: () => statewide('msu-trustee', 'Trustee of Michigan State University') },
    { pattern: /^12\//, office: () => statewide('wsu-governor', 'Governor of Wayne State University') },
    { pattern: /^13\//, office: () => ({ ...justice, details: { nonpartisan: true } }) },
    {
      pattern: /^90\/\d+\/STATE PROPOSAL - (?:PROPOSAL )?(\d\d-\d+): +(\S.*)$/,
      office: (number, text) => proposal(number, text),
    },
  ],
}

const justice = statewide('supreme-court-justice', 'Justice of the Supreme Court')

function proposal(number: string, text: string): ListedOffice {
  const code = `Proposal ${number}`
  const measure_type = /REFERENDUM/.test(text) ? 'referendum' : 'constitutional amendment'
  return {
    ...statewide(code, `${code}: ${titleCase(text)}`),
    short_title: code,
    measure_code: code,
    details: { measure_type },
  }
}

function readMi(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): void {
  const [names, offices] = files
  if (names && offices)
    writeCandidacies(layout, nominees(candidacies(names, readOffices(offices, sink), sink), sink), {
      ...{ files, context, sink },
    })
}

/** A party nominates one candidate for a seat: of two, one is a write-in. Candidates of no party may be write-ins too. */
function* nominees(all: Iterable<Candidacy>, sink: Sink): Generator<Candidacy> {
  const contests = new Map<string, Candidacy[]>()
  for (const one of all) contests.set(one.contest, [...(contests.get(one.contest) ?? []), one])
  for (const contest of contests.values()) {
    const parties = contest.map(({ party }) => party)
    const second = contest.find(
      ({ party, votes_allowed }, at) =>
        votes_allowed === 1 && party && party !== NO_PARTY && parties.indexOf(party) < at,
    )
    if (second) {
      const { at, name: value } = second
      const message =
        'the file has two candidates of one party for one seat and does not mark the write-in; the contest is left out'
      sink.issue({ ...at, field: null, code: 'two-nominees', value, message, severity: 'refused' })
    } else if (!parties.includes(NO_PARTY)) yield* contest
    else for (const one of contest) yield { ...one, details: { ...one.details, may_include_write_ins: true } }
  }
}

const NO_PARTY = 'No Party Affiliation'

/** Maps office, district and status to the description. */
function readOffices(file: FetchedFile, sink: Sink): Map<string, string> {
  const descriptions = new Map<string, string>()
  for (const { record } of readCsv(file, { ...SHAPE, columns: OFFICE_COLUMNS }, sink))
    descriptions.set(keyOf(record), record.description.trim())
  return descriptions
}

/** Each line ends with a tab, which adds an empty field to the readme's layout. */
const SHAPE = { header: false, allowExtra: true, delimiter: '\t', quotes: false } as const

function* candidacies(file: FetchedFile, descriptions: ReadonlyMap<string, string>, sink: Sink): Generator<Candidacy> {
  for (const { line, record } of readCsv(file, { ...SHAPE, columns: NAME_COLUMNS }, sink)) {
    const at = { file: file.name, line }
    if (record.office.trim() === POLL_BOOK) continue
    const description = descriptions.get(keyOf(record))
    if (description === undefined)
      throw new SourceError(`got office ${keyOf(record)}, expected one that the file of offices describes`, at)
    const [, positions] = /\((\d+)\) POSITION/.exec(description) ?? []
    const [, years] = /(?<!\d)(\d+) YEAR TERM/.exec(description) ?? []
    const measure = record.office.trim() === MEASURES
    const name = [record.first, record.middle, record.last].map((part) => part.trim()).filter(Boolean)
    const party = encodeParty(record.party, at, sink) ?? null
    yield {
      at,
      election: electionOf(record, at),
      contest: `${record.office.trim()}/${Number(record.district) / 100}/${description}`,
      name: measure ? (answerOf(name, at) === 'yes' ? 'Yes' : 'No') : name.join(' '),
      ...(measure ? { answer: answerOf(name, at) } : {}),
      party: measure || record.office.trim() === JUSTICES ? null : party,
      unexpired: /PARTIAL TERM/.test(description),
      ...(positions ? { votes_allowed: Number(positions) } : {}),
      ...(years ? { details: { term: `${years} years` } } : {}),
      discriminator: record.id.trim(),
    }
  }
}

/** Office codes from the readme: total votes cast, and offices without a party. */
const [POLL_BOOK, JUSTICES, MEASURES] = ['0', '13', '90']

function answerOf(name: readonly string[], at: { file: string; line: number }): MeasureAnswer {
  const [answer] = name
  if (name.length === 1 && answer === 'YES') return 'yes'
  if (name.length === 1 && answer === 'NO') return 'no'
  throw new SourceError(
    `got the name "${name.join(' ').slice(0, 60)}" for a choice of a proposal, expected YES or NO`,
    at,
  )
}

function electionOf(
  { year, type }: { year: string; type: string },
  at: { file: string; line: number },
): ListedElection {
  const date = GENERAL_ELECTIONS[year]
  if (date === undefined || type !== 'GEN')
    throw new SourceError(`got ${year} ${type}, expected a general election of ${Object.keys(GENERAL_ELECTIONS)}`, at)
  return { state: 'MI', date, type: 'general', words: 'General Election' }
}

function keyOf({ office, district, status }: { office: string; district: string; status: string }): string {
  return [office, district, status].map((part) => part.trim()).join('/')
}
