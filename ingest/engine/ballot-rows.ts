// Gives readers the ballots and endorsers of other sources. Loads them from the rows in the database.

import { groupBy } from '../../data/core/group-by.ts'
import { projectFile } from '../../data/store/paths.ts'
import type { Listing } from '../../data/store/source-read.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import type { Ballots, KnownChoice, KnownContest, KnownElection, KnownEndorser } from '../read/source.ts'

type OfSource<Known> = Known & { source_id: string }

/** The rows of all sources, in ballot order; of an election or a contest that several sources give, the best source's row comes first. */
export interface BallotRows {
  elections: readonly OfSource<KnownElection>[]
  contests: readonly OfSource<Omit<KnownContest, 'choices'>>[]
  choices: readonly OfSource<KnownChoice & { contest_key: string }>[]
}

export type EndorserRows = readonly OfSource<KnownEndorser>[]

/** Contests by election and choices by contest, each in ballot order. */
export interface ContestIndex extends Pick<BallotRows, 'elections'> {
  contests: ReadonlyMap<string, BallotRows['contests']>
  choices: ReadonlyMap<string, BallotRows['choices']>
}

/** What a reader may see of the other sources. */
export interface SourceView {
  /** Ids of the sources whose rows it does not see. */
  hidden: ReadonlySet<string>
  /** What each source lists. */
  reads: ReadonlyMap<string, { lists?: Listing | undefined }>
}

const ALL_SOURCES: SourceView = { hidden: new Set(), reads: new Map() }

export function indexContests({ elections, contests, choices }: BallotRows): ContestIndex {
  return {
    elections,
    contests: groupBy(contests, ({ election_key }) => election_key),
    choices: groupBy(choices, ({ contest_key }) => contest_key),
  }
}

/** Of an item that two sources give, the better one applies. */
export function toBallots(rows: BallotRows, view?: SourceView): Ballots {
  return openBallots(indexContests(rows), view)
}

/** Builds the contests of an election on first request: most feeds name only a few of all elections. */
export function openBallots(rows: ContestIndex, { hidden, reads }: SourceView = ALL_SOURCES): Ballots {
  const elections = new Map<string, KnownElection>()
  const listings = new Map<string, (Listing | undefined)[]>()
  for (const { source_id, ...election } of rows.elections) {
    if (hidden.has(source_id)) continue
    const { election_key } = election
    if (!elections.has(election_key)) elections.set(election_key, election)
    listings.set(election_key, [...(listings.get(election_key) ?? []), reads.get(source_id)?.lists])
  }
  // As the build: only one source says who stands (docs/rules.md#several-sources-of-one-contest).
  const choicesOf = (contestKey: string, contestSource: string): KnownChoice[] =>
    (rows.choices.get(contestKey) ?? []).flatMap(({ source_id, contest_key: _, ...choice }) =>
      source_id === contestSource ? [choice] : [],
    )
  const contestsOf = (electionKey: string): KnownContest[] => {
    const contests = new Map<string, KnownContest>()
    for (const { source_id, ...contest } of rows.contests.get(electionKey) ?? []) {
      const { contest_key } = contest
      if (!hidden.has(source_id) && !contests.has(contest_key))
        contests.set(contest_key, { ...contest, choices: choicesOf(contest_key, source_id) })
    }
    return [...contests.values()]
  }
  const built = new Map<string, readonly KnownContest[]>()
  const listed = [...elections.values()]
  return {
    elections: () => listed,
    listings: (electionKey) => listings.get(electionKey) ?? [],
    contests(electionKey) {
      const contests = built.get(electionKey) ?? contestsOf(electionKey)
      built.set(electionKey, contests)
      return contests
    },
  }
}

/** Sorted by slug. Of an endorser that two sources give, the first applies. */
export function toEndorsers(
  rows: EndorserRows,
  { hidden }: Pick<SourceView, 'hidden'> = ALL_SOURCES,
): readonly KnownEndorser[] {
  const endorsers = new Map<string, KnownEndorser>()
  for (const { source_id, ...endorser } of rows)
    if (!hidden.has(source_id) && !endorsers.has(endorser.endorser_slug))
      endorsers.set(endorser.endorser_slug, endorser)
  return [...endorsers.values()]
}

/** Loads from the working database or the sealed warehouse. The ids equal those of the build, corrections included. */
export async function loadBallotRows(warehouse: Warehouse): Promise<BallotRows> {
  const files = correctionFiles()
  return {
    elections: await warehouse.all(
      `${CORRECTIONS}
       SELECT
         source_id, ${idOf('election')} AS id, election_key, state, CAST(date AS VARCHAR) AS date, type, name, name_es,
         short_name, primary_system, info_url, CAST(details AS VARCHAR) AS details
       FROM core.election AS election
       LEFT JOIN core.source_read AS source USING (source_id)
       ORDER BY date, state, election_key, source_rank(source.lists, source.states, source_id), file, line`,
      files,
    ),
    contests: await warehouse.all(
      `${CORRECTIONS}
       SELECT
         source_id, ${idOf('contest')} AS id, contest_key, election_key, title, short_title, kind, vote_method,
         votes_allowed, ranks_allowed, party, measure_code, ocd_id
       FROM core.contest AS contest
       LEFT JOIN (SELECT source_id, lists, states FROM core.source_read) AS source USING (source_id)
       WINDOW best_first AS (
         PARTITION BY contest_key ORDER BY contest_rank(contest.details, source.lists, source.states, source_id)
       )
       ORDER BY election_key, first_value(ballot_order) OVER best_first, contest_key, row_number() OVER best_first`,
      files,
    ),
    choices: await warehouse.all(
      `${CORRECTIONS}
       SELECT
         source_id, contest_key, ${idOf('choice')} AS id, choice_key, label, candidate_name, measure_answer, party,
         withdrawn
       FROM core.choice AS choice
       ORDER BY contest_key, ballot_order, choice_key, source_id`,
      files,
    ),
  }
}

/** The endorsers of all sources, by id. Separate from ballots, because a feed's edit changes them more often. */
export async function loadEndorserRows(warehouse: Warehouse): Promise<EndorserRows> {
  return warehouse.all(
    `${CORRECTIONS}
     SELECT source_id, ${idOf('endorser', 'endorser_slug')} AS id, endorser_slug, name
     FROM core.endorser AS endorser
     ORDER BY endorser_slug, source_id, file, line`,
    correctionFiles(),
  )
}

function correctionFiles(): { aliases: string; salts: string } {
  return {
    aliases: projectFile('data', 'reference', 'aliases.csv'),
    salts: projectFile('data', 'reference', 'salts.csv'),
  }
}

/** Corrected names and resolved collisions, by the same rules as build/sql/00_macro.sql. */
const CORRECTIONS = `
  WITH alias AS (
    FROM read_csv($aliases, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"',
      columns = {'kind': 'VARCHAR', 'key': 'VARCHAR', 'old_key': 'VARCHAR', 'why': 'VARCHAR'})
  ),
  salt AS (
    FROM read_csv($salts, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"',
      columns = {'kind': 'VARCHAR', 'key': 'VARCHAR', 'salt': 'VARCHAR'})
  )`

function idOf(kind: 'election' | 'contest' | 'choice' | 'endorser', key = `${kind}_key`): string {
  return `natural_id('${kind}',
    coalesce((SELECT old_key FROM alias WHERE alias.kind = '${kind}' AND alias.key = ${kind}.${key}), ${key})
    || coalesce((SELECT salt FROM salt WHERE salt.kind = '${kind}' AND salt.key = ${kind}.${key}), ''))`
}
