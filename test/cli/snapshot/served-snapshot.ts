// A snapshot file of the sample; and a server of one, which is asked and stopped.

import { expect } from 'vitest'
import { election } from '../../../data/schema/election.ts'
import { page } from '../../../data/schema/envelope.ts'
import { ended, printed, runCommand, start } from '../hustings.ts'
import { copySample } from '../sample.ts'

export const DAY = '2026-11-24'

/** Packs the sample as of a day. @param folder filled with the sample too */
export async function packSample(folder: string, file: string) {
  await copySample(folder)
  const words = ['--sample', '--name', 'a-night', '--as-of', DAY, '--output', file, '--json']
  const { code, stdout, stderr } = await runCommand(folder, 'snapshot', 'create', ...words)
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  const created: { id: string; bundle: string; day: string; exports: number } = JSON.parse(stdout)
  return created
}

interface ServedSnapshot {
  /** The data folder of the machine. */
  machine: string
  file: string
  id: string
  bundle: string
  day: string
}

/** Expects answers of the snapshot as of its day. @param words more options of `hustings serve` */
export async function servesSnapshot(
  { machine, file, id, bundle, day }: ServedSnapshot,
  words: readonly string[] = [],
): Promise<void> {
  const server = start(machine, 'serve', '--snapshot', file, '--port', '0', '--json', ...words)
  const end = ended(server)
  const [line = ''] = await printed(server, 'stdout', /\{.*\}/s)
  const { url, key, ...said } = JSON.parse(line)
  expect(said).toEqual({ snapshot: id, bundle, day })
  const get = (path: string) => fetch(url + path, { headers: { Authorization: `Bearer ${key}` } })
  const elections = await get('/v1/elections?upcoming=true&limit=500')
  expect([elections.status, elections.headers.get('X-Snapshot')]).toEqual([200, bundle])
  const { data } = page(election).parse(await elections.json())
  expect(data.length).toBeGreaterThan(0)
  for (const { date } of data) expect(date >= day).toBe(true)
  expect((await get(`/downloads/${bundle}/contest.parquet`)).status).toBe(200)
  expect((await get('/v1/snapshots')).status).toBe(200)
  server.kill('SIGTERM')
  expect(await end).toMatchObject({ code: 0 })
}
