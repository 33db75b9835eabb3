// The lists of MN, MI, AK and FL through the whole ingest, at a publisher of the test: years that pass, pages in place of the list, a wall and
// the inbox, and what is kept.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Source } from '../../../ingest/read/source.ts'
import { folder, freshPublisher, publisher } from '../fetch/fresh-publisher.ts'
import { GOLDEN } from '../golden/folder.ts'
import { publishDivisions, runNightly, sourceOf } from '../nightly.ts'

freshPublisher()

/** Moves a source to the publisher of the test; a file's path there is the name that a mirror has, with its year. */
function moved(id: string): Source {
  const source = sourceOf(id)
  const files = source.files.map((file) => ({
    ...file,
    url: publisher.url + pathOf(id, file.mirror),
    ...(file.form && { form: { ...file.form, page: `${publisher.url}/form` } }),
  }))
  return { ...source, files }
}
const pathOf = (id: string, mirror: string) => `/${id}/${basename(mirror)}`

/** Publishes the golden input of a source of 2026, or what `edit` makes of it under another id. */
function publish(golden: string, id = golden, edit = (text: string): string => text): void {
  const input = join(GOLDEN, golden, 'input')
  for (const name of readdirSync(input)) {
    const path = pathOf(id, name.replace('2026', id.includes('2028') ? '2028' : '2026'))
    publisher.put(path, Buffer.from(edit(readFileSync(join(input, name)).toString('latin1')), 'latin1'))
  }
}

const nightly = (day: string, ids: readonly string[]) => {
  const divisions = publishDivisions(publisher, 'id,name', 'ocd-division/country:us/state:mn,Minnesota')
  return runNightly(folder, day, [divisions, ...ids.map(moved)])
}

const STATES = ['mn-candidates', 'mi-listing', 'ak-candidates', 'fl-candidates'] as const
const idOf = (state: string, year: number) => `${state}-${year}${state.startsWith('fl') ? '' : '-general'}`
const idsOf = (...years: number[]) => years.flatMap((year) => STATES.map((state) => idOf(state, year)))

describe('the lists of four states', () => {
  it('are read as they are published, and kept without what is personal', async () => {
    for (const id of idsOf(2026)) publish(id)
    // Before its time, a publisher answers in its own way.
    publisher.put(
      pathOf('mi-listing-2028-general', 'mi-listing-2028-general.html'),
      'Michigan Department of State: Official Candidate Listing',
    )
    publisher.put(pathOf('fl-candidates-2028', 'fl-candidates-2028.txt'), 'AcctNum\tStatusDesc\tNameLast\r\n')
    const first = await nightly('2026-10-01', idsOf(2026, 2028))
    expect(first.errors).toEqual([])
    expect(first.status).toEqual({
      'ocd-divisions': 'read',
      ...Object.fromEntries(idsOf(2026).map((id) => [id, 'read'])),
      ...Object.fromEntries(idsOf(2028).map((id) => [id, 'unpublished'])),
    })
    expect(first.elections).toEqual([
      ...['ak-2026-11-03-general', 'fl-2026-08-18-primary', 'fl-2026-11-03-general'],
      ...['mi-2026-11-03-general', 'mn-2026-11-03-general'],
    ])
    // The page states its own date; the others have the server's.
    expect(first.reads.get('mi-listing-2026-general')?.published_on).toBe('2026-09-04')
    expect(first.reads.get('mn-candidates-2026-general')?.published_on).toBe('2026-01-02')
    const raw = join(folder, 'var', 'raw')
    const kept = readdirSync(raw).map((name) => readFileSync(join(raw, name)).toString('latin1'))
    expect(kept.filter((text) => /canary|555-01/i.test(text))).toEqual([])

    publish('mi-listing-2026-general', 'mi-listing-2026-general', (text) =>
      text.replace('</body>', '<script>1</script></body>'),
    )
    const second = await nightly('2026-10-02', idsOf(2026, 2028))
    expect(new Set(idsOf(2026).map((id) => second.status[id]))).toEqual(new Set(['unchanged']))
  })

  it('that their publisher refuses are read from the inbox; another page in their place is refused', async () => {
    const ids = idsOf(2026)
    for (const id of ids) publish(id)
    await nightly('2026-10-01', ids)
    const wall =
      '<!DOCTYPE html><html><head><title>Request Rejected</title></head><body>The URL was rejected.</body></html>'
    for (const id of ids) for (const { mirror } of moved(id).files) publisher.put(pathOf(id, mirror), wall)
    const refused = await nightly('2026-10-02', ids)
    expect(new Set(ids.map((id) => refused.status[id]))).toEqual(new Set(['failed']))
    expect(refused.errors.filter((error) => error.includes('save the file with a browser as '))).toHaveLength(4)
    expect(refused.elections).toHaveLength(5)
    for (const id of ids) {
      const inbox = join(folder, 'var', 'inbox', id)
      mkdirSync(inbox, { recursive: true })
      const input = join(GOLDEN, id, 'input')
      for (const name of readdirSync(input)) writeFileSync(join(inbox, name), readFileSync(join(input, name)))
    }
    const saved = await nightly('2026-10-03', ids)
    expect(saved.errors).toEqual([])
    expect(new Set(Object.values(saved.status))).toEqual(new Set(['unchanged']))
  })
})
