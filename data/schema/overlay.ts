// A newsroom's own layer over the published records: notes, and other values of a few fields. It is merged when a record is read.

import { z } from 'zod'
import { ocdId, recordId, slug } from './scalar.ts'
import type { Language } from './vocabulary.ts'

/** @setting Characters of the note of an entry of the overlay. */
const OVERLAY_NOTE_LENGTH_MAX = 2000
/** @setting Characters of any other text of an entry of the overlay. */
const OVERLAY_TEXT_LENGTH_MAX = 500
/** @setting Characters of the name of the author of an entry of the overlay. */
const OVERLAY_BY_LENGTH_MAX = 100
/** @setting Characters of a URL of the overlay. */
const OVERLAY_URL_LENGTH_MAX = 2000

/**
 * The fields that an entry may override, by kind of record. Never a position, an endorsement, a date, a choice, or where and how a contest
 * is voted: those change at their source.
 */
export const OVERLAY_FIELDS = {
  election: ['name', 'short_name', 'info_url'],
  contest: ['title', 'short_title'],
  choice: [],
  endorser: ['name', 'description', 'website_url'],
  district: ['name', 'website_url'],
  officeholder: ['website'],
} as const satisfies Record<string, readonly string[]>
export type OverlayKind = keyof typeof OVERLAY_FIELDS

export const OVERLAY_KINDS: readonly OverlayKind[] = [
  'election',
  'contest',
  'choice',
  'endorser',
  'district',
  'officeholder',
]

/** One text is for every language; by language, a field changes only in the languages that are given. */
export type OverlayText = string | { en?: string | undefined; es?: string | undefined }

export interface OverlayEntry {
  kind: OverlayKind
  /** The record has exactly one of the four. */
  id?: number | undefined
  slug?: string | undefined
  /** Every district of this division, also a retired one. */
  ocd_id?: string | undefined
  person_id?: string | undefined
  note?: OverlayText | undefined
  override?: Readonly<Record<string, OverlayText | undefined>> | undefined
  by: string
  why: string
}

const textOf = (max: number) =>
  z
    .string(`expected a text of at most ${max} characters`)
    .trim()
    .min(1, 'expected a text that is not empty')
    .max(max, `expected at most ${max} characters`)

const lineOf = (max: number) =>
  textOf(max).refine((text) => !/\p{Cc}/u.test(text), 'expected one line without control characters')

/** One text, or a text by language. */
const byLanguage = (text: z.ZodType<string>) =>
  z.union([
    text,
    z
      .strictObject({ en: text.optional(), es: text.optional() })
      .refine(({ en, es }) => en !== undefined || es !== undefined, 'expected at least one of en, es'),
  ])

const noteText = textOf(OVERLAY_NOTE_LENGTH_MAX).refine(
  (text) => !/[^\P{Cc}\n]/u.test(text),
  'expected no control characters except line breaks',
)
const URL_EXPECTED = `expected an http or https URL of at most ${OVERLAY_URL_LENGTH_MAX} characters, without a password`
const url = z.string(URL_EXPECTED).refine(isWebAddress, URL_EXPECTED)

function isWebAddress(text: string): boolean {
  const read = text.length > OVERLAY_URL_LENGTH_MAX || !/^[!-~]+$/.test(text) ? null : URL.parse(text)
  return read !== null && /^https?:$/.test(read.protocol) && read.username === '' && read.password === ''
}

const isUrlField = (field: string): boolean => /^website$|_url$/.test(field)

function toFieldSchema(field: string) {
  return byLanguage(isUrlField(field) ? url : lineOf(OVERLAY_TEXT_LENGTH_MAX)).optional()
}

/** How an entry may name its record. */
export const OVERLAY_REFERENCES: Readonly<Record<OverlayKind, readonly ('id' | 'slug' | 'ocd_id' | 'person_id')[]>> = {
  election: ['id', 'slug'],
  contest: ['id'],
  choice: ['id'],
  endorser: ['id', 'slug'],
  district: ['id', 'ocd_id'],
  officeholder: ['person_id'],
}

function toEntrySchema(kind: OverlayKind) {
  const names = OVERLAY_REFERENCES[kind]
  return z
    .strictObject({
      kind: z.literal(kind),
      id: recordId.optional(),
      slug: slug.optional(),
      ocd_id: ocdId.optional(),
      person_id: z.uuid().optional(),
      note: byLanguage(noteText).optional(),
      override: z
        .strictObject(Object.fromEntries(OVERLAY_FIELDS[kind].map((field) => [field, toFieldSchema(field)])))
        .optional(),
      by: lineOf(OVERLAY_BY_LENGTH_MAX),
      why: lineOf(OVERLAY_TEXT_LENGTH_MAX),
    })
    .refine(
      (entry) =>
        [entry.id, entry.slug, entry.ocd_id, entry.person_id].filter((one) => one !== undefined).length === 1 &&
        names.some((name) => name in entry),
      `expected exactly one of ${names.join(', ')} to name the ${kind}`,
    )
    .refine(
      ({ note, override }) => note !== undefined || Object.keys(override ?? {}).length > 0,
      'expected a note, an override, or both',
    )
}

/** The author's messages begin with `expected`; those of zod are about a type or a key. */
export const overlayEntries = {
  election: toEntrySchema('election'),
  contest: toEntrySchema('contest'),
  choice: toEntrySchema('choice'),
  endorser: toEntrySchema('endorser'),
  district: toEntrySchema('district'),
  officeholder: toEntrySchema('officeholder'),
} satisfies Record<OverlayKind, z.ZodType<OverlayEntry>>

/** The text for one language; undefined where an entry gives texts by language and not this one. */
export function textIn(text: OverlayText, lang: Language): string | undefined {
  return typeof text === 'string' ? text : text[lang]
}

/** Members of a record that has an entry; absent from every other one. */
export const overlayMembers = {
  overlay: z
    .literal(true)
    .meta({
      id: 'OverlayMark',
      description:
        'The newsroom that runs this server has added a note to the record, or replaced some of its fields. Absent from every other record.',
    })
    .optional(),
  overlay_entry: z
    .object({
      by: z.string().meta({ description: 'Who made the entry.', examples: ['City desk'] }),
      why: z.string().meta({ description: 'The reason.', examples: ['The county abbreviates the title.'] }),
      note: z
        .string()
        .nullable()
        .meta({
          description: 'A note of the newsroom, in the requested language if available; null if there is none.',
          examples: ['The candidates debate on October 20.'],
        }),
      fields: z.record(z.string(), z.string().nullable().meta({ id: 'ReplacedValue' })).meta({
        id: 'ReplacedFields',
        description: 'The fields that were replaced, each with the value that was published.',
        examples: [{ title: 'NC ST SEN 14' }],
      }),
    })
    .optional()
    .meta({ id: 'OverlayEntry', description: "The newsroom's entry. Present exactly where `overlay` is." }),
}
export type Overlaid = z.infer<z.ZodObject<typeof overlayMembers>>
