// Checks every statement of README and the guides that can be run or compared: commands, settings, tables, links, SQL, requests.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tokenFeeds } from '../../apps/syndication/syndication.ts'
import { DOUBTS, REJECT_REASONS } from '../../cli/analyse/match/answer.ts'
import { ALL_LAYERS } from '../../cli/analyse/match/layers.ts'
import { EXIT } from '../../cli/exit.ts'
import { OTHER_STATUSES_OF_CODE, STATUS_OF_CODE } from '../../data/schema/api-error.ts'
import { contestDetails } from '../../data/schema/contest.ts'
import { electionDetails } from '../../data/schema/election.ts'
import { DEGRADED_CODES } from '../../data/schema/health.ts'
import { feedFilter } from '../../data/schema/subscription.ts'
import { SCOPES } from '../../data/schema/vocabulary.ts'
import { projectFile } from '../../data/store/paths.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { checkpointChunk, eventFrame, readyChunk, reconnectChunk, toChunk } from '../../server/feed/frame.ts'
import { toPattern } from '../../server/http/server.ts'
import { limitHeaders } from '../../server/limits/meter.ts'
import { loadExamples, presentDocument } from '../../server/openapi/openapi.ts'
import { fileRoutes, liveRoutes, routes } from '../../server/routes.ts'
import { openRoutes } from '../../server/serving/health.ts'
import { copySample } from '../cli/sample.ts'
import { openApi, resolveRefs } from '../server/client.ts'
import { shareFolder } from '../temporary.ts'
import {
  anchorsOf,
  commandsIn,
  filesUnder,
  findCommand,
  NAMES,
  namesIn,
  program,
  quotedIn,
  sectionOf,
  tableOf,
  textOf,
  typedIn,
} from './documents.ts'

const folder = shareFolder()

describe.each(NAMES)('%s', (name) => {
  const text = textOf(name)

  it('links to files and headings that exist', () => {
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue
      const [file = '', anchor] = target.split('#')
      const path = file === '' ? name : join(dirname(name), file)
      expect(existsSync(projectFile(path)), target).toBe(true)
      if (anchor !== undefined) expect(anchorsOf(readFileSync(projectFile(path), 'utf8')), target).toContain(anchor)
    }
  })

  it('names files and folders that exist', () => {
    const isOurs = /^(?:ingest|build|server|apps|data|test|cli|deploy|docs|examples)\/[\w./-]*$/
    for (const path of quotedIn(text).filter((word) => isOurs.test(word) && !word.startsWith('data/var')))
      expect(existsSync(projectFile(path)), path).toBe(true)
  })

  it('names make targets that exist', () => {
    const makefile = readFileSync(projectFile('Makefile'), 'utf8')
    const named = [...quotedIn(text), ...typedIn(text)].flatMap((words) => /^make ([\w-]+)/.exec(words)?.[1] ?? [])
    for (const target of named) expect(makefile).toContain(`\n${target}:`)
  })

  it('names commands and options that exist', () => {
    const commands = [...quotedIn(text), ...typedIn(text).flatMap((line) => line.split('&&'))]
      .map((words) => /^\s*(?:npx )?(?:tsx cli\.ts|hustings) ([a-z].*)/.exec(words)?.[1] ?? '')
      .filter(Boolean)
    for (const words of commands) {
      const [command = '', sub = ''] = words.split(/\s+/)
      const parent = findCommand(program, command)
      const found = (parent && findCommand(parent, sub)) ?? parent
      expect(found, words).toBeDefined()
      if (parent && parent.commands.length > 0 && /^[a-z][a-z-]*$/.test(sub))
        expect(commandsIn(parent), words).toContain(sub)
      const options = found?.options.map((option) => option.long)
      for (const [, option = ''] of words.matchAll(/ (--[a-z-]+)/g)) expect(options, words).toContain(option)
    }
  })

  it('shows requests that the server accepts', () => {
    const served = presentDocument(
      { data: routes, live: liveRoutes, token: tokenFeeds, open: openRoutes },
      loadExamples(),
    )
    const document = openApi.parse(resolveRefs(JSON.parse(served)))
    for (const [, url = ''] of text.matchAll(/"(http:\/\/127\.0\.0\.1:8080\/v1\/[^"]*)"/g)) {
      const { pathname, searchParams } = new URL(url)
      const path = Object.keys(document.paths).find((one) => toPattern(one).test(pathname)) ?? ''
      const known = document.paths[path]?.get?.parameters?.map((parameter) => parameter.name)
      expect(document.paths, url).toHaveProperty([path])
      for (const parameter of searchParams.keys()) expect(known, url).toContain(parameter)
    }
  })
})

const limits = limitHeaders({ limit: 1, remaining: 1, reset: 1, daily_limit: null, daily_remaining: null })

it.each<[name: string, heading: string, words: readonly string[]]>([
  ['docs/api.md', 'Authentication', openRoutes.map(({ path }) => path)],
  ['docs/api.md', 'Limits', limits.filter((_, at) => at % 2 === 0)],
  ['docs/api.md', 'The change feed', Object.keys(feedFilter.shape)],
  ['docs/rules.md', 'Feed filters', Object.keys(feedFilter.shape)],
  ['docs/rules.md', 'Details', Object.keys({ ...contestDetails.shape, ...electionDetails.shape })],
  ['docs/analyst.md', 'Districts of many points', ALL_LAYERS],
])('%s names in "%s" every %j', (name, heading, words) => {
  expect(words.length).toBeGreaterThan(1)
  expect(quotedIn(sectionOf(textOf(name), heading))).toEqual(expect.arrayContaining([...words]))
})

it.each<[name: string, head: string, names: readonly string[]]>([
  ['docs/api.md', 'scope | allows', SCOPES],
  ['docs/operator.md', '`degraded` | meaning | action', DEGRADED_CODES],
  ['docs/operator.md', 'code | meaning', Object.values(EXIT).sort().map(String)],
])('%s lists in the table "%s" exactly %j', (name, head, names) => {
  expect(namesIn(textOf(name), head)).toEqual([...names])
})

describe('the guide for API users', () => {
  const text = textOf('docs/api.md')
  const served = [
    ...new Set([...routes, ...liveRoutes, ...tokenFeeds, ...fileRoutes].map((route) => route.path)),
  ].sort()

  it('lists all paths that are served', () => {
    const listed = tableOf(text, 'path | returns').flatMap(([cell = '']) => quotedIn(cell))
    expect(listed.sort()).toEqual(served)
  })

  it('the endpoints have the scopes that the table allows them', () => {
    for (const { path, method, scopes } of liveRoutes) {
      const isSubscription = path.startsWith('/v1/subscriptions')
      const expected = !isSubscription
        ? [['/v1/corrections', '/v1/snapshots'].includes(path) ? 'data:read' : 'stream:read']
        : method === 'GET'
          ? ['stream:read', 'subscriptions:write']
          : ['subscriptions:write']
      expect([...scopes].sort(), `${method} ${path}`).toEqual(expected)
    }
    expect(new Set(routes.map(({ scope }) => scope))).toEqual(new Set(['data:read']))
  })

  it('lists the error codes with their statuses', () => {
    const listed = tableOf(text, 'code | status | meaning').flatMap(([codes = '', status = '']) =>
      quotedIn(codes).map((code) => [code, Number.parseInt(status, 10)] as const),
    )
    expect(Object.fromEntries(listed)).toEqual(STATUS_OF_CODE)
    const row = tableOf(text, 'code | status | meaning').find(([code]) => code === '`invalid_parameter`')
    expect((row?.[2] ?? '').match(/\d{3}/g)?.map(Number)).toEqual(OTHER_STATUSES_OF_CODE.invalid_parameter)
  })

  it('lists the events of the stream', () => {
    const events = namesIn(text, 'SSE event | meaning')
    expect(events).toEqual(['ready', 'endorsement', 'checkpoint', 'reconnect'])
    const position = { epoch: '0'.repeat(16), seq: 1 }
    const sent = [
      readyChunk(position, null),
      toChunk([eventFrame({ seq: 1, body: '{}' }, position.epoch)]),
      checkpointChunk(position),
      reconnectChunk(position, 'lifetime'),
    ]
    expect(sent.map(({ plain }) => /^event: (.+)$/m.exec(String(plain))?.[1])).toEqual(events)
  })
})

describe('the guide for analysts', () => {
  it('shows statements that run', async () => {
    const statements = typedIn(textOf('docs/analyst.md')).flatMap(
      (line) => /sql (?:--\w+ )?"(.+)"$/.exec(line)?.[1] ?? [],
    )
    expect(statements.length).toBeGreaterThan(4)
    await copySample(join(folder, 'analyst'))
    const warehouse = await openWarehouse(join(folder, 'analyst', 'sample', 'warehouse.duckdb'))
    for (const statement of statements) await warehouse.query(statement)
    for (const [, table = ''] of textOf('docs/analyst.md').matchAll(/`core\.(\w+)`/g))
      await warehouse.query(`SELECT source_id FROM core.${table}`)
    await warehouse.close()
  })

  it('explains each reason of `match`', () => {
    const reasons = tableOf(textOf('docs/analyst.md'), 'reason | meaning').flatMap(([cell = '']) => quotedIn(cell))
    expect(reasons.map((one) => one.replace(/:.*/, '')).sort()).toEqual([...DOUBTS, ...REJECT_REASONS].sort())
  })
})

it('lists the settings of tests and measurements', () => {
  const named = namesIn(textOf('CONTRIBUTING.md'), 'variable | purpose')
  const read = new Set<string>()
  for (const root of ['test', 'vitest.config.ts'])
    for (const file of filesUnder(projectFile(root)))
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/process\.env\.(HUSTINGS_[A-Z_]+)/g))
        read.add(name)
  expect(named.length).toBeGreaterThan(2)
  for (const name of named) expect(read).toContain(name)
})

describe('the rules', () => {
  const anchors = anchorsOf(textOf('docs/rules.md'))

  it('have unique headings', () => {
    expect(new Set(anchors).size).toBe(anchors.length)
  })

  it('have every heading that the code cites', () => {
    for (const root of ['cli.ts', 'cli', 'data', 'ingest', 'build', 'server', 'apps', 'test'])
      for (const file of filesUnder(projectFile(root)).filter((name) => /\.(ts|sql)$/.test(name)))
        for (const [cited, anchor = ''] of readFileSync(file, 'utf8').matchAll(/docs\/rules\.md#([a-z0-9-]+)/g))
          expect(anchors, `${file}: ${cited}`).toContain(anchor)
  })
})
