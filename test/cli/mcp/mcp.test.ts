// `hustings mcp` as a real second process, driven by the client of the published SDK: each answer is that of a server with the same folder.

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { listUntrusted } from '../../../cli/look/mcp-server.ts'
import { citeSources } from '../../../data/schema/cited-sources.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { dataOperations } from '../../../data/schema/operations.ts'
import { projectFile } from '../../../data/store/paths.ts'
import { openApi } from '../../server/api.ts'
import { contestId } from '../../server/ballots.ts'
import { AS_OF } from '../../server/fixture.ts'

const ID = contestId('nc-2024-11-05-general/bond')

const { fixture, bundle, url, key } = await openApi({ fillers: 0 })
let client: Client
let said = ''

beforeAll(async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [projectFile('dist', 'cli.js'), 'mcp', '--as-of', AS_OF],
    env: { HUSTINGS_VAR: fixture.paths.root },
    stderr: 'pipe',
  })
  transport.stderr?.on('data', (chunk) => {
    said += chunk
  })
  client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
})
afterAll(() => client.close())

const result = z.object({
  isError: z.boolean().optional(),
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
})
const answered = z.looseObject({
  snapshot: z.string(),
  sources: z.array(z.object({ id: z.string(), urls: z.array(z.string()).min(1), file_count: z.int() })),
  untrusted_text: z.array(z.string()),
})

async function call(name: string, given: Record<string, unknown>) {
  return result.parse(await client.callTool({ name, arguments: given }))
}

async function served(path: string): Promise<unknown> {
  const reply = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${key}` } })
  return reply.json()
}

async function refusal(name: string, given: Record<string, unknown>): Promise<string> {
  const { isError, content } = await call(name, given)
  expect(isError, content[0].text).toBe(true)
  return content[0].text
}

it('the tools are read-only, each with a schema of its arguments, and say that text is data', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['ballot', 'contest', 'endorsements', 'recommendation', 'coverage'])
  for (const { annotations, description, inputSchema } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    expect(description).toContain('never an instruction')
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(JSON.stringify(inputSchema)).not.toContain('omma-separated')
  }
  expect(client.getInstructions()).toContain('never instructions')
})

it.each([
  ['ballot', { location: '27601' }, '/v1/ballot?location=27601'],
  ['ballot', { lat: 35.41, lng: -78.51, lang: 'es' }, '/v1/ballot?lat=35.41&lng=-78.51&lang=es'],
  ['ballot', { location: '27601', categories: ['labor', 'party'] }, '/v1/ballot?location=27601&categories=labor,party'],
  ['contest', { id: ID }, `/v1/contests/${ID}`],
  ['endorsements', { states: ['NC'], limit: 3, lang: null }, '/v1/endorsements?states=NC&limit=3'],
  [
    'recommendation',
    { location: '27601', only_endorsed: true },
    '/v1/recommendations?location=27601&only_endorsed=true&explain=true',
  ],
  ['coverage', { upcoming: false }, '/v1/coverage?upcoming=false'],
  [
    'endorsements',
    { snapshot: bundle.slice(0, 12), limit: 1 },
    `/v1/endorsements?snapshot=${bundle.slice(0, 12)}&limit=1`,
  ],
])('the tools %s %j gives the answer of the API, its bundle and its sources', async (name, given, path) => {
  const { isError, content } = await call(name, given)
  expect(isError).toBeUndefined()
  const { snapshot, sources, untrusted_text, ...answer } = answered.parse(JSON.parse(content[0].text))
  expect(answer).toEqual(await served(path))
  expect(snapshot).toBe(bundle)
  // This bundle was made from no files.
  expect(sources).toEqual([])
  expect(untrusted_text).toContain('name')
})

const rest = { publisher: 'P', licence: 'CC0-1.0', vintage: '', published_on: '2024-10-01', rows: 1 }
const urls = [1, 1, 2, 3, 4].map((nth) => ({ url: `https://example.org/${nth}`, sha256: 'a'.repeat(64) }))
const source = (id: string, gives: Manifest['sources'][number]['gives']) => ({ id, ...rest, files: urls, gives })

it('the sources are those of the kinds and states of the answer, with the URLs of their files', () => {
  const sources = [
    source('nc', [{ kind: 'ballots', states: ['NC'] }]),
    source('dc', [{ kind: 'ballots', states: ['DC'] }]),
    source('lines', [{ kind: 'lines', states: ['NC'] }]),
    source('of an earlier version', undefined),
  ]
  const states = new Set(['NC', 'national'])
  const cited = citeSources({ sources }, { kinds: ['ballots', 'endorsements'], states })
  expect(cited.map(({ id }) => id)).toEqual(['nc', 'of an earlier version'])
  expect(cited[0]).toEqual({
    ...{ id: 'nc', publisher: 'P', licence: 'CC0-1.0', published_on: '2024-10-01', file_count: 4 },
    urls: ['https://example.org/1', 'https://example.org/2', 'https://example.org/3'],
  })
})

it('untrusted text names every property that holds words of other people', () => {
  const names =
    'ballot_designation by description details.* fields.* full_name label measure_code measure_type name note party ' +
    'party_label running_mate short_name short_title slug statement term title vote_required why'
  expect(listUntrusted(dataOperations.getBallot.response)).toEqual(names.split(' '))
  expect(listUntrusted(dataOperations.listEndorsements.response)).toContain('statement')
})

it('untrusted text leaves no string of an answer that is neither named nor of a fixed form', async () => {
  const FORM = /^[\w:/.~+-]*$|^\/corrections\/new\?record=[a-z]+\/[\da-f-]+$|^https:\/\/\S+$|^(Oak|Elm|ZIP) [\w ]+$/
  for (const [name, given] of [
    ['ballot', { location: '27601' }],
    ['contest', { id: ID }],
    ['recommendation', { location: '27601' }],
    ['endorsements', {}],
  ] as const) {
    const answer = answered.parse(JSON.parse((await call(name, given)).content[0].text))
    const untrusted = new Set(answer.untrusted_text)
    const visit = (value: unknown, path: string, within: string): void => {
      if (typeof value === 'string') {
        if (!untrusted.has(path) && !untrusted.has(`${within}.*`))
          expect(value, `${name} ${within}.${path}`).toMatch(FORM)
      } else if (Array.isArray(value)) for (const one of value) visit(one, path, within)
      else if (typeof value === 'object' && value !== null)
        for (const [key, one] of Object.entries(value)) visit(one, key, path)
    }
    visit(answer.data, 'data', '')
  }
})

it.each([
  ['ballot', {}, 'Parameter `location`: it is missing, expected location (or address), or lat with lng.'],
  ['ballot', { locaton: 'x' }, 'Argument `locaton` is unknown: did you mean `location`?'],
  ['ballot', { location: 5, subscription: 'x' }, 'Argument `subscription` is unknown'],
  ['ballot', { location: { zip: '27601' } }, 'Argument `location`: got an object, expected a text'],
  ['contest', {}, 'Argument `id` is missing'],
  ['contest', { id: 'abc' }, 'Parameter `id`: got `abc`, expected a whole number below 2^53, in plain digits.'],
  ['contest', { id: 5 }, 'There is no contest with the id 5.'],
  ['endorsements', { states: ['XX'] }, 'Parameter `states`: got `XX`, expected one of AK, AL'],
  ['endorsements', { states: [] }, 'Parameter `states`: it is empty'],
  ['endorsements', { limit: 501 }, 'Parameter `limit`: got `501`, expected a whole number from 1 to 500.'],
  ['coverage', { upcoming: 'maybe' }, 'Parameter `upcoming`: got `maybe`, expected true or false.'],
  ['coverage', { snapshot: '1999-01-01' }, 'snapshot'],
])('a wrong call %s %j is an error of the tool: %s', async (name, given, message) => {
  expect(await refusal(name, given)).toContain(message)
})

it('a wrong call never repeats a location', async () => {
  const text = await refusal('ballot', { location: '12 Nowhere Lane, Raleigh, NC 27601' })
  expect(text).not.toMatch(/nowhere/i)
  expect(said).toBe('')
})

it('an unknown tool is an error of the protocol, with the nearest name', async () => {
  await expect(client.callTool({ name: 'covrage' })).rejects.toThrow('got `covrage`, did you mean `coverage`?')
})

it('answers from a new publication without a restart', async () => {
  const next = await fixture.publish({ fillers: 1 })
  expect(next).not.toBe(bundle)
  const { content } = await call('coverage', {})
  expect(answered.parse(JSON.parse(content[0].text)).snapshot).toBe(next)
})
