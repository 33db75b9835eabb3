// The feed continues after a backup of the state is restored, under another epoch, so that no number identifies two events.

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyEvents } from '../../../build/archive/verify.ts'
import { publishBundle } from '../../../build/publish/publish.ts'
import { parseEventId } from '../../../data/schema/event.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { Database } from '../../../data/store/sqlite.ts'
import { openState } from '../../../data/store/state/sqlite/state.ts'
import { writeMany } from '../publish/many-bundle.ts'
import { committed, replay, servedIn } from '../replay.ts'

test('the same change after a restored backup has another id', async () => {
  const paths = pathsIn(mkdtempSync(join(tmpdir(), 'hustings-restored-')))
  let state = await openState(paths)
  const now = () => new Date('2028-01-01T00:00:00.000Z')
  const publish = (bundle: string) => publishBundle({ paths, state, bundle, now, accept: false, retentionDays: 7 })
  const first = writeMany(paths, { count: 200, edits: {} }).bundle
  await publish(first)
  const second = writeMany(paths, { count: 200, edits: { created: 3 } }).bundle
  const epoch = (await state.head())?.epoch
  const backup = join(paths.root, 'backup.sqlite')
  new Database(paths.state).exec(`VACUUM INTO '${backup}'`).close()
  expect(await publish(second)).toMatchObject({ events: { created: 3 }, warnings: [] })

  await state.close()
  for (const suffix of ['-wal', '-shm']) rmSync(paths.state + suffix, { force: true })
  copyFileSync(backup, paths.state)
  state = await openState(paths)
  const report = await publish(second)
  expect(report).toMatchObject({ changed: true, events: { created: 3 } })
  expect(report.warnings).toEqual([expect.stringContaining('The state is older than the feed: it is at event 0')])
  const head = await state.head()
  expect(head?.epoch).not.toBe(epoch)
  const events = await committed(state)
  expect(events.map(({ body }) => parseEventId(JSON.parse(body).id))).toEqual(
    [1, 2, 3].map((seq) => ({ epoch: head?.epoch, seq })),
  )
  expect(replay(servedIn(paths, first), events)).toEqual(servedIn(paths, second))
  expect(await verifyEvents({ paths, state })).toMatchObject({ events: 3, fault: null })
  expect(await publish(second)).toMatchObject({ changed: false, warnings: [] })
  await state.close()
  rmSync(paths.root, { recursive: true })
})
