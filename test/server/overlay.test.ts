import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readiness } from '../../data/schema/health.ts'
import type { OverlayEntry } from '../../data/schema/overlay.ts'
import { OVERLAY_LOOK_MS } from '../../server/serving/overlay.ts'
import { contestId, electionId } from './ballots.ts'
import { type Client, openClient } from './client.ts'
import { type Fixture, openFixture } from './fixture.ts'
import { districtId } from './geography.ts'
import { GOOD } from './good.ts'
import { personOf } from './officeholders.ts'

const BOND = contestId('nc-2024-11-05-general/bond')
const ELECTION = 'nc-2024-11-05-general'
const PERSON = personOf('Ed Elm')
/** Text that would do something if it were not treated as text. */
const INJECTION = `<script>alert(1)</script>"},"id":1,'; DROP TABLE contest; -- \${x} {{x}}`

let fixture: Fixture
let client: Client
let url: string
let bundle: string
async function open(): Promise<void> {
  fixture = await openFixture()
  bundle = await fixture.publish({ fillers: 0 })
}

const file = (name = 'notes.yaml'): string => join(fixture.paths.overlay, name)
const writeText = (text: string, name?: string): void => {
  mkdirSync(fixture.paths.overlay, { recursive: true })
  writeFileSync(file(name), text)
}
/** The folder is read every OVERLAY_LOOK_MS. */
const eventually = <Value>(look: () => Promise<Value>) => expect.poll(look, { timeout: 5000 })
/** JSON is YAML. */
const write = (entries: readonly object[], name?: string): void => writeText(JSON.stringify(entries), name)

async function start(logFile?: string): Promise<void> {
  const server = await fixture.start({ publicExplorer: true, ...(logFile !== undefined && { logFile }) })
  url = server.url
  client = await openClient(url, (await fixture.makeKey()).key)
}

const own = { by: 'City desk', why: 'The source is late.' }
const entry = (record: Partial<OverlayEntry>): object => ({ ...record, ...own })

/** Every object of an answer that has an entry, by its id. */
function findOverlaid(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const nested = Object.values(value).flatMap(findOverlaid)
  return 'overlay' in value ? [{ ...value }, ...nested] : nested
}

async function overlaid(path: string): Promise<Record<string, unknown>[]> {
  const reply = await client.get(path)
  expect(reply.status, path).toBe(200)
  return findOverlaid(reply.body)
}

async function degradedOf(): Promise<{ code: string; message: string }[]> {
  const { data } = z.object({ data: readiness }).parse((await client.get('/readyz')).body)
  return data.degraded
}

const TITLE = { en: 'Water bond', es: 'Bono de agua' }
const ALL = [
  entry({ kind: 'contest', id: BOND, note: { en: 'A debate.', es: 'Un debate.' }, override: { title: TITLE } }),
  entry({ kind: 'election', slug: ELECTION, override: { name: 'Our name', info_url: 'https://example.org/vote' } }),
  entry({ kind: 'endorser', slug: 'oak-party', note: INJECTION, override: { name: INJECTION } }),
  entry({ kind: 'district', id: districtId('alder'), note: { es: 'Solo.' }, override: { name: 'Our Alder' } }),
  entry({ kind: 'officeholder', person_id: PERSON, override: { website: 'https://example.org/elm' } }),
]
const KINDS = {
  contest: 'vote_method',
  election: 'date',
  endorser: 'category',
  district: 'lines_precision',
  officeholder: 'person_id',
}
const kindOf = (record: object) => Object.entries(KINDS).find(([, mark]) => mark in record)?.[0]

describe('each endpoint', () => {
  beforeAll(async () => {
    await open()
    write(ALL)
    await start()
  })
  afterAll(() => fixture.close())

  test.each<[string, string[]]>([
    ['/v1/elections', ['election']],
    ['/v1/contests', ['contest', 'election']],
    ['/v1/contests/{id}', ['contest', 'election']],
    ['/v1/ballot', ['contest', 'district', 'election', 'endorser']],
    ['/v1/ballot?location=NC', ['contest', 'district', 'election', 'endorser']],
    ['/v1/recommendations', ['contest', 'election', 'endorser']],
    ['/v1/districts', ['district']],
    ['/v1/districts/{id}', ['district', 'election']],
    ['/v1/endorsers', ['endorser']],
    ['/v1/endorsers/{slug}', ['endorser']],
    ['/v1/endorsements', ['election', 'endorser']],
    ['/v1/representatives?location=NC', ['officeholder']],
    ['/v1/officeholders', ['officeholder']],
    ['/v1/officeholders/{person_id}', ['officeholder']],
  ])('%s marks every record that has an entry', async (asked, kinds) => {
    const path = GOOD[asked] ?? asked
    const found = new Set((await overlaid(path)).map(kindOf))
    expect([...found].sort()).toEqual(expect.arrayContaining(kinds))
  })

  test('says who, why, and the published values; the rest of the answer stays', async () => {
    const path = GOOD['/v1/contests/{id}'] ?? ''
    const titled = z.object({ data: z.looseObject({ title: z.string() }) })
    const published = titled.parse((await client.get(`${path}?snapshot=${bundle}`)).body).data
    expect(findOverlaid(published)).toEqual([])
    const { data } = titled.parse((await client.get(path)).body)
    const { overlay, overlay_entry, title, election, district, ...rest } = data
    const entry = { ...own, note: 'A debate.', fields: { title: published.title } }
    expect({ overlay, overlay_entry, title }).toEqual({ overlay: true, title: TITLE.en, overlay_entry: entry })
    expect(election).toMatchObject({ name: 'Our name', info_url: 'https://example.org/vote', overlay: true })
    expect(published).toMatchObject(rest)
  })

  test('in Spanish, a text by language is that language; a note falls back, an override does not', async () => {
    const [bond] = await overlaid(`${GOOD['/v1/contests/{id}']}?lang=es`)
    expect(bond).toMatchObject({ title: 'Bono de agua', overlay_entry: { note: 'Un debate.' } })
    const ballots = await overlaid(`${GOOD['/v1/ballot']}&lang=es`)
    expect(ballots.find((one) => one.id === BOND)).toMatchObject({ title: 'Bono de agua' })
    const [alder] = await overlaid(GOOD['/v1/districts/{id}'] ?? '')
    expect(alder).toMatchObject({ name: 'Our Alder', overlay_entry: { note: 'Solo.' } })
  })

  test('text is only text, in the API and on a page', async () => {
    const [oak] = await overlaid(GOOD['/v1/endorsers/{slug}'] ?? '')
    expect(oak).toMatchObject({ name: INJECTION, overlay_entry: { note: INJECTION } })
    const page = await (await fetch(`${url}/explore/endorsers/oak-party`)).text()
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toContain('<script>alert')
    expect(page).toContain('By City desk. Reason: The source is late.')
  })

  test('the explorer marks the record on its page, in both languages, and in lists', async () => {
    const read = async (path: string) => (await fetch(url + path)).text()
    for (const path of [`/contests/${BOND}`, `/elections/${ELECTION}`, `/districts/${districtId('alder')}`]) {
      expect(await read(`/explore${path}`), path).toContain('Added by the newsroom')
      expect(await read(`/explore${path}?lang=es`), path).toContain('Añadido por la redacción')
    }
    for (const path of ['/elections', `/elections/${ELECTION}`, '/endorsers'])
      expect(await read(`/explore${path}`), path).toContain('newsroom’s own')
    expect(await read(`/explore/contests/${BOND}`)).toMatch(/<h1>Water bond<\/h1>.*Published by the source: [^<]+/s)
  })

  test('filters and orders use the published values', async () => {
    expect((await client.get('/v1/endorsers?q=script')).body).toMatchObject({ data: [] })
    const data = [{ slug: 'oak-party-national' }, { slug: 'oak-party' }]
    expect((await client.get('/v1/endorsers?q=oak')).body).toMatchObject({ data })
  })
})

describe('the folder', () => {
  beforeEach(open)
  afterEach(() => fixture.close())
  const path = GOOD['/v1/contests/{id}'] ?? ''
  const titled = (title: string) => write([entry({ kind: 'contest', id: BOND, override: { title } })])

  test('without a folder nothing is marked, and the ETag is that of an empty one', async () => {
    await start()
    const before = await client.get(path)
    expect(findOverlaid(before.body)).toEqual([])
    write([])
    await setTimeout(2.5 * OVERLAY_LOOK_MS)
    const after = await client.get(path)
    expect([after.headers.get('etag'), after.text]).toEqual([before.headers.get('etag'), before.text])
  })

  test('a change reaches requests that run meanwhile: each answer is of one state, with its own ETag', async () => {
    titled('First')
    await start()
    const tags = new Map<string, Set<string | null>>()
    let running = true
    const ask = async (): Promise<void> => {
      while (running) {
        const reply = await client.get(path)
        const title = /"title":"(First|Second|Third)"/.exec(reply.text)?.[1] ?? expect.fail(reply.text)
        tags.set(title, (tags.get(title) ?? new Set()).add(reply.headers.get('etag')))
        const [onBallot] = await overlaid(GOOD['/v1/ballot'] ?? '')
        expect(['First', 'Second', 'Third']).toContain(onBallot?.title)
      }
    }
    const asking = [ask(), ask(), ask()]
    for (const title of ['Second', 'Third']) {
      titled(title)
      await eventually(async () => tags.has(title)).toBe(true)
    }
    running = false
    await Promise.all(asking)
    expect([...tags.keys()].sort()).toEqual(['First', 'Second', 'Third'])
    expect(new Set([...tags.values()].flatMap((set) => [...set])).size).toBe(3)
    for (const set of tags.values()) expect(set.size).toBe(1)
  })

  test('a title in Spanish alone leaves the English one', async () => {
    write([entry({ kind: 'contest', id: BOND, override: { title: { es: 'Bono' } } })])
    await start()
    expect(await overlaid(`${path}?lang=es`)).toMatchObject([{ title: 'Bono' }])
    expect(await overlaid(path)).toEqual([])
  })

  test('a validated copy of another overlay is not current', async () => {
    titled('First')
    await start()
    const etag = (await client.get(path)).headers.get('etag') ?? ''
    expect((await client.get(path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
    titled('Second')
    await eventually(async () => (await client.get(path, { headers: { 'If-None-Match': etag } })).status).toBe(200)
  })

  test('a removed folder removes the entries; a new publication keeps them', async () => {
    titled('First')
    await start()
    await fixture.publish({ fillers: 0, mark: ' two', told: true })
    await eventually(async () => (await client.get(path)).headers.get('x-snapshot')).not.toBe(bundle)
    const fields = { title: expect.stringContaining(' two') }
    expect(await overlaid(path)).toMatchObject([{ title: 'First', overlay_entry: { fields } }])
    rmSync(fixture.paths.overlay, { recursive: true })
    await eventually(() => overlaid(path)).toEqual([])
  })

  test('a folder that cannot be used leaves the last good overlay in service, degrades readiness, and is told in the log', async () => {
    const log = join(fixture.paths.root, 'server.log')
    write([entry({ kind: 'contest', id: BOND, override: { title: 'Good' } })])
    await start(log)
    expect(await degradedOf()).toEqual([])
    writeText(`- kind: contest\n  id: ${BOND}\n  override: { election: other }\n  by: a\n  why: b\n`)
    const message = expect.stringContaining('the last good overlay stays in service')
    await eventually(degradedOf).toEqual([{ code: 'overlay_invalid', message }])
    expect(await overlaid(path)).toMatchObject([{ title: 'Good' }])
    write([entry({ kind: 'contest', id: BOND, override: { title: 'Repaired' } })])
    await eventually(degradedOf).toEqual([])
    expect(await overlaid(path)).toMatchObject([{ title: 'Repaired' }])
    const told = 'notes.yaml:3: override.election: got a field that cannot be overridden, expected title, short_title'
    await expect.poll(() => readFileSync(log, 'utf8')).toContain(told)
  })

  test('one that cannot be used at the start: no overlay is in service', async () => {
    writeText('- kind: [')
    await start()
    const message = expect.stringContaining('no overlay is in service')
    expect(await degradedOf()).toEqual([{ code: 'overlay_invalid', message }])
    expect(await overlaid(path)).toEqual([])
  })

  test('an entry without a record, or of another kind, is told, and the others are served', async () => {
    write([
      entry({ kind: 'contest', id: electionId(ELECTION), note: 'Not a contest.' }),
      entry({ kind: 'endorser', slug: 'nobody', note: 'Nobody.' }),
      entry({ kind: 'contest', id: BOND, note: 'Here.' }),
    ])
    await start()
    expect((await degradedOf()).map(({ code }) => code)).toEqual(['overlay_unmatched'])
    expect((await overlaid('/v1/contests')).map(({ id }) => id)).toEqual([BOND])
    write([entry({ kind: 'contest', id: BOND, note: 'Here.' })])
    await eventually(degradedOf).toEqual([])
  })
})
