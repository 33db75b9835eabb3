// `hustings lists try` over the built sample: what is understood, what is not, what to do next, and that nothing is written. The people are
// invented, in the sample's states.

import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeSheet } from '../ingest/read/xlsx-bytes.ts'
import { shareFolder } from '../temporary.ts'
import { runCommand } from './hustings.ts'
import { copySample } from './sample.ts'
import { ends } from './temporary.ts'

const folder = shareFolder()
const tried = (...more: string[]) => runCommand(folder, 'lists', 'try', join(folder, 'list.yaml'), '--sample', ...more)

const CSV = `Office,Candidate,Party,Home Phone
Governor,Ann Example,DEM,555-0100
Governor,Bo Sample,QQQ,555-0101
State Senate District 1,Cy Test,REP,555-0102
Keeper of the 3rd Lamp,Di Proof,,555-0103
Keeper of the 3rd Lamp,Ed Trial,,555-0104
Governor,Write-in,,
`
const ENTRY = [
  ...['id: me-list', 'publisher: Office', 'url: list.csv', 'page: https://example.org/', 'licence: Public record'],
  ...['states: [ME]', 'format: csv', 'columns: { contest: Office, name: Candidate, party: Party }'],
  ...['parties: { DEM: Democratic, REP: Republican }', 'election: { date: 2028-11-07, type: general }'],
]

function write(csv: string | Uint8Array, entry: readonly string[] = ENTRY): void {
  writeFileSync(join(folder, 'list.csv'), csv)
  const lines = entry.map((line, at) => `  ${at === 0 ? '- ' : '  '}${line}\n`).join('')
  writeFileSync(join(folder, 'list.yaml'), `version: 1\ncandidate_lists:\n${lines}`)
}

const files = () =>
  readdirSync(join(folder, 'sample'), { recursive: true, encoding: 'utf8' }).map((name) => {
    const { size, mtimeMs } = statSync(join(folder, 'sample', name))
    return [name, size, mtimeMs]
  })

beforeAll(async () => {
  await copySample(folder)
})

describe('hustings lists try', () => {
  it('shows contests, columns, what is not understood and what to do next, and writes nothing', async () => {
    write(CSV)
    const before = files()
    const { code, stdout } = await tried()
    expect(code).toBe(1)
    expect(stdout).toContain('me-list: 2 contests, 2 candidates')
    expect(stdout).toContain('Of these, columns that sound personal: Home Phone')
    expect(stdout).not.toContain('555-')
    expect(stdout).toMatch(/State Senate District 1 +1 +Maine Senate District 1 +(?:yes|no)/)
    expect(stdout).toContain('Left out by a rule, such as write-in candidates: 1 line')
    expect(stdout).toMatch(/unknown-contest-title +Keeper of the 3rd Lamp +2 +5/)
    expect(stdout).toMatch(/unknown-party +QQQ +1 +3/)
    expect(stdout).toContain('Keeper of the (\\d+)rd Lamp,OFFICE,,AREA,,,,,')
    expect(files()).toEqual(before)
  })

  it('ends with 0 once everything is understood', async () => {
    write(CSV.replace('QQQ', 'DEM').replace(/^Keeper.*\n/gm, ''))
    const { code, stdout } = await tried()
    expect([code, stdout]).toEqual([0, expect.stringContaining('Next: copy the entry me-list into sources.yaml')])
    const json = JSON.parse((await tried('--json')).stdout)
    expect(json).toEqual([expect.objectContaining({ id: 'me-list', stopped: null, problems: [], left_out: 1 })])
  })

  it.each<[string, string | Uint8Array, readonly string[], number, string]>([
    ['a missing column', CSV.replace('Candidate', 'Person'), ENTRY, 1, 'list.csv:1: has no column "Candidate"'],
    ['an empty file', '', ENTRY, 1, 'list.csv: is empty, expected a header with "Office", "Candidate", "Party"'],
    [
      'a table that is not there',
      CSV,
      [...ENTRY, 'offices: none.csv'],
      1,
      'none.csv: is not there, expected the office table',
    ],
    [
      'another key',
      CSV,
      [...ENTRY, 'colums: {}'],
      2,
      'candidate_lists[0].colums: got an unknown key, expected columns?',
    ],
    [
      'no such file',
      CSV,
      ENTRY.map((line) => line.replace('list.csv', 'gone.csv')),
      2,
      'gone.csv cannot be read (ENOENT)',
    ],
    [
      'an address',
      CSV,
      ENTRY.map((line) => line.replace('list.csv', 'https://example.org/files/list.csv?year=2028')),
      2,
      "download it first (curl -o list.csv 'https://example.org/files/list.csv?year=2028')",
    ],
    [
      'a workbook read as CSV',
      makeSheet([['Office', 'Candidate']]),
      ENTRY,
      1,
      'list.csv: is a workbook or a zip archive, expected csv: if it is a workbook (.xlsx), write format: xlsx',
    ],
    [
      'another separator',
      CSV.replaceAll(',', ';'),
      ENTRY,
      1,
      'list.csv:1: one column found, named "Office;Candidate;Party;Home Phone": is the delimiter ";"?',
    ],
    [
      'another type',
      CSV,
      ENTRY.map((line) => line.replace('general', 'final')),
      2,
      'got "final", expected one of general, primary',
    ],
  ])('says of %s what is wrong', async (_, csv, entry, code, sentence) => {
    write(csv, entry)
    const ended = await tried()
    expect([ended.code, ended.stdout + ended.stderr]).toEqual([code, expect.stringContaining(sentence)])
  })

  it('says of a file without an entry what it expects', async () => {
    writeFileSync(join(folder, 'list.yaml'), 'version: 1\n')
    expect(await tried()).toMatchObject(ends(2, 'has no entry of candidate_lists, expected one'))
  })
})
