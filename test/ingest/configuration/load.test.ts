// sources.yaml: a right file, and wrong ones, each with line, key, got and expected.

import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { projectFile } from '../../../data/store/paths.ts'
import { loadSourcesFile, NO_SOURCES, parseSourcesFile } from '../../../ingest/configuration/load.ts'
import { sourcesFileSchema } from '../../../ingest/configuration/schema.ts'
import { sources } from '../../../ingest/engine/registry.ts'
import { FormError } from '../../../ingest/read/form.ts'
import { textsBeside } from '../../table.ts'

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

const ADDRESSES = text('address file')

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

// biome-ignore lint/suspicious/noTemplateCurlyInString: as an operator may write it.
const VARIABLE = 'ements.json?t=${TOKEN}'
/** The feed, or the VIP feed, with one more line. */
const feedWith = (line: string): string => swap(FEED, 'format', `${line}\n    format`)
const vipWith = (line: string): string => swap(VIP, 'states', `${line}\n    states`)

// biome-ignore format: a case a line
const WRONG: readonly [what: string, file: string, problem: string | RegExp][] = [
  ['an empty file', '', '1: the file: got nothing, expected the sources that an operator adds'],
  ['a list without its end', 'version: 1\nendorsement_feeds: [\n', '3: is not valid YAML here: got no closing bracket before here'],
  ['a tab in the indentation', swap(FEED, '    format', '\tformat'), '8: is not valid YAML here: got a tab in the indentation, expected spaces'],
  ['a name that begins with {', swap(CITY, 'name: Raleigh City Council District {id}', 'name: {id} of Raleigh'), '12: is not valid YAML here: got more after the end of a value, expected a new line; a text that begins with {'],
  ['a name with a colon', swap(FEED, 'The City Paper', 'The City: Paper'), '4: is not valid YAML here: got a second ": " on the line, expected quotes around a text that holds ": "'],
  ['a key that is too far in', swap(FEED, '    page', '     page'), '5: is not valid YAML here: got a wrong indentation here or in the next line, expected all keys of an entry in one column'],
  ['a key that is not far enough in', swap(FEED, '    page', '   page'), '6: is not valid YAML here: got a wrong indentation, expected all keys of an entry in one column'],
  ['a key without a space after its colon', swap(FEED, 'page: ', 'page:'), '6: is not valid YAML here: got a line without a colon and a space, expected "key: value"'],
  ['a text without its last quotation mark', swap(FEED, 'The City Paper', '"The City Paper'), '10: is not valid YAML here: got no closing quotation mark before here, expected one'],
  ['a repeated key', swap(FEED, '    format', '    licence: MIT\n    format'), '8: licence: got the key twice, expected it once'],
  ['no version', swap(FEED, 'version: 1\n', ''), '1: version: got nothing, expected 1, the version of this format'],
  ['another version', swap(FEED, 'version: 1', 'version: 2'), '1: version: got 2, expected 1'],
  ['an unknown key of the file', swap(FEED, 'endorsement_feeds', 'endorsement_feed'), '2: endorsement_feed: got an unknown key, expected endorsement_feeds?'],
  ['an unknown key of an entry', swap(FEED, 'licence:', 'license:'), '7: endorsement_feeds[0].license: got an unknown key, expected licence?'],
  ['a missing key', swap(FEED, '    format: json\n', ''), '3: endorsement_feeds[0].format: got nothing, expected json or csv'],
  ['one entry instead of a list', swap(FEED, '  - id', '    id'), '2: endorsement_feeds: got keys and values, expected a list of endorsement feeds'],
  ['an unknown licence', swap(FEED, 'CC-BY-4.0', 'CC-BY-NC-4.0'), '7: endorsement_feeds[0].licence: got "CC-BY-NC-4.0", expected the name of a known license: "CC-BY-4.0", "CC-BY-SA-4.0"'],
  ['an id with capitals', swap(FEED, 'id: city-paper', 'id: City Paper'), '3: endorsement_feeds[0].id: got "City Paper", expected a name of lower-case letters'],
  ['a duplicate id', `${FEED}${swap(VIP, 'version: 1\n', '').replace('county-feed', 'city-paper')}`, '11: vip_feeds[0].id: got "city-paper", expected an id that no other entry has'],
  ["a built-in source's id", swap(FEED, 'id: city-paper', 'id: dc-results-2022'), '3: endorsement_feeds[0].id: got "dc-results-2022", expected an id that no built-in source has'],
  ['a reserved id', swap(FEED, 'id: city-paper', 'id: ocd-paper'), '3: endorsement_feeds[0].id: got "ocd-paper", expected an id that does not begin with ocd'],
  ['http', swap(FEED, 'url: https', 'url: http'), '5: endorsement_feeds[0].url: got "http://example.org/.well-known/endorsements.json", expected https; http needs allow_private_network: true'],
  ['another scheme', swap(FEED, 'url: https', 'url: ftp'), '5: endorsement_feeds[0].url: got "ftp://example.org/.well-known/endorsements.json", expected an https URL, or the path'],
  ['a password in the URL', swap(FEED, 'example.org/.well', 'me:hunter2@example.org/.well'), '5: endorsement_feeds[0].url: got "https://example.org/.well-known/endorsements.json", expected a URL without user name and password'],
  ['a token in the URL', swap(FEED, 'ements.json', 'ements.json?token=hunter2'), '5: endorsement_feeds[0].url: got "https://example.org/.well-known/endorsements.json?…", expected a URL without the parameter token'],
  ['a variable in the URL', swap(FEED, 'ements.json', VARIABLE), '5: endorsement_feeds[0].url: got "https://example.org/.well-known/endorsements.json?…", expected an address without variables'],
  ['a path with ~', swap(FEED, 'https://example.org/.well-known', '~/feeds'), '5: endorsement_feeds[0].url: got "~/feeds/endorsements.json", expected a path without ~'],
  ['a private network for a path', vipWith('allow_private_network: true'), '5: vip_feeds[0].url: got "feeds/county", expected no allow_private_network, which concerns URLs alone'],
  ['allow_private_network that is not true', feedWith('allow_private_network: false'), '8: endorsement_feeds[0].allow_private_network: got false, expected true, or no such key'],
  ['a page that is no URL', swap(FEED, 'page: https://example.org/', 'page: example.org'), '6: endorsement_feeds[0].page: got "example.org", expected the http or https URL'],
  ['a token in the page', swap(FEED, 'page: https://example.org/', 'page: https://example.org/bugle?token=hunter2'), '6: endorsement_feeds[0].page: got "https://example.org/bugle?…", expected a URL without the parameter token'],
  ['an interval that is too short', feedWith('every: 5s'), '8: endorsement_feeds[0].every: got "5s", expected a time such as 60s, 5m or 1h, from 10s to 24h; 60s if there is no such key'],
  ['an interval of a folder', swap(swap(FEED, 'https://example.org/.well-known/endorsements.json', 'feeds'), 'format', 'every: 5m\n    format'), '8: endorsement_feeds[0].every: got "5m", expected no such key beside a path'],
  ['a header without a set variable', feedWith('header_env: { Authorization: NO_SUCH_TOKEN }'), '8: endorsement_feeds[0].header_env.Authorization: got NO_SUCH_TOKEN, which is not set, expected a variable of the environment'],
  ['a variable with two lines', feedWith('header_env:\n      X-Key: TWO_LINES'), '9: endorsement_feeds[0].header_env.X-Key: got TWO_LINES, of which the value is not shown here, expected a value of printable ASCII'],
  ['a secret instead of the name of a variable', feedWith('header_env: { Authorization: Bearer hunter2 }'), '8: endorsement_feeds[0].header_env.Authorization: got a text that is not shown here, expected the name of an environment variable'],
  [
    'a header that Hustings sets',
    feedWith('header_env: { User-Agent: FEED_TOKEN }'),
    '8: endorsement_feeds[0].header_env.User-Agent: got "User-Agent", expected the name of an environment variable for each HTTP header, such as { Authorization: CITY_PAPER_TOKEN }',
  ],
  ['a header of a path', vipWith('header_env: { Authorization: FEED_TOKEN }'), '8: vip_feeds[0].header_env: got keys and values, expected no such key beside a path'],
  ['private that is not true', feedWith('private: yes please'), '8: endorsement_feeds[0].private: got "yes please", expected true, or no such key'],
  ['an election without a day', vipWith('elections: [2026-11]'), '8: vip_feeds[0].elections[0]: got "2026-11", expected the day of an election, as YYYY-MM-DD'],
  ['elections of an endorsement feed', feedWith('elections: [2026-11-03]'), '8: endorsement_feeds[0].elections: got an unknown key, expected one of'],
  ['a county that is none', 'version: 1\nstreet_ranges: [37183, 99001]\n', '2: street_ranges[1]: got 99001, expected the five digits of a county, such as 37183'],
  ['a county twice', 'version: 1\nstreet_ranges: ["01001", 1001]\n', '2: street_ranges[1]: got 01001, expected each county once'],
  ['addresses without a licence', swap(ADDRESSES, '    licence: Public record\n', ''), '3: address_files[0].licence: got nothing, expected the name of a known license'],
  ['no endorser', swap(FEED, '[city-paper]', '[]'), '9: endorsement_feeds[0].endorsers: got an empty list, expected a list of the slugs'],
  ['an endorser by name', swap(FEED, '[city-paper]', '[City Paper]'), '9: endorsement_feeds[0].endorsers[0]: got "City Paper", expected the slug of an endorser'],
  ['an unknown state', swap(VIP, '[NC]', '[North Carolina]'), '8: vip_feeds[0].states[0]: got "North Carolina", expected a postal code in capitals, such as NC'],
  ['two states of a VIP feed', swap(VIP, '[NC]', '[NC, VA]'), '8: vip_feeds[0].states: got a list, expected a list of one postal code'],
  ['an area that is no OCD id', vipWith('complete_in: [Wake County]'), '8: vip_feeds[0].complete_in[0]: got "Wake County", expected an OCD id such as'],
  ['an override of an unknown source', 'version: 1\noverrides:\n  geonames: https://mirror.example/US.zip\n', '3: overrides.geonames: got "geonames", expected '],
  ['an override over http', 'version: 1\noverrides:\n  geonames-zip: http://mirror.example/US.zip\n', '3: overrides.geonames-zip: got "http://mirror.example/US.zip", expected an https URL, or the path of a file: an override has no http'],
  ['one address for several files', 'version: 1\noverrides:\n  fivethirtyeight-2022: https://mirror.example/\n', '3: overrides.fivethirtyeight-2022: got one address, expected an address for each file to move, of endorsements/fivethirtyeight'],
  ["a file that is not the source's", 'version: 1\noverrides:\n  geonames-zip:\n    x.zip: https://mirror.example/US.zip\n', '4: overrides.geonames-zip.x.zip: got "x.zip", expected a file of geonames-zip: '],
  ['an unknown source to switch off', 'version: 1\ndisabled: [dc-results-2222]\n', /^2: disabled\[0\]: got "dc-results-2222", expected dc-results-20\d\d\?$/],
  ['an OCD id without {id}', swap(CITY, 'district:{id}', 'district:1'), '11: district_files[0].ocd_id: got "ocd-division/country:us/state:nc/place:raleigh/council_district:1", expected an OCD id with {id}'],
  [
    'an OCD id with capitals',
    swap(CITY, 'state:nc/place:raleigh', 'state:NC/place:Raleigh'),
    '11: district_files[0].ocd_id: got "ocd-division/country:us/state:NC/place:Raleigh/council_district:{id}", expected no capitals: "ocd-division/country:us/state:nc/place:raleigh/council_district:{id}"',
  ],
  ['an OCD id of another state', swap(CITY, 'state:nc', 'state:va'), '11: district_files[0].ocd_id: got "ocd-division/country:us/state:va/place:raleigh/council_district:{id}", expected an id that begins with ocd-division/country:us/state:nc/'],
  ['an unknown layer', swap(CITY, 'layer: council', 'layer: precinct'), '9: district_files[0].layer: got "precinct", expected one of council, county_council, ward'],
  ['a last day before the first', `${CITY}    valid_to: 2021-12-31\n`, '15: district_files[0].valid_to: got "2021-12-31", expected a day from 2022-01-01 on'],
  ["the sample's source to switch off", 'version: 1\ndisabled:\n  - sample-places\n', '3: disabled[0]: got "sample-places", expected the id of a built-in source'],
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
