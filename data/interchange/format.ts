// Defines our interchange format for endorsements, which an organization publishes at /.well-known/endorsements.json. The reader,
// data/reference/endorsements.schema.json and the sentences of issues use these definitions.

import { z } from 'zod'
import { ENDORSER_CATEGORIES } from '../reference/endorser-categories.ts'
import { endorserSlug } from '../schema/scalar.ts'
import { NATIONAL, STANCES, STATE_CODES } from '../schema/vocabulary.ts'

export const FEED_VERSION = 1

/** One line, and several lines: no control characters (except line breaks and tabs in several lines), no unpaired surrogates. */
const LINE = /^[^\p{Cc}\p{Cs}]+$/u
const LINES = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])+$/u

function line(max: number) {
  return z.string().regex(LINE).max(max)
}
function lines(max: number) {
  return z.string().regex(LINES).max(max)
}
/** Excludes a user name before the host, which could disguise the address. */
const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}\p{Cs}<>"/?#@]+(?:[/?#][^\s\p{Cc}\p{Cs}<>"]*)?$/u
const webAddress = z
  .url({ protocol: /^https?$/ })
  .regex(WEB_ADDRESS)
  .max(2000)
const reference = z.union([line(500), z.int().positive()])
const hint = line(200)

/** Each field's description completes the sentence `expected …`. */
export const feedEndorser = z
  .strictObject({
    slug: endorserSlug.describe(
      'a slug of lower-case letters and digits joined by single hyphens, at most 100 characters; it never changes',
    ),
    name: line(200).describe("the endorser's name on one line, at most 200 characters"),
    category: z
      .enum(ENDORSER_CATEGORIES.map(({ slug }) => slug))
      .describe(`one of ${ENDORSER_CATEGORIES.map(({ slug }) => slug).join(', ')}`),
    state: z.enum([...STATE_CODES, NATIONAL]).describe(`the endorser's home: a postal code such as NC, or ${NATIONAL}`),
    description: lines(2000).optional().describe('plain text of at most 2,000 characters'),
    website_url: webAddress.optional().describe('an http or https URL'),
  })
  .meta({ id: 'FeedEndorser' })
export type FeedEndorser = z.output<typeof feedEndorser>

export const feedEndorsement = z
  .strictObject({
    endorser: reference
      .optional()
      .describe("the endorser's slug, id or name; may be absent where the file is one endorser's"),
    election: reference.describe("the election's slug such as nc-2024-11-05-general, its id or its name"),
    contest: reference.describe("the contest's id, key, title, short title or, of a measure, its code"),
    party: hint.optional().describe('the party whose primary it is, where several contests have the title'),
    district: hint
      .optional()
      .describe('an OCD id or its end in words, such as cd:2 or Wake County, where several contests have the title'),
    choice: reference
      .optional()
      .describe("the choice's id, key or label as on the ballot; Yes or No for a measure; absent only beside a stance"),
    stance: z
      .enum(STANCES)
      .optional()
      .describe(`in place of a choice: ${STANCES.join(', ')}`),
    rank: z.int().min(1).max(100).optional().describe('a whole number from 1, for ranked choice alone'),
    statement: lines(5000).optional().describe('plain text of at most 5,000 characters'),
    statement_es: lines(5000).optional().describe('the statement in Spanish, plain text of at most 5,000 characters'),
    source_url: webAddress.optional().describe('an http or https URL, the page that announces the endorsement'),
    published_on: z.iso.date().optional().describe('the day of the endorsement as YYYY-MM-DD'),
  })
  .meta({ id: 'FeedEndorsement' })

export const endorsementFeed = z
  .strictObject({
    $schema: z.string().optional().describe('where this schema lies; not read'),
    version: z.literal(FEED_VERSION).optional().describe('the version of this format'),
    endorser: feedEndorser.optional().describe('whose endorsements these are, where one does not say otherwise'),
    endorsers: z.array(feedEndorser).optional().describe('the endorsers, where they are several'),
    endorsements: z.array(feedEndorsement).describe('one item per endorser and choice'),
  })
  .describe('Endorsements of candidates and answers to ballot measures, by one or more endorsers.')

/** The text of data/reference/endorsements.schema.json: JSON Schema, draft 2020-12. */
export function endorsementFeedSchema(): string {
  const schema = z.toJSONSchema(endorsementFeed, { io: 'input', target: 'draft-2020-12' })
  return `${JSON.stringify({ title: 'Endorsements', ...schema }, null, 2)}\n`
}
