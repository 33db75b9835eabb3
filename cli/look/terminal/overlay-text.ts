// The newsroom's own entries on records of an answer.

import type { Overlaid } from '../../../data/schema/overlay.ts'
import { indent } from './columns.ts'
import type { Look } from './page.ts'

/** @param by the space before each line */
export function overlayLines({ overlay_entry: entry }: Overlaid, { style, width }: Look, by = '  '): string[] {
  if (!entry) return []
  const { by: author, why, note, fields } = entry
  const published = Object.entries(fields).map(([field, value]) => `Published ${field}: ${value ?? 'nothing'}.`)
  const told = [`Newsroom's own entry, by ${author}.`, note ?? '', `Reason: ${why}`, ...published]
  return indent(told.filter(Boolean).join(' '), width, by).map(style.caution)
}
