// Where the Census geocoder is asked, and how one address is asked for there.

/** geocoding.geo.census.gov/geocoder/Geocoding_Services_API.html */
export const CENSUS_URL = 'https://geocoding.geo.census.gov/geocoder'

const BENCHMARK = 'Public_AR_Current'
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Of a geocoder, or of a mirror of it. Throws a sentence: an address leaves a machine over TLS alone. */
export function readCensusUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Error(`it is no URL, expected one as ${CENSUS_URL}`)
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new Error('it is not https, and addresses would cross the network in the clear')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new Error('it holds more than a host and a path')
  return url.href.replace(/(?<!\/)\/+$/, '')
}

/** The point alone is asked for: which districts it lies in, our own lines say. */
export function toCensusUrl(base: string, address: string): URL {
  const url = new URL(`${base}/locations/onelineaddress`)
  url.search = new URLSearchParams({ address, benchmark: BENCHMARK, format: 'json' }).toString()
  return url
}
