// The changes that an overlay makes to a bundle: each with the published value, so that a person upstream can judge it.

import { z } from 'zod'
import { type OverlayText, textIn } from '../../data/schema/overlay.ts'
import { LANGUAGES, type Language } from '../../data/schema/vocabulary.ts'
import { openBundle, partsOf } from '../../data/store/bundle.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import { type LoadedEntry, nameRecord, type Overlay } from '../../data/store/overlay.ts'
import type { Paths } from '../../data/store/paths.ts'
import { findOverlaid, type PublishedRecord } from '../../server/read/overlay.ts'

export interface OverlayChange {
  kind: string
  /** As in the API: a number, or a person_id. */
  id: number | string
  /** Slug or OCD id; null for a kind that has neither. */
  key: string | null
  /** The published title, name or label. */
  name: string
  /** `note`, or the field that is overridden. */
  field: string
  /** Null if the change is the same in every language. */
  language: Language | null
  /** The published value; null for a note. */
  old: string | null
  new: string
  by: string
  why: string
}

export interface OverlayChanges {
  changes: OverlayChange[]
  /** Entries whose record the bundle does not have. */
  unmatched: readonly LoadedEntry[]
}

/** In the order of the files. Throws if the bundle is not kept here any more. */
export function findChanges(paths: Paths, bundleId: string, { entries }: Overlay): OverlayChanges {
  const bundle = openBundle(paths, loadManifest(paths, bundleId))
  try {
    const found = entries.map((loaded) => ({ loaded, records: findOverlaid(bundle, loaded.entry) }))
    return {
      changes: found.flatMap(({ loaded, records }) => records.flatMap((record) => toChanges(loaded, record))),
      unmatched: found.filter(({ records }) => records.length === 0).map(({ loaded }) => loaded),
    }
  } finally {
    for (const part of partsOf(bundle)) part.close()
  }
}

const text = z.string().optional()
const published = z.looseObject({ slug: text, ocd_id: text, title: text, name: text, label: text })

function toChanges({ entry }: LoadedEntry, { id, en, es }: PublishedRecord): OverlayChange[] {
  const { kind, by, why, note, override = {} } = entry
  const bodies = { en: published.parse(JSON.parse(en)), es: published.parse(JSON.parse(es)) }
  const { slug, ocd_id, title, name, label } = bodies.en
  const record = {
    kind,
    id: kind === 'officeholder' ? id : Number(id),
    key: slug ?? ocd_id ?? null,
    name: title ?? name ?? label ?? '',
  }
  const fields: [string, OverlayText][] = Object.entries({ note, ...override }).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value]],
  )
  return fields.flatMap(([field, value]) => {
    const rows = LANGUAGES.flatMap((language) => {
      const own = textIn(value, language)
      const was = field === 'note' ? null : bodies[language][field]
      return own === undefined ? [] : [{ language, old: typeof was === 'string' ? was : null, new: own }]
    })
    const [first, second] = rows
    const isSame = first && second && first.old === second.old && first.new === second.new
    return (isSame ? [{ ...first, language: null }] : rows).map((row) => ({ ...record, field, ...row, by, why }))
  })
}

/** One JSON object a line. */
export function toJsonLines(changes: readonly OverlayChange[]): string {
  return changes.map((change) => `${JSON.stringify(change)}\n`).join('')
}

/** For entries that a patch leaves out. */
export function sayUnmatched(unmatched: readonly LoadedEntry[]): string {
  const names = unmatched.map(({ entry, at }) => `${at} (${nameRecord(entry)})`)
  return `Left out, because the bundle does not have the record: ${names.join(', ')}`
}
