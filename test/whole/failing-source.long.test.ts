// A failed source keeps its last good rows, and the others are updated: nightlies as real processes over damaged files.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasTestData, TEST_DATA } from '../build/cells-layers.ts'
import { type Ended, runCommand } from '../cli/hustings.ts'
import { type ServedFolder, serveFolder } from '../cli/served-folder.ts'
import { PROOF_ONLY } from '../proof/only.ts'
import { shareFolder } from '../temporary.ts'

const NV = 'ballots/nv_openelections'
const NEVADA = `${NV}/20161108__nv__general__county.csv`
const WASHOE = `${NV}/20141104__nv__general__washoe__precinct.csv.gz`
const DISTRICT = 'ballots/dc_boe/November_5_2024_General_Election_Certified_Results.csv.gz'
const FREEMAN = 'Kymone Freeman'

// Needs the publishers' files (HUSTINGS_TEST_DATA or ../shared/data).
describe.skipIf(!hasTestData || PROOF_ONLY !== null)(
  `a nightly with a broken file${PROOF_ONLY ? ` (${PROOF_ONLY})` : ''}`,
  () => {
    const folder = shareFolder()
    let mirror: string
    let first: Ended
    let server: ServedFolder

    const night = () => runCommand(folder, 'nightly', '--mirror', mirror, '--only', 'DC,NV')
    const whole = (file: string): Buffer => readFileSync(join(TEST_DATA, file))
    const put = (file: string, bytes: Uint8Array | string): void => writeFileSync(join(mirror, file), bytes)

    beforeAll(async () => {
      mirror = join(folder, 'mirror')
      mkdirSync(join(mirror, 'ballots'), { recursive: true })
      for (const name of readdirSync(TEST_DATA))
        if (name !== 'ballots') symlinkSync(join(TEST_DATA, name), join(mirror, name))
      for (const name of readdirSync(join(TEST_DATA, 'ballots'))) {
        const [from, to] = [join(TEST_DATA, 'ballots', name), join(mirror, 'ballots', name)]
        if (/^(nv|dc)_/.test(name)) cpSync(from, to, { recursive: true })
        else symlinkSync(from, to)
      }
      for (const file of [NEVADA, WASHOE, DISTRICT]) {
        rmSync(join(mirror, file), { force: true })
        put(file, whole(file))
      }
      first = await night()
      server = await serveFolder(folder, { asOf: '2014-10-15' })
    })
    afterAll(async () => {
      await server.stop()
    })

    /** Bytes of the answers about an election, and when its state and its ballots last changed. */
    async function served(election: string, state: string) {
      const contests = await server.ask(`/v1/contests?elections=${election}&limit=500`)
      const { data } = await server.ask('/v1/coverage?upcoming=false')
      const { freshness, ...coverage } = data.find((record: { state: string }) => record.state === state)
      return { contests, coverage, ballots: freshness.ballots.updated_at }
    }

    const nevada = async () => [
      await served('nv-2016-11-08-general', 'NV'),
      await served('nv-2014-11-04-general', 'NV'),
    ]
    const choicesOfDc = async () => JSON.stringify((await served('dc-2024-11-05-general', 'DC')).contests)

    it('begins with valid files', async () => {
      expect(first).toMatchObject({ code: 0, stdout: expect.not.stringContaining('FAILED') })
      const [{ contests, coverage } = { contests: { data: [] }, coverage: {} }] = await nevada()
      expect(contests.data.length).toBeGreaterThan(50)
      expect(coverage).toMatchObject({ updated_at: expect.stringMatching(/^2026-04-17T/) })
      expect(await choicesOfDc()).toContain(FREEMAN)
    })

    // biome-ignore format: a case a line
    const HARMS: [string, string, string, (bytes: Buffer) => Uint8Array | string | null, RegExp][] = [
      ['is cut', WASHOE, '2014', (bytes) => bytes.subarray(0, 90_000), /washoe__precinct\.csv\.gz: cannot be unpacked: .* the file may be truncated/],
      ['is cut in a line', NEVADA, '2016', (bytes) => bytes.subarray(0, 9003), /county\.csv:\d+: the file ends in the middle of this line/],
      ['has another header', NEVADA, '2016', (bytes) => String(bytes).replace('candidate', 'name'), /county\.csv:1: has no column "candidate"; its header names/],
      ['is missing', NEVADA, '2016', () => null, /county\.csv: the mirror has no readable file there \(ENOENT\)/],
      ['is an error page', NEVADA, '2016', () => '<!doctype html>\n<title>503</title>\n', /county\.csv:1: has no column "office"/],
      ['is in another encoding', NEVADA, '2016', (bytes) => Buffer.from(`\ufeff${bytes}`, 'utf16le'), /county\.csv:1: begins with the byte order mark of UTF-16/],
      ['is a hundred megabytes of commas', NEVADA, '2016', () => Buffer.alloc(1e8, ','), /county\.csv:1: has more than 100000 fields/],
    ]
    it.each(HARMS)(
      'where one %s: the report says so, its contests stay, and the news of another come',
      async (what, file, year, harm, why) => {
        const source = `nv-results-${year}`
        const before = await nevada()
        const news = `Placeholder ${what.replaceAll(' ', '')}`
        put(DISTRICT, gzipSync(gunzipSync(whole(DISTRICT)).toString('latin1').replaceAll(FREEMAN, news)))
        const harmed = harm(whole(file))
        if (harmed === null) rmSync(join(mirror, file))
        else put(file, harmed)
        const { code, stdout, stderr } = await night()
        put(file, whole(file))

        expect(code).toBe(1)
        const [, failed = ''] = /^FAILED +(.*)$/m.exec(stdout) ?? []
        expect(failed).toMatch(new RegExp(`^${source}: .*${why.source}`))
        expect(stdout).toMatch(/^ +Its [\d,]+ records of an earlier run stay\.$/m)
        expect(stdout).toMatch(/: \d+ read, \d+ unchanged, \d+ of other states, 1 FAILED$/m)
        expect(stderr).toContain(
          'hustings: 1 source failed; rows of an earlier run, if there are any, stay in service.',
        )
        const [, report = ''] = /^Report +(.*)$/m.exec(stdout) ?? []
        expect(readFileSync(join(report, 'issues.csv'), 'utf8').replaceAll('""', '"')).toMatch(
          new RegExp(`^${source},.*,source-stopped,refused,.*${why.source}`, 'm'),
        )

        await expect.poll(choicesOfDc).toContain(news)
        expect(await nevada()).toEqual(before)
      },
    )

    it('and everything is current after the files are repaired', async () => {
      put(NEVADA, whole(NEVADA).toString().replace('Darrell Castle', 'Placeholder Castle'))
      put(DISTRICT, whole(DISTRICT))
      const { code, stdout } = await night()
      expect({ code, failed: /FAILED/.test(stdout) }).toEqual({ code: 0, failed: false })
      await expect.poll(choicesOfDc).toContain(FREEMAN)
      const [{ contests } = { contests: {} }] = await nevada()
      expect(JSON.stringify(contests)).toContain('Placeholder Castle')
    })
  },
)
