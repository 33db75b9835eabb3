// No statement of the server scans an unbounded table: it seeks, or walks an index in the order of the list.

import { afterAll, expect, it, vi } from 'vitest'
import { Database } from '../../data/store/sqlite.ts'
import { routes } from '../../server/routes.ts'
import { table } from '../table.ts'
import { openApi } from './api.ts'

/** Tables that may be scanned: the nation bounds their size (elections, for example), or they are read once per bundle (areas). */
const BOUNDED = /^(state|coverage|endorser_category|election|election_count|counted|area)$/

/** Once for each filter and part: server/read/positions.ts keeps the result. */
const ONCE = 'SELECT id FROM endorser'

const FILTERS = table<[path: string, queries: string]>(`
  /v1/elections|states=NC types=general upcoming=true from=2024-01-01
  /v1/contests|elections=nc-2024-11-05-general states=NC levels=state contest_kinds=measure upcoming=true
  /v1/contests|districts=x
  /v1/districts|states=NC levels=state types=county elections=nc-2024-11-05-general q=a include_retired=true
  /v1/elections/{slug}/agreement|endorsers=oak-party endorsers=oak-party,alder-herald&both=true min_shared=4
  /v1/elections/{slug}/contest-agreement|min_positions=4
  /v1/endorsers|categories=labor states=NC elections=nc-2024-11-05-general q=a
  /v1/endorsements|categories=labor endorsers=a endorser_states=NC states=NC elections=nc-2024-11-05-general
  /v1/endorsements|contest_kinds=measure levels=state contest=1 upcoming=true
  /v1/officeholders|states=NC offices=governor levels=state districts=x q=a
  /v1/ballot|lat=35.78&lng=-78.63 location=27601 location=NC
  /v1/recommendations|lat=35.78&lng=-78.63 location=27601&explain=true
  /v1/representatives|lat=35.78&lng=-78.63 location=27601 location=NC
  /v1/coverage|upcoming=false
  /v1/coverage/endorsers|endorsers=oak-party categories=labor endorser_states=NC states=NC
  /v1/coverage/endorsers|elections=nc-2024-11-05-general upcoming=false
`)

const prepare = vi.spyOn(Database.prototype, 'prepare')
afterAll(() => prepare.mockRestore())
const { client } = await openApi()

it('every list, record and place is read by index', async () => {
  for (const { path } of routes) {
    const whole = path
      .replace('{id}', '1')
      .replace('{slug}', path.startsWith('/v1/elections') ? 'nc-2024-11-05-general' : 'a')
      .replace('{person_id}', '00000000-0000-5000-8000-000000000000')
    const queries = FILTERS.filter(([of]) => of === path).flatMap(([, some]) => some.split(' '))
    for (const query of ['', ...queries]) {
      const { status } = await client.get(`${whole}${query ? `?${query}` : ''}`)
      expect(status, `${whole}?${query}`).toBeLessThan(500)
    }
  }
  const wrong: string[] = []
  let statements = 0
  for (const [file, sqls] of preparedIn(/[0-9a-f]{64}\.sqlite$/)) {
    const database = new Database(file, { readonly: true })
    for (const sql of sqls) {
      if (!/^\s*(SELECT|WITH)/i.test(sql) || /sqlite_schema/.test(sql) || sql === ONCE) continue
      statements++
      const names = [...sql.matchAll(/\$(\w+)/g)].map(([, name = '']) => [name, null])
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(Object.fromEntries(names))
      wrong.push(...unbounded(plan.map(detailOf), sql).map((line) => `${line}\n${sql}`))
    }
    database.close()
  }
  expect(statements).toBeGreaterThan(20)
  expect(wrong).toEqual([])
})

/** The prepared statements of each database. */
function preparedIn(files: RegExp): Map<string, Set<string>> {
  const statements = new Map<string, Set<string>>()
  for (const [at, [sql]] of prepare.mock.calls.entries()) {
    const database = prepare.mock.contexts[at]
    if (database instanceof Database && files.test(database.name))
      statements.set(database.name, (statements.get(database.name) ?? new Set()).add(sql))
  }
  return statements
}

function detailOf(row: unknown): string {
  return typeof row === 'object' && row !== null && 'detail' in row ? String(row.detail) : ''
}

/** A scan in index order with a LIMIT ends with its page; any other scan reads to the end. */
function unbounded(plan: readonly string[], sql: string): string[] {
  const sorted = plan.some((line) => line.includes('TEMP B-TREE FOR ORDER BY'))
  return plan.filter((line) => {
    const [, table = ''] = /^SCAN (\S+)/.exec(line) ?? []
    if (table === '' || BOUNDED.test(table) || line.includes('VIRTUAL TABLE')) return false
    return !(/\bLIMIT\b/.test(sql) && !sorted)
  })
}
