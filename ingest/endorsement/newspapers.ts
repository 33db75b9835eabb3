// Newspapers' endorsements for President, 1972 to 2020: one line per paper and year, with the surname of the candidate. An endorsement is
// served in the contest of the paper's home state.

import { NEWSPAPER_HOMES, NEWSPAPER_NAMES } from '../../data/reference/endorsers.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { readCsv } from '../read/csv.ts'
import { slug } from '../read/identity.ts'
import { type KnownChoice, type KnownContest, type Sink, SourceError, type SourceReader } from '../read/source.ts'
import { type MatchedPick, placePositions, toIssue } from './position.ts'
import { findRaces } from './race.ts'
import { plain } from './reference.ts'

const COLUMNS = ['publication', 'year', 'endorsed', 'source', 'source2', 'notes'] as const
const NONE: Readonly<Record<string, string>> = {
  None: 'the paper endorsed nobody',
  Unknown: 'it is not known whom the paper endorsed',
  'Not Trump': 'the paper opposed a candidate and endorsed nobody',
}

interface Endorsed {
  at: { file: string; line: number }
  publication: string
  year: number
  surname: string
  source_url: string | null
}

export const readNewspapers: SourceReader<'ballots'> = ([file], { states, ballots }, sink) => {
  if (!file) return
  const tally = openTally(file.name, sink)
  const picks: MatchedPick[] = []
  for (const { line, record } of readCsv(file, { columns: COLUMNS }, sink)) {
    const at = { file: file.name, line }
    const endorsed = record.endorsed.trim()
    if (Object.hasOwn(NONE, endorsed)) tally.add('no-endorsement', endorsed, NONE[endorsed] ?? '')
    else if (endorsed.includes('/'))
      tally.add('split-endorsement', endorsed, 'the editorial boards of two papers, now one, endorsed two candidates')
    else picks.push(...toPick({ at, ...parseLine(record, at), surname: endorsed }))
  }
  function toPick({ at, publication, year, surname, source_url }: Endorsed): MatchedPick[] {
    const home = loadHome(publication, at)
    if (home === 'national') {
      tally.add('no-home-ballot', publication, 'the paper is national, and no contest of the whole nation is held')
      return []
    }
    if (!states.has(home)) return []
    const race = {
      state: home,
      year,
      office: 'president',
      round: 'general',
      party: null,
      district: null,
      special: null,
    } as const
    const [contest, ...others] = findRaces(ballots, race)
    if (!contest || others.length > 0) {
      tally.add('ballot-not-held', String(year), 'no ballot for President of the paper’s state and year is held')
      return []
    }
    const choice = findBySurname(contest, surname)
    if (!choice) {
      const message = `"${contest.title}" has not exactly one candidate of this surname; left out`
      sink.issue(toIssue({ at }, { code: 'unmatched-choice', field: 'endorsed', value: surname, message }, 'ignored'))
      return []
    }
    const said = { rank: null, statement: null, statement_es: null, source_url: source_url ?? file?.url ?? null }
    return [{ at, endorser_slug: slugOf(publication), contest, choice, ...said, published_on: null }]
  }
  const { endorsements, issues } = placePositions(picks)
  const names = new Map(picks.map(({ endorser_slug, at }) => [endorser_slug, at]))
  for (const [publication, home] of NEWSPAPER_HOMES) {
    const endorser_slug = slugOf(publication)
    const at = names.get(endorser_slug)
    const name = NEWSPAPER_NAMES[publication]?.name ?? publication
    const rest = { category: 'newspaper', state: home, description: null, website_url: null }
    if (at) sink.row('endorser', { endorser_slug, name, ...rest }, at)
  }
  for (const { row, at } of endorsements) sink.row('endorsement', row, at)
  for (const issue of issues) sink.issue(issue)
  tally.warn()
}

/** The one choice whose names have this surname as a word; undefined if none or several have. */
function findBySurname({ choices }: KnownContest, surname: string): KnownChoice | undefined {
  const said = ` ${plain(surname)} `
  const found = choices.filter(
    ({ label, candidate_name }) =>
      ` ${plain(label)} `.includes(said) || ` ${plain(candidate_name ?? '')} `.includes(said),
  )
  return found.length === 1 ? found[0] : undefined
}

function slugOf(publication: string): string {
  return NEWSPAPER_NAMES[publication]?.slug ?? slug(publication)
}

function parseLine(record: Record<'publication' | 'year' | 'source', string>, at: Endorsed['at']) {
  const year = record.year.trim()
  if (!/^(?:19|20)\d\d$/.test(year)) throw new SourceError(`got year "${year.slice(0, 40)}", expected a year`, at)
  const [url] = /^https?:\/\/\S+$/.exec(record.source.trim()) ?? []
  return {
    publication: record.publication.trim().normalize('NFC'),
    year: Number(year),
    source_url: url !== undefined && URL.canParse(url) ? url : null,
  }
}

function loadHome(publication: string, at: Endorsed['at']): StateCode | 'national' {
  const home = NEWSPAPER_HOMES.get(publication)
  if (home) return home
  const name = publication.slice(0, 80)
  throw new SourceError(`got the newspaper "${name}", which data/reference/endorsers.ts lacks`, at)
}

/** One issue for all lines of a kind and value. */
function openTally(file: string, sink: Sink) {
  const counts = new Map<string, { code: string; value: string; why: string; count: number }>()
  return {
    add(code: string, value: string, why: string): void {
      const key = `${code}\n${value}`
      const one = counts.get(key) ?? { code, value, why, count: 0 }
      counts.set(key, one)
      one.count++
    },
    warn(): void {
      for (const { code, value, why, count } of counts.values()) {
        const message = `${count} ${count === 1 ? 'line' : 'lines'} left out: ${why}`
        sink.issue({ file, line: null, field: 'endorsed', code, value, message, severity: 'ignored' })
      }
    },
  }
}
