// A source of many files on the command line: the files that it reads again, and its output.

import { appendFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasTestData, TEST_DATA } from '../build/cells-layers.ts'
import { shareFolder } from '../temporary.ts'
import { hustings } from './hustings.ts'

const FILINGS = 'ballots/ky_sos_2026_filings'

// Needs the publishers' files (HUSTINGS_TEST_DATA or ../shared/data).
describe.skipIf(!hasTestData)("Kentucky's 117 files", () => {
  const folder = shareFolder()
  let mirror: string
  beforeAll(() => {
    mirror = join(folder, 'mirror')
    mkdirSync(join(mirror, FILINGS), { recursive: true })
    symlinkSync(join(TEST_DATA, 'ocd'), join(mirror, 'ocd'))
    for (const name of readdirSync(join(TEST_DATA, FILINGS)))
      writeFileSync(join(mirror, FILINGS, name), readFileSync(join(TEST_DATA, FILINGS, name)))
  })

  const fileOf = (county: string) => join(mirror, FILINGS, `${county}.csv`)
  const ingest = () =>
    hustings(folder, 'ingest', 'ocd-divisions', 'ky-filings-2026', '--only', 'KY', '--mirror', mirror)

  it('are all read once, and then only the changed ones', async () => {
    const first = await ingest()
    expect(first.stdout).toMatch(/^Rows in {4}[\d,]+ records of 2 sources: 2 read, 0 unchanged$/m)
    expect(first.stdout).toMatch(/^Files {6}ky-filings-2026: 117 of 117 files read$/m)
    expect(first.stderr).toMatch(/ky-filings-2026: read, 1,547 records, 117 of 117 files read$/m)

    const second = await ingest()
    expect(second.stdout).toMatch(/: 0 read, 2 unchanged$/m)
    expect(second.stdout).not.toMatch(/^Files/m)

    appendFileSync(fileOf('ADAIR'), `ADAIR,EXAMPLE,ANN,,,REPUBLICAN PARTY,SHERIFF,,,11/11/2025${','.repeat(9)}\n`)
    const third = await ingest()
    expect(third.stdout).toMatch(/: 1 read, 1 unchanged$/m)
    expect(third.stdout).toMatch(/^Files {6}ky-filings-2026: 1 of 117 files read$/m)
    expect(third.stderr).toMatch(/ky-filings-2026: read, 1,548 records, 1 of 117 files read$/m)

    writeFileSync(fileOf('ADAIR'), 'County\n')
    appendFileSync(fileOf('ALLEN'), `ALLEN,EXAMPLE,ANN,,,REPUBLICAN PARTY,JAILER,,,11/11/2025${','.repeat(9)}\n`)
    const fourth = await ingest()
    expect(fourth.stdout).toMatch(/^FAILED {5}ky-filings-2026: .*ADAIR\.csv: has no column "PO Address"/m)
    expect(fourth.stdout).toMatch(/^ {11}Rows of an earlier run stay for each file that stopped\.$/m)
    expect(fourth.stdout).toMatch(/^Files {6}ky-filings-2026: 1 of 117 files read, 1 stopped$/m)
  })
})
