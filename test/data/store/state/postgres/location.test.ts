// The address of the database: what of it reaches the driver, and what is refused before.

import pg from 'pg'
import { expect, it } from 'vitest'
import { readStateServer } from '../../../../../data/store/paths.ts'
import { locate } from '../../../../../data/store/state/postgres/clients.ts'

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
