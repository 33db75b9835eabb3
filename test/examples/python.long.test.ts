// The example in Python, against a server over the sample that a real watch changes.

import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../client/client.ts'
import { addSuggested, inShell, runExample, type WatchedSample, watchSample } from './run-example.ts'

const MISSING = spawnSync('python3', ['--version']).status === 0 ? null : 'SKIPPED, for there is no python3'
if (MISSING) console.warn(`The example in Python: ${MISSING}.`)

describe.skipIf(MISSING !== null)(`follow.py${MISSING ? ` (${MISSING})` : ''}`, () => {
  let mirror: WatchedSample['mirror']
  let watching: WatchedSample['watching']
  let server: WatchedSample['server']
  let close: WatchedSample['close'] | undefined

  beforeAll(async () => {
    ;({ mirror, watching, server, close } = await watchSample())
  })
  afterAll(() => close?.())

  it('prints every endorsement of a state, then each change', async () => {
    const endorsements = await createClient(server)
      .listEndorsements({ states: ['NM'] })
      .toArray()
    const expected = endorsements.map(
      ({ election, endorser, choice, contest }) =>
        `${election.date} ${endorser.name} endorses ${choice.label}: ${contest.title}\n`,
    )
    const run = runExample(server, ['python3', 'examples/follow.py', 'NM'])
    await expect.poll(run.stdout).toBe(expected.join(''))
    mirror.edit('endorsements.csv', 'She kept every promise of her last invented campaign.', 'She kept most of them.')
    await watching.next()
    const change = '2026-11-03 endorsement.updated El Diario de Ejemplo: Uma Sample\n'
    await expect.poll(run.stdout).toBe(expected.join('') + change)
    run.child.kill('SIGINT')
    expect(await run.end).toBe(0)
    expect(run.stderr()).toBe(`${endorsements.length} endorsements in NM. Waiting for the next change; Ctrl-C ends.\n`)
  })

  it('runs as its head says, and prints the change that `make run` suggests', async () => {
    const run = runExample(server, inShell('follow.py'))
    await expect.poll(run.stderr).toMatch(/^[1-9]\d* endorsements in /)
    addSuggested(mirror)
    await watching.next()
    await expect.poll(run.stdout).toMatch(/\n2026-12-08 endorsement\.created Otto Example: Uma Sample\n$/)
    run.child.kill('SIGINT')
    await run.end
  })

  it('says that it waits, where there is no endorsement yet', async () => {
    const run = runExample(server, ['python3', 'examples/follow.py', 'NC'])
    await expect.poll(run.stderr).toBe('0 endorsements in NC. Waiting for the next change; Ctrl-C ends.\n')
    run.child.kill('SIGINT')
    expect([await run.end, run.stdout()]).toEqual([0, ''])
  })

  it.each([
    ['a wrong key', ['NM'], { key: 'hst_live_wrong' }, /^\/v1\/endorsements: 401\. [A-Z].+\.\n$/],
    ['no key', ['NM'], { key: '' }, /^HUSTINGS_KEY is not set\. .+\.\n$/],
    ['no state', [], {}, /^Expected a state, .+\n$/],
  ])('ends with a sentence for %s', async (_, words, more, sentence) => {
    const run = runExample({ ...server, ...more }, ['python3', 'examples/follow.py', ...words])
    expect(await run.end).toBe(1)
    expect(run.stderr()).toMatch(sentence)
  })
})
