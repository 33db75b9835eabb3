// For any file, the reader gives rows that the database accepts, issues, or a SourceError; never another error.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SourceError } from '../../../ingest/read/source.ts'
import { cells } from '../../table.ts'
import { bond, council, ELECTION, ENDORSER, feedOf, governor, mayor, type ReadFeed, readFeed } from './ballots.ts'

const RUNS = process.env.PROOF ? 20_000 : 400

/** Throws whatever is no SourceError. */
const readOrStop = (files: Parameters<typeof readFeed>[0]): Promise<ReadFeed | SourceError> =>
  readFeed(files).catch((error: unknown) => {
    if (error instanceof SourceError) return error
    throw error
  })

it.each<[string, string, string | Uint8Array, RegExp]>([
  ['that is empty', 'a.json', '', /a\.json:1: ends too early/],
  ['that is cut off', 'a.json', '{"endorsements": [{"election": "nc', /ends too early/],
  ['that is a list', 'a.json', '[]', /is not a JSON object/],
  ['that is null', 'a.json', 'null', /is not a JSON object/],
  ['without endorsements', 'a.json', '{"endorser": {}}', /has no list "endorsements"/],
  ['with an object for a list', 'a.json', '{"endorsements": {}}', /has no list "endorsements"/],
  ['with a text for endorsers', 'a.json', '{"endorsements": [], "endorsers": "all"}', /"endorsers" is not a list/],
  ['with a list for the endorser', 'a.json', '{"endorsements": [], "endorser": []}', /"endorser" is not an object/],
  ['of another version', 'a.json', '{"version": 2, "endorsements": []}', /got version 2, expected 1/],
  ['that is nested a million deep', 'a.json', '['.repeat(1e6), /nested deeper than 100 levels/],
  ['with a NUL', 'a.json', '{"endorsements": []\u0000}', /got a NUL byte/],
  ['in latin1', 'a.json', Buffer.from('{"endorsements": [], "x": "Peña"}', 'latin1'), /not UTF-8/],
  ['without a line', 'a.csv', '', /is empty, expected a header with "endorser", "election"/],
  ['with a quote never closed', 'a.csv', 'endorser,election,"contest,choice\na,b,c,d\n', /never closed/],
  ['with a column twice', 'a.csv', 'endorser,election,contest,choice,choice\n', /repeats the column "choice"/],
  ['of endorsers without names', 'endorsers.csv', 'slug,category,state\n', /has no column "name"/],
])('a file %s stops the source: %s', async (_, name, content, sentence) => {
  const reading = readFeed({ [name]: content })
  await expect(reading).rejects.toThrow(SourceError)
  await expect(reading).rejects.toThrow(sentence)
})

it('a CSV file with a ragged line and an unknown column says so, and keeps the rest', async () => {
  const text = `endorser,election,contest,choice,mood\nknown-club,${ELECTION},Governor\nknown-club,${ELECTION},Governor,Bob Example,good\n`
  const { endorsement, said } = await readFeed({ 'a.csv': text })
  expect(said).toEqual(['unknown-column mood', 'ragged-line null'])
  expect(endorsement).toHaveLength(1)
})

it('names of the language itself are names like others', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const item = `{"${name}": 1, "election": "${name}", "contest": "${name}", "choice": "${name}"}`
    const { said } = await readFeed({
      'a.json': `{"endorser": ${JSON.stringify(ENDORSER)}, "endorsements": [${item}]}`,
    })
    expect(said).toEqual([`unknown-field endorsements[0].${name}`, 'unmatched-election endorsements[0].election'])
  }
})

it('many records with the same mistake all get suggestions', async () => {
  const picks = Array.from({ length: 5000 }, () => ['NC Governer', 'Ann Placeholder'] as const)
  const { issues } = await readFeed({ 'a.json': feedOf(picks) })
  expect(issues).toHaveLength(5000)
  expect(issues.at(-1)?.message).toContain('likely: "NC Governor"')
})

it('many records with different mistakes take bounded time', async () => {
  const picks = Array.from({ length: 5000 }, (_, i) => [`NC Governer ${i}`, 'Ann Placeholder'] as const)
  const { issues } = await readFeed({ 'a.json': feedOf(picks) })
  expect(issues.filter(({ message }) => message.includes('likely'))).toHaveLength(1000)
})

const WORDS = [
  ELECTION,
  '11',
  '',
  ' ',
  'Governor',
  'A',
  'Yes',
  'No',
  'sample-times',
  '77',
  '\u0000',
  '\ud800',
  '((((("',
]
const NAMES = [governor, council, mayor, bond].flatMap(({ title, choices }) => [
  title,
  ...choices.map(({ label }) => label),
])
const texts = fc.oneof(
  fc.constantFrom(...WORDS, 'x'.repeat(30_000)),
  fc.constantFrom(...NAMES),
  fc.string({ unit: 'binary' }),
)
const values = fc.oneof(
  { weight: 5, arbitrary: texts },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(0, -1, 1, 2, 1e21, 11, governor.id, true, [], {}) },
)
const fields = cells(`
    endorser | election | contest | party | district | choice | rank | statement | statement_es | source_url
    published_on
  `)
const others = fields.filter((field) => field !== 'election')
const endorsement = fc.record(
  { election: fc.constant(ELECTION), ...Object.fromEntries(others.map((field) => [field, values])) },
  { requiredKeys: ['election'] },
)
const sound = fc.constantFrom(governor, council, mayor, bond).chain(({ title, choices }) =>
  fc.record({
    election: fc.constant(ELECTION),
    contest: fc.constant(title),
    choice: fc.constantFrom(...choices.map(({ label }) => label)),
  }),
)
const wild = fc.dictionary(fc.constantFrom(...fields, 'other'), values)

it('generated files as JSON', async () => {
  let kept = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(sound, endorsement, wild, fc.jsonValue({ maxDepth: 2 })), { maxLength: 6 }),
      values,
      async (endorsements, slug) => {
        const feed = {
          endorser: { ...ENDORSER, slug: typeof slug === 'string' && slug.length > 5 ? slug : 'sample-times' },
          endorsements,
        }
        const read = await readOrStop({ 'a.json': feed })
        if (read instanceof SourceError) return
        kept += read.endorsement.length
        for (const row of read.endorsement) expect(row.endorsement_key).toBe(`${row.endorser_slug}/${row.choice_key}`)
        const lost = endorsements.length - read.endorsement.length
        expect(read.issues.filter(({ severity }) => severity !== 'mended').length).toBeGreaterThanOrEqual(lost)
      },
    ),
    { numRuns: RUNS },
  )
  expect(kept).toBeGreaterThan(0)
})

it('generated files as CSV', async () => {
  const cell = texts.map((text) => `"${text.replaceAll('"', '""')}"`)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cell, { minLength: 9, maxLength: 11 }), { maxLength: 6 }), async (rows) => {
      const header = fields.filter((field) => field !== 'party' && field !== 'district')
      const read = await readOrStop({ 'a.csv': [header, ...rows].map((row) => row.join(',')).join('\n') })
      if (read instanceof SourceError) return
      expect(read.endorsement.length + read.issues.length).toBeGreaterThanOrEqual(rows.length)
    }),
    { numRuns: RUNS },
  )
})
