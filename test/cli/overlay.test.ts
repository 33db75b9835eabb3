// `hustings overlay` and answers in a terminal, over an invented bundle.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Finding } from '../../cli/operate/doctor/finding.ts'
import { checkOverlay } from '../../cli/operate/doctor/served-data.ts'
import { OVERLAY_FIELDS } from '../../data/schema/overlay.ts'
import { loadOverlay } from '../../data/store/overlay.ts'
import { projectFile } from '../../data/store/paths.ts'
import { contestId, electionId } from '../server/ballots.ts'
import { AS_OF } from '../server/fixture.ts'
import { districtId } from '../server/geography.ts'
import { fixture, shareFixture } from '../server/shared-fixture.ts'
import { runCommand } from './hustings.ts'

const BOND = contestId('nc-2024-11-05-general/bond')
const SLUG = 'nc-2024-11-05-general'

shareFixture()
beforeAll(() => fixture.publish({ fillers: 0 }))

const run = (...words: string[]) => runCommand(fixture.paths.root, ...words)
function write(text: string): void {
  mkdirSync(fixture.paths.overlay, { recursive: true })
  writeFileSync(join(fixture.paths.overlay, 'notes.yaml'), text)
}

const GOOD = `
- kind: contest
  id: ${BOND}
  override: { title: { en: Water bond, es: Bono de agua } }
  by: City desk
  why: The county abbreviates it.
- kind: election
  slug: nc-2024-11-05-general
  note: Polls close at 7:30 p.m.
  by: City desk
  why: Readers ask.
- kind: district
  id: ${districtId('alder')}
  override: { website_url: https://example.org/alder }
  by: City desk
  why: The page moved.
`
const UNKNOWN = '- { kind: endorser, slug: nobody, note: n, by: a, why: b }\n'

test('doctor names files that cannot be used, and entries whose record the bundle lacks', async () => {
  const look = async (): Promise<unknown[]> => {
    const findings: { check: string }[] = JSON.parse((await run('doctor', '--json')).stdout)
    return findings.filter(({ check }) => check === 'overlay')
  }
  expect(await look()).toEqual([])
  write(GOOD)
  expect(await look()).toEqual([
    { check: 'overlay', status: 'ok', found: '3 entries in 1 file; the bundle has each record' },
  ])
  write(GOOD + UNKNOWN)
  const next = 'hustings overlay check   # names every mistake'
  expect(await look()).toEqual([
    {
      ...{ check: 'overlay', status: 'warn', next },
      found: '4 entries in 1 file; the bundle lacks the record of notes.yaml:17 (endorser nobody)',
    },
  ])
  write(`- { kind: contest, id: [\n`)
  expect(await look()).toMatchObject([
    { status: 'fail', found: expect.stringMatching(/^it cannot be used: notes\.yaml:\d: is not valid YAML/), next },
  ])
  write(`${'- { kind: contest, id: x, note: n, by: a, why: b }\n'.repeat(5)}`)
  expect(await look()).toMatchObject([{ found: expect.stringMatching(/; and \d+ more$/) }])
  // Without a publication, the files are read all the same.
  const findings: Finding[] = []
  write(GOOD)
  for await (const finding of checkOverlay(fixture.paths, undefined, ' --sample')) findings.push(finding)
  for await (const finding of checkOverlay(fixture.paths, 'a'.repeat(64), '')) findings.push(finding)
  expect(findings).toMatchObject([
    { status: 'ok', found: '3 entries in 1 file; the records were not looked up: no bundle is known' },
    { status: 'warn', found: expect.stringContaining('the records were not looked up: '), next },
  ])
  rmSync(fixture.paths.overlay, { recursive: true })
})

test('hustings overlay check names a record that the bundle does not have', async () => {
  write(GOOD + UNKNOWN)
  const { code, stdout } = await run('overlay', 'check')
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /^notes\.yaml:17: got the endorser nobody, expected a record of the bundle [0-9a-f]{12}\n4 entries/,
  )
})

test('hustings overlay check names each mistake', async () => {
  write(GOOD.replace('title:', 'votes_allowed:').replace('  why: Readers ask.\n', ''))
  expect(await run('overlay', 'check')).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /:4: override\.votes_allowed: got a field that cannot be [\s\S]+:7: why: got nothing/,
    ),
  })
})

test('hustings overlay patch prints each change with the published value', async () => {
  write(GOOD)
  const { code, stdout, stderr } = await run('overlay', 'patch')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const by = 'City desk'
  expect(rows).toMatchObject([
    { kind: 'contest', id: BOND, key: null, field: 'title', language: 'en', new: 'Water bond', by },
    { kind: 'contest', id: BOND, field: 'title', language: 'es', new: 'Bono de agua', by },
    { kind: 'election', id: electionId(SLUG), key: SLUG, field: 'note', language: null, old: null },
    { kind: 'district', field: 'website_url', new: 'https://example.org/alder', why: 'The page moved.' },
  ])
  expect(rows[0].old).toBe(rows[0].name)
  expect(rows[3].key).toMatch(/^ocd-division/)
  expect(JSON.parse((await run('overlay', 'patch', '--json')).stdout)).toEqual(rows)
})

test('hustings overlay patch tells what it leaves out, and refuses files with mistakes', async () => {
  write(GOOD + UNKNOWN)
  const partly = await run('overlay', 'patch')
  expect(partly.stdout.trimEnd().split('\n')).toHaveLength(4)
  expect(partly).toMatchObject({
    code: 1,
    stderr: 'Left out, because the bundle does not have the record: notes.yaml:17 (endorser nobody)\n',
  })
  write('nonsense')
  const refused = await run('overlay', 'patch')
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('notes.yaml:1: got "nonsense", expected a list of entries')
  expect(refused.stderr).toContain('hustings overlay check')
})

test('hustings ballot answers as the server does, and fails rather than answer without the overlay', async () => {
  write(GOOD)
  const ask = () => run('ballot', '35.5,-78.5', '--as-of', AS_OF, '--json')
  const { code, stdout } = await ask()
  expect(code).toBe(0)
  expect(stdout).toContain('"title": "Water bond"')
  expect((await run('ballot', '35.5,-78.5', '--as-of', AS_OF)).stdout).toContain("Newsroom's own entry, by City desk.")
  write('nonsense')
  const { code: failed, stderr } = await ask()
  expect(failed).toBe(1)
  expect(stderr).toContain('the overlay cannot be used')
})

test('the example and the fields of the operator’s guide are those that the program takes', () => {
  const guide = readFileSync(projectFile('docs', 'operator.md'), 'utf8')
  const [, example = ''] = /## A newsroom's own layer[\s\S]*?```yaml\n([\s\S]*?)```/.exec(guide) ?? []
  write(example)
  expect(loadOverlay(fixture.paths.overlay)?.entries).toHaveLength(2)
  for (const [kind, fields] of Object.entries(OVERLAY_FIELDS)) {
    const told = fields.length === 0 ? 'none: a note alone' : fields.map((field) => `\`${field}\``).join(', ')
    expect(guide).toContain(`| \`${kind}\` | ${told} |`)
  }
})
