// Builds and checks URLs of the Census geocoder.

/** geocoding.geo.census.gov/geocoder/Geocoding_Services_API.html */
export const CENSUS_URL = 'https://geocoding.geo.census.gov/geocoder'

const BENCHMARK = 'Public_AR_Current'
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Checks the base URL of the geocoder or of a mirror. Throws a sentence if it is not usable: addresses are sent over TLS
 * only.
 */
export function readCensusUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Error(`it is not a URL, expected one like ${CENSUS_URL}`)
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new Error('it is not https, so addresses would be sent unencrypted')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new Error('it has more than a host and a path')
  return url.href.replace(/(?<!\/)\/+$/, '')
}

/** Requests the point only. Our own lines decide its districts. */
export function toCensusUrl(base: string, address: string): URL {
  const url = new URL(`${base}/locations/onelineaddress`)
  url.search = new URLSearchParams({ address, benchmark: BENCHMARK, format: 'json' }).toString()
  return url
}
