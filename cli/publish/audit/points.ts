// Points deep inside polygons, found with plain arithmetic on the boundary that /v1 gives: not with the index that answers a point.

export interface Point {
  lng: number
  lat: number
}

/** Rings of degrees, [lng, lat, lng, lat, …], each closed. Holes are rings too: the even-odd rule tells them. */
export type Shape = readonly Float64Array[]

export type Coordinates = readonly (readonly (readonly (readonly number[])[])[])[]

/** Polygons of a MultiPolygon, each with its holes. */
export function toShapes(coordinates: Coordinates): Shape[] {
  return coordinates.map((polygon) =>
    polygon.map((ring) => {
      const flat = new Float64Array(ring.length * 2)
      ring.forEach(([lng = 0, lat = 0], at) => {
        flat[2 * at] = lng
        flat[2 * at + 1] = lat
      })
      return flat
    }),
  )
}

export function isInside(shapes: readonly Shape[], { lng, lat }: Point): boolean {
  return shapes.some((shape) => shape.reduce((inside, ring) => inside !== ringContains(ring, lng, lat), false))
}

function ringContains(ring: Float64Array, x: number, y: number): boolean {
  let inside = false
  for (let i = 2; i < ring.length; i += 2) {
    const ay = ring[i - 1] ?? 0
    const by = ring[i + 1] ?? 0
    if (ay > y === by > y) continue
    const ax = ring[i - 2] ?? 0
    if (x < ax + ((y - ay) / (by - ay)) * ((ring[i] ?? 0) - ax)) inside = !inside
  }
  return inside
}

export interface DeepPoint extends Point {
  /** Meters to the nearest border of its polygon. */
  clearance: number
}

/** Horizontal lines through the largest polygon on which candidates lie. */
const SCAN_LINES = 15
/** Rounds in which the best candidate moves to a better neighbor. */
const IMPROVEMENTS = 4
const METRES_PER_DEGREE = 111_195

/** Points of the largest polygon, the farthest from its border first; none if the shapes have no area. Coordinates have six decimals. */
export function findDeepPoints(shapes: readonly Shape[]): DeepPoint[] {
  const largest = shapes.reduce<{ shape: Shape; area: number } | undefined>((best, shape) => {
    const area = Math.abs(ringArea(shape[0] ?? new Float64Array()))
    return best && best.area >= area ? best : { shape, area }
  }, undefined)
  if (!largest || largest.area === 0) return []
  const { shape } = largest
  const { south, north, west, east } = boxOf(shape[0] ?? new Float64Array())
  // A degree of longitude is shorter than one of latitude.
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180)
  let best: DeepPoint | undefined
  const found: DeepPoint[] = []
  const consider = (point: Point): void => {
    const rounded = { lng: Math.round(point.lng * 1e6) / 1e6, lat: Math.round(point.lat * 1e6) / 1e6 }
    if (!isInside([shape], rounded)) return
    const clearance = distanceToBorder(shape, rounded, narrow) * METRES_PER_DEGREE
    const deep = { ...rounded, clearance }
    found.push(deep)
    if (!best || clearance > best.clearance) best = deep
  }
  for (let line = 1; line <= SCAN_LINES; line++) {
    const lat = south + ((north - south) * line) / (SCAN_LINES + 1)
    const crossings = crossingsAt(shape, lat)
    const spans: [number, number][] = []
    for (let at = 1; at < crossings.length; at += 2) spans.push([crossings[at - 1] ?? 0, crossings[at] ?? 0])
    spans.sort((a, b) => b[1] - b[0] - (a[1] - a[0]))
    for (const [from, to] of spans.slice(0, 2)) consider({ lng: (from + to) / 2, lat })
  }
  let step = Math.max(east - west, north - south) / SCAN_LINES
  for (let round = 0; round < IMPROVEMENTS && best; round++, step /= 2) {
    const { lng, lat } = best
    for (const [x, y] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const)
      consider({ lng: lng + (x * step) / narrow, lat: lat + y * step })
  }
  return found.sort((a, b) => b.clearance - a.clearance)
}

/** At most `count` points of a regular grid that lie inside. */
export function gridInside(shapes: readonly Shape[], count: number): Point[] {
  const boxes = shapes.map((shape) => boxOf(shape[0] ?? new Float64Array()))
  // The islands west of the date line would stretch the box over half the Earth.
  const west = Math.min(...boxes.map((box) => box.west))
  const east = Math.max(...boxes.map((box) => box.east).filter((edge) => edge < west + 180))
  const south = Math.min(...boxes.map((box) => box.south))
  const north = Math.max(...boxes.map((box) => box.north))
  for (let rows = Math.ceil(Math.sqrt(count)); ; rows += Math.ceil(rows / 4)) {
    const found: Point[] = []
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < rows; column++) {
        const lng = Math.round((west + ((east - west) * (column + 0.5)) / rows) * 1e6) / 1e6
        const lat = Math.round((south + ((north - south) * (row + 0.5)) / rows) * 1e6) / 1e6
        if (isInside(shapes, { lng, lat })) found.push({ lng, lat })
      }
    // A state of thin islands never fills its box.
    if (found.length >= count || rows > 20 * Math.sqrt(count)) return evenly(found, count)
  }
}

/** At most `count` items, evenly over the list. */
export function evenly<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items]
  return Array.from({ length: count }, (_, at) => items[Math.floor((at * items.length) / count)]).filter(
    (item) => item !== undefined,
  )
}

/** Degrees of latitude between two points, as on a plane. */
export function distance(a: Point, b: Point): number {
  return Math.hypot((a.lng - b.lng) * Math.cos((a.lat * Math.PI) / 180), a.lat - b.lat)
}

function ringArea(ring: Float64Array): number {
  let doubled = 0
  for (let i = 2; i < ring.length; i += 2)
    doubled += (ring[i - 2] ?? 0) * (ring[i + 1] ?? 0) - (ring[i] ?? 0) * (ring[i - 1] ?? 0)
  return doubled / 2
}

function boxOf(ring: Float64Array) {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < ring.length; i += 2) {
    const [x = 0, y = 0] = [ring[i], ring[i + 1]]
    if (x < west) west = x
    if (x > east) east = x
    if (y < south) south = y
    if (y > north) north = y
  }
  return { west, south, east, north }
}

function crossingsAt(shape: Shape, lat: number): number[] {
  const crossings: number[] = []
  for (const ring of shape)
    for (let i = 2; i < ring.length; i += 2) {
      const ay = ring[i - 1] ?? 0
      const by = ring[i + 1] ?? 0
      if (ay > lat === by > lat) continue
      const ax = ring[i - 2] ?? 0
      crossings.push(ax + ((lat - ay) / (by - ay)) * ((ring[i] ?? 0) - ax))
    }
  return crossings.sort((a, b) => a - b)
}

/** In degrees of latitude. */
function distanceToBorder(shape: Shape, { lng, lat }: Point, narrow: number): number {
  let least = Infinity
  for (const ring of shape)
    for (let i = 2; i < ring.length; i += 2) {
      const ax = ((ring[i - 2] ?? 0) - lng) * narrow
      const ay = (ring[i - 1] ?? 0) - lat
      const dx = ((ring[i] ?? 0) - (ring[i - 2] ?? 0)) * narrow
      const dy = (ring[i + 1] ?? 0) - (ring[i - 1] ?? 0)
      const length = dx * dx + dy * dy
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length))
      const [x, y] = [ax + along * dx, ay + along * dy]
      const squared = x * x + y * y
      if (squared < least) least = squared
    }
  return Math.sqrt(least)
}
