// The nightly killed at each of its steps: the server keeps the old bundle, and the next run completes.

import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ended, hustings, printed, start } from '../cli/hustings.ts'
import { type Mirror, sampleMirror } from './mirror.ts'

/** The output after which the run is killed. */
const PLACES = [
  'Ingest: begins',
  'Ingest: sample-places: read',
  'Ingest: sample-ballots: read',
  'Build: begins',
  'Build: lines: ',
  'Build: overlaps: ',
  'Build: rows: ',
  'Build: checks: ',
  'Build: places: ',
  'Build: ballots: ',
  'Publish: begins',
]

let folder: string
let mirror: Mirror
let server: ChildProcess
let url: string
let key: string

const nightly = () => ['nightly', '--sample', '--mirror', mirror.folder]

async function snapshot(): Promise<{ bundle: string | null; contests: number }> {
  const reply = await fetch(`${url}/v1/ballot?lat=44.45&lng=-69.78`, { headers: { Authorization: `Bearer ${key}` } })
  expect(reply.status).toBe(200)
  const { data } = JSON.parse(await reply.text())
  return { bundle: reply.headers.get('x-snapshot'), contests: data.contests.length }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hustings-kill-'))
  mirror = sampleMirror()
  expect(await hustings(folder, ...nightly())).toMatchObject({ code: 0 })
  await hustings(folder, 'accounts', 'create', 'demo', '--plan', 'unlimited', '--sample')
  await hustings(folder, 'accounts', 'approve', 'demo', '--sample')
  key = JSON.parse((await hustings(folder, 'keys', 'create', '--account', 'demo', '--sample', '--json')).stdout).key
  server = start(folder, 'serve', '--sample', '--port', '0', '--as-of', '2028-10-15')
  url = (await printed(server, 'stdout', /(http:\/\/127\.0\.0\.1:\d+)/))[1] ?? ''
})

afterAll(async () => {
  const end = ended(server)
  server.kill('SIGTERM')
  await end
  mirror.remove()
  rmSync(folder, { recursive: true })
})

describe('kill -9 of the nightly run', () => {
  it.each(PLACES.map((place, at) => [place, at] as const))('after "%s"', async (place, at) => {
    const before = await snapshot()
    // Both sources change, so that every step has work.
    mirror.edit('districts.csv', at === 0 ? 'Sample Harbor' : `Sample Harbor ${at - 1}`, `Sample Harbor ${at}`)
    mirror.edit('contests.csv', at === 0 ? 'Pier Bond' : `Pier Bond ${at - 1}`, `Pier Bond ${at}`)

    const child = start(folder, ...nightly())
    const end = ended(child)
    await printed(child, 'stderr', new RegExp(place))
    child.kill('SIGKILL')
    const { code } = await end

    const between = await snapshot()
    // The last step may have ended before the signal; then the new bundle is complete and served.
    if (code === null && place !== 'Publish: begins') expect(between).toEqual(before)
    expect(between.contests).toBe(before.contests)

    expect(await hustings(folder, ...nightly())).toMatchObject({ code: 0 })
    await expect.poll(async () => (await snapshot()).bundle).not.toBe(before.bundle)
    expect((await snapshot()).contests).toBe(before.contests)
    expect(await hustings(folder, 'doctor', '--sample')).toMatchObject({ code: 0 })
  })
})
