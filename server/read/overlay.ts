// Merges the newsroom's overlay into records when they are read. Without entries, every function here returns its input.

import type { OverlayEntry, OverlayKind } from '../../data/schema/overlay.ts'
import { textIn } from '../../data/schema/overlay.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import type { LoadedEntry, MatchedOverlay, Overlay } from '../../data/store/overlay.ts'

/** A record as published. An officeholder's and a district's text are the same in every language. */
export interface PublishedRecord {
  /** As a text. */
  id: string
  /** JSON. */
  en: string
  es: string
}

const BODIES = 'body_en AS en, body_es AS es'
const BODY = 'body AS en, body AS es'
const QUERIES = {
  election: {
    part: 'ballots',
    sql: `SELECT CAST(id AS TEXT) AS id, ${BODIES} FROM election WHERE id = $id OR slug = $slug`,
  },
  contest: { part: 'ballots', sql: `SELECT CAST(id AS TEXT) AS id, ${BODIES} FROM contest WHERE id = $id` },
  choice: {
    part: 'ballots',
    sql: `SELECT CAST(id AS TEXT) AS id, ${BODIES} FROM choice WHERE id = $id ORDER BY contest_id`,
  },
  endorser: {
    part: 'endorsements',
    sql: `SELECT CAST(id AS TEXT) AS id, ${BODIES} FROM endorser WHERE id = $id OR slug = $slug`,
  },
  district: {
    part: 'places',
    sql: `SELECT CAST(id AS TEXT) AS id, ${BODY} FROM district WHERE id = $id OR ocd_id = $ocd_id ORDER BY vintage, id`,
  },
  officeholder: {
    part: 'officeholders',
    sql: `SELECT person_id AS id, ${BODY} FROM officeholder WHERE person_id = $person_id ORDER BY id LIMIT 1`,
  },
} as const satisfies Record<OverlayKind, { part: keyof Bundle; sql: string }>

/** The records that an entry names: several only for the districts of one division. Empty if the bundle has none. */
export function findOverlaid(bundle: Bundle, { kind, id, slug, ocd_id, person_id }: OverlayEntry): PublishedRecord[] {
  const { part, sql } = QUERIES[kind]
  const named = {
    id: id ?? null,
    slug: slug ?? null,
    ocd_id: ocd_id ?? null,
    person_id: person_id?.toLowerCase() ?? null,
  }
  const params = Object.fromEntries(Object.entries(named).filter(([name]) => sql.includes(`$${name}`)))
  return bundle[part].statement<PublishedRecord>(sql).all(params)
}

/** The bundle with the entries whose record it has, and the other entries. */
export function matchOverlay(
  bundle: Bundle,
  { version, entries }: Overlay,
): { bundle: Bundle; unmatched: LoadedEntry[] } {
  const found = new Map<string, OverlayEntry>()
  const ids = new Set<string>()
  const unmatched: LoadedEntry[] = []
  for (const loaded of entries) {
    const { entry } = loaded
    const records = findOverlaid(bundle, entry)
    if (records.length === 0) unmatched.push(loaded)
    for (const { id } of records) {
      // An entry that names one district of a division wins over the division's.
      if (entry.ocd_id === undefined || !found.has(`${entry.kind} ${id}`)) found.set(`${entry.kind} ${id}`, entry)
      ids.add(id)
    }
  }
  return { bundle: found.size === 0 ? bundle : { ...bundle, overlay: { version, entries: found, ids } }, unmatched }
}

/** Equal keys mean equal records: the bundle's id, with the version of its overlay if it has one. */
export function answersKey({ id, overlay }: Bundle): string {
  return overlay ? `${id}+${overlay.version}` : id
}

const IDS = /"(?:person_)?id":"?([0-9a-f-]+)/g

/** @param json of one record, or of a whole answer */
export function mergeOverlay<Text extends string | Buffer>(
  { overlay }: Bundle,
  json: Text,
  lang: Language,
): Text | string {
  if (!overlay) return json
  const text = json.toString()
  for (const [, id = ''] of text.matchAll(IDS))
    if (overlay.ids.has(id)) {
      const answer: unknown = JSON.parse(text)
      mergeInto(answer, overlay, lang)
      return JSON.stringify(answer)
    }
  return json
}

type Answered = Record<string, unknown>

const isObject = (value: unknown): value is Answered => typeof value === 'object' && value !== null

/** Changes the parsed answer in place. */
function mergeInto(value: unknown, overlay: MatchedOverlay, lang: Language): void {
  if (Array.isArray(value)) for (const one of value) mergeInto(one, overlay, lang)
  else if (isObject(value)) {
    for (const key in value) if (isObject(value[key])) mergeInto(value[key], overlay, lang)
    const entry = findEntry(value, overlay)
    if (entry) mergeEntry(value, entry, lang)
  }
}

/** A member that the records of one kind have, and their summaries, and no other record. A pick of an endorser is not a choice. */
const MARKS: readonly (readonly [OverlayKind, string])[] = [
  ['contest', 'vote_method'],
  ['choice', 'withdrawn'],
  ['election', 'date'],
  ['endorser', 'category'],
  ['district', 'lines_precision'],
]

function findEntry(record: Answered, { entries }: MatchedOverlay): OverlayEntry | undefined {
  const { id, person_id } = record
  if (person_id !== undefined) return entries.get(`officeholder ${person_id}`)
  if (id === undefined) return undefined
  const kind = MARKS.find(([, mark]) => mark in record)?.[0]
  return kind && entries.get(`${kind} ${id}`)
}

/** A summary has fewer fields than its record: the entry applies to those that it has. */
function mergeEntry(record: Answered, { note, override, by, why }: OverlayEntry, lang: Language): void {
  const fields: Answered = {}
  for (const [field, text] of Object.entries(override ?? {})) {
    const own = text === undefined ? undefined : textIn(text, lang)
    if (own === undefined || !(field in record)) continue
    fields[field] = record[field]
    record[field] = own
  }
  const told = note === undefined ? null : (textIn(note, lang) ?? textIn(note, lang === 'en' ? 'es' : 'en') ?? null)
  if (told === null && Object.keys(fields).length === 0) return
  record.overlay = true
  record.overlay_entry = { by, why, note: told, fields }
}
