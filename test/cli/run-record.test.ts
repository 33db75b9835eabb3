import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type FindKnown, recordSources } from '../../cli/run-record.ts'
import { findLastRun } from '../../data/store/last-run.ts'
import { pathsIn } from '../../data/store/paths.ts'

it('a skipped source keeps its record, and a failed one the date of its rows', () => {
  const paths = pathsIn(mkdtempSync(join(tmpdir(), 'hustings-record-')))
  try {
    const find: FindKnown = () => ({ kind: 'ballots', published_on: '2026-11-01' })
    const [first, second] = [new Date('2026-11-01T06:00:00.000Z'), new Date('2026-11-02T06:00:00.000Z')]
    const read = (source_id: string, status: 'read' | 'skipped' | 'failed') => ({ source_id, status, error: null })
    recordSources(
      paths,
      ['a', 'b', 'c'].map((id) => read(id, 'read')),
      find,
      first,
    )
    recordSources(paths, [read('a', 'read'), read('b', 'skipped'), read('c', 'failed')], find, second)
    const record = findLastRun(paths)
    expect(Object.entries(record?.sources ?? {}).map(([id, one]) => [id, one.checked_at, one.error])).toEqual([
      ['a', second.toISOString(), null],
      ['b', first.toISOString(), null],
      ['c', first.toISOString(), 'failed'],
    ])
  } finally {
    rmSync(paths.root, { recursive: true })
  }
})
