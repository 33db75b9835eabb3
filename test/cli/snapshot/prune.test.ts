import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { listBundles } from '../../../data/store/manifest.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { freshFolder } from '../../temporary.ts'
import { runCommand } from '../hustings.ts'
import { ends } from '../temporary.ts'
import { dayBefore, exportSmall, publishSmall } from './published.ts'

const folder = freshFolder()
let old: string
let night: string
let exported: string
const prune = (...words: string[]) => runCommand(folder, 'snapshot', 'prune', ...words)
const stored = () => listBundles(pathsIn(folder))

beforeEach(async () => {
  old = await publishSmall(folder, { name: 'old', daysAgo: 400 })
  exported = exportSmall(folder, old)
  night = await publishSmall(folder, { name: 'night', daysAgo: 300 })
  for (let nth = 0; nth < 10; nth++)
    await publishSmall(folder, { name: `${nth}`, daysAgo: 100 - nth, electionDays: [dayBefore(300)] })
})

it('snapshot prune deletes what nothing keeps, and says so; --dry-run only says so', async () => {
  const text = (deleted: string, freed: string) =>
    `${deleted}1 bundle: ${old.slice(0, 12)}\n           1 part\n           1 export: ${old.slice(0, 12)}\n${freed}0.0 MB\n`
  expect(await prune('--dry-run')).toEqual({
    ...{ code: 0, stdout: text('To delete  ', 'To free    '), stderr: 'Next: hustings snapshot prune\n' },
  })
  const { bytes, ...rest } = JSON.parse((await prune('--dry-run', '--json')).stdout)
  expect(rest).toEqual({ dry_run: true, bundles: [old], parts: 1, exports: [old], files: 4 })
  expect(bytes).toBeGreaterThan(1000)
  expect(stored()).toHaveLength(12)
  expect(await prune()).toEqual({ code: 0, stdout: text('Deleted    ', 'Freed      '), stderr: '' })
  expect(stored()).toHaveLength(11)
  expect(stored()).toContain(night)
  expect(existsSync(exported)).toBe(false)
  expect(JSON.parse((await prune('--json')).stdout)).toEqual({
    ...{ dry_run: false, bundles: [], parts: 0, exports: [], files: 0, bytes: 0 },
  })
})

it('snapshot prune leaves a pinned bundle and its export', async () => {
  await runCommand(folder, 'snapshot', 'pin', old)
  await prune()
  expect(stored()).toContain(old)
  expect(existsSync(exported)).toBe(true)
})

it('snapshot prune deletes nothing while a kept bundle cannot be read', async () => {
  writeFileSync(join(folder, 'bundles', `${night}.json`), 'damaged')
  expect(await prune()).toMatchObject(ends(1, 'it is not JSON'))
  expect(stored()).toHaveLength(12)
})

it('snapshot prune deletes nothing before the first publication', async () => {
  rmSync(join(folder, 'state.sqlite'))
  expect(await prune()).toMatchObject(ends(1, `Nothing is published in ${folder}, so nothing was deleted.`))
  expect(stored()).toHaveLength(12)
})
