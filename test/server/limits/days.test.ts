// The daily count restarts at 00:00 UTC in every time zone, also on days of clock changes. Each zone has its own process,
// since a process keeps its initial time zone.

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { projectFile } from '../../../data/store/paths.ts'

const HALF_HOUR = 1_800_000
const ZONES = [
  ['America/New_York', '2024-03-09', -300],
  ['America/New_York', '2024-11-02', -240],
  ['Asia/Kolkata', '2024-03-09', 330],
  ['Pacific/Kiritimati', '2024-11-02', 840],
  ['UTC', '2024-12-30', 0],
] as const

/** One request every half hour for four days at a cap of ten a day, with a restart every four hours; prints when requests pass again. */
const SCRIPT = `
const [usageFile, ownerFile, file, start] = process.argv.slice(1)
const { openUsage } = await import(usageFile)
const { createOwner } = await import(ownerFile)
const began = Date.parse(start)
const renewed = []
const allowance = { requests_per_minute: 60, requests_per_day: 10 }
let passed = 0
let usage, owner
for (let at = began; at < began + 4 * 86400000; at += ${HALF_HOUR}) {
  if (at % (8 * ${HALF_HOUR}) === 0) {
    usage?.close()
    usage = openUsage({ usage: file })
    owner = createOwner(usage, () => at, (fault) => { throw fault })
  }
  const [{ standing, refusal }] = owner.decide([{ kind: 'take', account: 1, allowance }])
  if (!refusal) passed += 1
  if (!refusal && standing.daily_remaining === 9) renewed.push(new Date(at).toISOString())
}
console.log(JSON.stringify({ offset: 0 - new Date(began).getTimezoneOffset(), renewed, passed }))
`

test.each(ZONES)('%s from %s', async (zone, day, offset) => {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-days-'))
  try {
    const modules = [
      projectFile('dist', 'data', 'store', 'usage.js'),
      projectFile('dist', 'server', 'limits', 'owner.js'),
    ]
    const words = ['--input-type=module', '-e', SCRIPT, ...modules, join(folder, 'usage.sqlite'), `${day}T00:00:00Z`]
    const { stdout } = await promisify(execFile)(process.execPath, words, { env: { ...process.env, TZ: zone } })
    const midnights = [0, 1, 2, 3].map((days) => new Date(Date.parse(day) + days * 86_400_000).toISOString())
    expect(JSON.parse(stdout)).toEqual({ offset, renewed: midnights, passed: 40 })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
