// Reads KML boundaries: the areas of its placemarks, in degrees as the format demands, with their data and names.

import { type PolygonFeature, toPolygonFeature } from './feature.ts'
import { type FetchedFile, type Sink, SourceError } from './source.ts'
import { childrenOf, findChild, readXml, textOf, type XmlElement } from './xml.ts'

/** The border of one district may have 100,000 positions. */
const TEXT_MAX = 8_000_000

/** Styles and views of a map, which may be large and say nothing of the areas. */
const SKIPPED = new Set(['Style', 'StyleMap', 'LookAt', 'Camera', 'Region', 'styleUrl'])

/** @param sink receives placemarks without areas as issues. Throws SourceError for a file that is not KML. */
export function* readKml(file: FetchedFile, sink: Pick<Sink, 'issue'>): Generator<PolygonFeature> {
  let nth = 0
  const take = (path: string): boolean => path.startsWith('kml/') && path.endsWith('/Placemark')
  for (const placemark of readXml(file, { take, skip: SKIPPED, text_max: TEXT_MAX })) {
    const place = { file: file.name, line: placemark.line, nth: ++nth }
    const coordinates = areasOf(placemark, place)
    const geometry = coordinates.length === 0 ? null : { type: 'MultiPolygon', coordinates }
    const feature = toPolygonFeature(propertiesOf(placemark), geometry, place, sink)
    if (feature) yield feature
  }
  if (nth === 0) throw new SourceError('has no Placemark, expected KML with one for each area', { file: file.name })
}

function areasOf(element: XmlElement, at: { file: string; line: number | null }): number[][][][] {
  return element.children.flatMap((child): number[][][][] => {
    if (child.name === 'MultiGeometry') return areasOf(child, at)
    if (child.name !== 'Polygon') return []
    const borders = ['outerBoundaryIs', 'innerBoundaryIs'].flatMap((name) => childrenOf(child, name))
    return [borders.flatMap((border) => childrenOf(border, 'LinearRing').map((ring) => toRing(ring, at)))]
  })
}

/** `-95.1,29.5,0 -95.2,29.5,0`: the third number is a height. */
function toRing(ring: XmlElement, at: { file: string; line: number | null }): number[][] {
  const text = findChild(ring, 'coordinates')?.text ?? ''
  return text.split(/\s+/).flatMap((position) => {
    if (position === '') return []
    const [lng, lat] = position.split(',').map((part) => (part === '' ? Number.NaN : Number(part)))
    if (lng === undefined || lat === undefined || Number.isNaN(lng) || Number.isNaN(lat))
      throw new SourceError(`got the position "${position.slice(0, 40)}", expected longitude,latitude`, at)
    return [[lng, lat]]
  })
}

/** Of a description that a program wrote as a table: `<td>DISTRICT</td><td>4</td>`. */
const CELLS = /<td>([^<]{1,100})<\/td>\s{0,20}<td>([^<]{0,500})<\/td>/g

function propertiesOf(placemark: XmlElement): Record<string, string> {
  const extended = childrenOf(placemark, 'ExtendedData')
  const simple = extended
    .flatMap((data) => childrenOf(data, 'SchemaData'))
    .flatMap((one) => childrenOf(one, 'SimpleData'))
  const data = extended.flatMap((one) => childrenOf(one, 'Data'))
  const cells = [...(findChild(placemark, 'description')?.text ?? '').matchAll(CELLS)]
  return Object.fromEntries([
    ['name', textOf(placemark, 'name') ?? ''],
    ...cells.map(([, name = '', value = '']) => [name.trim(), value.trim()]),
    ...simple.map((one) => [one.attributes.name ?? '', one.text]),
    ...data.map((one) => [one.attributes.name ?? '', textOf(one, 'value') ?? '']),
  ])
}
