import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatRange } from '../../data/access/ip-range.ts'
import { PROJECT_ROOT, paths } from '../../data/store/paths.ts'
import { loadPepper } from '../../data/store/pepper.ts'
import { loadConfig } from '../../server/config.ts'
import { freshFolder, openFolder } from '../temporary.ts'

afterEach(() => vi.unstubAllEnvs())

/** The configuration with these variables, whose names begin with HUSTINGS_. */
function configWith(variables: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(`HUSTINGS_${name}`, value)
  return loadConfig({})
}

test('an empty variable counts as unset', () => {
  const config = configWith({ VAR: '', PORT: '', HOST: '', AS_OF: '', LOG_FILE: '', MAP_STYLE: '', GEOCODER: '' })
  expect(paths().root).toBe(join(PROJECT_ROOT, 'data', 'var'))
  expect(config).toMatchObject({ port: 8080, host: '127.0.0.1', asOf: null, logFile: null, mapStyle: null })
  // Addresses are sent nowhere.
  expect(config.censusUrl).toBeNull()
})

test.each([
  ['PORT', 'eighty', 'got "eighty", expected a port from 1 to 65535 (0 takes any free one)'],
  ['PORT', '65536', 'got'],
  ['PORT', '-1', 'got'],
  ['PORT', '80.5', 'got'],
  ['CACHE_MB', 'much', 'got "much", expected number'],
  ['PLACES', 'ram', 'got'],
  ['GEOCODER', 'on', 'got'],
  ['MAP_STYLE', 'style.json', 'got'],
  ['MAP_STYLE', 'file:///style.json', 'got'],
  ['MAP_STYLE', "https://maps.example.org/style.json 'unsafe-inline'", 'got'],
])('HUSTINGS_%s=%s is an error with its name', (name, value, why) => {
  expect(() => configWith({ [name]: value })).toThrow(`the environment's HUSTINGS_${name}: ${why}`)
})

test('the highest port is one; the place index is read by lookups unless told otherwise', () => {
  expect(configWith({ PORT: '65535' }).port).toBe(65_535)
  expect(['', 'sqlite', 'memory'].map((PLACES) => configWith({ PLACES }).places)).toEqual([
    'sqlite',
    'sqlite',
    'memory',
  ])
})

test('a basemap is the URL of a style, and the origins that it uses', () => {
  const read = (MAP_STYLE: string) => configWith({ MAP_STYLE }).mapStyle
  expect(read('https://maps.example.org/style.json https://tiles.example.org/a')).toEqual({
    url: 'https://maps.example.org/style.json',
    file: null,
    origins: ['https://maps.example.org', 'https://tiles.example.org'],
  })
  const file = join(openFolder(), 'city.pmtiles')
  expect(() => read(file)).toThrow('expected the path of a file that this process can read')
  writeFileSync(file, 'PMTiles\x02 and more')
  expect(() => read(file)).toThrow('which is no PMTiles archive of version 3')
  writeFileSync(file, 'PMTiles\x03 and more')
  expect(read(file)).toEqual({ url: null, file, origins: [] })
})

describe('trusted proxies', () => {
  const read = (text: string): string[] => configWith({ TRUSTED_PROXIES: text }).trustedProxies.map(formatRange)

  test('are ranges or single addresses; none by default', () => {
    expect(read('')).toEqual([])
    const ranges = ['127.0.0.1/32', '10.0.0.0/8', '2001:db8::/32', '::1/128']
    expect(read('127.0.0.1, 10.1.2.3/8,2001:db8::/32 , ::1')).toEqual(ranges)
    expect(loadConfig({ trustedProxies: ['192.0.2.0/24'] }).trustedProxies.map(formatRange)).toEqual(['192.0.2.0/24'])
    expect(loadConfig({ trustedProxies: [] }).trustedProxies).toEqual([])
  })

  const NONE = 'not an IPv4 or IPv6 address or CIDR range, expected one such as'
  test.each([
    ['localhost', 1, NONE],
    ['10.0.0.0/33', 1, NONE],
    ['010.0.0.1', 1, NONE],
    ['10.0.0.1:80', 1, NONE],
    ['127.0.0.1,', 2, NONE],
    ['10.0.0.0/8 ::1', 1, NONE],
    // Any client could claim any address.
    ['127.0.0.1,::/0', 2, 'a prefix of 0 trusts everybody'],
  ])('%s is refused with its position %d', (text, place, why) => {
    expect(() => read(text)).toThrow(`HUSTINGS_TRUSTED_PROXIES, entry ${place}: ${why}`)
  })
})

describe('the geocoder', () => {
  const read = (GEOCODER: string, CENSUS_URL: string) => configWith({ GEOCODER, CENSUS_URL }).censusUrl

  test.each([
    ['', 'https://geocoding.geo.census.gov/geocoder'],
    ['https://mirror.example/geocoder/', 'https://mirror.example/geocoder'],
    ['https://10.0.0.7:8443', 'https://10.0.0.7:8443'],
    ['http://127.9.9.9', 'http://127.9.9.9'],
    ['http://localhost:8081', 'http://localhost:8081'],
    ['http://[::1]:8081', 'http://[::1]:8081'],
  ])('of HUSTINGS_CENSUS_URL=%s is %s', (text, url) => {
    expect(read('census', text)).toBe(url)
    expect(read('local', text)).toBeNull()
  })

  test.each([
    ['http://geocoding.geo.census.gov/geocoder', 'not https'],
    ['http://127.0.0.1.example', 'not https'],
    ['http://localhost.example', 'not https'],
    ['http://127.0.0.1@mirror.example', 'not https'],
    ['https://user:word@mirror.example', 'more than a host and a path'],
    ['https://mirror.example/?format=json', 'more than a host and a path'],
    ['https://mirror.example/#x', 'more than a host and a path'],
    ['file:///etc/hosts', 'not a URL'],
    ['mirror.example', 'not a URL'],
  ])('refuses %s', (text, why) => {
    expect(() => read('census', text)).toThrow(/^the environment's HUSTINGS_CENSUS_URL: it /)
    expect(() => read('census', text)).toThrow(why)
  })
})

describe('the pepper', () => {
  const folder = freshFolder()
  beforeEach(() => {
    vi.stubEnv('HUSTINGS_VAR', join(folder, 'var'))
    vi.stubEnv('CREDENTIALS_DIRECTORY', '')
    vi.stubEnv('HUSTINGS_PEPPER_FILE', '')
  })
  /** For a state that has used no pepper yet. */
  const load = () =>
    loadPepper(paths(), {
      pepper: async () => ({ fingerprint: null, keys: 0 }),
      keepPepper: async (fingerprint) => fingerprint,
    })
  const write = (name: string, byte: number, length = 32) => {
    writeFileSync(join(folder, name), Buffer.alloc(length, byte))
    return join(folder, name)
  }

  test('is created in var; the sample has its own', async () => {
    expect([...(await load())]).toEqual([...readFileSync(join(folder, 'var', 'pepper'))])
    vi.stubEnv('HUSTINGS_PEPPER_FILE', write('named', 7))
    expect(paths('sample').pepper).toBe(join(folder, 'var', 'sample', 'pepper'))
  })

  test('comes from a credential, else from the named file, else from var', async () => {
    vi.stubEnv('CREDENTIALS_DIRECTORY', folder)
    vi.stubEnv('HUSTINGS_PEPPER_FILE', write('named', 7))
    expect((await load())[0]).toBe(7)
    write('hustings-pepper', 9)
    expect((await load())[0]).toBe(9)
    expect(existsSync(join(folder, 'var'))).toBe(false)
  })

  test('a missing named file is never created, and a file of another length is refused', async () => {
    vi.stubEnv('HUSTINGS_PEPPER_FILE', join(folder, 'none'))
    await expect(load()).rejects.toThrow('no such file')
    expect(existsSync(join(folder, 'none'))).toBe(false)
    for (const length of [0, 31, 33, 64]) {
      vi.stubEnv('HUSTINGS_PEPPER_FILE', write('wrong', 7, length))
      await expect(load()).rejects.toThrow(`got ${length} bytes, expected 32`)
    }
  })
})
