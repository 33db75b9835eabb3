// Nightly runs of ingest over sources at a publisher of the test.

import { join } from 'node:path'
import { pathsIn } from '../../data/store/paths.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { type IngestOptions, ingest } from '../../ingest/engine/ingest.ts'
import { findSource } from '../../ingest/engine/registry.ts'
import type { Source } from '../../ingest/read/source.ts'
import type { TestPublisher } from './fetch/publisher.ts'

export function sourceOf(id: string): Source {
  const source = findSource(id)
  if (!source) throw new RangeError(`no source ${id}`)
  return source
}

/** The divisions as the publisher has them. @param lines of a CSV file, with its header */
export function publishDivisions(publisher: TestPublisher, ...lines: string[]): Source {
  publisher.put('/ocd.csv', `${lines.join('\n')}\n`)
  return { ...sourceOf('ocd-divisions'), files: [{ url: `${publisher.url}/ocd.csv`, mirror: 'ocd/country-us/x.csv' }] }
}

export async function runNightly(
  folder: string,
  day: string,
  sources: readonly Source[],
  more: Partial<IngestOptions> = {},
) {
  const paths = pathsIn(join(folder, 'var'))
  const report = await ingest({
    ...{ paths, sources, mirror: null, states: null, code: '1', now: new Date(`${day}T06:00:00Z`) },
    ...{ allowPrivate: true, limits: { pause: 1 }, ...more },
  })
  const warehouse = await openWarehouse(paths.work)
  try {
    const elections = await warehouse.all<{ key: string }>('SELECT election_key AS key FROM core.election ORDER BY key')
    const shapes = await warehouse.all<Record<string, unknown>>(
      `SELECT source_id, layer, vintage, CAST(valid_from AS VARCHAR) AS valid_from, CAST(valid_to AS VARCHAR) AS valid_to,
         ocd_id, name, CAST(hash(rings) AS VARCHAR) AS rings
       FROM core.shape ORDER BY ALL`,
    )
    return {
      ...{ report, shapes, elections: elections.map(({ key }) => key) },
      reads: new Map((await warehouse.sourceReads()).map((read) => [read.source_id, read])),
      status: Object.fromEntries(report.sources.map(({ source_id, status }) => [source_id, status])),
      errors: report.sources.flatMap(({ error }) => error ?? []),
    }
  } finally {
    await warehouse.close()
  }
}
