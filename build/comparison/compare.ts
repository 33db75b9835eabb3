// Compares two bundles record by record, in memory one kind of record at a time.

import { z } from 'zod'
import { choice } from '../../data/schema/choice.ts'
import { contest } from '../../data/schema/contest.ts'
import { election } from '../../data/schema/election.ts'
import { builtEndorsement } from '../../data/schema/endorsement.ts'
import { officeholder } from '../../data/schema/officeholder.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { compareTexts } from '../publish/diff.ts'

export interface RecordChange extends Omit<ComparedRecord, 'values'> {
  kind: RecordKind
  change: 'added' | 'removed' | 'changed'
  /** For a change: the values that differ. */
  differences: { field: string; before: Value; after: Value }[]
}

type Value = string | number | boolean | null

/**
 * Changes by state, election, contest, kind and name. A difference that none of the compared values shows, such as a corrected
 * district of a contest's candidate, is no change.
 * @param states only these; default: all
 */
export function compareBundles(before: Bundle, after: Bundle, states?: ReadonlySet<string>): RecordChange[] {
  return RECORD_KINDS.flatMap((kind) => [...compareKind(kind, before, after)])
    .filter(({ state }) => states?.has(state) ?? true)
    .sort(
      (a, b) =>
        compareTexts(a.state, b.state) ||
        compareTexts(a.election ?? '~', b.election ?? '~') ||
        compareTexts(a.contest ?? '', b.contest ?? '') ||
        RECORD_KINDS.indexOf(a.kind) - RECORD_KINDS.indexOf(b.kind) ||
        compareTexts(a.name, b.name),
    )
}

function* compareKind(kind: RecordKind, before: Bundle, after: Bundle): Generator<RecordChange> {
  const { rows, parse } = RECORD_SOURCES[kind]
  const olds = new Map(rows(before).map((row) => [row.key, row]))
  const toChange = ({ text }: Row, change: 'added' | 'removed'): RecordChange => {
    const { values: _, ...record } = parse(text)
    return { kind, change, ...record, differences: [] }
  }
  for (const row of rows(after)) {
    const old = olds.get(row.key)
    olds.delete(row.key)
    if (!old) yield toChange(row, 'added')
    else if (old.text !== row.text) {
      const [was, { values, ...record }] = [parse(old.text), parse(row.text)]
      const differences = Object.entries(values)
        .map(([field, value]) => ({ field, before: was.values[field] ?? null, after: value }))
        .filter((one) => one.before !== one.after)
      if (differences.length > 0) yield { kind, change: 'changed', ...record, differences }
    }
  }
  for (const row of olds.values()) yield toChange(row, 'removed')
}

// The records of a bundle that two bundles are compared by: each with its place and the values that a person may want to know.

/** In the order in which changes are listed. */
const RECORD_KINDS = ['election', 'contest', 'choice', 'endorsement', 'officeholder'] as const
type RecordKind = (typeof RECORD_KINDS)[number]

interface ComparedRecord {
  /** USPS code. */
  state: string
  /** Slug; null for an officeholder. */
  election: string | null
  /** Title of its contest; null if it has none. */
  contest: string | null
  /** Id of its contest; null if it has none. */
  contest_id: number | null
  /** The name that a person calls it by. */
  name: string
  values: Readonly<Record<string, string | number | boolean | null>>
}

/** A row with its text: equal texts need no parsing. */
interface Row {
  key: string
  text: string
}

interface RecordSource {
  rows(bundle: Bundle): Row[]
  parse(text: string): ComparedRecord
}

const electionBody = election.pick({ slug: true, state: true, name: true, date: true, type: true })
const contestBody = contest.omit({ choices: true, report_url: true })
const contestOf = z.object({
  state: z.string(),
  election: z.string(),
  contest: z.string(),
  contest_id: z.int(),
  body: choice,
})

function rowsOf(part: OpenPart, sql: string): Row[] {
  return part.statement<Row>(sql).all()
}

const RECORD_SOURCES: Readonly<Record<RecordKind, RecordSource>> = {
  election: {
    rows: ({ ballots }) =>
      rowsOf(ballots, "SELECT CAST(id AS TEXT) AS key, json_remove(body_en, '$.contest_count') AS text FROM election"),
    parse(text) {
      const { slug, state, name, date, type } = electionBody.parse(JSON.parse(text))
      return { state, election: slug, contest: null, contest_id: null, name, values: { name, date, type } }
    },
  },
  contest: {
    rows: ({ ballots }) =>
      rowsOf(ballots, "SELECT CAST(id AS TEXT) AS key, json_remove(body_en, '$.choices') AS text FROM contest"),
    parse(text) {
      const one = contestBody.parse(JSON.parse(text))
      return {
        state: one.election.state,
        election: one.election.slug,
        contest: one.title,
        contest_id: one.id,
        // The primaries of several parties have one title.
        name: one.party === null ? one.title : `${one.title} (${one.party})`,
        values: {
          title: one.title,
          vote_method: one.vote_method,
          votes_allowed: one.votes_allowed,
          ranks_allowed: one.ranks_allowed,
          description: one.description,
          party: one.party,
          district: one.district.name,
        },
      }
    },
  },
  choice: {
    rows: ({ ballots }) =>
      rowsOf(
        ballots,
        `SELECT contest.id || '/' || choice.id AS key, json_object(
           'state', state, 'election', election_slug, 'contest', contest.body_en ->> '$.title', 'contest_id', contest.id, 'body', json(choice.body_en)
         ) AS text
         FROM choice JOIN contest ON contest.id = choice.contest_id`,
      ),
    parse(text) {
      const { body, ...place } = contestOf.parse(JSON.parse(text))
      const { label, party_label, withdrawn, ballot_designation } = body
      return { ...place, name: label, values: { label, party_label, withdrawn, ballot_designation } }
    },
  },
  endorsement: {
    rows: ({ endorsements }) =>
      rowsOf(endorsements, 'SELECT CAST(id AS TEXT) AS key, body_en AS text FROM endorsement_body'),
    parse(text) {
      const one = builtEndorsement.parse(JSON.parse(text))
      return {
        state: one.election.state,
        election: one.election.slug,
        contest: one.contest.title,
        contest_id: one.contest.id,
        name: `${one.endorser.name} for ${one.choice.label}`,
        values: {
          rank: one.rank,
          statement: one.statement,
          source_url: one.source_url,
          published_on: one.published_on,
        },
      }
    },
  },
  officeholder: {
    rows: ({ officeholders }) =>
      rowsOf(
        officeholders,
        `SELECT state || ' ' || office || ' ' || district_ocd_id || ' ' || person_id AS key,
           json_remove(body, '$.updated_at') AS text
         FROM officeholder`,
      ),
    parse(text) {
      const one = officeholder.omit({ updated_at: true, report_url: true }).parse(JSON.parse(text))
      const seat = one.district === null ? one.office_title : `${one.office_title}, ${one.district}`
      return {
        state: one.state,
        election: null,
        contest: null,
        contest_id: null,
        name: `${one.name} (${seat})`,
        values: { name: one.name, party: one.party, term_end: one.term.end },
      }
    },
  },
}
