// Boundaries of the District of Columbia's wards, Advisory Neighborhood Commissions and single-member districts, by redistricting cycle.

import { stateOf } from '../../data/schema/states.ts'
import { readCsv } from '../read/csv.ts'
import {
  type FetchedFile,
  type Sink,
  type Source,
  SourceError,
  type SourceFile,
  type SourceReader,
} from '../read/source.ts'
import { parseWkt } from '../read/wkt.ts'
import { OPEN_ANC, rawUrl } from './publisher.ts'
import { addShape, type BoundaryPlan, loadText, readFeatures } from './shape.ts'

// Single-member districts: one rule for the division ids of both boundaries and contests.

const DC = 'ocd-division/country:us/district:dc'
/** Commission and number, e.g. 1A01, 3/4G06. */
const SMD_NAME = /\d(?:\/\d)?[A-Z]\d\d/

interface DcSmd {
  /** The name in the boundaries of 2022: `6/8F01`, even if the results of 2022 say 8F01. */
  name: string
  /** The commission: `6/8F`. */
  anc: string
  ocd_id: string
  anc_ocd_id: string
}

/** Finds the first district named in a text, e.g. `ANC - 8F04 SINGLE MEMBER DISTRICT 04-ANC-8F`. */
export function findSmd(text: string): DcSmd | undefined {
  const [found] = SMD_NAME.exec(text) ?? []
  if (found === undefined) return undefined
  const name = found.replace(/^8F/, '6/8F')
  const anc = name.slice(0, -2)
  const anc_ocd_id = ancOcdId(anc)
  return { name, anc, ocd_id: `${anc_ocd_id}/council_district:${Number(name.slice(-2))}`, anc_ocd_id }
}

/** `3/4G` → `…/district:dc/anc:3~4g`. */
function ancOcdId(anc: string): string {
  return `${DC}/anc:${anc.toLowerCase().replaceAll('/', '~')}`
}

// Wards, Advisory Neighborhood Commissions and single-member districts of the District of Columbia, from the OpenANC project.

/** Files: the boundaries as GeoJSON with `ward_id`, and the list of ward names. */
function readWards(plan: BoundaryPlan): SourceReader {
  return readNamed(plan, { id: 'ward_id', name: 'ward_name', toOcdId: findWardOcdId })
}

/** Files: the boundaries as GeoJSON with `anc_id`, and the list of commission names. */
function readAncs(plan: BoundaryPlan): SourceReader {
  return readNamed(plan, { id: 'anc_id', name: 'anc_name', toOcdId: findAncOcdId })
}

interface Names {
  id: string
  name: string
  toOcdId(name: string): string | null
}

function readNamed(plan: BoundaryPlan, { id, name, toOcdId }: Names): SourceReader {
  return async (files, { source, states }, sink) => {
    if (!states.has('DC')) return
    const [boundaries, list] = loadPair(files, source.id)
    const names = new Map<string, string>()
    for (const { record } of readCsv(list, { columns: [id, name], allowExtra: true }, sink))
      names.set(record[id] ?? '', record[name] ?? '')
    for await (const feature of readFeatures(boundaries, sink)) {
      const at = { file: boundaries.name, line: feature.line }
      addDistrict(sink, at, plan, {
        named: names.get(loadText(feature, [id], boundaries.name)),
        key: loadText(feature, [id], boundaries.name),
        list: list.name,
        toOcdId,
        toName: (text) => text,
        coordinates: feature.polygons,
      })
    }
  }
}

/** Files: the boundaries as well-known text in a CSV with `smd_id`, and the list of names by id (`2C03`). */
function readSmds(plan: BoundaryPlan): SourceReader {
  return (files, { source, states }, sink) => {
    if (!states.has('DC')) return
    const [boundaries, list] = loadPair(files, source.id)
    const names = new Map<string, string>()
    for (const { record } of readCsv(list, { columns: ['smd_id', 'smd_name'], allowExtra: true }, sink))
      names.set(record.smd_id, record.smd_name)
    for (const { line, record } of readCsv(boundaries, { columns: ['smd_id', 'geometry'], allowExtra: true }, sink)) {
      const at = { file: boundaries.name, line }
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
  /** Undefined if the list does not have the key. */
  named: string | undefined
  key: string
  list: string
  toOcdId(name: string): string | null
  toName(name: string): string
  coordinates: number[][][][]
}

function addDistrict(sink: Sink, at: { file: string; line: number | null }, plan: BoundaryPlan, drawn: Drawn): void {
  const { named, key, list, toOcdId, toName, coordinates } = drawn
  const ocd_id = named === undefined ? null : toOcdId(named)
  if (named === undefined || ocd_id === null)
    throw new SourceError(`got ${key}, which ${list} ${named === undefined ? 'does not list' : `calls "${named}"`}`, at)
  addShape(sink, at, plan, { state: 'DC', ocd_id, census_geoid: null, name: toName(named), class: null, coordinates })
}

function loadPair(files: readonly FetchedFile[], source: string): [FetchedFile, FetchedFile] {
  const [boundaries, list] = files
  if (!boundaries || !list)
    throw new SourceError(`got ${files.length} files, expected lines and a list`, { file: source })
  return [boundaries, list]
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

const COMMIT = '71e87c62f93a7486089d574aa349eefea4daf29b'

const FULL = { lines_precision: 'exact', error_m: 10 } as const
/** `redistricting_cycle` is 2022-2030 in the lists. */
const CYCLE_2022 = { vintage: '2022', valid_from: '2022-01-01', valid_to: '2030-12-31', ...FULL } as const
/** Replaced on January 1, 2022. */
const CYCLE_2012 = { vintage: '2012', valid_from: '2012-01-01', valid_to: '2021-12-31', ...FULL } as const

const WARDS = toFile('data/wards.csv', 'wards.csv')
const ANCS = toFile('data/ancs.csv', 'ancs.csv')
const DISTRICTS = toFile('data/districts.csv', 'districts.csv')

export const dcSources: readonly Source[] = [
  toSource('dc-wards-2022', { layer: 'ward', ...CYCLE_2022 }, readWards, [
    toBoundaryFile('ward-from-smd-2022.geojson'),
    WARDS,
  ]),
  toSource('dc-wards-2012', { layer: 'ward', ...CYCLE_2012 }, readWards, [
    toBoundaryFile('ward-from-smd-2012.geojson'),
    WARDS,
  ]),
  toSource('dc-ancs-2022', { layer: 'anc', ...CYCLE_2022 }, readAncs, [toBoundaryFile('anc-2022.geojson'), ANCS]),
  toSource('dc-smds-2022', { layer: 'smd', ...CYCLE_2022 }, readSmds, [
    toBoundaryFile('to-mapbox-2022-smd-data.csv'),
    DISTRICTS,
  ]),
]

function toSource(
  id: string,
  plan: BoundaryPlan,
  toReader: (plan: BoundaryPlan) => SourceReader,
  files: readonly SourceFile[],
): Source {
  return {
    ...OPEN_ANC,
    id,
    vintage: plan.vintage,
    published_on: '2026-07-18',
    states: ['DC'],
    files,
    read: toReader(plan),
  }
}

function toBoundaryFile(name: string): SourceFile {
  return toFile(`maps/${name}`, `${name}.gz`)
}

function toFile(path: string, mirrored: string): SourceFile {
  return { url: rawUrl('devinbrady/openanc', COMMIT, path), mirror: `boundaries/dc_local/${mirrored}` }
}
