// FiveThirtyEight's endorsements in the Democratic primary for President of 2020: a line per person who could have endorsed. Most did not.
// An endorsement is served in the primary of the endorser's own state, if it came before that primary.

import { STATES } from '../../data/schema/states.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { isCalendarDate } from '../read/calendar-date.ts'
import { readCsv } from '../read/csv.ts'
import { slug } from '../read/identity.ts'
import type { SourceReader } from '../read/source.ts'
import { openMatcher } from './match.ts'
import { type MatchedPick, placePositions, toIssue } from './position.ts'
import { findCandidate, findRaces } from './race.ts'

const COLUMNS = ['date', 'position', 'state', 'endorser', 'endorsee', 'source'] as const

/** Positions that voters fill; others, such as `DNC member`, are a party's or have ended. */
const ELECTED = new Set([
  ...['governor', 'senator', 'representative', 'mayor', 'lieutenant governor', 'attorney general'],
  ...['secretary of state', 'state treasurer', 'state controller', 'state auditor', 'insurance commissioner'],
  ...['superintendent of public instruction', 'speaker', 'speaker pro tem', 'president', 'president pro tem'],
  'minority leader',
])
const NATIONAL = new Set(['senator', 'representative', 'governor'])

export const readFiveThirtyEight2020: SourceReader<'ballots'> = ([file], { states, ballots }, sink) => {
  if (!file) return
  const matcher = openMatcher(ballots)
  const counts = new Map<string, number>()
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)
  const picks: (MatchedPick & { name: string; home: StateCode; position: string })[] = []
  for (const { line, record } of readCsv(file, { columns: COLUMNS, allowExtra: true }, sink)) {
    const at = { file: file.name, line }
    const [date, position, name, candidate] = [record.date, record.position, record.endorser, record.endorsee].map(
      toText,
    )
    const home = STATES.find(({ code }) => code === record.state.trim())?.code
    if (!candidate || !date || !name || !position || !isCalendarDate(date)) {
      count('without an endorsement: the person endorsed nobody')
      continue
    }
    if (!ELECTED.has(position.toLowerCase())) {
      count('of people whose position is no elected office: the privacy rule')
      continue
    }
    if (home === undefined || !states.has(home)) {
      count('of people without one of the selected states')
      continue
    }
    const race = {
      state: home,
      year: 2020,
      office: 'president',
      round: 'primary',
      party: 'Democratic',
      district: null,
      special: null,
    } as const
    const contests = findRaces(ballots, race).filter(({ election_key }) => electionDay(election_key) >= date)
    if (contests.length === 0) {
      count('for which no later primary for President of the endorser’s state is held')
      continue
    }
    const found = findCandidate(contests, { name: candidate, party: 'Democratic' }, matcher)
    if ('problem' in found) {
      sink.issue(toIssue({ at }, { ...found.problem, field: 'endorsee' }, 'ignored'))
      continue
    }
    if (found.mended) sink.issue(toIssue({ at }, { ...found.mended, field: 'endorsee' }, 'mended'))
    const isWide = NATIONAL.has(position.toLowerCase())
    const source_url = URL.canParse(record.source.trim()) ? record.source.trim() : file.url
    const said = { rank: null, statement: null, statement_es: null, source_url, published_on: date }
    const endorser_slug = isWide ? slug(name) : slug(`${name} ${home}`)
    picks.push({ at, endorser_slug, ...found.found, ...said, name, home, position: position.toLowerCase() })
  }
  const placed = placePositions(picks.map(({ name: _, home: __, position: ___, ...pick }) => pick))
  for (const { row, at } of placed.endorsements) {
    const pick = picks.find((one) => one.endorser_slug === row.endorser_slug)
    if (!pick) continue
    const state = NATIONAL.has(pick.position) ? 'national' : pick.home
    const rest = { category: 'official', state, description: null, website_url: null } as const
    sink.row('endorser', { endorser_slug: row.endorser_slug, name: pick.name, ...rest }, at)
    sink.row('endorsement', row, at)
  }
  for (const issue of placed.issues) sink.issue(issue)
  for (const [what, lines] of counts) {
    const message = `${lines} lines ${what}; left out`
    sink.issue({
      file: file.name,
      line: null,
      field: null,
      code: 'not-served',
      value: null,
      message,
      severity: 'ignored',
    })
  }
}

/** Undefined for an empty field. */
function toText(field: string): string | undefined {
  const text = field.trim()
  return text === '' || text === 'NA' ? undefined : text
}

/** `nc-2020-03-03-primary` → `2020-03-03`. */
function electionDay(electionKey: string): string {
  return electionKey.slice(3, 13)
}
