// The address of the database: what of it reaches the driver, and what is refused before.

import { userInfo } from 'node:os'
import pg from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { readStateServer } from '../../../../../data/store/environment.ts'
import { describeFault, locate } from '../../../../../data/store/state/postgres/clients.ts'

afterEach(() => vi.unstubAllEnvs())

it('keeps every character of user and password, and adds the schema', () => {
  const password = 'a+b/c=%25 +d@é'
  const address = `postgres://us+er:${encodeURIComponent(password).replaceAll('%2B', '+')}@db.example.org:5433/main?options=-c%20geqo%3Doff`
  for (const family of ['public', 'sample'] as const) {
    const { url } = locate(readStateServer(address, family) ?? '')
    const client = new pg.Client({ connectionString: url })
    expect([client.user, client.password, client.database]).toEqual(['us+er', password, 'main'])
    expect(new URL(url).searchParams.get('options')).toBe(
      `-c geqo=off -c search_path=hustings${family === 'sample' ? '_sample' : ''}`,
    )
  }
  expect(locate(readStateServer('postgresql://db/main?schema=two', 'sample') ?? '').schema).toBe('two_sample')
})

it('refuses a % that stands for nothing, without the password', () => {
  for (const text of ['postgres://ada:50%off@db/main', 'postgres://ada:50%2off@db/main', 'postgres://a%da:off@db/main'])
    expect(() => readStateServer(text, 'public')).toThrow(
      /HUSTINGS_STATE: got a % that is not followed by two hexadecimal digits, expected %25 for a % (?!.*off)/,
    )
})

it.each([
  ['postgres:///main?host=/run/postgresql', {}, { host: '/run/postgresql' }],
  ['postgres://ada@/main?host=/run/postgresql', {}, { user: 'ada', host: '/run/postgresql' }],
  ['postgres://ada:a%2Bb@:5433/main', {}, { user: 'ada', password: 'a+b', host: 'localhost', port: 5433 }],
  [
    'postgres:///main',
    { PGHOST: '/run/x', PGPORT: '5433', PGUSER: 'ada' },
    { user: 'ada', host: '/run/x', port: 5433 },
  ],
  ['postgres://db?dbname=main', {}, { host: 'db' }],
  ['postgres://db/other?user=ada&password=se%20cret&dbname=main', {}, { user: 'ada', password: 'se cret', host: 'db' }],
  ['postgres:///main?host=/run/a+b', {}, { host: '/run/a+b' }],
  ['postgres:///?host=/run/postgresql&dbname=main', {}, { host: '/run/postgresql' }],
  ['postgres://ada@', { PGHOST: 'db', PGDATABASE: 'main' }, { user: 'ada', host: 'db' }],
])('%s %o: the rest is as libpq has it', (address, environment, expected) => {
  for (const [name, value] of Object.entries({ PGHOST: '', PGUSER: '', USER: '', ...environment }))
    vi.stubEnv(name, value)
  const { url, name } = locate(readStateServer(address, 'public') ?? '')
  const { user, password, host, port, database } = new pg.Client({ connectionString: url })
  expect({ user, password, host, port, database }).toEqual({
    ...{ user: userInfo().username, password: null, port: 5432, database: 'main', ...expected },
  })
  expect(name).toBe(
    `PostgreSQL ${'port' in expected && !('PGPORT' in environment) ? 'localhost:5433' : host}/main?schema=hustings`,
  )
})

it.each(['public', 'sample'] as const)('reads every character of dbname, in %s', (family) => {
  for (const said of [encodeURIComponent('50% of é/x+y'), '50%25+of+x']) {
    const { url } = locate(readStateServer(`postgres://db?dbname=${said}&options=-c%20a%3Db+c`, family) ?? '')
    expect(new pg.Client({ connectionString: url }).database).toBe(decodeURIComponent(said))
    expect(new URL(url).searchParams.get('options')).toMatch(/^-c a=b\+c -c search_path=/)
  }
})

it.each([
  'postgres://ada:se%20cret@db/main',
  'postgres://ada@db/main?password=se%20cret',
  'postgres://ada:other@db/main?password=se%20cret',
  'postgres://ada:se%20cret@db/main?password=other',
])('keeps the password of %s out of what a failed query means', (address) => {
  expect(describeFault(new Error('no user ada with se cret'), locate(address).url)).toBe('no user ada with …')
})
