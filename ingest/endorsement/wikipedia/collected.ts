// Wikipedia's endorsements of 2018 and 2020 as a project collected them: a row per candidate, a cell of many lines with category lines and
// entries. The cells have no links and no rounds. The second file has names as the returns spell them.

import { STATES } from '../../../data/schema/states.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { readCsv } from '../../read/csv.ts'
import { encoder } from '../../read/field-value.ts'
import type { FetchedFile, Sink, SourceReader } from '../../read/source.ts'
import { openMatcher } from '../match.ts'
import { type MatchedPick, type PlacedStance, placePositions, placeStances, toIssue } from '../position.ts'
import {
  findCandidate,
  findPrimaryElsewhere,
  findRaces,
  type Race,
  type RaceCandidate,
  type RaceOffice,
} from '../race.ts'
import {
  type Endorser,
  openEndorsers,
  REFUSALS,
  type Refusal,
  readPerson,
  STATE_WORDS,
  toEndorser,
} from './endorser.ts'
import { articleUrl, type BoxCandidate, type Group, parseCandidate, parseHeading, titleOf, UNKNOWN } from './heading.ts'

interface At {
  file: string
  line: number
}

interface Listed {
  at: At
  candidate: BoxCandidate
  state: StateCode
  year: number
  office: RaceOffice
  entries: Entry[]
}

interface Entry {
  at: At
  endorser: Endorser
  /** The line says that the endorsement was taken back. */
  rescinded: boolean
}

const OFFICES = { House: 'us-house', Senate: 'us-senate', Governor: 'governor' } as const
const encodeOffice = encoder<RaceOffice>({ field: 'race', known: OFFICES })
const encodeState = encoder({ field: 'state', known: Object.fromEntries(STATES.map(({ name, code }) => [name, code])) })
const encodeYear = encoder({ field: 'cycle', known: { '2018': 2018, '2020': 2020 } })

/** Files: the endorsements, and the corrected names. */
export const readCollectedWikipedia: SourceReader<'ballots'> = ([endorsements, recodes], { states, ballots }, sink) => {
  if (!endorsements || !recodes) return
  const names = readNames(recodes, sink)
  const endorsers = openEndorsers()
  const people = new Set<string>()
  const listed = [...readRows(endorsements, { names, people }, sink)].filter(({ state }) => states.has(state))
  for (const row of listed) {
    row.entries = withoutPeople(row, people, sink)
    for (const { endorser } of row.entries) endorsers.add(endorser, row.state)
  }
  const matcher = openMatcher(ballots)
  const picks: MatchedPick[] = []
  const stances: PlacedStance[] = []
  for (const row of listed) {
    const { candidate, state, year, office, entries, at } = row
    const race: Race = { state, year, office, round: 'general', party: null, district: null, special: null }
    const match = findOneCandidate(race, candidate)
    if ('problem' in match) {
      const message = `${match.problem.message}, with its ${entries.length} endorsements`
      // Candidates of primaries, which the file does not tell apart, are on no ballot in November.
      sink.issue(toIssue({ at }, { ...match.problem, field: 'candidates', message }, 'ignored'))
      continue
    }
    if (match.repaired) sink.issue(toIssue({ at }, { ...match.repaired, field: 'candidates' }, 'mended'))
    for (const { endorser, at, rescinded } of entries)
      for (const pick of toPick({ endorser, at, found: match.found, url: pageOf(row, endorsements) }))
        if (rescinded) stances.push(toRescinded(pick, at))
        else picks.push(pick)
  }
  function findOneCandidate(race: Race, candidate: BoxCandidate): ReturnType<typeof findCandidate> {
    const match = findCandidate(findRaces(ballots, race), candidate, matcher)
    const problem = 'found' in match ? findPrimaryElsewhere(ballots, race, match.found) : undefined
    return problem ? { problem } : match
  }
  function toPick({
    endorser,
    at,
    found,
    url,
  }: {
    endorser: Endorser
    at: At
    found: RaceCandidate
    url: string
  }): MatchedPick[] {
    const endorser_slug = endorsers.slugOf(endorser)
    if (endorser_slug === undefined) {
      const message =
        'members of Congress of two states have this name, and the line does not say which one it is; left out'
      sink.issue({
        ...at,
        field: 'endorsements',
        code: 'ambiguous-endorser',
        value: endorser.name,
        message,
        severity: 'refused',
      })
      return []
    }
    const said = { rank: null, statement: null, statement_es: null, source_url: url, published_on: null }
    return [{ at, endorser_slug, contest: found.contest, choice: found.choice, ...said }]
  }
  const placed = placePositions(picks)
  const silent = placeStances(stances, placed.endorsements)
  const placedRows = [...placed.endorsements, ...silent.stances]
  const used = new Map(placedRows.map(({ row, at }) => [row.endorser_slug, at] as const).reverse())
  for (const { row, at } of endorsers.rows(used)) sink.row('endorser', row, at)
  for (const { row, at } of placed.endorsements) sink.row('endorsement', row, at)
  for (const { row, at } of silent.stances) sink.row('stance', row, at)
  for (const issue of [...placed.issues, ...silent.issues]) sink.issue(issue)
}

/** Only of a candidate's own box: a box of those who declined names neither the round nor the district. */
function toRescinded({ endorser_slug, contest: { contest_key }, source_url }: MatchedPick, at: At): PlacedStance {
  const said = { stance: 'rescinded', source_url, published_on: null } as const
  return { at, row: { stance_key: `${endorser_slug}/${contest_key}`, endorser_slug, contest_key, ...said } }
}

/** Years and states with a second election to the Senate, which has its own article. */
const SPECIAL_SENATE = ['2018 MN', '2018 MS', '2020 AZ', '2020 GA']

/** The article that the row was collected from, as far as it is certain; its revision is not known. */
function pageOf({ state, year, office }: Listed, file: FetchedFile): string {
  if (office === 'president' || (office === 'us-senate' && SPECIAL_SENATE.includes(`${year} ${state}`))) return file.url
  return articleUrl(titleOf({ state, office, year }))
}

function readNames(file: FetchedFile, sink: Sink): ReadonlyMap<string, string> {
  const columns = ['endorsement_name', 'results_name'] as const
  const names = new Map<string, string>()
  for (const { record } of readCsv(file, { columns, encoding: 'windows-1252' }, sink))
    names.set(nameKey(record.endorsement_name), cleanName(record.results_name))
  return names
}

/** The file's quotes stand after a backslash, and one accent was lost: `Linda S<U+FFFD>nchez`. */
function cleanName(name: string): string {
  return name.replaceAll('\\', '').trim()
}

/** A letter that was lost stands for any letter. */
function nameKey(name: string): string {
  return cleanName(name).replace(/<U\+FFFD>|\ufffd/g, '?')
}

/** Some cells list a person among organizations, whom other cells list among people. */
function withoutPeople({ entries, at }: Listed, people: ReadonlySet<string>, sink: Sink): Listed['entries'] {
  const kept = entries.filter(({ endorser }) => isPerson(endorser) || !people.has(endorser.name))
  const count = entries.length - kept.length
  if (count > 0) sayRefused('private-person', count, at, sink)
  return kept
}

function isPerson({ category }: Endorser): boolean {
  return category === 'official' || category === 'person'
}

function sayRefused(code: Refusal, count: number, at: At, sink: Sink): void {
  const message = `${count} of its lines ${REFUSALS[code]}; left out`
  sink.issue({ ...at, field: 'endorsements', code, value: null, message, severity: 'ignored' })
}

/** @param people gets the names under headings of people */
function* readRows(
  file: FetchedFile,
  { names, people }: { names: ReadonlyMap<string, string>; people: Set<string> },
  sink: Sink,
): Generator<Listed> {
  const columns = ['cycle', 'race', 'state', 'candidates', 'endorsements'] as const
  for (const { line, record } of readCsv(file, { columns }, sink)) {
    const at = { file: file.name, line }
    const [year, office, state] = [
      encodeYear(record.cycle, at, sink),
      encodeOffice(record.race, at, sink),
      encodeState(record.state, at, sink),
    ]
    if (year === undefined || office === undefined || state === undefined) continue
    const candidate = parseCandidate(record.candidates)
    if (!candidate) {
      const message = 'is no candidate: its lines are no endorsements; left out'
      sink.issue({
        ...at,
        field: 'candidates',
        code: 'no-endorsement',
        value: record.candidates,
        message,
        severity: 'ignored',
      })
      continue
    }
    const right = names.get(nameKey(candidate.name)) ?? names.get(nameKey(record.candidates))
    const entries = readCell(record.endorsements, { at, state, year, people }, sink)
    yield { at, candidate: { ...candidate, name: right ?? candidate.name }, state, year, office, entries }
  }
}

function readCell(
  cell: string,
  { at, state, year, people }: { at: At; state: StateCode; year: number; people: Set<string> },
  sink: Sink,
): Entry[] {
  let group: Group = UNKNOWN
  const entries: Entry[] = []
  const refused = new Map<Refusal, number>()
  for (const [index, printed] of cell.split('\n').entries()) {
    const text = printed
      .replace(/\[[^\][]*\]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
    if (text === '' || text.startsWith('.mw-')) continue
    const found = parseHeading(text, STATE_WORDS)
    // With a reference, a line is an entry, unless it names officials.
    const heading = /\[\d+\]/.test(printed) && found?.kind !== 'official' && !HEADED.test(text) ? undefined : found
    if (heading) {
      group = heading
      continue
    }
    if (group.kind === 'person' || group.kind === 'official') people.add(readPerson(text).name)
    const kept = text.replace(TAKEN_BACK, '')
    const endorser = toEndorser({ text: kept, group, state, year, link: null })
    if (typeof endorser === 'string') refused.set(endorser, (refused.get(endorser) ?? 0) + 1)
    else entries.push({ at: { file: at.file, line: at.line + index }, endorser, rescinded: kept !== text })
  }
  for (const [code, count] of refused) sayRefused(code, count, at, sink)
  return entries
}

/** The whole remark: with more words, it may speak of another candidate or round. */
const TAKEN_BACK = / ?\((?:endorsement )?(?:rescinded|withdrawn|retracted|revoked)\)$/i

/** Some category lines have a reference for all their entries. */
const HEADED = /^(?:state legislators|endorsements|organizations|individuals)$/i
