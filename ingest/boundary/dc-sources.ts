// Lines of the District's wards and commissions, by redistricting cycle.

import type { Reader, Source, SourceFile } from '../source.ts'
import { readAncs, readSmds, readWards } from './dc.ts'
import { OPEN_ANC, rawUrl } from './publisher.ts'
import type { Plan } from './shape.ts'

const COMMIT = '71e87c62f93a7486089d574aa349eefea4daf29b'

const FULL = { lines_precision: 'exact', error_m: 10 } as const
/** `redistricting_cycle` is 2022-2030 in the lists. */
const CYCLE_2022 = { vintage: '2022', valid_from: '2022-01-01', valid_to: '2030-12-31', ...FULL } as const
/** Replaced on the first day of 2022. */
const CYCLE_2012 = { vintage: '2012', valid_from: '2012-01-01', valid_to: '2021-12-31', ...FULL } as const

const WARDS = toFile('data/wards.csv', 'wards.csv')
const ANCS = toFile('data/ancs.csv', 'ancs.csv')
const DISTRICTS = toFile('data/districts.csv', 'districts.csv')

export const dcSources: readonly Source[] = [
  toSource('dc-wards-2022', { layer: 'ward', ...CYCLE_2022 }, readWards, [
    toLines('ward-from-smd-2022.geojson'),
    WARDS,
  ]),
  toSource('dc-wards-2012', { layer: 'ward', ...CYCLE_2012 }, readWards, [
    toLines('ward-from-smd-2012.geojson'),
    WARDS,
  ]),
  toSource('dc-ancs-2022', { layer: 'anc', ...CYCLE_2022 }, readAncs, [toLines('anc-2022.geojson'), ANCS]),
  toSource('dc-smds-2022', { layer: 'smd', ...CYCLE_2022 }, readSmds, [
    toLines('to-mapbox-2022-smd-data.csv'),
    DISTRICTS,
  ]),
]

function toSource(id: string, plan: Plan, toReader: (plan: Plan) => Reader, files: readonly SourceFile[]): Source {
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

function toLines(name: string): SourceFile {
  return toFile(`maps/${name}`, `${name}.gz`)
}

function toFile(path: string, mirrored: string): SourceFile {
  return { url: rawUrl('devinbrady/openanc', COMMIT, path), mirror: `boundaries/dc_local/${mirrored}` }
}
