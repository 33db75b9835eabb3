import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { recordSources } from '../../cli/publish/run-record.ts'
import { findLastRun } from '../../data/store/last-run.ts'
import { pathsIn } from '../../data/store/paths.ts'
import type { SourceStatus } from '../../ingest/engine/report.ts'

it('a skipped source keeps its record, a failed one the date of its rows, and one that is not published has no record', () => {
  const paths = pathsIn(mkdtempSync(join(tmpdir(), 'hustings-record-')))
  try {
    const kinds = new Map(['a', 'b', 'c', 'd', 'e'].map((id) => [id, 'ballots'] as const))
    const [first, second] = [new Date('2026-11-01T06:00:00.000Z'), new Date('2026-11-02T06:00:00.000Z')]
    const read = (source_id: string, status: SourceStatus, published_on: string | null = '2026-11-01') => ({
      ...{ source_id, status, error: null, published_on },
    })
    recordSources(
      paths,
      ['a', 'b', 'c', 'e'].map((id) => read(id, 'read')),
      kinds,
      first,
    )
    recordSources(
      paths,
      [
        read('a', 'read', '2026-11-02'),
        read('b', 'skipped', null),
        read('c', 'failed', null),
        read('d', 'unpublished', null),
        read('e', 'replaced', null),
      ],
      kinds,
      second,
    )
    const record = findLastRun(paths)
    expect(Object.entries(record?.sources ?? {}).map(([id, one]) => [id, one.checked_at, one.error])).toEqual([
      ['a', second.toISOString(), null],
      ['b', first.toISOString(), null],
      ['c', first.toISOString(), 'failed'],
    ])
    expect(record?.sources.c).toMatchObject({ failed_nights: 1, failed_on: second.toISOString().slice(0, 10) })
    const dates = Object.values(record?.sources ?? {}).map(({ published_on }) => published_on)
    expect(dates).toEqual(['2026-11-02', '2026-11-01', '2026-11-01'])
  } finally {
    rmSync(paths.root, { recursive: true })
  }
})
