import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatRange } from '../../data/access/ip-range.ts'
import { PROJECT_ROOT, paths } from '../../data/store/paths.ts'
import { loadPepper } from '../../data/store/pepper.ts'
import { loadConfig } from '../../server/config.ts'
import { openFolder } from '../temporary.ts'

afterEach(() => vi.unstubAllEnvs())

test('an empty variable counts as unset', () => {
  for (const name of ['HUSTINGS_VAR', 'HUSTINGS_PORT', 'HUSTINGS_HOST', 'HUSTINGS_AS_OF', 'HUSTINGS_LOG_FILE'])
    vi.stubEnv(name, '')
  expect(paths().root).toBe(join(PROJECT_ROOT, 'data', 'var'))
  expect(loadConfig({})).toMatchObject({ port: 8080, host: '127.0.0.1', asOf: null, logFile: null })
})

test('an invalid variable is an error with its name', () => {
  for (const port of ['eighty', '65536', '-1', '80.5']) {
    vi.stubEnv('HUSTINGS_PORT', port)
    expect(() => loadConfig({})).toThrow(
      `the environment's HUSTINGS_PORT: got "${port}", expected a port from 1 to 65535 (0 takes any free one)`,
    )
  }
  vi.stubEnv('HUSTINGS_PORT', '65535')
  expect(loadConfig({}).port).toBe(65_535)
  vi.stubEnv('HUSTINGS_CACHE_MB', 'much')
  expect(() => loadConfig({})).toThrow(`the environment's HUSTINGS_CACHE_MB: got "much", expected number`)
})

test('a basemap is the URL of a style, and the origins that it uses', () => {
  const read = (text: string) => {
    vi.stubEnv('HUSTINGS_MAP_STYLE', text)
    return loadConfig({}).mapStyle
  }
  expect(read('')).toBeNull()
  expect(read('https://maps.example.org/style.json https://tiles.example.org/a')).toEqual({
    url: 'https://maps.example.org/style.json',
    file: null,
    origins: ['https://maps.example.org', 'https://tiles.example.org'],
  })
  for (const wrong of ['style.json', 'file:///style.json', "https://maps.example.org/style.json 'unsafe-inline'"])
    expect(() => read(wrong)).toThrow("the environment's HUSTINGS_MAP_STYLE: got")
  const file = join(openFolder(), 'city.pmtiles')
  expect(() => read(file)).toThrow('expected the path of a file that this process can read')
  writeFileSync(file, 'PMTiles\x02 and more')
  expect(() => read(file)).toThrow('which is no PMTiles archive of version 3')
  writeFileSync(file, 'PMTiles\x03 and more')
  expect(read(file)).toEqual({ url: null, file, origins: [] })
})

describe('trusted proxies', () => {
  const read = (text: string): string[] => {
    vi.stubEnv('HUSTINGS_TRUSTED_PROXIES', text)
    return loadConfig({}).trustedProxies.map(formatRange)
  }

  test('are ranges or single addresses; none by default', () => {
    expect(read('')).toEqual([])
    expect(read('127.0.0.1, 10.1.2.3/8,2001:db8::/32 , ::1')).toEqual([
      '127.0.0.1/32',
      '10.0.0.0/8',
      '2001:db8::/32',
      '::1/128',
    ])
    expect(loadConfig({ trustedProxies: ['192.0.2.0/24'] }).trustedProxies.map(formatRange)).toEqual(['192.0.2.0/24'])
    expect(loadConfig({ trustedProxies: [] }).trustedProxies).toEqual([])
    // Any client could claim any address.
    expect(() => read('127.0.0.1,::/0')).toThrow('TRUSTED_PROXIES, entry 2: a prefix of 0 trusts everybody')
  })

  test.each(['localhost', '10.0.0.0/33', '010.0.0.1', '10.0.0.1:80', '127.0.0.1,', '10.0.0.0/8 ::1', '*'])(
    '%s is refused with its position',
    (text) => {
      const place = text.endsWith(',') ? 2 : 1
      expect(() => read(text)).toThrow(
        `HUSTINGS_TRUSTED_PROXIES, entry ${place}: not an IPv4 or IPv6 address or CIDR range, expected one such as`,
      )
    },
  )
})

const readCensusUrl = (geocoder: string, url: string): string | null => {
  vi.stubEnv('HUSTINGS_GEOCODER', geocoder)
  vi.stubEnv('HUSTINGS_CENSUS_URL', url)
  return loadConfig({}).censusUrl
}

test('by default, addresses are sent nowhere', () => {
  expect(readCensusUrl('', '')).toBeNull()
  expect(readCensusUrl('local', 'https://mirror.example/geocoder')).toBeNull()
  expect(readCensusUrl('census', '')).toBe('https://geocoding.geo.census.gov/geocoder')
  expect(() => readCensusUrl('on', '')).toThrow("the environment's HUSTINGS_GEOCODER")
})

describe('a mirror of the geocoder', () => {
  test.each([
    ['https://mirror.example/geocoder/', 'https://mirror.example/geocoder'],
    ['https://10.0.0.7:8443', 'https://10.0.0.7:8443'],
    ['http://127.0.0.1:8081/geocoder', 'http://127.0.0.1:8081/geocoder'],
    ['http://127.9.9.9', 'http://127.9.9.9'],
    ['http://localhost:8081', 'http://localhost:8081'],
    ['http://[::1]:8081', 'http://[::1]:8081'],
  ])('%s', (text, url) => expect(readCensusUrl('census', text)).toBe(url))

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
    expect(() => readCensusUrl('census', text)).toThrow(`the environment's HUSTINGS_CENSUS_URL: it `)
    expect(() => readCensusUrl('census', text)).toThrow(why)
  })
})

describe('the pepper', () => {
  let folder: string
  beforeEach(() => {
    folder = openFolder()
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
