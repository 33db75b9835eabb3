// Wards, Advisory Neighborhood Commissions and single-member districts of the District of Columbia, as the project OpenANC has them.

import { stateOf } from '../../data/schema/states.ts'
import { readCsv } from '../read/csv.ts'
import { parseWkt } from '../read/wkt.ts'
import type { FetchedFile, Reader, Sink } from '../source.ts'
import { SourceError } from '../source.ts'
import { ancOcdId, findSmd } from './dc-smd.ts'
import { loadText, readFeatures } from './feature.ts'
import { addShape, type Plan } from './shape.ts'

/** Files: the lines as GeoJSON with `ward_id`, and the list that names the wards. */
export function readWards(plan: Plan): Reader {
  return readNamed(plan, { id: 'ward_id', name: 'ward_name', toOcdId: findWardOcdId })
}

/** Files: the lines as GeoJSON with `anc_id`, and the list that names the commissions. */
export function readAncs(plan: Plan): Reader {
  return readNamed(plan, { id: 'anc_id', name: 'anc_name', toOcdId: findAncOcdId })
}

interface Names {
  id: string
  name: string
  toOcdId(name: string): string | null
}

function readNamed(plan: Plan, { id, name, toOcdId }: Names): Reader {
  return async (files, { source, states }, sink) => {
    if (!states.has('DC')) return
    const [lines, list] = loadPair(files, source.id)
    const names = new Map<string, string>()
    for (const { record } of readCsv(list, { columns: [id, name], allowExtra: true }, sink))
      names.set(record[id] ?? '', record[name] ?? '')
    for await (const feature of readFeatures(lines, sink)) {
      const at = { file: lines.name, line: feature.line }
      addDistrict(sink, at, plan, {
        named: names.get(loadText(feature, [id], lines.name)),
        key: loadText(feature, [id], lines.name),
        list: list.name,
        toOcdId,
        toName: (text) => text,
        coordinates: feature.polygons,
      })
    }
  }
}

/** Files: the lines as well-known text in a CSV with `smd_id`, and the list that gives each id its name (`2C03`). */
export function readSmds(plan: Plan): Reader {
  return (files, { source, states }, sink) => {
    if (!states.has('DC')) return
    const [lines, list] = loadPair(files, source.id)
    const names = new Map<string, string>()
    for (const { record } of readCsv(list, { columns: ['smd_id', 'smd_name'], allowExtra: true }, sink))
      names.set(record.smd_id, record.smd_name)
    for (const { line, record } of readCsv(lines, { columns: ['smd_id', 'geometry'], allowExtra: true }, sink)) {
      const at = { file: lines.name, line }
      addDistrict(sink, at, plan, {
        named: names.get(record.smd_id),
        key: record.smd_id,
        list: list.name,
        toOcdId: findSmdOcdId,
        toName: (text) => `SMD ${text}`,
        coordinates: parseWkt(record.geometry, at),
      })
    }
  }
}

interface Drawn {
  /** Undefined where the list does not have the key. */
  named: string | undefined
  key: string
  list: string
  toOcdId(name: string): string | null
  toName(name: string): string
  coordinates: number[][][][]
}

function addDistrict(sink: Sink, at: { file: string; line: number | null }, plan: Plan, drawn: Drawn): void {
  const { named, key, list, toOcdId, toName, coordinates } = drawn
  const ocd_id = named === undefined ? null : toOcdId(named)
  if (named === undefined || ocd_id === null)
    throw new SourceError(`got ${key}, which ${list} ${named === undefined ? 'does not list' : `calls "${named}"`}`, at)
  addShape(sink, at, plan, { state: 'DC', ocd_id, census_geoid: null, name: toName(named), class: null, coordinates })
}

function loadPair(files: readonly FetchedFile[], source: string): [FetchedFile, FetchedFile] {
  const [lines, list] = files
  if (!lines || !list) throw new SourceError(`got ${files.length} files, expected lines and a list`, { file: source })
  return [lines, list]
}

function findWardOcdId(name: string): string | null {
  const [, number] = /^Ward ([1-8])$/.exec(name) ?? []
  return number === undefined ? null : `${stateOf('DC').ocd_id}/ward:${number}`
}

function findAncOcdId(name: string): string | null {
  const [, anc] = /^ANC (\d(?:\/\d)?[A-Z])$/.exec(name) ?? []
  return anc === undefined ? null : ancOcdId(anc)
}

function findSmdOcdId(name: string): string | null {
  const smd = findSmd(name)
  return smd?.name === name ? smd.ocd_id : null
}
