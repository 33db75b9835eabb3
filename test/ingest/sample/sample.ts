// The committed sample, read whole, for the tests beside this file.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { STATE_CODES, type StateCode } from '../../../data/schema/vocabulary.ts'
import type { Issue } from '../../../data/store/source-read.ts'
import { toBallots, toEndorsers } from '../../../ingest/engine/ballot-rows.ts'
import { missingDivisions } from '../../../ingest/engine/source-dependencies.ts'
import type { FetchedFile, NeededRows, Source } from '../../../ingest/read/source.ts'
import { sampleSources } from '../../../ingest/sample/sources.ts'
import { type Tables, toTables } from '../run-reader.ts'

export type Sample = Tables & { issues: Issue[] }

export function filesOf(source: Source): FetchedFile[] {
  return source.files.map(({ mirror, url }) => ({
    name: mirror,
    url,
    bytes: readFileSync(fileURLToPath(new URL(`../../../${mirror}`, import.meta.url))),
  }))
}

/**
 * Every row of all sources, or of those named.
 * @param change may replace a file's text before it is read.
 */
export function readSample({
  states = STATE_CODES,
  only = sampleSources.map(({ id }) => id),
  change = (_name: string, text: string) => text,
}: {
  states?: readonly StateCode[]
  only?: readonly string[]
  change?: (name: string, text: string) => string
} = {}): Sample {
  const rows = toTables([])
  const issues: Issue[] = []
  for (const source of sampleSources.filter(({ id }) => only.includes(id))) {
    const files = filesOf(source).map((file) =>
      /\.(csv|json)$/.test(file.name) && !file.name.startsWith('node_modules/')
        ? { ...file, bytes: Buffer.from(change(file.name, Buffer.from(file.bytes).toString('utf8'))) }
        : file,
    )
    source.read(
      files,
      { source, states: new Set(states), divisions: missingDivisions, outlines: [], ...heldRows(rows) },
      {
        row: (table, row) => void rows[table].push(row),
        issue: (issue) => void issues.push(issue),
      },
    )
  }
  return { ...rows, issues }
}

/** The rows of the earlier sources, with ids by the order of the rows. */
function heldRows({ election, contest, choice, endorser }: Tables): Pick<NeededRows, 'ballots' | 'endorsers'> {
  const numbered = <Row extends object>(row: Row, index: number) => ({ ...row, id: index + 1, source_id: 'sample' })
  return {
    ballots: toBallots({
      elections: election.map(numbered),
      contests: contest.map(numbered),
      choices: choice.map(numbered),
    }),
    endorsers: toEndorsers(endorser.map(numbered)),
  }
}
