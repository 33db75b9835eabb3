import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { pathsIn } from '../../../data/store/paths.ts'
import { writeSmall } from '../../build/publish/small-bundle.ts'
import { shareFolder } from '../../temporary.ts'
import { runCommand } from '../hustings.ts'
import { dayBefore, exportSmall, publishSmall } from './published.ts'

const folder = shareFolder()
let old: string
let election: string
let last: string
let built: string
const run = (...words: string[]) => runCommand(folder, 'snapshot', 'list', ...words)
const listed = async () => JSON.parse((await run('--json')).stdout)

beforeAll(async () => {
  old = await publishSmall(folder, { name: 'old', daysAgo: 400 })
  election = await publishSmall(folder, { name: 'election', daysAgo: 300 })
  for (const daysAgo of [200, 199, 198, 197, 196, 195, 194, 193, 192, 191])
    await publishSmall(folder, { name: `at ${daysAgo}`, daysAgo })
  last = await publishSmall(folder, {
    name: 'last',
    daysAgo: 0,
    electionDays: [dayBefore(290), dayBefore(280), '2999-11-08'],
  })
  built = writeSmall(pathsIn(folder), 'built').bundle
  utimesSync(join(folder, 'bundles', `${built}.json`), new Date(), new Date(Date.now() + 60_000))
})

describe('snapshot list', () => {
  it('lists the stored bundles with the reasons why they are kept', async () => {
    const all = await listed()
    expect(all).toHaveLength(14)
    expect(all[0]).toMatchObject({ bundle: last, publication: 13, kept_as: [{ kind: 'current' }] })
    expect(all[1].kept_as.map(({ kind }: { kind: string }) => kind)).toEqual([
      'rollback',
      ...Array.from({ length: 7 }, () => 'nightly'),
      ...Array.from({ length: 8 }, () => 'weekly'),
    ])
    expect(all.slice(10)).toMatchObject([
      { publication: 3, kept_as: [] },
      {
        bundle: election,
        kept_as: [
          { kind: 'election', on: dayBefore(290) },
          { kind: 'election', on: dayBefore(280) },
        ],
      },
      { bundle: old, publication: 1, kept_as: [] },
      { bundle: built, publication: null, published_at: null, kept_as: [{ kind: 'built' }] },
    ])
  })

  it('says what each would free, and the size of all its parts', async () => {
    const all: { own_bytes: number; bytes: number }[] = await listed()
    const sizeOf = (name: string): number => statSync(join(folder, 'parts', name)).size
    const stored = readdirSync(join(folder, 'parts')).reduce((sum, name) => sum + sizeOf(name), 0)
    const own = all.reduce((sum, { own_bytes }) => sum + own_bytes, 0)
    // Of the parts that several bundles share there are three: places, endorsements and the ballots without an election.
    const [, second] = all
    expect(own + (second ? second.bytes - second.own_bytes : 0)).toBe(stored)
    expect(second?.own_bytes).toBe('officeholders at 191'.length)
  })

  it('prints a table', async () => {
    const lines = (await run()).stdout.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^bundle +published +kept as +exports +own +parts$/)
    const rows = lines.slice(2)
    expect(rows).toHaveLength(14)
    const first = new RegExp(`^${last.slice(0, 12)}  ${dayBefore(0)} [\\d:]{8}  current +no +0\\.\\d MB +0\\.\\d MB$`)
    expect(rows[0]).toMatch(first)
    expect(rows[1]).toMatch(/ {2}rollback, nightly, weekly {2}/)
    expect(rows[11]).toMatch(new RegExp(`  election days ${dayBefore(290)} ${dayBefore(280)}  `))
    expect(rows[13]).toMatch(/ never +not published yet +no /)
  })

  it('says which bundles are exported, and how large', async () => {
    const exported = exportSmall(folder, old)
    expect((await listed())[12]).toMatchObject({ bundle: old, export_bytes: 3 })
    expect((await run()).stdout).toMatch(new RegExp(`^${old.slice(0, 12)} .*  yes  `, 'm'))
    rmSync(exported, { recursive: true })
    expect((await listed())[12]).toMatchObject({ bundle: old, export_bytes: null })
  })

  it('lists a bundle whose manifest is damaged', async () => {
    const file = join(folder, 'bundles', `${old}.json`)
    const whole = readFileSync(file)
    writeFileSync(file, whole.subarray(0, 100))
    expect((await listed())[12]).toMatchObject({ bundle: old, own_bytes: null, bytes: null })
    expect((await run()).stdout).toMatch(new RegExp(`^${old.slice(0, 12)} .* damaged +damaged$`, 'm'))
    writeFileSync(file, whole)
  })

  it('is empty where nothing is stored', async () => {
    const empty = await runCommand(join(folder, 'empty'), 'snapshot', 'list', '--json')
    expect(empty).toMatchObject({ code: 0, stdout: '[]\n', stderr: 'Next: hustings nightly\n' })
  })
})
