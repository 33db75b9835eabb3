// Which backup `hustings restore` takes, and which it proposes: the newest, and after one that cannot be restored the one before it.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { backUp } from '../../data/store/backup/back-up.ts'
import { backupFolder, listBackups } from '../../data/store/backup/place.ts'
import { openFixture } from '../server/fixture.ts'
import { shareFolder } from '../temporary.ts'
import { runCommand } from './hustings.ts'

const aside = shareFolder()
const backups = join(aside, 'backups')
const place = backupFolder(backups)
let names: string[]

beforeAll(async () => {
  const fixture = await openFixture()
  try {
    for (const said of [' (0)', ' (1)', ' (2)']) {
      await fixture.publish({ fillers: 0, said })
      const rest = { now: () => new Date(), passphrase: undefined, withSources: false, keep: 7 }
      await backUp({ paths: fixture.paths, folder: place, ...rest })
    }
  } finally {
    await fixture.close()
  }
  names = listBackups(place)
  expect(names).toHaveLength(3)
})

const restore = (to: string, ...words: string[]) => runCommand(join(aside, to), 'restore', backups, ...words)

it('takes the newest', async () => {
  const { code, stdout } = await restore('newest', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ backup: { name: names[2] }, head: { publication: 3 } })
})

it('proposes the newest in place of one that does not exist', async () => {
  const { code, stderr } = await restore('none', '--backup', 'nonsense')
  expect(code).not.toBe(0)
  expect(stderr).toContain(`restore ${backups} --backup ${names[2]}`)
})

it('proposes the one before a backup that cannot be restored', async () => {
  writeFileSync(join(place.backups, `${names[2]}.json`), '{')
  const { code, stderr } = await restore('damaged')
  expect(code).not.toBe(0)
  expect(stderr).toContain(`restore ${backups} --backup ${names[1]}`)
})
