// Captures of pages at a real local server: what they state, what changes, and what is refused.

import { createHash } from 'node:crypto'
import dns from 'node:dns'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { collectSink } from '../../../ingest/engine/sink.ts'
import { type AnnouncedEndorsement, type CaptureOptions, captureEvidence } from '../../../ingest/evidence/capture.ts'
import { EVIDENCE_PAGE_BYTES_MAX } from '../../../ingest/evidence/page.ts'
import { type EvidenceStore, evidenceSource, openEvidence } from '../../../ingest/evidence/store.ts'
import { cells } from '../../table.ts'
import { freshFolder } from '../../temporary.ts'
import { openPublisher, type TestPublisher } from '../fetch/publisher.ts'

const [DAY_1, DAY_2, DAY_3] = [
  new Date('2028-10-01T06:00:00Z'),
  new Date('2028-10-02T06:00:00Z'),
  new Date('2028-10-03T06:00:00Z'),
]
const folder = freshFolder()
let publisher: TestPublisher
let store: EvidenceStore
beforeEach(async () => {
  store = openEvidence(folder)
  publisher = await openPublisher({ gzip: true })
})
afterEach(async () => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await publisher.close()
})

function announce(nth: number, more: Partial<AnnouncedEndorsement> = {}): AnnouncedEndorsement {
  return {
    endorsement_key: `sample-herald/contest-${nth}/avery-sample-${nth}`,
    endorser_slug: 'sample-herald',
    endorser_name: 'Sample Herald',
    source_url: `${publisher.url}/page-${nth}`,
    statements: [`Avery Sample${nth} has the better record on water.`],
    candidate_name: `Avery Sample${nth}`,
    rival_names: ['Blair R. Example'],
    ...{ measure_answer: null, measure_code: null, contest_title: `Seat ${nth}` },
    ...more,
  }
}

const pageOf = (body: string): string =>
  `<!doctype html><html><head><title>Opinion</title><script>var secret = 1</script></head><body>${body}</body></html>`
const stating = (nth: number): string =>
  pageOf(`<p>Avery Sample${nth} has the\n <b>better record</b> on&nbsp;water.</p><p>Ask us: desk@example.org</p>`)

const capture = (announced: readonly AnnouncedEndorsement[], at = DAY_1, more: Partial<CaptureOptions> = {}) =>
  captureEvidence(announced, { store, now: () => at, allowPrivate: true, limits: { pause: 0, timeout: 3000 }, ...more })

/** What the source `evidence` makes of the captures. */
async function readCaptures() {
  const sink = collectSink()
  const names = readdirSync(join(folder, 'captures'))
  const source = evidenceSource(join(folder, 'captures'), names, 'sample')
  const files = names.map((name) => ({
    ...{ name: `evidence/${name}`, url: '' },
    bytes: readFileSync(join(folder, 'captures', name)),
  }))
  const none = (): never => expect.fail('it needs no other rows')
  await source.read(
    files,
    {
      source,
      states: new Set(),
      get divisions() {
        return none()
      },
      get outlines() {
        return none()
      },
      get ballots() {
        return none()
      },
      get endorsers() {
        return none()
      },
    },
    sink,
  )
  return sink
}

const fifty = (): AnnouncedEndorsement[] => Array.from({ length: 50 }, (_, nth) => announce(nth))
const put = (make: (nth: number) => string): void => {
  for (const { source_url } of fifty()) {
    const { pathname } = new URL(source_url)
    publisher.put(pathname, make(Number(pathname.slice('/page-'.length))))
  }
}

it('50 pages are found to state their endorsements, and each change that removes one gives an issue', async () => {
  put(stating)
  expect(await capture(fifty())).toMatchObject({ pages: 50, unchanged: 0, stated: 50, doubts: [], faults: [] })
  // One file of robots for all pages, and one request at a time.
  expect(publisher.requests.filter(({ path }) => path === '/robots.txt')).toHaveLength(1)
  expect(publisher.mostOpen()).toBe(1)
  expect((await readCaptures()).issues).toEqual([])

  const requests = publisher.requests.length
  expect(await capture(fifty(), DAY_2)).toMatchObject({ unchanged: 50, stated: 50, doubts: [] })
  const again = publisher.requests.slice(requests).filter(({ path }) => path !== '/robots.txt')
  expect(new Set(again.map(({ status }) => status))).toEqual(new Set([304]))

  put((nth) => pageOf(`<p>The Sample Herald no longer endorses Avery Sample${nth}.</p>`))
  const changed = await capture(fifty(), DAY_3)
  expect(changed).toMatchObject({ unchanged: 0, stated: 0, faults: [] })
  expect(changed.doubts.map(({ missing_since }) => missing_since)).toEqual(Array(50).fill(DAY_3.toISOString()))
  const { rows, issues } = await readCaptures()
  expect(issues.map(({ code, severity }) => `${code} ${severity}`)).toEqual(Array(50).fill('no-longer-on-page ignored'))
  // The record keeps what the page said.
  expect(rows).toHaveLength(50)
  for (const { row } of rows)
    expect(row).toMatchObject({
      retrieved_at: DAY_1.toISOString(),
      quote_found: true,
      missing_since: DAY_3.toISOString(),
    })

  put(stating)
  expect(await capture(fifty(), DAY_3)).toMatchObject({ stated: 50, doubts: [] })
})

it('50 pages that are gone count as changed, and those that cannot be fetched do not', async () => {
  put(stating)
  await capture(fifty())
  publisher.fail('/page-0', { kind: 'status', status: 410 })
  publisher.fail('/page-1', { kind: 'status', status: 400 })
  const { doubts, faults, stated } = await capture(fifty(), DAY_2)
  expect(doubts.map(({ source_url }) => source_url)).toEqual([`${publisher.url}/page-0`])
  expect(faults).toEqual([expect.objectContaining({ source_url: `${publisher.url}/page-1` })])
  expect(stated).toBe(49)
})

describe('what is kept', () => {
  const textOf = (): string => {
    const [name = ''] = readdirSync(join(folder, 'pages'))
    return store.text(name) ?? expect.fail('no text')
  }

  it('is the text without scripts and without contact data', async () => {
    const contacts =
      '<p>Write to desk@example.org, call (919) 555-0100 or 919-555-0101, or visit 12 North Sample Street or P.O. Box 12.</p>'
    publisher.put(
      '/page-1',
      pageOf(`<p>Avery Sample1 has the better record on water.</p>${contacts}<script>alert(7)</script>`),
    )
    await capture([announce(1)])
    expect(textOf()).toBe(
      'Avery Sample1 has the better record on water.\nWrite to […], call […] or […], or visit […] or […].',
    )
  })

  it('is the bytes of the page under their hash, without what was left out of the text', async () => {
    publisher.put(
      '/page-1',
      pageOf('<h1 class=x>Our choice</h1><!-- 919-555-0102 --><p onclick="x()">Avery Sample1 &lt;3</p>'),
    )
    await capture([announce(1)])
    const [name = ''] = readdirSync(join(folder, 'pages'))
    const bytes = readFileSync(join(folder, 'pages', name))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(name)
    expect(store.load('sample-herald').captures).toMatchObject([{ sha256: name }])
    expect(bytes.toString()).toBe(
      '<!doctype html>\n<html>\n<body>\n<h1>Our choice</h1>\n<p>Avery Sample1 &lt;3</p>\n</body>\n</html>\n',
    )
    expect(store.text(name)).toBe('Our choice\nAvery Sample1 <3')
    writeFileSync(join(folder, 'pages', name), 'Damaged.')
    expect(store.text(name)).toBeUndefined()
  })

  it('stays if the markup alone changes', async () => {
    publisher.put('/page-1', pageOf('<p>Avery Sample1 has the better record on water.</p>'))
    await capture([announce(1)])
    const before = store.load('sample-herald').captures
    publisher.put('/page-1', pageOf('<div><i>Avery Sample1</i> has the better record on water.</div>'))
    expect(await capture([announce(1)], DAY_2)).toMatchObject({ unchanged: 1, stated: 1 })
    expect(store.load('sample-herald').captures).toEqual(before)
    expect(readdirSync(join(folder, 'pages'))).toHaveLength(1)
  })

  it('was only the text in an earlier version: it is read, and the page is requested again', async () => {
    publisher.put('/page-1', stating(1))
    await capture([announce(1)])
    const [page = ''] = readdirSync(join(folder, 'pages'))
    const text = textOf()
    const old = createHash('sha256').update(text).digest('hex')
    mkdirSync(join(folder, 'text'))
    writeFileSync(join(folder, 'text', old), text)
    rmSync(join(folder, 'pages', page))
    const file = join(folder, 'captures', 'sample-herald.json')
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(page, old))
    expect(store.text(old)).toBe(text)
    publisher.fail('/page-1', { kind: 'status', status: 400 })
    await capture([announce(1)], DAY_2)
    // A fault deletes nothing.
    expect(store.load('sample-herald').captures).toMatchObject([{ sha256: old, quote_found: true }])
    expect(store.text(old)).toBe(text)
    publisher.put('/page-1', stating(1))
    expect(await capture([announce(1)], DAY_3)).toMatchObject({ stated: 1, doubts: [] })
    expect(publisher.requests.at(-1)).toMatchObject({ path: '/page-1', status: 200 })
    expect(store.load('sample-herald').captures).toMatchObject([{ sha256: page, retrieved_at: DAY_3.toISOString() }])
    expect(readdirSync(join(folder, 'text'))).toEqual([])
  })

  it('is a quote of the sentence with both names, if the statement is not there', async () => {
    publisher.put('/page-1', pageOf('<p>Hello. The Sample Herald endorses Avery Sample1 for the seat. Vote early.</p>'))
    await capture([announce(1)])
    expect(store.load('sample-herald').captures).toMatchObject([
      { quote: 'The Sample Herald endorses Avery Sample1 for the seat.', quote_found: true },
    ])
  })

  it('is nothing of a page that is too large, no page, or not permitted by robots.txt', async () => {
    publisher.put('/page-1', pageOf('x'.repeat(EVIDENCE_PAGE_BYTES_MAX)))
    publisher.put('/page-2', '%PDF-1.7 Avery')
    publisher.put('/page-3', stating(3))
    publisher.put('/robots.txt', 'User-agent: *\nAllow: /\n\nUser-agent: Hustings\nDisallow: /page-3$\n')
    const { faults, stated } = await capture([1, 2, 3].map((nth) => announce(nth)))
    expect(stated).toBe(0)
    expect(faults.map(({ why }) => why)).toEqual([
      expect.stringContaining(`${EVIDENCE_PAGE_BYTES_MAX}`),
      'is a PDF, expected a web page',
      "the site's robots.txt does not permit it",
    ])
    expect(publisher.requests.some(({ path }) => path === '/page-3')).toBe(false)
    expect(readdirSync(join(folder, 'pages'))).toEqual([])
  })

  it('goes with the last capture that names it', async () => {
    publisher.put('/page-1', stating(1))
    await capture([announce(1)])
    expect(store.remove('sample-herald')).toBe(true)
    expect(store.dropUnused()).toBe(1)
    expect(readdirSync(join(folder, 'pages'))).toEqual([])
  })
})

describe('an address of a private network', () => {
  it('is refused as a URL', async () => {
    publisher.put('/page-1', stating(1))
    const hosts = cells(`
      127.0.0.1 | 10.0.0.1 | 169.254.169.254 | 100.64.0.1 | 224.0.0.1 | [::1] | [fe80::1] | [::ffff:127.0.0.1]
      [64:ff9b::7f00:1] | 2130706433
    `)
    const announced = hosts.map((host, nth) =>
      announce(nth, { source_url: `http://${host}:${new URL(publisher.url).port}/page-1` }),
    )
    const { faults } = await capture(announced, DAY_1, { allowPrivate: false })
    expect(faults).toHaveLength(hosts.length)
    for (const { why } of faults) expect(why).toContain('is not an address of the public internet')
    expect(publisher.requests).toEqual([])
  })

  it('is refused after a redirect, and when the name of a host changes to one', async () => {
    const { port } = new URL(publisher.url)
    publisher.put('/page-1', stating(1))
    publisher.put('/page-2', stating(2))
    publisher.fail('/page-3', { kind: 'redirect', to: `http://127.0.0.1:${port}/page-1` })
    // The publisher stands for a server on the internet. A connection goes where the checked answer of DNS says.
    const answers = ['8.8.8.8', '8.8.8.8', '8.8.8.8', '127.0.0.1']
    const asked: string[] = []
    vi.spyOn(dns, 'lookup').mockImplementation(((
      _host: string,
      options: { all?: boolean },
      callback: (...of: unknown[]) => void,
    ) => {
      const address = answers[asked.length] ?? '127.0.0.1'
      asked.push(address)
      if (options.all) callback(null, [{ address, family: 4 }])
      else callback(null, address, 4)
    }) as unknown as typeof dns.lookup)
    syncBuiltinESMExports()
    const connect = net.connect
    const reached: string[] = []
    vi.spyOn(net, 'connect').mockImplementation(((options: net.TcpNetConnectOpts) =>
      connect({
        ...options,
        autoSelectFamily: false,
        lookup: (host, asked, callback) =>
          options.lookup?.(host, { ...asked, all: false }, (fault, address, family) => {
            if (!fault) reached.push(String(address))
            callback(fault, fault ? '' : '127.0.0.1', family)
          }),
      })) as typeof net.connect)
    const at = (nth: number, host: string) => announce(nth, { source_url: `http://${host}:${port}/page-${nth}` })
    const redirected = await capture([at(3, 'redirects.example')], DAY_1, { allowPrivate: false })
    expect(redirected.faults.map(({ why }) => why)).toEqual([
      expect.stringContaining('127.0.0.1 is not an address of the public internet'),
    ])
    expect(publisher.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/page-3'])
    // Each connection is closed, so that the next request asks for the address again.
    for (const path of ['/robots.txt', '/page-1'])
      publisher.fail(path, {
        kind: 'answer',
        answer: (_, response) =>
          response
            .writeHead(200, { connection: 'close', 'content-type': 'text/html' })
            .end(path === '/page-1' ? stating(1) : ''),
      })
    asked.length = 1
    const rebound = await capture([at(1, 'rebinds.example'), at(2, 'rebinds.example')], DAY_1, { allowPrivate: false })
    expect(rebound.stated).toBe(1)
    expect(rebound.faults.map(({ why }) => why)).toEqual([
      expect.stringContaining('(127.0.0.1) is not an address of the public internet'),
    ])
    expect(publisher.requests.some(({ path }) => path === '/page-2')).toBe(false)
    expect(new Set(reached)).toEqual(new Set(['8.8.8.8']))
  })
})
