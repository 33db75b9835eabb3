// Converts projected positions to longitude and latitude in degrees, for files whose publisher does not use degrees.
// NAD 83 counts as WGS 84: the two differ by less than 2 m.

/** Meters. */
const EARTH = 6_378_137
const FLATTENING = { WGS84: 1 / 298.257223563, GRS80: 1 / 298.257222101 } as const
const US_SURVEY_FOOT = 1200 / 3937
const RADIANS = Math.PI / 180

/** Degrees of a position in the projection's unit. */
export type Unproject = (x: number, y: number) => [lng: number, lat: number]

interface LambertConic {
  /** Standard parallels, and the origin, in degrees. */
  south: number
  north: number
  lat: number
  lng: number
  /** False easting and northing in US survey feet. */
  x: number
  y: number
}

/** By EPSG code. */
export const PROJECTIONS = {
  /** State plane of North Carolina. */
  2264: fromLambert({
    south: 34 + 1 / 3,
    north: 36 + 1 / 6,
    lat: 33.75,
    lng: -79,
    x: 609_601.22 / US_SURVEY_FOOT,
    y: 0,
  }),
  /** State plane of Texas, south central. */
  2278: fromLambert({
    south: 28 + 23 / 60,
    north: 30 + 17 / 60,
    lat: 27 + 5 / 6,
    lng: -99,
    x: 600_000 / US_SURVEY_FOOT,
    y: 4_000_000 / US_SURVEY_FOOT,
  }),
  /** State plane of Ohio, north. */
  3734: fromLambert({
    south: 40 + 26 / 60,
    north: 41.7,
    lat: 39 + 2 / 3,
    lng: -82.5,
    x: 600_000 / US_SURVEY_FOOT,
    y: 0,
  }),
  /** Web Mercator. */
  3857: fromWebMercator,
  /** UTM zone 15 north. */
  26915: fromUtm(-93),
} as const satisfies Readonly<Record<number, Unproject>>

function fromWebMercator(x: number, y: number): [number, number] {
  return [x / EARTH / RADIANS, (2 * Math.atan(Math.exp(y / EARTH)) - Math.PI / 2) / RADIANS]
}

// Formulas: J. P. Snyder, Map Projections: A Working Manual, U.S. Geological Survey, 1987, pages 44, 63 and 107.

function fromLambert({ south, north, lat, lng, x, y }: LambertConic): Unproject {
  const e = eccentricity(FLATTENING.GRS80)
  const scale = (degrees: number): number =>
    Math.cos(degrees * RADIANS) / Math.sqrt(1 - (e * Math.sin(degrees * RADIANS)) ** 2)
  const t = (degrees: number): number => {
    const sine = e * Math.sin(degrees * RADIANS)
    return Math.tan(Math.PI / 4 - (degrees * RADIANS) / 2) / ((1 - sine) / (1 + sine)) ** (e / 2)
  }
  const n = Math.log(scale(south) / scale(north)) / Math.log(t(south) / t(north))
  const f = scale(south) / (n * t(south) ** n)
  const origin = EARTH * f * t(lat) ** n
  return (eastFeet, northFeet) => {
    const [east, up] = [(eastFeet - x) * US_SURVEY_FOOT, origin - (northFeet - y) * US_SURVEY_FOOT]
    const ratio = (Math.hypot(east, up) / (EARTH * f)) ** (1 / n)
    return [lng + Math.atan2(east, up) / n / RADIANS, latitudeOf(ratio, e) / RADIANS]
  }
}

/** The latitude with this isometric ratio, to far less than a millimeter. */
function latitudeOf(t: number, e: number): number {
  let latitude = Math.PI / 2 - 2 * Math.atan(t)
  for (let round = 0; round < 8; round++) {
    const sine = e * Math.sin(latitude)
    latitude = Math.PI / 2 - 2 * Math.atan(t * ((1 - sine) / (1 + sine)) ** (e / 2))
  }
  return latitude
}

function eccentricity(flattening: number): number {
  return Math.sqrt(flattening * (2 - flattening))
}

/** @param lng of the zone's central meridian, in degrees; positions in meters */
function fromUtm(lng: number): Unproject {
  const squared = eccentricity(FLATTENING.GRS80) ** 2
  const second = squared / (1 - squared)
  const e1 = (1 - Math.sqrt(1 - squared)) / (1 + Math.sqrt(1 - squared))
  return (x, y) => {
    const mu = y / 0.9996 / (EARTH * (1 - squared / 4 - (3 * squared ** 2) / 64 - (5 * squared ** 3) / 256))
    const foot =
      mu +
      ((3 * e1) / 2 - (27 * e1 ** 3) / 32) * Math.sin(2 * mu) +
      ((21 * e1 ** 2) / 16 - (55 * e1 ** 4) / 32) * Math.sin(4 * mu) +
      ((151 * e1 ** 3) / 96) * Math.sin(6 * mu)
    const c = second * Math.cos(foot) ** 2
    const t = Math.tan(foot) ** 2
    const curve = 1 - squared * Math.sin(foot) ** 2
    const n = EARTH / Math.sqrt(curve)
    const r = (EARTH * (1 - squared)) / curve ** 1.5
    const d = (x - 500_000) / (n * 0.9996)
    const lat =
      foot -
      ((n * Math.tan(foot)) / r) *
        (d ** 2 / 2 -
          ((5 + 3 * t + 10 * c - 4 * c ** 2 - 9 * second) * d ** 4) / 24 +
          ((61 + 90 * t + 298 * c + 45 * t ** 2 - 252 * second - 3 * c ** 2) * d ** 6) / 720)
    const east =
      (d -
        ((1 + 2 * t + c) * d ** 3) / 6 +
        ((5 - 2 * c + 28 * t - 3 * c ** 2 + 8 * second + 24 * t ** 2) * d ** 5) / 120) /
      Math.cos(foot)
    return [lng + east / RADIANS, lat / RADIANS]
  }
}
