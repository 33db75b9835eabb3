// `hustings sources add | remove | check | status` over the sample's folder, with a publisher of our own.

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { pathsIn } from '../../data/store/paths.ts'
import { openPublisher, type TestPublisher } from '../ingest/fetch/publisher.ts'
import { shareFolder } from '../temporary.ts'
import { runCommand } from './hustings.ts'
import { copySample } from './sample.ts'
import { ends } from './temporary.ts'

const FEED = JSON.stringify({
  version: 1,
  endorser: { slug: 'sample-paper', name: 'The Sample Paper', category: 'newspaper', state: 'ME' },
  endorsements: [{ election: 'me-2028-11-07-general', contest: 'Question 1', choice: 'Yes' }],
})
const words = (id: string, url: string, ...more: string[]) => [
  'endorsement-feed',
  `id=${id}`,
  'publisher=The Sample Paper: a "daily"',
  `url=${url}`,
  'page=https://example.org/',
  'licence=CC-BY-4.0',
  'format=json',
  'endorsers=sample-paper,sample-other',
  ...more,
]

const folder = shareFolder()
let publisher: TestPublisher
const file = () => pathsIn(join(folder, 'sample')).sourcesFile
const text = () => readFileSync(file(), 'utf8')
const run = (...words: string[]) => runCommand(folder, 'sources', ...words, '--sample')
/** Removes every entry. */
const clear = () => rmSync(file(), { force: true })

beforeAll(async () => {
  await copySample(folder)
  publisher = await openPublisher({ delayMs: 20 })
})
afterAll(async () => {
  await publisher.close()
})

it('add and remove add writes the commented file if there is none, and remove leaves every other byte', async () => {
  await run('init')
  const before = text()
  clear()
  const url = 'https://example.org/endorsements.json'
  const added = await run('add', ...words('paper', url, 'every=5m', 'private=true', 'states=ME,NM'))
  expect(added).toMatchObject({ code: 0, stdout: `${file()}: added paper\n` })
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  const [lost, gained] = compare(before, text())
  expect(lost).toEqual([])
  expect(gained).toEqual([
    '  - id: paper',
    '    publisher: \'The Sample Paper: a "daily"\'',
    `    url: ${url}`,
    '    page: https://example.org/',
    '    licence: CC-BY-4.0',
    '    format: json',
    '    endorsers: [sample-paper, sample-other]',
    '    every: 5m',
    '    private: true',
    '    states: [ME, NM]',
  ])
  expect((await run('show', 'paper')).code).toBe(0)
  await run('add', ...words('second', url))
  expect(await run('remove', 'paper')).toMatchObject({ code: 0, stdout: `${file()}: removed paper\n` })
  await run('remove', 'second')
  expect(text()).toBe(before)
})

it('add and remove keeps comments inside and between the entries, and another indentation', async () => {
  const own = `# Mine.
version: 1
endorsement_feeds: # all of them
- id: one # the first
  publisher: One
  # A note.
  url: one.json
  page: https://example.org/
  licence: MIT
  format: json
  endorsers: [one]
# The end.
disabled: []
`
  writeFileSync(file(), own)
  await run('add', ...words('two', 'two.json'))
  expect(compare(own, text())).toEqual([[], expect.arrayContaining(['- id: two', '  url: two.json'])])
  await run('remove', 'two')
  expect(text()).toBe(own)
  const vip = 'id=vip publisher=V url=vip.xml page=https://example.org/ licence=MIT states=ME'
  await run('add', 'vip-feed', ...vip.split(' '))
  expect(text()).toContain('# The end.\ndisabled: []\n\nvip_feeds:\n  - id: vip\n')
  await run('remove', 'one')
  expect(text()).toContain('# all of them\n# The end.')
  clear()
})

it('add and remove add sets headers', async () => {
  await run('add', ...words('paper', 'https://example.org/f.json', 'header_env=Authorization:PATH,X-Key:PATH'))
  expect(text()).toContain('    header_env: {Authorization: PATH, X-Key: PATH}\n')
  clear()
})

it('add and remove writes nothing that the reader of the file would refuse', async () => {
  await run('init')
  const before = text()
  const url = 'http://example.org/f.json'
  const headers = 'header_env=Authorization:NO_SUCH_VARIABLE,X-Key:NO_SUCH_KEY'
  expect(await run('add', ...words('paper', url, 'evry=5m', headers))).toMatchObject(
    ends(2, 'nothing was written.\nsources.yaml:16: endorsement_feeds[0].evry: got an unknown key, expected every?'),
  )
  expect((await run('add', ...words('paper', url))).stderr).toContain('expected https')
  expect((await run('add', 'endorsement-feed', 'id')).stderr).toContain('expected key=value')
  expect(await run('add', 'feed', 'id=x')).toMatchObject({ code: 2 })
  expect(await run('remove', 'sample-places')).toMatchObject(
    ends(2, 'sample-places is a built-in source: list it under "disabled"'),
  )
  expect((await run('remove', 'sample-place')).stderr).toContain('did you mean sample-places?')
  writeFileSync(file(), 'version: 1\nendorsement_feeds: [{ id: x }]\n')
  expect((await run('add', ...words('paper', 'f.json'))).stderr).toContain('stands in brackets on one line')
  writeFileSync(file(), before)
  expect(JSON.parse((await run('add', ...words('paper', 'f.json'), '--json')).stdout)).toEqual({
    file: file(),
    added: 'paper',
  })
  clear()
})

/** Lines that only one of the texts has. */
function compare(before: string, after: string): [lost: string[], gained: string[]] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  return [a.filter((line) => !b.includes(line)), b.filter((line) => !a.includes(line))]
}

const checked = z.array(
  z.object({
    source_id: z.string(),
    state: z.string(),
    status: z.number().nullable(),
    bytes: z.number().nullable(),
    modified_at: z.string().nullable(),
    error: z.string().nullable(),
    licence: z.string(),
    seen: z.boolean(),
  }),
)

it('check tells what is there, without fetching it', async () => {
  publisher.put('/good.json', FEED)
  publisher.put('/no-head.json', FEED)
  publisher.fail('/no-head.json', { kind: 'status', status: 405 })
  publisher.fail('/refused.json', { kind: 'status', status: 403 }, { kind: 'status', status: 403 })
  publisher.fail('/page.json', { kind: 'page', html: '<html><title>No</title></html>' })
  publisher.fail('/busy.json', { kind: 'status', status: 503 }, { kind: 'status', status: 503 })
  await run('init')
  for (const id of ['good', 'no-head', 'refused', 'page', 'busy', 'missing'])
    await run('add', ...words(id, `${publisher.url}/${id}.json`, 'allow_private_network=true'))
  await run('add', ...words('loopback', publisher.url.replace('http:', 'https:')))
  const before = publisher.requests.length
  const { code, stdout } = await run('check', '--json')
  expect(code).toBe(1)
  const files = checked.parse(JSON.parse(stdout))
  const stateOf = (id: string) => files.find(({ source_id }) => source_id === id)
  expect(stateOf('good')).toMatchObject({
    ...{ state: 'ok', status: 200, bytes: FEED.length, modified_at: '2026-01-02T03:04:05.000Z', error: null },
    ...{ licence: 'CC-BY-4.0', seen: true },
  })
  expect(stateOf('no-head')).toMatchObject({ state: 'ok', status: 200 })
  expect(stateOf('refused')).toMatchObject({ state: 'refused', status: 403, error: 'answered 403' })
  expect(stateOf('page')).toMatchObject({ state: 'refused', error: 'gives a web page instead of the file' })
  expect(stateOf('busy')).toMatchObject({ state: 'faulty', status: 503 })
  expect(stateOf('missing')).toMatchObject({ state: 'missing', status: 404, bytes: null })
  const loopback = '127.0.0.1 is not an address of the public internet'
  expect(stateOf('loopback')).toMatchObject({ state: 'faulty', error: loopback })
  expect(stateOf('sample-places')).toMatchObject({ state: 'ok', status: null })
  expect(publisher.mostOpen()).toBeLessThanOrEqual(2)
  expect(publisher.requests.slice(before).filter(({ status }) => status === 200).length).toBe(3)
  const overview = (await run('check')).stdout
  expect(overview).toMatch(/^127\.0\.0\.1:\d+ +\d ok, \d missing.*\n/m)
  expect(overview).toMatch(/^ +missing: answered 404: refused \(refused\/refused\.json\), .+ and 1 more$/m)
  expect(overview).toMatch(/^Layouts +all read in held files$/m)
  expect(await run('check', 'good')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^good\/good\.json +ok +200 +0\.0 MB +\d+ days ago\n/m),
  })
  publisher.fail('/refused.json', { kind: 'status', status: 403 }, { kind: 'status', status: 403 })
  expect((await run('check', 'refused')).stdout).toContain(
    `By hand    save the file with a browser as ${join(folder, 'sample', 'inbox', 'refused', 'refused.json')}\n`,
  )
  clear()
})

it('check asks a host that is not reachable once, and reports it once', async () => {
  let asked = 0
  const dead = createServer()
  dead.on('connection', (socket) => {
    asked++
    socket.destroy()
  })
  await new Promise<void>((resolve) => dead.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(dead.address() as AddressInfo).port}`
  for (let nth = 0; nth < 5; nth++)
    await run('add', ...words(`feed-${nth}`, `${url}/${nth}.json`, 'allow_private_network=true'))
  const { code, stdout } = await run('check')
  expect(code).toBe(1)
  expect(stdout.match(/not reachable/g)?.length).toBe(1)
  expect(stdout).toMatch(/^127\.0\.0\.1:\d+ +5 files not reachable: /m)
  expect(asked).toBe(1)
  await new Promise((resolve) => dead.close(resolve))
  clear()
})

it('status tells last success, last change, rows, issues and age of each source', async () => {
  const rows = z
    .array(z.looseObject({ source_id: z.string(), state: z.string(), rows: z.number().nullable() }))
    .parse(JSON.parse((await run('status', '--json')).stdout))
  expect(rows.map(({ source_id, state }) => `${source_id} ${state}`)).toEqual([
    ...['sample-places ok', 'sample-ballots ok', 'sample-officeholders ok'],
    ...['sample-endorsements ok', 'sample-endorsement-feed ok'],
  ])
  expect(rows.find(({ source_id }) => source_id === 'sample-ballots')).toMatchObject({
    ...{ rows: expect.any(Number), issues: expect.any(Number), age_days: expect.any(Number), error: null },
    ...{ succeeded_at: expect.stringMatching(/^20\d\d-/), changed_at: expect.stringMatching(/^20\d\d-/) },
  })
  expect((await run('status', 'sample-ballots')).stdout).toMatch(
    /^sample-ballots +ok +(just now|\d+ \w+ ago) +20\d\d-\d\d-\d\d +\d+ +\d+ +\d+$/m,
  )
})

it('status names why a source failed', async () => {
  await run('add', ...words('nowhere', 'nowhere.json'))
  await runCommand(folder, 'ingest', 'nowhere', '--sample')
  const { stdout } = await run('status', 'nowhere')
  expect(stdout).toMatch(/^nowhere +failed .*there is no readable file/m)
  const whole = z
    .array(z.object({ error: z.string() }))
    .parse(JSON.parse((await run('status', 'nowhere', '--json')).stdout))
  expect(stdout).toContain(whole[0]?.error)
  const first = async (list: string) => (await run(list, '--own')).stdout.trim().split('\n').slice(2)
  for (const list of ['list', 'status']) expect(await first(list), list).toEqual([expect.stringMatching(/^nowhere /)])
  expect((await run('check', '--own')).stdout).toMatch(/^Checked +1 file of 1 source; 0 as expected$/m)
  await runCommand(folder, 'ingest', '--sample')
})

describe('show', () => {
  it('says where a person saves the files of a publisher that refuses programs, and what its form asks', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'hustings-show-'))
    const show = async (id: string) => (await runCommand(empty, 'sources', 'show', id)).stdout
    const inbox = pathsIn(empty).inbox
    try {
      expect(await show('fl-candidates-2026')).toContain(
        'By hand    open https://dos.elections.myflorida.com/candidates/downloadcanlist.asp (elecID=20261103-GEN, office=All, ' +
          `status=All, cantype=STA, FormSubmit=Download Candidate List), save as ${join(inbox, 'fl-candidates-2026', 'fl-candidates-2026.txt')}\n`,
      )
      const pages = await show('ak-candidates-2026-general')
      const url = 'https://www.elections.alaska.gov/candidates/?election=26genr'
      const page = (number: number) =>
        join(inbox, 'ak-candidates-2026-general', `ak-candidates-2026-general-${number}.html`)
      expect(pages).toContain(`By hand    open ${url}, save as ${page(1)}\n`)
      expect(pages).toContain(`           open ${url}&frm-page-407=2, save as ${page(2)}, if there is one\n`)
      expect(pages).toContain('Layout     never seen in a file: the reader follows a description\n')
      expect(await show('mn-candidates-2026-general')).toContain(
        `open https://electionresultsfiles.sos.mn.gov/20261103/cand.txt, save as ${join(inbox, 'mn-candidates-2026-general', 'cand.txt')}\n`,
      )
    } finally {
      rmSync(empty, { recursive: true })
    }
  })
})
