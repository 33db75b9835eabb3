// The portals of offices: a layer of an ArcGIS server, an export of Socrata, and a plain file, each with the faults that they have. The features
// are invented.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PortalFeature {
  id: number
  properties: Record<string, string | number>
  polygon: number[][][]
}

export interface LayerFaults {
  /** Features of a page, whatever is asked for. */
  page?: number
  /** Ignores where a page begins. */
  same_page?: boolean
  /** Gives all features on one page, as servers without pages. */
  pageless?: boolean
  /** 200 with an error, from this request on. */
  error_at?: number
  /** Gives meters of Web Mercator although degrees are asked for, and says so, or does not. */
  out_sr?: 'said' | 'unsaid'
  /** Its `where` matches nothing. */
  nothing?: boolean
  geometry?: string
}

export interface Portal {
  url: string
  /** Paths and queries, in order. */
  asked: URL[]
  close(): Promise<void>
}

const EARTH = 6_378_137
const toMeters = ([lng = 0, lat = 0]: readonly number[]): number[] => [
  (lng * Math.PI * EARTH) / 180,
  EARTH * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)),
]

export async function openPortal(
  features: readonly PortalFeature[],
  files: Readonly<Record<string, string | Uint8Array>>,
  faults: LayerFaults = {},
): Promise<Portal> {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://portal')
    asked.push(url)
    const file = files[`${url.pathname}${url.search}`]
    const layer = /^\/rest\/services\/Council\/FeatureServer\/0(\/query)?$/.exec(url.pathname)
    if (!layer && file === undefined) response.writeHead(404).end()
    else if (file !== undefined) response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(file)
    else {
      const queries = asked.filter(({ pathname }) => pathname.startsWith('/rest/')).length
      const failed = faults.error_at !== undefined && queries >= faults.error_at
      const answer = failed
        ? { error: { code: 400, message: 'Unable to complete operation.', details: [] } }
        : layer?.[1]
          ? queryOf(features, url.searchParams, faults)
          : aboutOf(features, faults)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function aboutOf(features: readonly PortalFeature[], { geometry = 'esriGeometryPolygon' }: LayerFaults): object {
  const names = Object.keys(features[0]?.properties ?? {})
  return {
    type: 'Feature Layer',
    geometryType: geometry,
    fields: [
      { name: 'OBJECTID', type: 'esriFieldTypeOID' },
      ...names.map((name) => ({ name, type: 'esriFieldTypeString' })),
    ],
    editingInfo: { lastEditDate: Date.UTC(2031, 6, 8), dataLastEditDate: Date.UTC(2031, 4, 6) },
  }
}

/** Knows `FIELD = 'value'` and 1=1. */
function matches({ properties }: PortalFeature, where: string): boolean {
  const [, field = '', value] = /^(\w+) = '(.*)'$/.exec(where) ?? []
  return value === undefined || properties[field] === value
}

function queryOf(all: readonly PortalFeature[], query: URLSearchParams, faults: LayerFaults): object {
  const features = faults.nothing ? [] : all.filter((feature) => matches(feature, query.get('where') ?? ''))
  if (query.get('returnCountOnly') === 'true') return { count: features.length }
  const size = faults.pageless ? features.length : Math.min(faults.page ?? 1000, Number(query.get('resultRecordCount')))
  const from = faults.same_page || faults.pageless ? 0 : Number(query.get('resultOffset'))
  const page = features.slice(from, from + size)
  const names = query.get('outFields')?.split(',') ?? []
  return {
    type: 'FeatureCollection',
    ...(faults.out_sr === 'said' && { crs: { type: 'name', properties: { name: 'EPSG:3857' } } }),
    features: page.map(({ id, properties, polygon }) => ({
      type: 'Feature',
      id,
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name))),
      geometry: {
        type: 'Polygon',
        coordinates: faults.out_sr ? polygon.map((ring) => ring.map(toMeters)) : polygon,
      },
    })),
    ...(from + size < features.length && { properties: { exceededTransferLimit: true } }),
  }
}
