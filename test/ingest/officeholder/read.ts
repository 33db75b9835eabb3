// Runs the officeholder readers over people written here, or over the real files.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { stringify } from 'yaml'
import type { OfficeholderRow } from '../../../data/core/rows.ts'
import { STATE_CODES, type StateCode } from '../../../data/schema/vocabulary.ts'
import { PROJECT_ROOT } from '../../../data/store/paths.ts'
import type { Issue } from '../../../data/store/source-read.ts'
import { type CollectingSink, collectSink } from '../../../ingest/engine/sink.ts'
import { officeholderSources } from '../../../ingest/officeholder/sources.ts'
import type { Divisions, FetchedFile, Source } from '../../../ingest/read/source.ts'
import { countBy } from '../count.ts'
import { noBallots } from '../no-ballots.ts'
import { makeTar } from '../read/tar-bytes.ts'

const REAL = process.env.HUSTINGS_TEST_DATA ?? join(PROJECT_ROOT, '..', 'shared', 'data')
export const HAS_REAL = existsSync(join(REAL, 'officeholders')) && existsSync(join(REAL, 'ocd'))

export interface Read {
  holders: OfficeholderRow[]
  issues: readonly Issue[]
  sink: CollectingSink
}

export async function read(
  id: string,
  files: readonly FetchedFile[],
  { divisions, states = STATE_CODES }: { divisions: Divisions; states?: readonly StateCode[] },
): Promise<Read> {
  const source = sourceOf(id)
  const sink = collectSink()
  await source.read(files, { source, states: new Set(states), divisions, ballots: noBallots, endorsers: [] }, sink)
  const holders = sink.rows.flatMap((row) => (row.table === 'officeholder' ? [row.row] : []))
  return { holders, issues: sink.issues, sink }
}

export function sourceOf(id: string): Source {
  const source = officeholderSources.find((one) => one.id === id)
  if (!source) throw new RangeError(`no source ${id}`)
  return source
}

export function realFiles(source: Source): FetchedFile[] {
  return source.files.map(({ url, mirror }) => {
    const bytes = readFileSync(join(REAL, mirror))
    return { url, name: mirror.replace(/\.gz$/, ''), bytes: mirror.endsWith('.gz') ? gunzipSync(bytes) : bytes }
  })
}

export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** People by path below `data/`, each an object of the file's layout; a text is the file itself. */
export async function peopleTar(people: Readonly<Record<string, object | string>>): Promise<FetchedFile> {
  const files = Object.entries(people).map(([path, content]) => [
    `people-main/data/${path}.yml`,
    typeof content === 'string' ? content : stringify(content),
  ])
  return { name: 'people.tar', url: 'https://example.org/people', bytes: await makeTar(Object.fromEntries(files)) }
}

export function yamlFile(name: string, content: unknown): FetchedFile {
  return { name, url: `https://example.org/${name}`, bytes: Buffer.from(stringify(content)) }
}

export const issueCodes = ({ issues }: Pick<Read, 'issues'>) => countBy(issues, ({ code }) => code)
