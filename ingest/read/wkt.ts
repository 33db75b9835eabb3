// Reads well-known text of areas: POLYGON and MULTIPOLYGON in two dimensions.

import { SourceError } from './source.ts'

/** Matches each digit in only one way; otherwise a long run of digits would cause backtracking. */
const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/

/** Returns GeoJSON MultiPolygon coordinates in degrees. Throws SourceError for any other geometry and for truncated text. */
export function parseWkt(text: string, at: { file: string; line: number | null }): number[][][][] {
  const [, type, body] = /^\s*(?:SRID=\d+;)?(POLYGON|MULTIPOLYGON)\s*(\(.*\))\s*$/is.exec(text) ?? []
  if (type === undefined || body === undefined)
    throw new SourceError(`got ${quote(text)}, expected POLYGON ((…)) or MULTIPOLYGON (((…)))`, at)
  const depth = type.toUpperCase() === 'POLYGON' ? 2 : 3
  const rings = splitRings(body, depth, at)
  return rings.map((polygon) => polygon.map((ring) => ring.split(',').map((pair) => parsePoint(pair, at))))
}

/** The text of each ring, by polygon. `depth` is the nesting depth of a ring's brackets. */
function splitRings(body: string, depth: number, at: { file: string; line: number | null }): string[][] {
  const polygons: string[][] = []
  let open = 0
  let start = 0
  for (let i = 0; i < body.length; i++) {
    const character = body[i]
    if (character === '(') {
      open++
      if (open === depth - 1) polygons.push([])
      if (open === depth) start = i + 1
      if (open > depth) throw new SourceError(`a bracket is nested too deeply: ${quote(body.slice(i))}`, at)
    } else if (character === ')') {
      if (open === depth) polygons.at(-1)?.push(body.slice(start, i))
      open--
      if (open === 0 && i < body.length - 1)
        throw new SourceError(`got ${quote(body.slice(i + 1))} after the last bracket closes, expected nothing`, at)
    } else if (open < depth && character !== ',' && character !== ' ')
      throw new SourceError(`got ${quote(body.slice(i))} between rings, expected a bracket`, at)
  }
  if (open !== 0) throw new SourceError(`${Math.abs(open)} brackets are not closed; the text may be truncated`, at)
  return polygons
}

function parsePoint(text: string, at: { file: string; line: number | null }): number[] {
  const [lng = '', lat = '', ...more] = text.trim().split(/\s+/)
  const point = [Number(lng), Number(lat)]
  const fits = NUMBER.test(lng) && NUMBER.test(lat) && more.length === 0
  if (!fits || Math.abs(Number(lng)) > 180 || Math.abs(Number(lat)) > 90)
    throw new SourceError(`got the point ${quote(text)}, expected longitude and latitude in degrees`, at)
  return point
}

function quote(text: string): string {
  return `"${text.trim().slice(0, 40)}"`
}
