// No answer repeats an address from a malformed URL.

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFile } from '../../data/store/paths.ts'
import { routes } from '../../server/routes.ts'
import { openApi } from './api.ts'

const { client } = await openApi()

const CARELESS = [
  'location=5 Main St & Elm St, Raleigh, NC',
  'location=5+Main+St+&+Elm+St,+Raleigh,+NC',
  'location=5%20Main%20St&Elm%20St%2C%20Raleigh',
  'Elm+St,+Raleigh=',
  'lat=35.78041x&lng=-78.63912',
]

test.each(routes.map(({ path }) => path))('%s repeats no part of an address', async (path) => {
  for (const query of CARELESS) {
    const answer = await client.get(`${path.replace(/\{\w+\}/, '1')}?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.text).not.toMatch(/Elm|Main|Raleigh|35\.78|78\.63/)
  }
})

test.each([
  '/v1/districts?states=5+Elm+St,Raleigh,NC',
  '/v1/ballot?location=27601&lang=5+Elm+St',
  '/v1/contests?limit=5%20Elm%20St',
  '/v1/contests/5%20Elm%20St',
  '/v1/officeholders/5%20Elm%20St',
  '/v1/events?since=5+Elm+St',
  '/v1/districts?states=35.78041,-78.63912',
  '/v1/coverage?upcoming=35.78041',
])('%s: an address or a point in the wrong parameter is not repeated', async (path) => {
  const { status, text } = await client.get(path)
  expect([status, text]).toEqual([400, expect.stringMatching(/: expected /)])
  expect(text).not.toMatch(/Elm|Raleigh|35\.78|78\.63/)
})

test('one file of the server opens a connection to another machine', () => {
  const files = readdirSync(projectFile('server'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const reaching =
    /(?<![.\w])fetch\(|^import \{[^}]*\b(request|get|Agent|connect|createConnection|Socket)\b[^}]*\} from 'node:(http|net)'|'(undici|node:(https|http2|tls|dgram|dns)(\/promises)?)'/m
  expect(files.filter((file) => reaching.test(readFileSync(projectFile('server', file), 'utf8')))).toEqual([
    'place/census.ts',
  ])
})

test.each([
  ['/v1/contests?state=NC', 'Parameter `state` is unknown: did you mean `states`?'],
  ['/v1/contests?State=NC', 'did you mean `states`?'],
  ['/v1/contests?page=2', 'did you mean `cursor`?'],
  ['/v1/contests?per_page=10', 'did you mean `limit`?'],
  ['/v1/contests?elecions=nc-2024-11-05-general', 'did you mean `elections`?'],
  ['/v1/ballot?lat=35&lon=-78', 'did you mean `lng`?'],
  ['/v1/ballot?zip=27601', 'did you mean `location`?'],
  ['/v1/ballot?state=NC', 'did you mean `location`?'],
  ['/v1/endorsements?contest_ids=1', 'did you mean `contest`?'],
  ['/v1/contests?endorser_id=1', '`endorser_id` is unknown: expected elections, states, levels, contest_kinds, '],
  ['/v1/endorsers?name=oak', 'did you mean `q`?'],
  // No name is similar: every accepted name is listed.
  ['/v1/contests?q=senate', '`q` is unknown: expected elections, states, levels, contest_kinds, districts, '],
  ['/v1/states?q=north', '`q` is unknown: expected snapshot.'],
  ['/v1/states?as_of=2024-10-15', '`as_of` is unknown: did you mean `snapshot`?'],
  ['/v1/snapshots?q=north', '`q` is unknown: this endpoint accepts none.'],
])('%s: the error names the likely parameter', async (path, hint) => {
  const { status, text } = await client.get(path)
  expect([status, text]).toEqual([400, expect.stringContaining(hint)])
})

const NO_SLUG = /Parameter `slug`: .*expected .* such as /
test.each<[path: string, said: string | RegExp]>([
  // A query that is not UTF-8, and no slug, are not looked for.
  ['/v1/endorsers?q=%ff', 'percent-encoded UTF-8'],
  ['/v1/endorsers?q=%', 'percent-encoded UTF-8'],
  ['/v1/contests?%E0%A4=x', 'percent-encoded UTF-8'],
  ['/v1/endorsers/A_B%20C', NO_SLUG],
  ['/v1/endorsers/%ff', NO_SLUG],
  ['/v1/endorsers/Oak-Party', NO_SLUG],
  ['/v1/endorsers/-', NO_SLUG],
  // A refused value is quoted as it was sent.
  ['/v1/contests/99999999999999999999', 'got `99999999999999999999`'],
  ['/v1/contests?limit=0501', 'got `0501`'],
  ['/v1/contests?levels=city,Federal', 'got `Federal`'],
  ['/v1/ballot?location=%20%20', '`location`: it is empty'],
])('%s is refused: %s', async (path, said) => {
  const { status, text } = await client.get(path)
  expect(status).toBe(400)
  expect(text).toMatch(said)
})
