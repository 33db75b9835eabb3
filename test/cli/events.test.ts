// `hustings events`, over a state with some events of the feed.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { pruneEvents } from '../../build/archive/archive.ts'
import { eventId } from '../../data/schema/event.ts'
import { HOUR } from '../../data/schema/scalar.ts'
import { keepMark } from '../../data/store/feed-mark.ts'
import { type Paths, pathsIn } from '../../data/store/paths.ts'
import { Database } from '../../data/store/sqlite.ts'
import type { Head } from '../../data/store/state/publications.ts'
import { openState } from '../../data/store/state/sqlite/state.ts'
import { publishEvents } from '../data/store/feed-events.ts'
import { openFolder } from '../temporary.ts'
import { runCommand } from './hustings.ts'
import { ends } from './temporary.ts'

let paths: Paths
const run = (...words: string[]) => runCommand(paths.root, 'events', ...words)

beforeEach(() => {
  paths = pathsIn(openFolder())
})

/** 60 events, the first ten of them in the archive. */
async function fill(): Promise<Head> {
  const state = await openState(paths)
  await publishEvents(state, 'first', { count: 0 })
  await publishEvents(state, 'a', { count: 60, from: '2028-03-01T00:00:00.000Z', every: HOUR })
  await pruneEvents({ paths, state, now: new Date('2028-03-08T10:00:00.000Z'), retentionDays: 7 })
  const head = await state.head()
  await state.close()
  if (!head) throw new Error('nothing is published')
  keepMark(paths, head)
  return head
}

it('events list prints the newest first, as served or as a table', async () => {
  const { epoch } = await fill()
  const { code, stdout } = await run('list', '--limit', '2', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject([
    { id: eventId(epoch, 60), type: 'endorsement.created', endorsement: { id: 60 } },
    { id: eventId(epoch, 59), election: { state: 'NC' } },
  ])
  const table = (await run('list')).stdout.trimEnd().split('\n')
  expect(table).toHaveLength(52)
  expect(table[0]).toMatch(/^seq +occurred_at +type +endorser +election +contest_kind +id$/)
  expect(table[2]).toMatch(/^ *60 +2028-03-03T11:00:00\.000Z +created +afl-cio .* evt_/)
  expect((await run('list', '--limit', '0')).code).toBe(2)
})

it('events list is empty before anything is published', async () => {
  expect(await run('list', '--json')).toMatchObject({ code: 0, stdout: '[]\n' })
})

describe('events verify', () => {
  it('exits with 0 if all events are intact, and prints the head', async () => {
    const { chain } = await fill()
    const whole = {
      ...{ code: 0, stderr: '' },
      stdout: `60 events, 10 of them in the archive: none changed, none missing.\nhead 60:${chain}\n`,
    }
    expect(await run('verify')).toEqual(whole)
    expect(await run('verify', '--expect', `60:${chain}`)).toEqual(whole)
    expect(JSON.parse((await run('verify', '--json')).stdout)).toMatchObject({ head: `60:${chain}`, fault: null })
  })

  it('exits with 3 if the end was cut and the head rewritten, and if only the archive is left', async () => {
    const { epoch, chain } = await fill()
    const database = new Database(paths.state)
    database.exec(
      'UPDATE head SET seq = 57, chain = (SELECT chain_before FROM event WHERE seq = 58); DELETE FROM event WHERE seq > 57',
    )
    database.close()
    const { code, stdout, stderr } = await run('verify')
    expect(code).toBe(3)
    expect(stdout).toMatch(
      new RegExp(
        `^${eventId(epoch, 58)} is missing: state, after event 57: expected events 58 to 60, according to feed.mark; got none.\nUnchanged before it: 57 events, .*\nhead 57:[0-9a-f]{64}\n$`,
      ),
    )
    expect(stderr).toBe('Next: hustings events list\n')
    rmSync(paths.mark)
    const unmarked = await run('verify')
    expect(unmarked.code).toBe(3)
    expect(unmarked.stdout).toContain('feed.mark is missing: ')
    expect(unmarked.stderr).toBe('Next: hustings events verify --expect SEQ:HASH\n')
    expect((await run('verify', '--expect', `60:${chain}`)).code).toBe(3)
    const [, head = ''] = /^head (.*)$/m.exec(unmarked.stdout) ?? []
    expect((await run('verify', '--expect', head)).code).toBe(0)
    for (const suffix of ['', '-wal', '-shm']) rmSync(paths.state + suffix, { force: true })
    expect((await run('verify')).code).toBe(3)
  })

  it('exits with 3 if the log contradicts --expect, and with 2 if that value is no head', async () => {
    await fill()
    const { code, stdout } = await run('verify', '--expect', `59:${'a'.repeat(64)}`)
    expect(code).toBe(3)
    expect(stdout).toContain(
      `is tampered: state, event 59: expected event 59 with the hash ${'a'.repeat(64)}, according to --expect`,
    )
    expect((await run('verify', '--expect', `61:${'a'.repeat(64)}`)).code).toBe(3)
    const [low, high] = ['a'.repeat(64), 'A'.repeat(64)]
    for (const text of ['60', '60:', `:${low}`, `60:${low.slice(1)}`, `060:${low}`, `60:${high}`])
      expect(await run('verify', '--expect', text), text).toMatchObject(ends(2, 'Expected a head as publish prints it'))
  })

  it('exits with 3 and names the first changed event', async () => {
    const { epoch } = await fill()
    const file = join(paths.events, '2028-03-01.ndjson')
    const lines = readFileSync(file, 'utf8').split('\n')
    lines[4] = lines[4]?.replace('“5”', '“6”') ?? ''
    writeFileSync(file, lines.join('\n'))
    const { code, stdout, stderr } = await run('verify')
    expect(code).toBe(3)
    const [first, second] = stdout.split('\n')
    expect(first).toContain(`${eventId(epoch, 5)} is tampered: 2028-03-01.ndjson:5: expected a chain_before and body`)
    expect(second).toBe('Unchanged before it: 4 events, 4 of them in the archive. Later events were not checked.')
    expect(stderr).toBe(`Next: ls ${paths.events}\n`)
    const told = JSON.parse((await run('verify', '--json')).stdout)
    expect(told).toMatchObject({ events: 4, fault: { kind: 'tampered', where: '2028-03-01.ndjson:5' } })
  })
})

it('events new-epoch starts a new epoch over the existing state, and explains the effect on readers', async () => {
  const { epoch } = await fill()
  const { code, stdout, stderr } = await run('new-epoch', '--json')
  expect(code).toBe(0)
  const begun = JSON.parse(stdout)
  expect(begun).toEqual({ epoch: expect.stringMatching(/^[0-9a-f]{16}$/), seq: 60 })
  expect(begun.epoch).not.toBe(epoch)
  expect(stderr).toContain('410 cursor_expired')
  const state = await openState(paths)
  expect(await state.head()).toMatchObject({ epoch: begun.epoch, seq: 60 })
  await state.close()
  expect(JSON.parse(readFileSync(paths.mark, 'utf8'))).toMatchObject({ epoch: begun.epoch, seq: 60 })
  expect((await run('verify')).code).toBe(0)
})

it('events new-epoch is refused if nothing was published, so that no feed was ever read', async () => {
  const { code, stderr } = await run('new-epoch')
  expect(code).toBe(1)
  expect(stderr).toBe('hustings: Nothing is published here yet, so the feed has no readers.\nNext: hustings publish\n')
})
