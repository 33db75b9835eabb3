// The nightly killed at each of its steps: the server keeps the old bundle, and the next run completes.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ended, hustings, printed, start } from '../cli/hustings.ts'
import { type ServedFolder, serveFolder } from '../cli/served-folder.ts'
import { shareMirror } from '../cli/temporary.ts'
import { PROOF_ONLY } from '../proof/only.ts'
import { proved } from '../proof/proved.ts'
import { shareFolder } from '../temporary.ts'

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

const ROUNDS = 10

const folder = shareFolder()
const mirror = shareMirror()
let server: ServedFolder

const nightly = () => ['nightly', '--sample', '--mirror', mirror.folder]

async function snapshot(): Promise<{ bundle: string | null; contests: number }> {
  const reply = await server.get('/v1/ballot?lat=44.45&lng=-69.78')
  expect(reply.status).toBe(200)
  const { data } = JSON.parse(await reply.text())
  return { bundle: reply.headers.get('x-snapshot'), contests: data.contests.length }
}

beforeAll(async () => {
  expect(await hustings(folder, ...nightly())).toMatchObject({ code: 0 })
  server = await serveFolder(folder, { sample: true, asOf: '2028-10-15' })
})

afterAll(async () => {
  await server.stop()
})

describe.skipIf(PROOF_ONLY !== null)(`kill -9 of the nightly run${PROOF_ONLY ? ` (${PROOF_ONLY})` : ''}`, () => {
  it('after each step, again and again', { timeout: 7_200_000 }, async () => {
    let killed = 0
    for (let nth = 0; nth < ROUNDS * PLACES.length; nth++)
      if (await killAfter(PLACES[nth % PLACES.length] ?? '', nth)) killed += 1
    proved('killed_nightly', [
      { what: 'runs', value: ROUNDS * PLACES.length },
      { what: 'of them killed before their end', value: killed },
    ])
    expect(killed).toBeGreaterThan(ROUNDS * (PLACES.length - 2))
    expect(await hustings(folder, 'doctor', '--sample')).toMatchObject({ code: 0 })
  })
})

/** @returns false if the run ended before the signal */
async function killAfter(place: string, nth: number): Promise<boolean> {
  const before = await snapshot()
  // Both sources change, so that every step has work.
  mirror.edit('districts.csv', nth === 0 ? 'Sample Harbor' : `Sample Harbor ${nth - 1}`, `Sample Harbor ${nth}`)
  mirror.edit('contests.csv', nth === 0 ? 'Pier Bond' : `Pier Bond ${nth - 1}`, `Pier Bond ${nth}`)

  const child = start(folder, ...nightly())
  const end = ended(child)
  await printed(child, 'stderr', new RegExp(place))
  child.kill('SIGKILL')
  const { code } = await end

  const between = await snapshot()
  // The last step may have ended before the signal; then the new bundle is complete and served.
  if (code === null && place !== 'Publish: begins') expect(between, place).toEqual(before)
  expect(between.contests, place).toBe(before.contests)

  expect(await hustings(folder, ...nightly()), place).toMatchObject({ code: 0 })
  await expect.poll(async () => (await snapshot()).bundle).not.toBe(before.bundle)
  expect((await snapshot()).contests, place).toBe(before.contests)
  return code === null
}
