// Converts projected positions to longitude and latitude in degrees, for files whose publisher does not use degrees. The library proj4 has the
// formulas; data/reference/projections.csv has the definitions that a code names. NAD 83 counts as WGS 84: the two differ by less than 2 m.

import { parse } from 'csv-parse/sync'
import proj4 from 'proj4'
import { readProjectFile } from '../../data/store/paths.ts'
import { SourceError } from './source.ts'

/** Degrees of a position in the projection's unit. */
export type Unproject = (x: number, y: number) => [lng: number, lat: number]

/** Codes of positions in degrees: WGS 84 and NAD 83. */
const DEGREES = ['4326', '4269', '4152', '4759', '6318', 'CRS84', 'CRS83']
/** All of them are Web Mercator. */
const WEB_MERCATOR = ['3857', '900913', '102100', '102113', '3785']

/** The end of `EPSG:2264`, of `urn:ogc:def:crs:EPSG::2264`, and of a plain number. */
const CODE = /^(?:(?:urn:(?:x-)?ogc:def:crs:)?(?:EPSG|ESRI|OGC):(?:[\d.]{0,9}:)?)?(\d{4,6}|CRS8[34])$/i

let table: ReadonlyMap<string, string> | undefined

/** Definitions by code. */
function loadTable(): ReadonlyMap<string, string> {
  const read = (): [string, string][] => {
    const rows: string[][] = parse(readProjectFile('data', 'reference', 'projections.csv'), { from_line: 2 })
    return rows.map(([code = '', , definition = '']) => [code, definition])
  }
  table ??= new Map(read())
  return table
}

/**
 * Null for positions in degrees. Throws SourceError for a text that is no known code and no definition, and for NAD 27, whose shift of up to
 * 100 m needs grids that are not here.
 * @param text `EPSG:2264`, well-known text as in a .prj, or a definition of proj4
 */
export function toUnproject(text: string, at: { file: string }): Unproject | null {
  const code = CODE.exec(text.trim())?.[1]?.toUpperCase()
  if (code !== undefined && DEGREES.includes(code)) return null
  const definition =
    code === undefined ? text.trim() : WEB_MERCATOR.includes(code) ? 'EPSG:3857' : loadTable().get(code)
  const said = JSON.stringify(text.trim().slice(0, 60))
  if (definition === undefined || !/^(?:EPSG:3857$|\+proj=|[A-Z_\d]{3,12}\s*\[)/i.test(definition))
    throw new SourceError(
      `has the projection ${said}, expected a code of data/reference/projections.csv such as EPSG:2264, well-known text, or a definition of proj4`,
      at,
    )
  if (
    /\bnad[_ ]?(?:19)?27(?!\d)|north_american_(?:datum_)?1927|D_North_American_1927|clrk66|clarke[_ ]1866/i.test(
      definition,
    )
  )
    throw new SourceError(`has positions in NAD 27 (${said}), expected NAD 83 or WGS 84: convert the file first`, at)
  if (/^(?:GEOGCS|GEOGCRS|GEODCRS)\b|^\+proj=longlat/i.test(definition)) return null
  try {
    const converter = proj4(definition, 'EPSG:4326')
    return (x, y) => {
      const [lng, lat] = Number.isFinite(x) && Number.isFinite(y) ? converter.forward([x, y]) : []
      return [lng ?? Number.NaN, lat ?? Number.NaN]
    }
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    throw new SourceError(`has the projection ${said}, which cannot be read: ${cause.slice(0, 100)}`, at)
  }
}

/** Positions at any depth; anything else stays, and is refused later. */
export function toDegrees(coordinates: unknown, unproject: Unproject): unknown {
  if (!Array.isArray(coordinates)) return coordinates
  const [x, y]: unknown[] = coordinates
  if (typeof x === 'number' && typeof y === 'number') return unproject(x, y)
  return coordinates.map((part: unknown) => toDegrees(part, unproject))
}
