// Runs the officeholder readers over people written here, or over the real files.

import { stringify } from 'yaml'
import { STATE_CODES, type StateCode } from '../../../data/schema/vocabulary.ts'
import { officeholderSources } from '../../../ingest/officeholder/sources.ts'
import type { Divisions, FetchedFile } from '../../../ingest/read/source.ts'
import { loadSource } from '../boundary/collect.ts'
import { countBy } from '../count.ts'
import { makeTar } from '../read/tar-bytes.ts'
import { realFiles } from '../real.ts'
import { fileOf, type Ran, runReader } from '../run-reader.ts'

/** @param files the real ones, if there are none here */
export async function read(
  id: string,
  files: readonly FetchedFile[] | null,
  { divisions, states = STATE_CODES }: { divisions: Divisions; states?: readonly StateCode[] },
): Promise<Ran & { holders: Ran['officeholder'] }> {
  const source = loadSource(officeholderSources, id)
  const ran = await runReader(source, files ?? realFiles(source), { divisions, states })
  return { ...ran, holders: ran.officeholder }
}

export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** People by path below `data/`, each an object of the file's layout; a text is the file itself. */
export async function peopleTar(people: Readonly<Record<string, object | string>>): Promise<FetchedFile> {
  const files = Object.entries(people).map(([path, content]) => [
    `people-main/data/${path}.yml`,
    typeof content === 'string' ? content : stringify(content),
  ])
  return fileOf('people.tar', await makeTar(Object.fromEntries(files)))
}

export const yamlFile = (name: string, content: unknown): FetchedFile => fileOf(name, stringify(content))

export const issueCodes = ({ issues }: Pick<Ran, 'issues'>) => countBy(issues, ({ code }) => code)
