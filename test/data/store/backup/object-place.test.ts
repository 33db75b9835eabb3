// Backups in object storage, here a folder: what is deleted although a list is late.

import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { BACKUP_FORMAT, type Backup } from '../../../../data/schema/backup.ts'
import { objectPlace } from '../../../../data/store/backup/object-place.ts'
import { openFolder } from '../../../../data/store/objects/open.ts'
import { openFolder as openTemporary } from '../../../temporary.ts'

let folder: string
beforeEach(() => {
  folder = openTemporary()
})

it('keeps the files of a backup that the list lacks, also old ones that no other backup names', async () => {
  const root = join(folder, 'objects')
  const store = openFolder(root)
  const late = { ...store, list: async (at: string) => (at === 'backups/' ? [] : store.list(at)) }
  const place = objectPlace(late, { root: join(folder, 'data') })
  const release = await place.claim({ pid: process.pid, command: 'backup', since: '2028-03-01T00:00:00.000Z' })
  const storeOld = async (text: string) => {
    writeFileSync(place.draft('one'), text)
    const { sha256, bytes } = await place.storeDraft(place.draft('one'))
    // An earlier attempt has left it.
    utimesSync(join(root, 'files', sha256), 0, 0)
    return { path: 'state.sqlite', sha256, bytes }
  }
  const named = await storeOld('named')
  await storeOld('not named')
  const backup: Backup = {
    ...{ format: BACKUP_FORMAT, made_at: '2028-03-01T00:00:00.000Z', version: '0.1.0', folder: '/data' },
    ...{ head: null, pepper: 'none', files: [named] },
  }
  await place.write('2028-03-01T00-00-00.000Z', backup)
  expect(await place.prune(7, Date.now())).toMatchObject({ backups: [], files: 1 })
  expect(readdirSync(join(root, 'files'))).toEqual([named.sha256])
  release()
})
