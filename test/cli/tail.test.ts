// `hustings tail`, over an invented bundle: first without a server, then beside one.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { eventPage } from '../../data/schema/event.ts'
import { fixture, shareFixture } from '../server/shared-fixture.ts'
import { ended, printed, runCommand, start } from './hustings.ts'
import { ends } from './temporary.ts'

const run = (...words: string[]) => runCommand(fixture.paths.root, 'tail', ...words)

shareFixture()
beforeAll(() => fixture.publish({ fillers: 0 }))

/** Every event of the pages that --json printed. */
function eventsIn(stdout: string) {
  return stdout
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => eventPage.parse(JSON.parse(line)).data)
}

it('follows the changes, ends on Ctrl-C with the command that continues, and resumes without a gap', async () => {
  const follower = start(fixture.paths.root, 'tail', '--categories', 'labor', '--from', 'earliest')
  const end = ended(follower)
  const told = printed(follower, 'stdout', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC (.*)/m)
  await fixture.publish({ fillers: 0, said: ' two', told: true })
  const [, sentence] = await told
  expect(sentence).toMatch(/\(.+\) changed its endorsement of/)
  follower.kill('SIGINT')
  const { code, stdout, stderr } = await end
  expect(code).toBe(0)
  expect(stdout).toContain('statement was: ')
  expect(stdout).not.toContain('\u001b')
  const [, next = ''] =
    /^Next: node dist\/cli\.js tail (--categories labor --cursor \S+) {3}# continues here$/m.exec(stderr) ?? []
  expect(next).not.toBe('')

  await fixture.publish({ fillers: 0, said: ' three', told: true })
  const again = eventsIn((await run(...next.split(' '), '--once', '--json')).stdout)
  const all = eventsIn((await run('--category', 'labor', '--from', 'earliest', '--once', '--json')).stdout)
  expect(again.length).toBeGreaterThan(0)
  expect(all.slice(-again.length)).toEqual(again)
  expect(all.length).toBe(2 * again.length)
  expect(new Set(all.map(({ endorser }) => endorser.category.slug))).toEqual(new Set(['labor']))
  expect(await run('--category', 'newspaper', '--type', 'deleted', '--from', 'earliest', '--once')).toMatchObject({
    ...{ code: 0, stdout: '', stderr: expect.not.stringContaining('the data has no') },
  })
  expect(await run('--category', 'labour', '--from', 'earliest', '--once')).toMatchObject({
    ...{
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^--categories: the data has no "labour", so it .+`labor`\?\n/),
    },
  })
})

it('the command that continues has the position in place of the start that was given', async () => {
  for (const begin of [
    ['--since', new Date(Date.now() - 60_000).toISOString()],
    ['--from', 'earliest'],
  ])
    expect((await run(...begin, '--once')).stderr).toMatch(/^Next: \S.* tail --cursor \S+ {3}# continues here$/m)
})

it('prints the same answer as a server', async () => {
  const { key } = await fixture.makeKey()
  const { url } = await fixture.start()
  const reply = await fetch(`${url}/v1/events?from=earliest&limit=5`, { headers: { Authorization: `Bearer ${key}` } })
  const [first = ''] = (await run('--from', 'earliest', '--limit', '5', '--once', '--json')).stdout.split('\n')
  expect(JSON.parse(first)).toEqual(await reply.json())
})

it('continues from a bookmark, which is written after each page', async () => {
  const bookmark = join(fixture.paths.root, 'bookmark')
  const words = ['--from', 'earliest', '--once', '--json', '--limit', '4', '--bookmark', bookmark]
  const first = eventsIn((await run(...words)).stdout)
  expect(first.length).toBeGreaterThan(4)
  expect(readFileSync(bookmark, 'utf8')).toMatch(/^[\w-]+\n$/)
  expect(await run(...words)).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('--bookmark') })
  // It wins over a start that is named beside it.
  const { next_cursor } = eventPage.parse(
    JSON.parse((await run('--from', 'earliest', '--limit', '1', '--once', '--json')).stdout.split('\n')[0] ?? ''),
  )
  expect((await run('--cursor', next_cursor, '--once', '--bookmark', bookmark)).stdout).toBe('')
})

it('prints a page before it writes the position after it, so that a crash between the two loses no change', async () => {
  const bookmark = join(fixture.paths.root, 'no-such-folder', 'bookmark')
  const { code, stdout } = await run('--from', 'earliest', '--once', '--json', '--bookmark', bookmark)
  expect([code, eventsIn(stdout).length > 0]).toEqual([1, true])
})

it('says how to go on when its position is of an earlier epoch', async () => {
  const { stderr } = await run('--once')
  const [, cursor = ''] = /--cursor (\S+)/.exec(stderr) ?? []
  const bookmark = join(fixture.paths.root, 'old-bookmark')
  writeFileSync(bookmark, `${cursor}\n`)
  await runCommand(fixture.paths.root, 'events', 'new-epoch')
  expect(await run('--once', '--bookmark', bookmark)).toMatchObject(ends(1, `Next: rm ${bookmark}`))
  expect(await run('--once', '--cursor', cursor)).toMatchObject(
    ends(1, /^hustings: --cursor: it belongs to an earlier epoch.*\nNext: hustings tail --from earliest/),
  )
})
