// The report of a tried layer of districts: what the file has, what it gives, why it would be held back, and what to do next.

import { soundsPersonal } from '../../../ingest/configuration/personal-columns.ts'
import { formatCount, formatNumberOf, formatTable } from '../../output.ts'

export interface TriedField {
  name: string
  /** Different values. */
  distinct: number
  /** The first ones. */
  values: readonly string[]
}

export interface LayerTrial {
  id: string
  /** Why the layer could not be read; null if it was. */
  stopped: string | null
  projection: string | null
  /** Of the file, and those that `where` takes. */
  features: number
  taken: number
  fields: readonly TriedField[]
  /** Fields that number the districts from 1. */
  numbering: readonly string[]
  id_column: string | null
  /** The id of the area that the districts divide, and its name if its boundary is held. */
  area: string
  outline: string | null
  districts: readonly { id: string; ocd_id: string; name: string }[]
  /** In percent. */
  covered: number | null
  overlaps: readonly { ids: readonly [string, string]; share: number }[]
  elsewhere: readonly string[]
  /** Why the layer would be held back. */
  faults: readonly string[]
  /** How to mend that, where it is not the layer. */
  cure: string | null
  /** What Open Civic Data lists instead of the area; null if it lists the area, or if nothing shows it. */
  area_expected: string | null
  problems: readonly string[]
  /** Contests of the last build in these districts, without and with a boundary now, and other districts of the area that have contests. */
  contests: { gained: number; held: number; other_ids: readonly string[] }
}

const SHOWN = 10

export function formatLayerTrial(trial: LayerTrial): string[] {
  const { id, stopped, features, taken, projection, districts, contests } = trial
  if (stopped !== null)
    return [`${id} cannot be read: ${stopped}`, '', 'Next: correct the entry or the file, and try it again.', '']
  return [
    `${id}: ${formatNumberOf(features, 'feature')}${taken < features ? `, of which where takes ${formatCount(taken)}` : ''}, ${formatNumberOf(districts.length, 'district')}`,
    `Projection: ${projection ?? 'unknown'}`,
    '',
    formatTable({
      columns: ['field', 'values', 'such as'],
      rows: trial.fields.map(({ name, distinct, values }) => [name, distinct, values.join(', ').slice(0, 60)]),
    }),
    ...formatFields(trial),
    ...formatDistricts(trial),
    ...formatFit(trial),
    `Contests that gain a boundary: ${formatCount(contests.gained)}. Contests that have one already: ${formatCount(contests.held)}.`,
    ...(contests.other_ids.length > 0
      ? [`Districts of the area that contests name, and the layer does not have: ${few(contests.other_ids)}`]
      : []),
    ...(trial.problems.length > 0
      ? ['', 'Left out or mended:', ...trial.problems.slice(0, SHOWN).map((one) => `  ${one}`)]
      : []),
    '',
    nextOf(trial),
    '',
  ]
}

function few(ids: readonly string[]): string {
  return ids.length > SHOWN ? `${ids.slice(0, SHOWN).join(', ')} and ${ids.length - SHOWN} more` : ids.join(', ')
}

function formatFields({ fields, numbering, id_column }: LayerTrial): string[] {
  const personal = fields.map(({ name }) => name).filter(soundsPersonal)
  return [
    `Fields that number the districts: ${numbering.join(', ') || 'none'}. Used: ${id_column ?? 'none'}.`,
    ...(personal.length > 0 ? [`Fields that sound personal: ${personal.join(', ')}`] : []),
  ]
}

function formatDistricts({ districts }: LayerTrial): string[] {
  if (districts.length === 0) return []
  const rows = districts.slice(0, SHOWN).map(({ ocd_id, name }) => [name, ocd_id])
  return [
    '',
    formatTable({ columns: ['district', 'id'], rows }),
    ...(districts.length > SHOWN ? [`and ${formatNumberOf(districts.length - SHOWN, 'more district')}`] : []),
  ]
}

function formatFit({ area, outline, covered, overlaps, elsewhere, districts }: LayerTrial): string[] {
  if (districts.length === 0) return []
  const percent = (share: number): string => `${Math.floor(share * 10) / 10} %`
  const pairs = overlaps.map(({ ids, share }) => `${ids.join(' and ')} (${percent(share)})`)
  return [
    '',
    covered === null
      ? `The boundary of ${area} is not held, so that nothing shows whether the districts cover it.`
      : `Covered of ${outline}: ${percent(covered)}. Districts elsewhere: ${elsewhere.length === 0 ? 'none' : few(elsewhere)}.`,
    `Overlaps: ${pairs.length === 0 ? 'none' : few(pairs)}`,
  ]
}

function nextOf({ id, faults, elsewhere, contests, districts, ...trial }: LayerTrial): string {
  const [fault] = faults
  if (trial.area_expected !== null)
    return `Next: correct ocd_id: got ${trial.area}, expected ${trial.area_expected}. Then try it again.`
  if (fault !== undefined) {
    const cure =
      trial.cure !== null
        ? trial.cure
        : elsewhere.length > 0 && elsewhere.length < districts.length
          ? 'take the features of the area with where'
          : 'find the right layer; if the outline reaches over water, state least_covered'
    return `Next: the layer would be held back: ${faults.join('; ')}. To mend it, ${cure}. Then try it again.`
  }
  if (contests.gained + contests.held === 0 && contests.other_ids.length > 0)
    return `Next: no contest names these ids; compare ocd_id with ${contests.other_ids[0]}, and try it again.`
  return `Next: copy the entry ${id} into sources.yaml, and run hustings nightly.`
}
