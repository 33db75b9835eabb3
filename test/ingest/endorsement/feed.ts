// Runs a feed's reader over text or over the real files.

import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { endorsementSources } from '../../../ingest/endorsement/sources.ts'
import { toBallots } from '../../../ingest/engine/ballot-rows.ts'
import type { Ballots } from '../../../ingest/read/source.ts'
import { loadSource } from '../boundary/collect.ts'
import { hasReal, realFiles } from '../real.ts'
import { type Ran, runReader, type Tables } from '../run-reader.ts'

export const HAS_FEEDS = hasReal('endorsements')

/** The rows of another source, as a feed may read them. */
export function ballotsOf({ election, contest, choice }: Pick<Tables, 'election' | 'contest' | 'choice'>): Ballots {
  const known = <Row>(rows: readonly Row[]) => rows.map((row, at) => ({ ...row, id: at + 1, source_id: 'other' }))
  return toBallots({ elections: known(election), contests: known(contest), choices: known(choice) })
}

export interface Asked {
  states?: readonly StateCode[]
  ballots?: Ballots
  /** One a file of the source, instead of the real ones. */
  texts?: readonly (string | Uint8Array)[]
}

export async function feed(id: string, { texts, ...given }: Asked = {}): Promise<Ran> {
  const source = loadSource(endorsementSources, id)
  const files = texts?.map((text, at) => {
    const { mirror = '', url = '' } = source.files[at] ?? {}
    return { name: mirror.replace(/\.gz$/, ''), url, bytes: Buffer.from(text) }
  })
  const ran = await runReader(source, files ?? realFiles(source), given)
  const undeclared = ran.contest.find(({ kind }) => !source.lists?.kinds.includes(kind))
  if (undeclared) throw new Error(`${id} does not declare that it lists a ${undeclared.kind}`)
  return ran
}
