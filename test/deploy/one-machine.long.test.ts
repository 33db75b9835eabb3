// The walk-through of one machine: every command, in the guide's order, under a real systemd.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectFile } from '../../data/store/paths.ts'
import { EDIT, MIRROR, PUT_MIRROR } from './installed.ts'
import { bootMachine, MACHINE_MISSING, type Machine } from './machine.ts'

const absent = ['caddy', 'prometheus', 'curl'].filter((program) => spawnSync(program, ['--version']).error)
const missing = MACHINE_MISSING ?? (absent.length > 0 ? `not installed: ${absent.join(', ')}` : undefined)
if (missing) console.warn(`The commands of the guide for one machine are not run: ${missing}.`)

const guide = readFileSync(projectFile('docs', 'one-machine.md'), 'utf8')
const scripts = guide
  .split(/^## /m)
  .slice(1)
  .flatMap((section) =>
    [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, script = ''], nth) => ({
      name: `${section.split('\n', 1)[0]}, block ${nth + 1}`,
      script,
    })),
  )

/** These need the network. The machine has the packages and the checkout already. */
const ELSEWHERE = ['apt-get ', 'cd /opt/hustings && make setup']
/** What the guide writes for the reader's own values. */
const HERE = [
  ['--only NC,DC', `--sample --mirror ${MIRROR}`],
  ['api.example.org', 'localhost'],
  ['timeout 120', 'timeout 3'],
] as const

/** The authority of Caddy, which signs the certificate of localhost. */
const AUTHORITY = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'

let machine: Machine
let key: string | undefined

describe.skipIf(missing)(`the walk-through of one machine${missing ? ` (${missing})` : ''}`, () => {
  beforeAll(async () => {
    machine = await bootMachine()
    await machine.expect(PUT_MIRROR)
  }, 300_000)
  afterAll(() => machine?.close())

  test('has commands in each of its sections', () => {
    expect(new Set(scripts.map(({ name }) => name.split(',')[0])).size).toBe(8)
  })

  test.each(scripts)('$name', async ({ script }) => {
    const here = HERE.reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), script)
      .replaceAll('hst_live_…', key ?? '')
      .split('\n')
      .filter((line) => !ELSEWHERE.some((start) => line.startsWith(start)))
      .join('\n')
    const before = [
      `export CURL_CA_BUNDLE=${AUTHORITY} KEY=${key ?? ''}`,
      // A publisher changes something before each night.
      script.includes('start hustings-nightly\n') && EDIT,
    ]
    const { code, stdout, stderr } = await machine.run([...before, here].filter(Boolean).join('\n'))
    expect(code, `${here}\n${stdout}${stderr}`).toBe(0)
    key ??= /hst_live_\w+/.exec(stdout)?.[0]
    if (script.includes('/v1/stream')) expect(stdout).toContain('event: ready')
  })
})
