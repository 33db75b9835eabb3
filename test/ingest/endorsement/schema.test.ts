import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { endorsementFeedSchema } from '../../../data/interchange/format.ts'
import { readSample } from '../sample/sample.ts'
import { ELECTION, ENDORSER, readFeed } from './ballots.ts'
import { ballotsOf } from './feed.ts'

const reference = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../data/reference/${name}`, import.meta.url)), 'utf8')

const page = reference('endorsements.md')
const examples = (format: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${format}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text)

const ajv = new Ajv2020({ strict: true, strictTypes: false })
// The patterns beside them say all that is asked of these.
for (const format of ['uri', 'date']) ajv.addFormat(format, true)
const fits = ajv.compile(JSON.parse(endorsementFeedSchema()))
const base = { election: ELECTION, contest: 'Governor', choice: 'Ann Placeholder' }

it('the JSON Schema is the committed one; `vitest run … --update` on this file writes it anew', async () => {
  await expect(endorsementFeedSchema()).toMatchFileSnapshot('../../../data/reference/endorsements.schema.json')
})

it.each<[string, Record<string, unknown>]>([
  ['nothing more', {}],
  ['a rank and texts', { rank: 1, statement: 'A\nB', statement_es: 'Sí' }],
  ['a URL and a day', { source_url: 'https://example.org/a?b#c', published_on: '2028-02-29' }],
  ['ids', { contest: 1, party: 'Democratic', district: 'cd:2' }],
  ['another scheme', { source_url: 'ftp://example.org' }],
  ['a user before the host', { source_url: 'https://a@b.org' }],
  ['a day that is none', { published_on: '2027-02-29' }],
  ['an unknown field', { statment: 'A' }],
  ['a rank in words', { rank: '1' }],
  ['a control character', { statement: 'a\u0007' }],
  ['an empty list', { choice: [] }],
])('the JSON Schema and the reader agree on an endorsement with %s', async (_, more) => {
  const feed = { endorser: ENDORSER, endorsements: [{ ...base, ...more }] }
  const { said } = await readFeed({ 'endorsements.json': feed })
  const complaints = said.filter((issue) => /^(bad-value|missing-value|unknown-field)/.test(issue))
  expect(fits(feed)).toBe(complaints.length === 0)
})

it('the JSON Schema fits the examples of the reference page', () => {
  expect(examples('json').length).toBeGreaterThan(0)
  for (const text of examples('json')) expect(fits(JSON.parse(text)), JSON.stringify(fits.errors)).toBe(true)
})

const sample = ballotsOf(readSample())

it.each(['json', 'csv'])('the reference page has examples as %s that are kept whole, of the sample', async (format) => {
  for (const text of examples(format)) {
    const { endorsement, issues } = await readFeed({ [`feed.${format}`]: text }, { ballots: sample })
    expect(issues).toEqual([])
    expect(endorsement).toHaveLength(3)
  }
})
