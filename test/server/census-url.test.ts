// The geocoder URLs that addresses may be sent to.

import { afterEach, describe, expect, test, vi } from 'vitest'
import { loadConfig } from '../../server/config.ts'

afterEach(() => vi.unstubAllEnvs())

const read = (geocoder: string, url: string): string | null => {
  vi.stubEnv('HUSTINGS_GEOCODER', geocoder)
  vi.stubEnv('HUSTINGS_CENSUS_URL', url)
  return loadConfig({}).censusUrl
}

test('none by default', () => {
  expect(read('', '')).toBeNull()
  expect(read('local', 'https://mirror.example/geocoder')).toBeNull()
  expect(read('census', '')).toBe('https://geocoding.geo.census.gov/geocoder')
  expect(() => read('on', '')).toThrow("the environment's HUSTINGS_GEOCODER")
})

describe('a mirror', () => {
  test.each([
    ['https://mirror.example/geocoder/', 'https://mirror.example/geocoder'],
    ['https://10.0.0.7:8443', 'https://10.0.0.7:8443'],
    ['http://127.0.0.1:8081/geocoder', 'http://127.0.0.1:8081/geocoder'],
    ['http://127.9.9.9', 'http://127.9.9.9'],
    ['http://localhost:8081', 'http://localhost:8081'],
    ['http://[::1]:8081', 'http://[::1]:8081'],
  ])('%s', (text, url) => expect(read('census', text)).toBe(url))

  test.each([
    ['http://geocoding.geo.census.gov/geocoder', 'not https'],
    ['http://10.0.0.7', 'not https'],
    ['http://127.0.0.1.example', 'not https'],
    ['http://localhost.example', 'not https'],
    ['http://127.0.0.1@mirror.example', 'not https'],
    ['https://user:word@mirror.example', 'more than a host and a path'],
    ['https://mirror.example/?format=json', 'more than a host and a path'],
    ['https://mirror.example/#x', 'more than a host and a path'],
    ['file:///etc/hosts', 'not a URL'],
    ['mirror.example', 'not a URL'],
  ])('%s is refused', (text, why) => {
    expect(() => read('census', text)).toThrow(`the environment's HUSTINGS_CENSUS_URL: it `)
    expect(() => read('census', text)).toThrow(why)
  })
})
