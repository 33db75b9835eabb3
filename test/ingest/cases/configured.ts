// Sources that an entry of sources.yaml makes, and what they read from files in a folder.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSourcesFile } from '../../../ingest/configuration/load.ts'
import { configureSources } from '../../../ingest/configuration/to-sources.ts'
import * as builtIn from '../../../ingest/engine/registry.ts'
import { fetchSource } from '../../../ingest/fetch/fetch.ts'
import type { Outline } from '../../../ingest/read/source.ts'
import { openFolder } from '../../temporary.ts'
import { divisionsOf } from '../boundary/collect.ts'
import { runReader } from '../run-reader.ts'

/**
 * @param list of sources.yaml @param lines of its one entry, beside the common ones
 * @param files by path below the folder of sources.yaml
 */
export async function readConfigured(
  list: string,
  lines: readonly string[],
  files: Readonly<Record<string, string | Uint8Array>>,
  {
    divisions = [],
    state = 'ME',
    outlines = [],
  }: { divisions?: readonly string[]; state?: string; outlines?: readonly Outline[] } = {},
) {
  const folder = openFolder()
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  const common = ['id: own', 'publisher: P', 'page: https://example.org/', 'licence: Public record']
  const entry = [...common, `states: [${state}]`, ...lines]
    .map((line, at) => `  ${at === 0 ? '- ' : '  '}${line}\n`)
    .join('')
  const bytes = Buffer.from(`version: 1\n${list}:\n${entry}`)
  const file = parseSourcesFile({ name: 'sources.yaml', bytes }, builtIn.sources, 'public', () => undefined)
  const source = configureSources(file, builtIn, { folder, family: 'public' }, 2031).findSource('own')
  if (!source) throw new Error('the entry makes no source')
  const kept = await fetchSource(source, { rawDir: join(folder, 'raw'), mirror: null, now: new Date('2031-10-01') })
  const { sink, ...ran } = await runReader(source, kept, { divisions: divisionsOf(divisions), outlines })
  return {
    ...ran,
    kept: kept.map(({ name, published_on, bytes }) => ({
      name,
      published_on,
      text: Buffer.from(bytes).toString('utf8'),
    })),
    labels: ran.choice.map(({ label }) => label),
    rows: sink.rows,
  }
}
