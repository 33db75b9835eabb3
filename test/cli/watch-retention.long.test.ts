// The environment sets how long events stay in the feed, for every command that publishes.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY } from '../../data/schema/scalar.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { Database } from '../../data/store/sqlite.ts'
import { shareFolder } from '../temporary.ts'
import { hustings } from './hustings.ts'
import { shareMirror } from './temporary.ts'
import { startWatch } from './watching.ts'

const SAID = /She kept [^,]* promise/

const folder = shareFolder()
const mirror = shareMirror()
beforeAll(async () => {
  expect(await hustings(folder, 'nightly', '--sample', '--mirror', mirror.folder)).toMatchObject({ code: 0 })
})
afterAll(() => {
  delete process.env.HUSTINGS_RETENTION_DAYS
})

it('a watch keeps events for HUSTINGS_RETENTION_DAYS, and no longer', async () => {
  const csv = join(mirror.folder, 'data', 'sample', 'endorsements.csv')
  const state = new Database(pathsIn(join(folder, 'sample')).state)
  const seqs = state.prepare('SELECT seq FROM event ORDER BY seq').pluck()
  const age = state.prepare('UPDATE event SET occurred_at = ?')
  process.env.HUSTINGS_RETENTION_DAYS = '30'
  const watching = await startWatch(folder, mirror.folder)
  const publish = async (nth: number): Promise<unknown> => {
    writeFileSync(csv, readFileSync(csv, 'utf8').replace(SAID, `She kept ${nth} promise`))
    expect(await watching.next()).toMatchObject({
      ...{ published: true, updated: 1, fault: null },
      head: expect.stringMatching(new RegExp(`^${nth}:[0-9a-f]{64}$`)),
    })
    return seqs.all()
  }
  expect(await publish(1)).toEqual([1])
  age.run(new Date(Date.now() - 20 * DAY).toISOString())
  expect(await publish(2)).toEqual([1, 2])
  age.run(new Date(Date.now() - 31 * DAY).toISOString())
  expect(await publish(3)).toEqual([3])
  watching.child.kill('SIGTERM')
  expect((await watching.end).code).toBe(0)
  state.close()
})
