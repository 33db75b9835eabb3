// Checks every statement of README and the guides that can be run or compared: commands, settings, tables, links, SQL, requests.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { tokenFeeds } from '../../apps/syndication/syndication.ts'
import { DOUBTS, REJECT_REASONS } from '../../cli/analyse/match/answer.ts'
import { ALL_LAYERS } from '../../cli/analyse/match/layers.ts'
import { EXIT } from '../../cli/exit.ts'
import { formatCount } from '../../cli/output.ts'
import { PENDING_DAYS } from '../../data/access/account.ts'
import {
  ACCOUNT_SIGN_INS_PER_MINUTE,
  KEYLESS_REQUESTS_PER_MINUTE,
  WRONG_KEYS_PER_MINUTE,
} from '../../data/access/constants.ts'
import { SESSION_HOURS, SESSION_IDLE_MINUTES } from '../../data/access/session.ts'
import { OTHER_STATUSES_OF_CODE, STATUS_OF_CODE } from '../../data/schema/api-error.ts'
import {
  AREA_ANSWERS_AT_ONCE,
  AREA_ANSWERS_WAITING,
  AREA_ELECTIONS_MAX,
  KEEP_ALIVE_SECONDS,
  LOCATION_LENGTH_MAX,
  STREAM_STALLED_SECONDS,
  SUBSCRIPTIONS_MAX,
} from '../../data/schema/constants.ts'
import { contestDetails } from '../../data/schema/contest.ts'
import { electionDetails } from '../../data/schema/election.ts'
import { DEGRADED_CODES } from '../../data/schema/health.ts'
import { EVENT_PAGE_SIZE_MAX, EVENT_WAIT_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../data/schema/parameter.ts'
import { feedFilter } from '../../data/schema/subscription.ts'
import { SCOPES } from '../../data/schema/vocabulary.ts'
import { PROJECT_ROOT, pathsIn, projectFile } from '../../data/store/paths.ts'
import { openState } from '../../data/store/state/sqlite/state.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { loadConfig } from '../../server/config.ts'
import { checkpointChunk, eventFrame, readyChunk, reconnectChunk, toChunk } from '../../server/feed/frame.ts'
import { toCursor } from '../../server/feed/position.ts'
import { limitHeaders } from '../../server/http/limits.ts'
import { toPattern } from '../../server/http/server.ts'
import { loadExamples, presentDocument } from '../../server/openapi/openapi.ts'
import { fileRoutes, liveRoutes, routes } from '../../server/routes.ts'
import { openRoutes } from '../../server/serving/health.ts'
import { runCommandReading } from '../cli/hustings.ts'
import { copySample } from '../cli/sample.ts'
import { type Fixture, openFixture } from '../server/fixture.ts'

const GUIDES = readdirSync(projectFile('docs')).filter((name) => name.endsWith('.md'))
const NAMES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'RELIABILITY.md',
  'BENCHMARKS.md',
  ...GUIDES.map((name) => `docs/${name}`),
]
const texts = new Map(NAMES.map((name) => [name, readFileSync(projectFile(name), 'utf8')]))

const refusal = z.object({ error: z.object({ code: z.string(), message: z.string(), request_id: z.string() }) })

const folder = mkdtempSync(join(tmpdir(), 'hustings-docs-'))
afterAll(() => rmSync(folder, { recursive: true }))

function textOf(name: string): string {
  const text = texts.get(name)
  if (text === undefined) throw new Error(`no document ${name}`)
  return text
}

/** The text without its code blocks. */
function proseOf(text: string): string {
  return text.replace(/^ *```[\s\S]*?^ *```/gm, '')
}

/** Words in backticks. */
function quotedIn(text: string): string[] {
  return [...proseOf(text).matchAll(/`([^`]+)`/g)].map((match) => (match[1] ?? '').replace(/\s+/g, ' '))
}

/** The lines of the shell blocks; continued lines are joined. */
function typedIn(text: string): string[] {
  return [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].flatMap((match) =>
    (match[1] ?? '')
      .replace(/\\\n\s*/g, '')
      .trim()
      .split('\n'),
  )
}

/** The cells of the first table whose header row starts with the given text. */
function tableOf(text: string, head: string): string[][] {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`| ${head} |`))
  if (at < 0) throw new Error(`no table "${head}"`)
  const rows = lines.slice(at + 2)
  const end = rows.findIndex((line) => !line.startsWith('|'))
  return rows.slice(0, end < 0 ? undefined : end).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** The text under a heading, to the next of any level. */
function sectionOf(text: string, heading: string): string {
  const [, section = ''] = text.split(new RegExp(`^#+ ${heading}\\n`, 'm'))
  return section.split(/^#+ /m)[0] ?? ''
}

/** Anchors as GitHub makes them: lower case, no punctuation, dashes for spaces. */
function anchorsOf(text: string): string[] {
  return [...proseOf(text).matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

const program = await loadProgram()

/** Every command that cli.ts registers. */
async function loadProgram(): Promise<Command> {
  const front = readFileSync(projectFile('cli.ts'), 'utf8')
  const whole = new Command('hustings')
  for (const [, path = '', name = ''] of front.matchAll(/import\('\.\/(.+)'\)\)\.(add\w+),$/gm)) {
    const { [name]: add }: Record<string, unknown> = await import(projectFile(path))
    if (typeof add !== 'function') throw new Error(`${path} has no ${name}`)
    add(whole)
  }
  return whole
}

/** Undefined if there is no such command. */
function findCommand(parent: Command, name: string): Command | undefined {
  return parent.commands.find((command) => command.name() === name)
}

function commandsIn(parent: Command | undefined): string[] {
  return (parent?.commands ?? []).map((command) => command.name())
}

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

  it('begins no sentence with a relative clause', () => {
    const prose = proseOf(text).replace(/`[^`]*`/g, 'x')
    const begun = /(?:^|[.:;!?]\s+|\|\s+|^\s*(?:[-*]|\d+\.)\s+|\*\*)(What|Who|Whoever|Whom|Whose|Of which)\b.{0,40}/gm
    expect([...prose.matchAll(begun)].map((match) => match[0])).toEqual([])
  })

  it('shows requests that the server accepts', () => {
    const document: { paths: Record<string, { get?: { parameters?: { name: string }[] } }> } = JSON.parse(
      presentDocument({ data: routes, live: liveRoutes, token: tokenFeeds, open: openRoutes }, loadExamples()),
    )
    for (const [, url = ''] of text.matchAll(/"(http:\/\/127\.0\.0\.1:8080\/v1\/[^"]*)"/g)) {
      const { pathname, searchParams } = new URL(url)
      const path = Object.keys(document.paths).find((one) => toPattern(one).test(pathname)) ?? ''
      const known = document.paths[path]?.get?.parameters?.map((parameter) => parameter.name)
      expect(document.paths, url).toHaveProperty([path])
      for (const parameter of searchParams.keys()) expect(known, url).toContain(parameter)
    }
  })
})

describe('the guide for operators', () => {
  const text = textOf('docs/operator.md')

  it('lists every command', () => {
    const named = tableOf(text, 'command | purpose').flatMap(([cell = '']) =>
      [...cell.matchAll(/`hustings ([a-z-]+)/g)].map((match) => match[1] ?? ''),
    )
    expect([...new Set(named)].sort()).toEqual(commandsIn(program).sort())
    const events = commandsIn(findCommand(program, 'events')).map((sub) => `hustings events ${sub}`)
    expect(quotedIn(text)).toEqual(expect.arrayContaining(events))
  })

  it('says which commands take --json and --sample, and they do', () => {
    const leaves = program.commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command]))
    expect(leaves.length).toBeGreaterThan(25)
    for (const leaf of leaves) {
      // `demo` works only with the sample, and its output is for people; `completion` prints a script, and reads no data.
      // `mcp` always prints the messages of its protocol.
      if (['demo', 'completion'].includes(leaf.name())) continue
      const options = leaf.options.map((option) => option.long)
      for (const option of leaf.name() === 'mcp' ? ['--sample'] : ['--json', '--sample'])
        expect(options, leaf.name()).toContain(option)
    }
  })

  it('explains the exit codes', () => {
    const codes = tableOf(text, 'code | meaning').map(([code]) => Number(code))
    expect(codes).toEqual(Object.values(EXIT).sort())
    expect(EXIT).toEqual({ ok: 0, failure: 1, usage: 2, checksFailed: 3, locked: 4 })
  })

  it('lists all settings that the code reads', () => {
    const named = tableOf(text, 'variable | default | meaning').map(([cell = '']) => cell.replaceAll('`', ''))
    const read = new Set<string>()
    // Programs that call a server read these; the code only shows them.
    const shown = ['HUSTINGS_URL', 'HUSTINGS_KEY']
    for (const root of ['cli.ts', 'cli', 'data', 'ingest', 'build', 'server', 'apps', 'deploy'])
      for (const file of filesUnder(projectFile(root)))
        for (const [setting] of readFileSync(file, 'utf8').matchAll(/\bHUSTINGS_[A-Z_]+\b/g))
          if (!shown.includes(setting)) read.add(setting)
    expect(named.sort()).toEqual([...read].sort())
  })

  it('gives their defaults', () => {
    for (const name of Object.keys(process.env).filter((one) => one.startsWith('HUSTINGS_'))) vi.stubEnv(name, '')
    const config = loadConfig({})
    const defaults = new Map(
      tableOf(text, 'variable | default | meaning').map(([name = '', value = '']) => [name, value.replaceAll('`', '')]),
    )
    const expected = {
      HUSTINGS_HOST: config.host,
      HUSTINGS_PORT: config.port,
      HUSTINGS_LOG_LEVEL: config.logLevel,
      HUSTINGS_CACHE_MB: config.cacheMegabytes,
      HUSTINGS_PLACES: config.places,
      HUSTINGS_SCRUB_HOURS: config.scrub / 3_600_000,
      HUSTINGS_RETENTION_DAYS: config.retention / 86_400_000,
      HUSTINGS_SECOND_FACTOR: config.secondFactor,
      HUSTINGS_PUBLIC_EXPLORER: config.publicExplorer ? '1' : '0',
      HUSTINGS_GEOCODER: config.censusUrl === null ? 'local' : 'census',
    }
    for (const [name, value] of Object.entries(expected)) expect(defaults.get(`\`${name}\``), name).toBe(String(value))
    expect([config.asOf, config.logFile, config.trustedProxies]).toEqual([null, null, []])
    vi.stubEnv('HUSTINGS_TRUSTED_PROXIES', '10.0.0.0/8,::1')
    expect(loadConfig({}).trustedProxies).toHaveLength(2)
    vi.unstubAllEnvs()
  })

  it('gives the limits of the default plans', async () => {
    const state = await openState(pathsIn(join(folder, 'plans')))
    const plans = await state.plans()
    await state.close()
    const number = (value: number | null): string => (value === null ? 'unlimited' : formatCount(value))
    expect(tableOf(text, 'plan | requests a minute | requests a day | streams at once')).toEqual(
      plans.map(({ name, requests_per_minute, requests_per_day, streams }) => [
        `\`${name}\``,
        ...[requests_per_minute, requests_per_day, streams].map(number),
      ]),
    )
  })

  it('shows commands for accounts, keys and plans that work in the given order', async () => {
    const lines = typedIn(text).slice(typedIn(text).findIndex((line) => line.includes('accounts create editor')))
    const block = lines.slice(0, lines.findIndex((line) => line.includes('erase')) + 1)
    expect(block.length).toBeGreaterThan(10)
    const type = (...words: string[]) =>
      runCommandReading('correct horse battery staple', join(folder, 'accounts'), ...words)
    // Another account's keys come first, so the reader's key is not number 1.
    expect(await type('accounts', 'create', 'other')).toMatchObject({ code: 0 })
    expect(await type('keys', 'create', '--account', 'other')).toMatchObject({ code: 0 })
    let id = ''
    for (const line of block) {
      const words = line
        .replace(/^npx hustings /, '')
        .replace(/\bID\b/, () => id)
        .split(' ')
      // Erasing an account removes its keys from the list.
      if (words.includes('erase'))
        expect(revokedKeys((await type('keys', 'list', '--json')).stdout)).toEqual(['2 of editor'])
      const ended = await type(...words)
      expect(ended.code, `${line}\n${ended.stderr}`).toBe(0)
      id = /^Key (\d+) of editor: /m.exec(ended.stderr)?.[1] ?? id
    }
    expect(id).toBe('2')
  })

  it('names every file of the folder except locks in the backup table', () => {
    const named = new Set(quotedIn(sectionOf(text, 'Backup and restore')))
    const paths = Object.entries(pathsIn('/var')).flatMap(([key, path]) =>
      typeof path === 'string' && !/^root$|lock$/i.test(key) ? [path.replace('/var/', '')] : [],
    )
    expect(paths.length).toBeGreaterThan(10)
    for (const path of paths) expect(named, path).toContain(path)
  })

  it('lists the reasons of /readyz, and the numbers of the console', () => {
    expect(tableOf(text, '`degraded` | meaning | action').map(([cell = '']) => cell.replaceAll('`', ''))).toEqual([
      ...DEGRADED_CODES,
    ])
    const prose = text.replace(/\s+/g, ' ')
    for (const claim of [
      `A session ends after ${SESSION_HOURS} hours, after ${SESSION_IDLE_MINUTES} minutes without a page`,
      `A sign-up without a decision is deleted after ${PENDING_DAYS} days`,
      `${KEYLESS_REQUESTS_PER_MINUTE} a minute for each address, ${WRONG_KEYS_PER_MINUTE} of them with a wrong key`,
      `all networks together can try ${ACCOUNT_SIGN_INS_PER_MINUTE} a minute on one account`,
    ])
      expect(prose).toContain(claim)
  })
})

describe('the guide for API users', () => {
  const text = textOf('docs/api.md')
  const served = [
    ...new Set([...routes, ...liveRoutes, ...tokenFeeds, ...fileRoutes].map((route) => route.path)),
  ].sort()

  it('lists all paths that are served', () => {
    const listed = tableOf(text, 'path | returns').flatMap(([cell = '']) => quotedIn(cell))
    expect(listed.sort()).toEqual(served)
    for (const { path } of openRoutes) expect(quotedIn(sectionOf(text, 'Authentication'))).toContain(path)
  })

  it('lists the scopes and the endpoints that each allows', () => {
    expect(tableOf(text, 'scope | allows').map(([cell = '']) => cell.replaceAll('`', ''))).toEqual([...SCOPES])
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
    for (const [name, head] of [
      ['docs/api.md', 'code | status | meaning'],
      ['docs/rules.md', 'code | status'],
    ] as const) {
      const listed = tableOf(textOf(name), head).flatMap(([codes = '', status = '']) =>
        quotedIn(codes).map((code) => [code, Number.parseInt(status, 10)] as const),
      )
      expect(Object.fromEntries(listed)).toEqual(STATUS_OF_CODE)
    }
    const row = tableOf(text, 'code | status | meaning').find(([code]) => code === '`invalid_parameter`')
    expect((row?.[2] ?? '').match(/\d{3}/g)?.map(Number)).toEqual(OTHER_STATUSES_OF_CODE.invalid_parameter)
  })

  it('names the rate limit headers', () => {
    const standing = { limit: 1, remaining: 1, reset: 1, daily_limit: null, daily_remaining: null }
    const names = limitHeaders(standing).filter((_, index) => index % 2 === 0)
    expect(names.length).toBe(5)
    for (const name of names) expect(quotedIn(text)).toContain(name)
  })

  it('names the filters and the events of the feed', () => {
    const filters = Object.keys(feedFilter.shape)
    expect(filters.length).toBe(8)
    for (const name of filters) {
      expect(quotedIn(sectionOf(text, 'The change feed'))).toContain(name)
      expect(quotedIn(sectionOf(textOf('docs/rules.md'), 'Feed filters'))).toContain(name)
    }
    const events = tableOf(text, 'SSE event | meaning').map(([cell = '']) => cell.replaceAll('`', ''))
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

  it('gives the limits of the code', () => {
    const prose = text.replace(/\s+/g, ' ')
    for (const claim of [
      `\`limit\` is 1 to ${PAGE_SIZE_MAX}, ${PAGE_SIZE_DEFAULT} by default`,
      `\`limit\` is 1 to ${EVENT_PAGE_SIZE_MAX}, 100 by default`,
      `of at most ${LOCATION_LENGTH_MAX} characters`,
      `takes at most ${AREA_ELECTIONS_MAX} elections`,
      `for up to ${EVENT_WAIT_MAX} seconds`,
      `A comment line every ${KEEP_ALIVE_SECONDS} seconds`,
      `takes nothing for ${STREAM_STALLED_SECONDS} seconds`,
      `An account has at most ${SUBSCRIPTIONS_MAX}.`,
      `at most ${AREA_ANSWERS_AT_ONCE} of them at once for an account. ${AREA_ANSWERS_WAITING} more wait`,
    ])
      expect(prose).toContain(claim)
  })
})

describe('the guide for API users, at a server', () => {
  let fixture: Fixture
  let url: string
  let key: string
  beforeAll(async () => {
    fixture = await openFixture()
    await fixture.publish()
    key = (await fixture.makeKey()).key
    url = (await fixture.start()).url
  })
  afterAll(() => fixture.close())

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${url}${path}`, { method, headers: { Authorization: `Bearer ${key}`, ...headers }, redirect: 'manual' })
  const refusalOf = async (response: Response) => ({
    status: response.status,
    ...refusal.parse(await response.json()).error,
  })

  it('needs a key only for data', async () => {
    for (const path of ['/', '/docs', '/openapi.json', '/healthz', '/readyz'])
      expect((await fetch(url + path)).status, path).toBe(200)
    expect((await fetch(`${url}/console`, { redirect: 'manual' })).status).toBeLessThan(400)
    const refused = await fetch(`${url}/v1/states`)
    expect(await refusalOf(refused)).toMatchObject({
      ...{ status: 401, code: 'missing_api_key', request_id: refused.headers.get('x-request-id') },
    })
  })

  it('checks parameters as the guide says', async () => {
    expect(await refusalOf(await ask('/v1/elections?state=NC'))).toMatchObject({
      ...{ status: 400, code: 'invalid_parameter', message: expect.stringContaining('`states`') },
    })
    const near = 'lat=35.78&lng=-78.64'
    for (const query of [
      ...['elections?states=', 'elections?limit=501', 'elections?limit=0', 'events?limit=1001', 'events?wait=26'],
      ...['ballot', 'ballot?lat=35.78', `ballot?${near}&location=Raleigh`, `ballot?location=${'x'.repeat(301)}`],
      ...['events?since=2024-10-15T08:00:00', 'events?from=earliest&since=2024-10-15T08:00:00Z'],
    ])
      expect((await ask(`/v1/${query}`)).status, query).toBe(400)
    for (const query of ['elections?limit=500', 'elections?states=nc,DC', 'events?limit=1000&from=earliest'])
      expect((await ask(`/v1/${query}`)).status, query).toBe(200)
    const many = Array.from({ length: AREA_ELECTIONS_MAX + 1 }, (_, at) => `nc-20${at + 30}-11-05-general`).join()
    expect((await ask(`/v1/ballot?location=NC&elections=${many}`)).status).toBe(400)
    expect((await ask(`/v1/ballot?${near}&elections=${many}`)).status).toBe(200)
    const unknown = await refusalOf(await ask('/v1/ballot?location=Nowheretown,%20NC'))
    expect(unknown.status).toBe(404)
    expect(unknown.message).not.toContain('Nowheretown')
  })

  it('sends the headers that the guide names', async () => {
    const first = await ask('/v1/elections')
    const etag = first.headers.get('etag') ?? ''
    expect((await ask('/v1/elections', { 'If-None-Match': etag })).status).toBe(304)
    expect(first.headers.get('x-snapshot')).toMatch(/^[0-9a-f]{64}$/)
    expect((await ask('/v1/elections', {}, 'HEAD')).status).toBe(200)
    for (const path of ['/v1/ballot?lat=35.78&lng=-78.64', '/v1/events', '/v1/subscriptions'])
      expect((await ask(path)).headers.get('cache-control'), path).toBe('no-store')
    const walk = await ask('/v1/endorsements')
    const cursor = walk.headers.get('x-feed-cursor') ?? ''
    expect((await ask(`/v1/events?cursor=${cursor}`)).status).toBe(200)
    // A cursor of another epoch.
    const early = toCursor({ epoch: '0'.repeat(16), seq: 1 })
    expect(await refusalOf(await ask(`/v1/events?cursor=${early}`))).toMatchObject({
      status: 410,
      code: 'cursor_expired',
    })
    for (const name of [
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
      'x-daily-limit',
      'x-daily-remaining',
    ])
      expect(walk.headers.has(name), name).toBe(true)
  })

  it('saves only one subscription under a name', async () => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` }
    const [, body = ''] = / -d '(.+?)'/.exec(typedIn(textOf('docs/api.md')).join('\n')) ?? []
    const save = () => fetch(`${url}/v1/subscriptions`, { method: 'POST', headers, body })
    expect((await save()).status).toBe(201)
    expect((await save()).status).toBe(409)
    const name = encodeURIComponent(String(JSON.parse(body).name))
    expect((await ask(`/v1/events?subscription=${name}`)).status).toBe(200)
    expect((await ask(`/v1/events?subscription=${name}&states=NC`)).status).toBe(400)
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

  it('shows files of points and addresses that match reads, and explains each reason', async () => {
    const text = textOf('docs/analyst.md')
    const own = join(folder, 'analyst')
    writeFileSync(join(folder, 'points.csv'), 'lat,lng\n44.45,-69.78\n32.882389,-106.79892\n')
    writeFileSync(join(folder, 'voters.csv'), 'address\n12 Sample St\n')
    const codes = []
    const answers = []
    for (const line of typedIn(text).filter((one) => one.includes('hustings match'))) {
      const words = line.replace(/^npx hustings /, '').split(' ')
      const paths = words.map((word) => (word.endsWith('.csv') ? join(folder, word) : word))
      codes.push((await runCommandReading('', own, ...paths, ...(words.includes('--sample') ? [] : ['--sample']))).code)
      answers.push(readFileSync(join(folder, 'matched.csv'), 'utf8'))
    }
    // The sample has no addresses.
    expect(codes).toEqual([EXIT.ok, EXIT.checksFailed])
    expect(readFileSync(join(folder, 'matched.rejects.csv'), 'utf8')).toBe('line,column,reason\n2,address,not_found\n')
    // The second point lies in a gap between the sample's house districts.
    expect(answers[0]?.split('\n').map((row) => row.split(',').at(-1))).toEqual(['reason', '', 'gap:sldl', ''])
    const reasons = tableOf(text, 'reason | meaning').flatMap(([cell = '']) => quotedIn(cell))
    expect(reasons.map((one) => one.replace(/:.*/, '')).sort()).toEqual([...DOUBTS, ...REJECT_REASONS].sort())
    expect(quotedIn(sectionOf(text, 'Districts of many points'))).toEqual(expect.arrayContaining([...ALL_LAYERS]))
  })
})

describe('the guide for contributors', () => {
  it('lists the settings of tests and measurements', () => {
    const named = tableOf(textOf('CONTRIBUTING.md'), 'variable | purpose').map(([cell = '']) =>
      cell.replaceAll('`', ''),
    )
    const read = new Set<string>()
    for (const root of ['test', 'vitest.config.ts'])
      for (const file of filesUnder(projectFile(root)))
        for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/process\.env\.(HUSTINGS_[A-Z_]+)/g))
          read.add(name)
    expect(named.length).toBeGreaterThan(2)
    for (const name of named) expect(read).toContain(name)
  })
})

describe('the glossary', () => {
  const text = textOf('docs/glossary.md')

  it('defines each term once, in alphabetical order', () => {
    const groups = text.split(/^## /m).slice(1)
    const terms = groups.map((group) => [...group.matchAll(/^### (.+)$/gm)].map((match) => match[1] ?? ''))
    for (const group of terms) expect(group).toEqual([...group].sort())
    expect(new Set(terms.flat()).size).toBe(terms.flat().length)
    for (const definition of text.split(/^### .+$/m).slice(1)) expect(definition.trim().length).toBeGreaterThan(20)
  })
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

  it('list the keys of details', () => {
    const named = quotedIn(sectionOf(textOf('docs/rules.md'), 'Details'))
    const keys = [...Object.keys(contestDetails.shape), ...Object.keys(electionDetails.shape)]
    for (const key of keys) expect(named).toContain(key)
  })
})

/** @param listed the output of `keys list --json` */
function revokedKeys(listed: string): string[] {
  const keys: { id: number; account: string; revoked_at: string | null }[] = JSON.parse(listed)
  return keys.filter(({ revoked_at }) => revoked_at !== null).map(({ id, account }) => `${id} of ${account}`)
}

/** The text files below a folder, or the file itself; without files that a run has written. */
function filesUnder(root: string): string[] {
  if (root.startsWith(join(PROJECT_ROOT, 'data', 'var'))) return []
  const entries = /\.[a-z]+$/.test(root) ? [] : readdirSync(root, { withFileTypes: true })
  if (entries.length === 0) return [root]
  return entries.flatMap((entry) => {
    const path = join(root, entry.name)
    if (entry.isDirectory()) return filesUnder(path)
    return /\.(ts|mjs|sql|service|env)$/.test(entry.name) ? [path] : []
  })
}
