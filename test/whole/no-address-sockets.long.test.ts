// The connections of a server, as traced by the kernel: none, or only to the configured geocoder.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { projectFile } from '../../data/store/paths.ts'
import { ended, printed } from '../cli/hustings.ts'
import { AS_OF, type Fixture, openFixture } from '../server/fixture.ts'
import { answering, matching, openReplay, type Replay } from '../server/place/census/census-replay.ts'
import { shareFolder } from '../temporary.ts'
import { canaryOf, type Keys, KIND_COUNT, sendRaw, visitExplorer } from './canaries.ts'

const CALLS = 'connect,sendto,sendmsg,sendmmsg'
const mayTrace = spawnSync('strace', ['-f', '-qq', '-e', `trace=${CALLS}`, 'true']).status === 0

let fixture: Fixture
let replay: Replay
let keys: Keys
const folder = shareFolder()
let child: ChildProcess | undefined
beforeAll(async () => {
  fixture = await openFixture()
  replay = await openReplay()
  replay.play(answering(200, matching({ lng: -78.5, lat: 35.5 })))
  await fixture.publish()
  keys = { key: (await fixture.makeKey()).key, spent: (await fixture.makeKey()).key, cookie: '', token: '' }
})
afterEach(() => void child?.kill('SIGKILL'))
afterAll(async () => {
  await fixture.close()
  await replay.close()
})

/** The internet addresses it connected to while it answered one request of each kind. */
async function connectionsOf(name: string, environment: Record<string, string>): Promise<string[]> {
  const file = join(folder, name)
  const serve = [projectFile('dist', 'cli.js'), 'serve', '--port', '0', '--as-of', AS_OF]
  // -D: the traced process is our own child, and receives our signals.
  const words = ['-D', '-f', '-qq', '-e', `trace=${CALLS}`, '-o', file, process.execPath, ...serve]
  child = spawn('strace', words, {
    env: {
      ...process.env,
      HUSTINGS_VAR: fixture.paths.root,
      HUSTINGS_LOG_LEVEL: 'silent',
      HUSTINGS_PUBLIC_EXPLORER: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = ended(child)
  const [, port] = await printed(child, 'stdout', /http:\/\/127\.0\.0\.1:(\d+)/)
  keys = { ...keys, ...(await visitExplorer(`http://127.0.0.1:${port}`)) }
  for (let number = 0; number < KIND_COUNT; number++) await sendRaw(Number(port), canaryOf(number, keys))
  child.kill('SIGTERM')
  expect((await end).code).toBe(0)
  const lines = readFileSync(file, 'utf8').split('\n')
  return [...new Set(lines.flatMap((line) => /sa_family=AF_INET6?, sin6?_port=htons\(\d+\)/.exec(line) ?? []))]
}

test.skipIf(!mayTrace)('only local data: no connections', async () => {
  expect(await connectionsOf('local', {})).toEqual([])
})

test.skipIf(!mayTrace)('with the Census geocoder: connections only to it', async () => {
  const { port } = new URL(replay.url)
  const asked = await connectionsOf('census', { HUSTINGS_GEOCODER: 'census', HUSTINGS_CENSUS_URL: replay.url })
  expect(asked).toEqual([`sa_family=AF_INET, sin_port=htons(${port})`])
})
