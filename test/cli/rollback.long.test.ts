// `hustings rollback`: adds, changes and removes one endorsement of the sample, then rolls back.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Mirror, sampleMirror } from '../whole/mirror.ts'
import { type Ended, hustings, runCommand } from './hustings.ts'
import { shareFolder } from './temporary.ts'

const GONE = /^diario-de-ejemplo,nm-2026-12-08-runoff,.*\n/m

const folder = shareFolder()
let mirror: Mirror
let first: string
const run = (...words: string[]) => runCommand(folder, ...words, '--sample')
const nightly = () => run('nightly', '--mirror', mirror.folder)

beforeAll(async () => {
  mirror = sampleMirror()
  expect(await hustings(folder, 'rollback', '--sample')).toMatchObject({
    ...{ code: 1, stderr: expect.stringMatching(/nothing is published yet.*\nNext: node dist\/cli.js nightly\n$/) },
  })
  first = bundleOf(await nightly())
  mirror.edit('endorsements.csv', 'She kept every promise of her last invented campaign.', 'She kept most promises.')
  const [line] = GONE.exec(readFileSync(join(mirror.folder, 'data', 'sample', 'endorsements.csv'), 'utf8')) ?? []
  if (line === undefined) throw new Error('the sample lacks the line that goes')
  mirror.edit('endorsements.csv', line, '')
})
afterAll(() => {
  mirror.remove()
})

it('publishes the previous bundle with the inverse events, and a second rollback undoes the first', async () => {
  const forth = await nightly()
  const second = bundleOf(forth)
  expect(second).not.toBe(first)
  expect(forth.stdout).toMatch(/^Published {2}publication 2, bundle [0-9a-f]{12}; 1 endorsement updated, 1 deleted$/m)
  const back = await run('rollback')
  expect(back).toMatchObject({ code: 0 })
  const [, head = ''] = /\nhead (4:[0-9a-f]{64})\n$/.exec(back.stdout) ?? []
  expect(back.stdout).toBe(`publication 3, bundle ${first}; 1 endorsement created, 1 updated\nhead ${head}\n`)
  expect(back.stderr).toMatch(/Next: hustings rollback --sample {3}# returns to the bundle that was current\n$/)
  const { publication, bundle, events } = JSON.parse((await run('rollback', '--json')).stdout)
  expect({ publication, bundle: bundle.slice(0, 12) }).toEqual({ publication: 4, bundle: second })
  expect(events).toEqual({ created: 0, updated: 1, deleted: 1 })
  expect(await run('rollback', '--to', first)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^publication 5/),
  })
  const again = await run('rollback', '--to', first)
  expect(again.stdout).toMatch(
    new RegExp(`^nothing to publish: bundle ${first} is already publication 5\nhead 8:.*\n$`),
  )
  const verified = await run('events', 'verify', '--expect', head)
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/\nhead 8:[0-9a-f]{64}\n$/) })
  expect((await run('events', 'verify', '--expect', head.replace(/^4/, '5'))).code).toBe(3)
})

it('refuses an unknown bundle', async () => {
  expect(await run('rollback', '--to', 'abc')).toMatchObject({ code: 2 })
  const unknown = await run('rollback', '--to', '00000000')
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('No bundle begins with "00000000"') })
})

/** The first twelve characters of the bundle's hash. */
function bundleOf({ stdout }: Ended): string {
  const [, bundle] = /^Published {2}publication \d+, bundle ([0-9a-f]{12})/m.exec(stdout) ?? []
  if (bundle === undefined) throw new Error(`nothing was published: ${stdout}`)
  return bundle
}
