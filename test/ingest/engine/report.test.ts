// The report of a run: counts over its sources, and the lines of issues.csv.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Issue } from '../../../data/store/source-read.ts'
import { shortenIssue } from '../../../ingest/engine/issue.ts'
import { addIssues, reportFiles, reportRead, totalsOf, writeReport } from '../../../ingest/engine/report.ts'
import { freshFolder } from '../../temporary.ts'

const issue = (code: string, more: Partial<Issue> = {}): Issue => ({
  ...{ file: 'a.csv', line: 2, field: null, code, value: null, message: 'no', severity: 'refused' },
  ...more,
})
const zip = { zip: '27601', state: 'NC', county_geoid: '37183', range_count: null } as const
const rows = [1, 2].map((line) => ({ table: 'zip_county' as const, row: zip, file: 'a.csv', line }))

it('issues have at most 120 characters of a value and 500 of a message, in one line', () => {
  const [value, field, message] = ['v'.repeat(120), 'f'.repeat(121), 'm'.repeat(501)]
  expect(shortenIssue(issue('long', { value, field, message }))).toEqual(
    issue('long', { value, field: `${'f'.repeat(119)}…`, message: `${'m'.repeat(499)}…` }),
  )
  expect(shortenIssue(issue('lines', { value: 'a\nb\u001b', message: 'x\ty' }))).toMatchObject({
    ...{ value: 'a·b·', message: 'x·y', field: null },
  })
})

it('totals of a source of many files: it failed if one of them stopped', () => {
  const read = { of: 4, read: 2, rows, issues: [], rows_in: 9, published_on: null }
  const stopped = ['b', 'c', 'd'].map((file) => ({ file, error: `${file}: no` }))
  expect(reportFiles('a', { ...read, stopped: [] })).toMatchObject({ status: 'read', error: null, rows_in: 9 })
  expect(reportFiles('a', { ...read, stopped: stopped.slice(0, 1) })).toMatchObject({
    ...{ status: 'failed', error: 'b: no', rows: { zip_county: 2 } },
    files: { of: 4, read: 2, stopped: [{ file: 'b' }] },
  })
  expect(reportFiles('a', { ...read, stopped }).error).toMatch(/^b: no, and 2 more /)
})

describe('the files of a report', () => {
  const folder = freshFolder()
  const load = (name: string) => readFileSync(join(folder, name), 'utf8')

  it('quote fields as CSV requires, and include the issues of the build with their counts', () => {
    const sources = [reportRead('a', { rows, issues: [issue('x')], rows_in: 3, published_on: null })]
    const report = { sources, totals: totalsOf(sources), folder }
    writeReport(folder, [{ source_id: 'a', ...issue('x', { value: '1,"2"', line: null }) }], { sources, totals: 0 })
    expect(load('issues.csv').split('\n')).toEqual([
      'source_id,file,line,field,code,severity,value,message',
      'a,a.csv,,,x,refused,"1,""2""",no',
      '',
    ])
    expect(addIssues(report, [])).toBe(report)
    const added = addIssues(report, [
      { source_id: 'b', ...issue('x') },
      { source_id: 'b', ...issue('y', { severity: 'mended' }) },
    ])
    expect(added).toMatchObject({ folder, sources, totals: { rows_in: 3 } })
    expect(added.totals.issues).toEqual({
      x: { mended: 0, ignored: 0, refused: 2 },
      y: { mended: 1, ignored: 0, refused: 0 },
    })
    expect(load('issues.csv').split('\n').slice(1)).toEqual([
      'a,a.csv,,,x,refused,"1,""2""",no',
      'b,a.csv,2,,x,refused,,no',
      'b,a.csv,2,,y,mended,,no',
      '',
    ])
    expect(JSON.parse(load('summary.json'))).toEqual({ sources, totals: added.totals })
  })
})
