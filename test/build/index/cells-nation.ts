// The places part of the whole nation: by a full build, or, in a third of the time, only its lines and their index.

import { join } from 'node:path'
import { build } from '../../../build/build.ts'
import { insertIndex } from '../../../build/bundle/places-part.ts'
import { buildCells } from '../../../build/index/cells.ts'
import { encodeMultiPolygon } from '../../../data/geometry/polygon.ts'
import { writePart } from '../../../data/store/part.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { boundarySources } from '../../../ingest/boundary/sources.ts'
import { ingest } from '../../../ingest/engine/ingest.ts'
import { geocodeSources } from '../../../ingest/geocode/sources.ts'
import { TEST_DATA } from '../cells-layers.ts'
import { readLines } from '../shares-lines.ts'

/** @returns the sealed part's file, in a folder that the caller deletes */
export function writeNation(folder: string): Promise<string> {
  return process.env.PROOF === '1' ? buildNation(folder) : drawNation(folder)
}

async function buildNation(folder: string): Promise<string> {
  const paths = pathsIn(folder)
  const sources = [...boundarySources, ...geocodeSources.filter(({ id }) => /^(geonames|zcta)-/.test(id))]
  const { totals } = await ingest({ paths, sources, states: null, mirror: TEST_DATA, now: new Date(0) })
  if (totals.status.read !== sources.length) throw new Error(`read ${totals.status.read} of ${sources.length} sources`)
  const { parts } = await build({ paths })
  return join(paths.parts, `${parts.places.sha256}.sqlite`)
}

const NAMED_COLUMNS = ['id', 'ocd_id', 'vintage', 'state', 'type', 'name', 'census_geoid'] as const
/** No lookup reads them. */
const BLANK_COLUMNS = ['level', 'level_rank', 'name_folded', 'retired', 'has_boundary', 'summary', 'body'] as const

/** Overlaps and names of areas take most of the build's time, and no lookup reads them, so they are left out. */
async function drawNation(folder: string): Promise<string> {
  const lines = (await readLines([])).filter(({ layer }) => layer !== 'zcta')
  const index = buildCells(lines.map(({ polygons }, at) => ({ ordinal: at + 1, polygons })))
  const { sha256 } = writePart(folder, 'places', (writer) => {
    writer.insert(
      'district',
      [...NAMED_COLUMNS, ...BLANK_COLUMNS],
      lines.map((line, at) => [
        at + 1,
        // Some files have a division twice.
        `${at + 1}`,
        line.vintage,
        line.state,
        line.layer,
        line.name,
        line.census_geoid,
        ...BLANK_COLUMNS.map(() => '0'),
      ]),
    )
    writer.insert(
      'boundary',
      ['district_id', 'rings'],
      lines.map(({ polygons }, at) => [at + 1, encodeMultiPolygon(polygons)]),
    )
    writer.insert(
      'area',
      ['ordinal', 'district_id', 'role'],
      lines.map((_, at) => [at + 1, at + 1, 'lines']),
    )
    insertIndex(writer, index)
  })
  return join(folder, `${sha256}.sqlite`)
}
