// `hustings diff` between the sample's bundle and one in which a few rows differ.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { shareFolder } from '../temporary.ts'
import { runCommand } from './hustings.ts'
import { copySample } from './sample.ts'
import { ends } from './temporary.ts'

const folder = shareFolder()
let before: string
let after: string
const run = (...words: string[]) => runCommand(folder, ...words, '--sample')
const listBundles = (): string[] =>
  readdirSync(join(folder, 'sample', 'bundles')).flatMap((name) => /^([0-9a-f]{64})\.json$/.exec(name)?.[1] ?? [])

beforeAll(async () => {
  await copySample(folder)
  before = listBundles()[0] ?? ''
  const work = await openWarehouse(join(folder, 'sample', 'work.duckdb'))
  await work.run("UPDATE core.choice SET withdrawn = true WHERE label = 'Dina Sample'")
  await work.run("UPDATE core.contest SET title = 'A *new* title' WHERE title = 'State Assembly, Sample District 3'")
  await work.run(
    'DELETE FROM core.endorsement WHERE endorsement_key = (SELECT min(endorsement_key) FROM core.endorsement)',
  )
  await work.run("UPDATE core.officeholder SET party = 'Other' WHERE name = 'Edda Sample'")
  await work.run(
    "UPDATE core.election SET name = 'Renamed' WHERE election_key = (SELECT min(election_key) FROM core.election WHERE state = 'VT')",
  )
  for (const table of ['stance', 'choice', 'contest_county', 'contest'])
    await work.run(`DELETE FROM core.${table} WHERE contest_key LIKE 'nm-2028-11-07-general/%/county-clerk'`)
  // A part is built again only if its sources have another signature.
  await work.run("UPDATE core.source_read SET signature = 'edited'")
  await work.close()
  after = JSON.parse((await run('build', '--json')).stdout).bundle
  expect(await run('publish')).toMatchObject({ code: 0 })
})

it('a pinned bundle may be named; an unknown name is refused', async () => {
  expect(await run('snapshot', 'pin', before, '--name', 'before-the-edit')).toMatchObject({ code: 0 })
  const named = JSON.parse((await run('diff', 'before-the-edit', after, '--json')).stdout)
  expect(named).toEqual(JSON.parse((await run('diff', before, after, '--json')).stdout))
  expect(await run('diff', 'another-name', after)).toMatchObject({
    ...{ code: 1, stdout: '' },
    stderr: expect.stringContaining('No bundle is pinned as "another-name".'),
  })
})

const changesOf = async (...words: string[]) => JSON.parse((await run('diff', ...words, '--json')).stdout).changes

it('the changes are listed by state, with the old and the new values', async () => {
  expect(await changesOf(before, after)).toEqual([
    expect.objectContaining({ kind: 'endorsement', change: 'removed', state: 'NM', contest: expect.any(String) }),
    expect.objectContaining({ kind: 'contest', change: 'removed', name: 'Doña Ana County Clerk' }),
    expect.objectContaining({ kind: 'choice', change: 'removed', name: 'Inés Ejemplo' }),
    expect.objectContaining({ kind: 'choice', change: 'removed', name: 'Jude Example' }),
    {
      ...{ kind: 'contest', change: 'changed', state: 'NV', election: 'nv-2028-11-07-general' },
      ...{ contest: 'A *new* title', contest_id: expect.any(Number), name: 'A *new* title' },
      differences: [{ field: 'title', before: 'State Assembly, Sample District 3', after: 'A *new* title' }],
    },
    expect.objectContaining({
      ...{ kind: 'choice', change: 'changed', name: 'Dina Sample' },
      differences: [{ field: 'withdrawn', before: false, after: true }],
    }),
    expect.objectContaining({
      ...{ kind: 'election', change: 'changed', state: 'VT' },
      differences: [expect.objectContaining({ field: 'name', after: 'Renamed' })],
    }),
    expect.objectContaining({
      ...{ kind: 'officeholder', election: null },
      differences: [{ field: 'party', before: 'Sample Lake Party', after: 'Other' }],
    }),
  ])
})

it('the changes in the other direction are the reverse', async () => {
  const back = await changesOf(after, before)
  expect(back[0]).toMatchObject({ kind: 'endorsement', change: 'added' })
  expect(back[7].differences).toEqual([{ field: 'party', before: 'Other', after: 'Sample Lake Party' }])
})

it('the changes of one bundle are none, and of one state only its own', async () => {
  expect(await changesOf(after, after)).toEqual([])
  expect((await changesOf(before, after, '--state', 'NV')).map(({ state }: { state: string }) => state)).toEqual([
    'NV',
    'NV',
  ])
})

it('a table and Markdown word the changes for a person', async () => {
  const table = await run('diff', before.slice(0, 8), after.slice(0, 8))
  expect(table.stdout).toMatch(/NV +nv-2028-11-07-general +A \*new\* title +Dina Sample has withdrawn\./)
  expect(table.stderr).toContain('8 changes')
  // One line for a contest with its choices.
  expect(table.stdout).toContain('Contest is no longer listed: Doña Ana County Clerk, with Inés Ejemplo; Jude Example.')
  expect(table.stdout.split('\n').filter((line) => line.includes('Doña Ana'))).toHaveLength(1)
  const { stdout } = await run('diff', before, after, '--markdown', '--state', 'NV')
  expect(stdout.trim().split('\n')).toEqual([
    ...['## NV: nv-2028-11-07-general', ''],
    '- Contest has changed: A \\*new\\* title: title from “State Assembly, Sample District 3” to “A \\*new\\* title”.',
    '- A \\*new\\* title: Dina Sample has withdrawn.',
  ])
})

it('a date means the last publication of that day or before', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const { stdout } = await run('diff', before, today, '--json')
  expect(JSON.parse(stdout)).toMatchObject({ before, after })
  expect(await run('diff', '2020-01-01', today)).toMatchObject(
    ends(1, 'Nothing was published on 2020-01-01 or before.'),
  )
})

it('unknown bundles are refused with a sentence', async () => {
  expect(await run('diff', '00000000', after)).toMatchObject(ends(1, '00000000'))
  expect(await run('diff', 'yesterday', after)).toMatchObject(ends(1, 'Expected'))
})
