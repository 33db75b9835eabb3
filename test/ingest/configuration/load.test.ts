// sources.yaml: a right file, and wrong ones, each with line, key, got and expected.

import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { projectFile } from '../../../data/store/paths.ts'
import { loadSourcesFile, NO_SOURCES, parseSourcesFile } from '../../../ingest/configuration/load.ts'
import { sourcesFileSchema } from '../../../ingest/configuration/schema.ts'
import { sources } from '../../../ingest/engine/registry.ts'
import { FormError } from '../../../ingest/read/yaml-form.ts'
import { table, textsBeside } from '../../table.ts'

const text = textsBeside(import.meta.url)
const ENVIRONMENT: Readonly<Record<string, string>> = { FEED_TOKEN: 'Bearer hunter2', TWO_LINES: 'hunter2\nx' }

function parse(text: string, family: 'public' | 'sample' = 'public') {
  return parseSourcesFile(
    { name: 'sources.yaml', bytes: Buffer.from(text) },
    sources,
    family,
    (name) => ENVIRONMENT[name],
  )
}

function problemsOf(text: string): readonly string[] {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof FormError) return error.problems
    throw error
  }
  return []
}

const FEED = text('endorsement feed')
const VIP = text('VIP feed')

const CITY = text('district file')

const swap = (text: string, from: string | RegExp, to: string): string => {
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`${from} is not in the file`)
  return changed
}

it('a right file is read with all its keys', () => {
  expect(problemsOf(text('every key'))).toEqual([])
  expect(parse(text('every key'))).toMatchObject({
    endorsement_feeds: [{ id: 'city-paper', endorsers: ['city-paper'], states: ['NC', 'DC'], personal: ['email'] }],
    vip_feeds: [{ id: 'county-feed', election_type: 'general' }],
    nist_feeds: [{ id: 'state-ballot', contests: ['candidate'] }],
    overrides: { 'geonames-zip': 'https://mirror.example/US.zip' },
    disabled: ['dc-results-2022'],
  })
})

it('a right file may have keys without entries, and the file may be absent', () => {
  expect(parse('version: 1\nendorsement_feeds:\nvip_feeds: []\noverrides:\ndisabled:\n').version).toBe(1)
  expect(loadSourcesFile('/nowhere/sources.yaml', sources, 'public', () => undefined)).toBe(NO_SOURCES)
})

it('a right file is the one that the guide for operators shows', () => {
  const guide = readFileSync(projectFile('docs', 'operator.md'), 'utf8')
  const [, shown = ''] = /```yaml\n(version: 1\n[^`]+)```/.exec(guide) ?? []
  expect(problemsOf(shown)).toEqual([])
  expect(Object.keys(parse(shown)).sort()).toEqual([
    'cdf_feeds',
    'district_files',
    'endorsement_feeds',
    'version',
    'vip_feeds',
  ])
  // The table of keys has every key.
  const [, table = ''] = /^\| key \| in \| meaning \|\n([\s\S]*?)\n\n/m.exec(guide) ?? []
  for (const [list, entry] of Object.entries(parse(shown)))
    for (const key of Array.isArray(entry) ? entry.flatMap((one) => Object.keys(one)) : [])
      expect(table, `${list}: ${key}`).toContain(`\`${key}\``)
})

it('a right file fits the JSON Schema for editors, which is current', async () => {
  const text = sourcesFileSchema()
  await expect(text).toMatchFileSnapshot('../../../data/reference/sources.schema.json')
  const schema = z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  const fits = new Ajv2020().addFormat('uri', true).addFormat('date', true).compile(schema)
  expect([fits(parse(FEED)), fits(parse(VIP)), fits(parse(CITY)), fits({ version: 1, endorsement_feed: [] })]).toEqual([
    true,
    true,
    true,
    false,
  ])
})

it('the JSON Schema has patterns that every language reads: no classes of Unicode, nothing around the text', () => {
  const patterns = [...sourcesFileSchema().matchAll(/"pattern": (".*")/g)].map(([, text = '']) =>
    String(JSON.parse(text)),
  )
  expect(patterns.length).toBeGreaterThan(10)
  expect(patterns.filter((pattern) => /\\[pPwWu]|\(\?[^:]/.test(pattern))).toEqual([])
})

it('the JSON Schema permits names of publishers in every script, and no control character', () => {
  const named = (publisher: string) => problemsOf(swap(FEED, 'publisher: The City Paper', `publisher: ${publisher}`))
  for (const name of ['El Periódico', '城市日報', '🗞 Paper', "L'Écho d'ici"]) expect(named(name), name).toEqual([])
  for (const name of ['"a\\u0007b"', '"a\\tb"', '" "', '"a\\ud800"', '"a\\u009fb"'])
    expect(named(name).length, name).toBe(1)
})

// biome-ignore format: a case a line
const WRONG: readonly [what: string, file: string, problem: string | RegExp][] = [
  ...table<[string, string, string, string]>(text('wrong files')).map(([what, name, change, problem]): [string, string, string] => {
    const [from, to = ''] = change.split(' => ').map((one) => z.string().parse(JSON.parse(one)))
    return [what, name === '' ? (from ?? '') : swap(text(name), from ?? '', to), problem]
  }),
  ['a duplicate id', `${FEED}${swap(VIP, 'version: 1\n', '').replace('county-feed', 'city-paper')}`, '11: vip_feeds[0].id: got "city-paper", expected an id that no other entry has'],
  ['an interval of a folder', swap(swap(FEED, 'https://example.org/.well-known/endorsements.json', 'feeds'), 'format', 'every: 5m\n    format'), '8: endorsement_feeds[0].every: got "5m", expected no such key beside a path'],
  ['an unknown source to switch off', 'version: 1\ndisabled: [dc-results-2222]\n', /^2: disabled\[0\]: got "dc-results-2222", expected dc-results-20\d\d\?$/],
  ['a last day before the first', `${CITY}    valid_to: 2021-12-31\n`, '15: district_files[0].valid_to: got "2021-12-31", expected a day from 2022-01-01 on'],
]

it.each(WRONG)('a wrong file %s', (_, file, problem) => {
  const [first = '', ...others] = problemsOf(file)
  const said = first.slice('sources.yaml:'.length)
  if (typeof problem === 'string') expect(said.slice(0, problem.length)).toBe(problem)
  else expect(said).toMatch(problem)
  expect(others).toEqual([])
})

it('a wrong file reports all problems in the order of their lines, and no secret', () => {
  const problems = problemsOf(
    swap(swap(FEED, 'CC-BY-4.0', 'none'), 'https://example.org/.well', 'https://me:hunter2@example.org/.well').replace(
      'json\n    end',
      'xml\n    end',
    ),
  )
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['sources.yaml:7:', 'sources.yaml:8:'])
  for (const [, file] of WRONG) expect(problemsOf(file).join('\n')).not.toContain('hunter2')
})
