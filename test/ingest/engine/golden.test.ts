// One folder per source, named by its id: the files of input/ give the rows of rows.json and the issues of issues.json.
// GOLDEN=write rewrites both; review the changes line by line.

import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { ballotSources, yearlyBallots } from '../../../ingest/ballot/sources.ts'
import { blank } from '../../../ingest/fetch/blank.ts'
import type { FetchedFile, Source } from '../../../ingest/read/source.ts'
import { writeTranscript } from '../../../ingest/read/transcript.ts'
import { divisionsOf, GOLDEN, goldenIds, loadInput, loadJson, sourceOf } from '../golden/folder.ts'
import { runReader } from '../run-reader.ts'

const WRITES = process.env.GOLDEN === 'write'

it.each(goldenIds)('the golden folder of %s gives its rows and issues', async (id) => {
  const said = await readGolden(sourceOf(id), join(GOLDEN, id))
  const kinds = (said['rows.json'].contest ?? []).map((row) => ('kind' in row ? row.kind : ''))
  expect(sourceOf(id).lists?.kinds ?? []).toEqual(expect.arrayContaining([...new Set(kinds)]))
  for (const [name, content] of Object.entries(said)) {
    const file = join(GOLDEN, id, name)
    if (WRITES) writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
    expect(content, name).toEqual(loadJson(file))
  }
})

it('the golden folder belongs to a source that declares what it lists', () => {
  expect(
    [...ballotSources, ...yearlyBallots.flatMap(({ of }) => of(2026))]
      .filter(({ lists }) => !lists)
      .map(({ id }) => id),
  ).toEqual([])
})

it('the golden folder exists for every layout of a ballot source', () => {
  const held = new Set(goldenIds.map(layoutOf))
  const years = [2025, 2026].flatMap((year) => yearlyBallots.flatMap(({ of }) => of(year)))
  const ids = [...ballotSources, ...years].map(({ id }) => id)
  expect(ids.filter((id) => !held.has(layoutOf(id)))).toEqual([])
})

/** The years of a layout differ by the year in the id alone; MEDSL's states and national files, by the last word too. */
function layoutOf(id: string): string {
  return id
    .replace(/-\d{4}(?=-|$)/, '')
    .replace(/^medsl-[a-z]{2}$/, 'medsl-state')
    .replace(/^medsl-(?:president|senate)$/, 'medsl-national')
}

async function readGolden(source: Source, folder: string) {
  const files = await Promise.all(loadInput(source).map((file) => fetched(source, file)))
  const { sink } = await runReader(source, files, { divisions: divisionsOf(folder) })
  const rows: Record<string, object[]> = {}
  for (const { table, row, file, line } of sink.rows) {
    rows[table] ??= []
    rows[table].push({ at: `${basename(file)}:${line}`, ...row })
  }
  return { 'rows.json': rows, 'issues.json': sink.issues.map((issue) => ({ ...issue, file: basename(issue.file) })) }
}

/** In what is personal in the inputs, and nowhere else. */
const CANARY = /never read|canary|quexzylvane/i

/** As the fetcher hands it over: its transcript, or with blank personal columns. */
async function fetched(source: Source, input: ReturnType<typeof loadInput>[number]): Promise<FetchedFile> {
  const file = await toKept(source, input)
  expect(Buffer.from(file.bytes).toString('latin1')).not.toMatch(CANARY)
  return file
}

async function toKept(
  { personal }: Source,
  { file, bytes }: ReturnType<typeof loadInput>[number],
): Promise<FetchedFile> {
  const { mirror, url, lacks = [], transcript } = file
  const read = { name: mirror.replace(/\.gz$/, ''), url, bytes }
  if (transcript) return { ...read, bytes: await writeTranscript(read, transcript) }
  if (personal.length === 0) return read
  const blanked = blank(read, personal)
  expect([...blanked.found, ...lacks].sort()).toEqual([...personal].sort())
  return { ...read, bytes: blanked.bytes }
}
