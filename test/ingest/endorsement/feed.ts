// Runs a feed's reader over text or over the real files, and collects its rows and issues.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { CoreRows, CoreTable } from '../../../data/core/rows.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import type { Issue } from '../../../data/store/source-read.ts'
import { endorsementSources } from '../../../ingest/endorsement/sources.ts'
import { toBallots } from '../../../ingest/engine/ballot-rows.ts'
import type { Ballots, FetchedFile, Sink, Source } from '../../../ingest/read/source.ts'
import { REAL } from '../ballot/read.ts'
import { divisionsOf } from '../boundary/collect.ts'
import { noBallots } from '../no-ballots.ts'

export const HAS_FEEDS = existsSync(join(REAL, 'endorsements'))

export interface Fed {
  election: CoreRows['election'][]
  contest: CoreRows['contest'][]
  contest_county: CoreRows['contest_county'][]
  choice: CoreRows['choice'][]
  endorser: CoreRows['endorser'][]
  endorsement: CoreRows['endorsement'][]
  stance: CoreRows['stance'][]
  issues: Issue[]
}

/** The rows of another source, as a feed may read them. */
export function ballotsOf(
  { election, contest, choice }: Pick<Fed, 'election' | 'contest' | 'choice'>,
  lists?: Parameters<typeof toBallots>[2],
): Ballots {
  const known = <Row>(rows: readonly Row[]) => rows.map((row, at) => ({ ...row, id: at + 1, source_id: 'other' }))
  return toBallots({ elections: known(election), contests: known(contest), choices: known(choice) }, () => true, lists)
}

export interface Asked {
  states?: readonly StateCode[]
  ballots?: Ballots
  /** One a file of the source, instead of the real ones. */
  texts?: readonly (string | Uint8Array)[]
}

export async function feed(id: string, { states, ballots = noBallots, texts }: Asked = {}): Promise<Fed> {
  const source = endorsementSources.find((one) => one.id === id)
  if (!source) throw new RangeError(`no source ${id}`)
  const fed: Fed = {
    election: [],
    contest: [],
    contest_county: [],
    choice: [],
    endorser: [],
    endorsement: [],
    stance: [],
    issues: [],
  }
  const sink: Sink = {
    row<Table extends CoreTable>(table: Table, row: CoreRows[Table]) {
      const keep: { [Name in CoreTable]?: CoreRows[Name][] } = fed
      keep[table]?.push(row)
    },
    issue: (issue) => fed.issues.push(issue),
  }
  const context = {
    source,
    states: new Set(states ?? source.states),
    divisions: divisionsOf([]),
    ballots,
    endorsers: [],
  }
  await source.read(texts ? filesOf(source, texts) : realFiles(source), context, sink)
  const undeclared = fed.contest.find(({ kind }) => !source.lists?.kinds.includes(kind))
  if (undeclared) throw new Error(`${id} does not declare that it lists a ${undeclared.kind}`)
  return fed
}

function filesOf(source: Source, texts: readonly (string | Uint8Array)[]): FetchedFile[] {
  return texts.map((text, index) => ({
    name: source.files[index]?.mirror.replace(/\.gz$/, '') ?? '',
    url: source.files[index]?.url ?? '',
    bytes: typeof text === 'string' ? Buffer.from(text) : text,
  }))
}

function realFiles(source: Source): FetchedFile[] {
  return source.files.map(({ url, mirror }) => {
    const bytes = readFileSync(join(REAL, mirror))
    return { name: mirror.replace(/\.gz$/, ''), url, bytes: mirror.endsWith('.gz') ? gunzipSync(bytes) : bytes }
  })
}
