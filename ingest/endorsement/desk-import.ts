// Reads a file that an editor brings to the publishing desk, with the reader and the rules of every other file in the interchange format.
// The command line passes this reader to the server.

import type {
  DeskFile,
  FileProblem,
  FileRecord,
  NamedContest,
  ReadDeskFile,
  ServedBallots,
} from '../../data/desk/file.ts'
import type { DeskText } from '../../data/desk/position.ts'
import { STATE_CODES } from '../../data/schema/vocabulary.ts'
import type { Issue } from '../../data/store/source-read.ts'
import { type Ballots, type FetchedFile, type KnownContest, type Sink, SourceError } from '../read/source.ts'
import { readFeed, readInterchangeJson } from './interchange.ts'
import { type Matcher, openMatcher } from './match.ts'
import { readInterchangeCsv } from './record.ts'
import { findLikelyNames, openLikely } from './reference.ts'

/** @setting Most names that the publishing desk's import compares to suggest likely ones: about half a second of the server. */
export const DESK_IMPORT_COMPARED_MAX = 20_000

export const readDeskFile: ReadDeskFile = async (bytes, { endorser, ballots: served, records_max }) => {
  const isJson = /^\uFEFF?\s*\{/.test(Buffer.from(bytes.subarray(0, 1000)).toString())
  const file: FetchedFile = { name: isJson ? 'file.json' : 'file.csv', bytes, url: '' }
  const ballots = toBallots(served)
  const own = { id: 0, endorser_slug: endorser.slug, name: endorser.name }
  const context = { ballots, endorsers: [own], states: new Set(STATE_CODES) }
  const read = openReading(isJson)
  try {
    const { endorsements } = isJson
      ? readInterchangeJson(file, SILENT)
      : readInterchangeCsv(file, SILENT, { stopsAtQuote: true })
    if (endorsements.length > records_max) return { too_many: endorsements.length }
    const permit = { slugs: new Set([endorser.slug]), by: 'this desk' }
    readFeed([file], context, read.sink, { permit, findLikely: openLikely(DESK_IMPORT_COMPARED_MAX) })
    return toDeskFile(endorsements, read, openMatcher(ballots, openLikely(0)))
  } catch (fault) {
    if (!(fault instanceof SourceError)) throw fault
    return { stopped: { line: fault.line, reason: fault.reason } }
  }
}

const SILENT: Pick<Sink, 'issue'> = { issue: () => undefined }

interface Reading {
  sink: Sink
  /** Of a record, by its place. */
  picks: Map<string, { contest_id: number } & Pick<FileRecord, 'pick' | 'stance'>>
  issues: Map<string, { issue: Issue; field: string | null }[]>
  placeOf(at: { line: number | null; path?: string }): string
}

/** In JSON, several items may be on one line: their place is their path. */
function openReading(isJson: boolean): Reading {
  const picks: Reading['picks'] = new Map()
  const issues: Reading['issues'] = new Map()
  const placeOf: Reading['placeOf'] = ({ line, path }) => (isJson ? (path ?? '') : String(line ?? ''))
  return {
    picks,
    issues,
    placeOf,
    sink: {
      row(_, row, at) {
        if ('stance_key' in row) {
          const { stance, source_url, published_on } = row
          const text: DeskText = { statement: null, statement_es: null, source_url, published_on }
          picks.set(placeOf(at), { contest_id: idOf(row.contest_key), pick: null, stance: { stance, text } })
        }
        if (!('choice_key' in row && 'endorsement_key' in row)) return
        const { rank, statement, statement_es, source_url, published_on } = row
        const text: DeskText = { statement, statement_es, source_url, published_on }
        const pick = { choice_id: idOf(row.choice_key), rank, text }
        picks.set(placeOf(at), { contest_id: idOf(row.contest_key), pick, stance: null })
      },
      issue(issue) {
        const [, path = '', field = null] = /^(endorsements\[\d+\])(?:\.(.+))?$/.exec(issue.field ?? '') ?? []
        const place = isJson ? path : String(issue.line ?? '')
        const known = { issue, field: path === '' ? issue.field : field }
        issues.set(place, [...(issues.get(place) ?? []), known])
      },
    },
  }
}

function toDeskFile(
  stated: readonly { at: { line: number | null; path?: string }; values: Readonly<Record<string, unknown>> }[],
  { picks, issues, placeOf }: Reading,
  matcher: Matcher,
): DeskFile {
  const seen = new Set<string>()
  const records = stated.map(({ at, values }): FileRecord => {
    const place = placeOf(at)
    seen.add(place)
    const said = (field: string): string => textOf(values[field])
    const kept = picks.get(place)
    return {
      line: at.line,
      item: itemOf(at.path),
      stated: { election: said('election'), contest: said('contest'), choice: said('choice') },
      contest_id: kept?.contest_id ?? findContest(matcher, said),
      pick: kept?.pick ?? null,
      stance: kept?.stance ?? null,
      problems: (issues.get(place) ?? []).map(toProblem),
    }
  })
  // Lines that are no record: a line with too few fields, an item that is no object. The header's line has problems of the whole file.
  const others = [...issues].filter(([place]) => !seen.has(place))
  const isRecord = (place: string, of: { issue: Issue }[]): boolean =>
    of.some(({ issue }) => issue.code === 'ragged-line') || place.startsWith('endorsements[')
  const broken = others.flatMap(([place, of]): FileRecord[] =>
    isRecord(place, of)
      ? [
          {
            line: of[0]?.issue.line ?? null,
            item: itemOf(place),
            contest_id: null,
            pick: null,
            stance: null,
            stated: { election: '', contest: '', choice: '' },
            problems: of.map(toProblem),
          },
        ]
      : [],
  )
  return {
    records: [...records, ...broken].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.item ?? 0) - (b.item ?? 0)),
    problems: others.flatMap(([place, of]) => (isRecord(place, of) ? [] : of.map(toProblem))),
  }
}

function toProblem({ issue, field }: { issue: Issue; field: string | null }): FileProblem {
  const { code, value: got, message } = issue
  return { code, field, got, message, likely: findLikelyNames(message) }
}

/** Of a record that gives no pick and no stance: its contest, if the record names exactly one. */
function findContest(matcher: Matcher, said: (field: string) => string): number | null {
  const election = matcher.election(said('election'))
  if ('problem' in election) return null
  const hints = { party: said('party') || null, district: said('district') || null }
  const contest = matcher.contest(election.found.election_key, { contest: said('contest'), ...hints })
  return 'problem' in contest ? null : contest.found.id
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

function itemOf(path = ''): number | null {
  const [, index] = /\[(\d+)\]$/.exec(path) ?? []
  return index === undefined ? null : Number(index) + 1
}

// The served ballots as the matcher knows them. A bundle has ids and no natural keys, so a key ends with the id.

function toBallots({ elections, contestsOf }: ServedBallots): Ballots {
  const listed = elections.map(({ slug, details, ...election }) => ({
    ...election,
    election_key: slug,
    name_es: null,
    details: JSON.stringify(details),
  }))
  const built = new Map<string, readonly KnownContest[]>()
  return {
    elections: () => listed,
    listings: () => [],
    contests(election_key) {
      const contests = built.get(election_key) ?? contestsOf(election_key).map((one) => toKnown(one, election_key))
      built.set(election_key, contests)
      return contests
    },
  }
}

function toKnown({ choices, district, ...contest }: NamedContest, election_key: string): KnownContest {
  const contest_key = `${election_key}/${contest.id}`
  const { id, title, short_title, kind, vote_method, votes_allowed, ranks_allowed, party, measure_code } = contest
  return {
    id,
    title,
    short_title,
    kind,
    vote_method,
    votes_allowed,
    ranks_allowed,
    party,
    measure_code,
    contest_key,
    election_key,
    ocd_id: district.ocd_id,
    choices: choices.map(({ id, label, candidate, measure_answer, party, withdrawn }) => ({
      id,
      label,
      measure_answer,
      party,
      withdrawn,
      choice_key: `${contest_key}/${id}`,
      candidate_name: candidate?.full_name ?? null,
    })),
  }
}

function idOf(key: string): number {
  return Number(key.slice(key.lastIndexOf('/') + 1))
}
