// Downloads a layer of an ArcGIS server by the layer's address: what it says of itself, its count, then its features page by page, in degrees.

import { crsOf, isCut } from '../read/geojson.ts'
import { isObject, parseJson } from '../read/json.ts'
import { type LayerQuery, SourceError } from '../read/source.ts'
import { type Download, download } from './download.ts'

/** @setting Features of one page of a layer: servers give at most 1000 or 2000, and areas are large. */
export const LAYER_PAGE = 200
/** @setting Most features of a layer. */
const LAYER_FEATURES_MAX = 5000

type Asked = Parameters<typeof download>[1]

/**
 * GeoJSON of all features, in the order of the server's numbers. Throws SourceError for an error that the server sends as a good answer, for a
 * layer without areas or without a column, for no feature, and unless as many different features arrive as the server counts.
 */
export async function downloadLayer(address: string, layer: LayerQuery, asked: Asked): Promise<Download> {
  const root = address.replace(/\/$/, '')
  const ask = (path: string, query: Readonly<Record<string, string>>) => answerOf(`${root}${path}`, query, asked)
  const about = await ask('', { f: 'json' })
  const stop = (reason: string): SourceError => new SourceError(`${root} ${reason}`, { file: asked.name })
  if (about.geometryType !== 'esriGeometryPolygon')
    throw stop(`is a layer of ${String(about.geometryType ?? 'no areas').slice(0, 40)}, expected areas`)
  const fields = listFields(about)
  const where = layer.where ?? '1=1'
  const { count } = await ask('/query', { where, returnCountOnly: 'true', f: 'json' })
  if (typeof count !== 'number') throw stop('does not count its features, expected a number')
  if (count === 0) throw stop(`has no feature where ${where.slice(0, 100)}, expected one for each district`)
  if (count > LAYER_FEATURES_MAX) throw stop(`has ${count} features, expected at most ${LAYER_FEATURES_MAX}`)
  const own = fields.find(({ type }) => type === 'esriFieldTypeOID')?.name
  const query = {
    where,
    outFields: chooseFields(fields, layer, stop).join(','),
    ...{ outSR: '4326', returnGeometry: 'true', f: 'geojson' },
    ...(own !== undefined && { orderByFields: own }),
  }
  const features = new Map<string, unknown>()
  let crs: unknown
  for (let offset = 0; offset < count; ) {
    const page = { resultOffset: String(offset), resultRecordCount: String(LAYER_PAGE) }
    const answer = await ask('/query', { ...query, ...page })
    const found: unknown[] = Array.isArray(answer.features) ? answer.features : []
    if (found.length === 0) break
    for (const feature of found) features.set(JSON.stringify(keyOf(feature)), feature)
    crs ??= crsOf(answer) === undefined ? undefined : answer.crs
    offset += found.length
    // A server that knows no pages gives all at once.
    if (!isCut(answer) && found.length !== LAYER_PAGE && offset < count) break
  }
  if (features.size !== count)
    throw stop(`counts ${count} features and gave ${features.size} different ones, expected all of them`)
  const collection = { type: 'FeatureCollection', ...(crs !== undefined && { crs }), features: [...features.values()] }
  return {
    bytes: Buffer.from(JSON.stringify(collection)),
    etag: null,
    last_modified: editedOn(about),
    decoded: false,
  }
}

/** Its number, or the whole feature. */
function keyOf(feature: unknown): unknown {
  return isObject(feature) && feature.id !== undefined ? feature.id : feature
}

async function answerOf(
  url: string,
  query: Readonly<Record<string, string>>,
  asked: Asked,
): Promise<Record<string, unknown>> {
  const answer = await download(`${url}?${new URLSearchParams(query)}`, {
    ...asked,
    before: undefined,
    form: undefined,
  })
  const value = parseJson(Buffer.from(answer?.bytes ?? []).toString('utf8'), { file: asked.name, line: 1 })
  if (!isObject(value))
    throw new SourceError(`${url} answers no object, expected JSON of a layer`, { file: asked.name })
  const { error } = value
  if (error !== undefined) {
    const { code, message } = isObject(error) ? error : {}
    const said = `${String(code ?? '')} ${String(message ?? '')}`.trim().slice(0, 200)
    throw new SourceError(`${url} answers the error ${said || 'without a reason'}, expected the layer`, {
      file: asked.name,
    })
  }
  return value
}

interface Field {
  name: string
  type: unknown
}

function listFields({ fields }: Record<string, unknown>): Field[] {
  const list: unknown[] = Array.isArray(fields) ? fields : []
  return list.flatMap((field) =>
    isObject(field) && typeof field.name === 'string' ? [{ name: field.name, type: field.type }] : [],
  )
}

/** Only the columns that the entry reads, so that nothing else of the layer is sent. */
function chooseFields(
  fields: readonly Field[],
  { columns, leave_out }: LayerQuery,
  stop: (reason: string) => SourceError,
): string[] {
  const names = fields.filter(({ type }) => type !== 'esriFieldTypeGeometry').map(({ name }) => name)
  if (columns === null) return names.filter((name) => !leave_out(name))
  const missing = columns.find((column) => !names.includes(column))
  if (missing !== undefined)
    throw stop(`has no field ${missing}, expected one of ${names.slice(0, 30).join(', ') || 'none'}`)
  return [...columns]
}

/** As the header Last-Modified. */
function editedOn({ editingInfo }: Record<string, unknown>): string | null {
  const { dataLastEditDate, lastEditDate }: Record<string, unknown> = isObject(editingInfo) ? editingInfo : {}
  const edited = dataLastEditDate ?? lastEditDate
  return typeof edited === 'number' && edited > 0 && edited < 8e14 ? new Date(edited).toUTCString() : null
}
