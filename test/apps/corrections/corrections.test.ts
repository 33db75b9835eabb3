import { describe, expect, test } from 'vitest'
import { en, es } from '../../../apps/corrections/words.ts'
import { CORRECTIONS_SHOWN, correction, toFixTimes } from '../../../data/schema/correction.ts'
import { page } from '../../../data/schema/envelope.ts'
import { liveOperations } from '../../../data/schema/operations.ts'
import { runCommand } from '../../cli/hustings.ts'
import { type Client, openClient } from '../../server/client.ts'
import { endorsedIn } from '../../server/endorsements.ts'
import { createSpanishCheck } from '../../server/spanish.ts'
import { site, type Visitor, withSite } from '../console/visitor.ts'

const QUEUE = '/console/corrections'
const { contests, endorsements } = endorsedIn({ fillers: 0 })
const CONTEST = `contest/${contests[0]?.id}`
const form = (record: string) => `/corrections/new?record=${record}`

let operator: Visitor
let client: Client
withSite(async () => {
  await site.makeAccount('Operator', { role: 'operator' })
  await site.makeAccount('Member')
  operator = await site.signedIn('Operator')
  client = await openClient(site.url, (await site.fixture.makeKey({ plan: 'unlimited' })).key)
})

async function report(text: string, record = CONTEST): Promise<number> {
  const seen = await site.visitor().send(form(record), '/corrections/new', { record, text })
  expect(seen.status, seen.text).toBe(303)
  return Number(/sent=(\d+)/.exec(seen.location ?? '')?.[1])
}

const decide = (id: number, act: string, fields: Record<string, string> = {}) =>
  operator.send(QUEUE, QUEUE, { id: String(id), act, ...fields })

async function listed() {
  return page(correction).parse((await client.get('/v1/corrections')).body).data
}

test('the Spanish pages have no English text', async () => {
  const refuseEnglish = createSpanishCheck(en, es)
  const visitor = site.visitor()
  for (const path of [
    ...[`${form(CONTEST)}&lang=es`, '/corrections/new?lang=es', '/corrections?lang=es&sent=1'],
    '/corrections/nothing?lang=es',
  ]) {
    const { text } = await visitor.get(path)
    expect(text).toContain('<html lang="es">')
    refuseEnglish(text, path)
  }
  const seen = await visitor.send(`${form(CONTEST)}&lang=es`, '/corrections/new?lang=es', {
    record: CONTEST,
    text: 'Mal.',
  })
  expect(seen.location).toContain('lang=es')
})

test('a report is opened, released and fixed, and each step is reported', async () => {
  const visitor = site.visitor()
  const id = await report('The second line\r\nis <b>wrong</b> & "so".')
  const sent = await visitor.get(`/corrections?sent=${id}`)
  expect(sent.text).toContain(`It is number ${id}`)
  // Before the release, nobody but the operator sees the text.
  expect(sent.text).not.toContain('second line')
  expect(await listed()).toEqual([])
  const queue = await operator.get(QUEUE)
  expect(queue.text).toContain('The second line<br>is &lt;b&gt;wrong&lt;/b&gt; &amp; &quot;so&quot;.')
  expect(queue.text).toContain('2 reports wait')
  expect(queue.text).toContain(contests[0]?.title.replaceAll('"', '&quot;') ?? '?')

  site.move(600_000)
  const released = await decide(id, 'release')
  expect([released.status, released.location]).toEqual([303, `${QUEUE}?done=correction-released`])
  const [shown] = await listed()
  expect(shown).toMatchObject({ id, record: CONTEST, status: 'released', fixed_at: null, seconds_to_fix: null })
  expect(shown?.text).toBe('The second line\nis <b>wrong</b> & "so".')
  expect((await visitor.get('/corrections')).text).toContain('is &lt;b&gt;wrong&lt;/b&gt; &amp;')

  const refused = await decide(id, 'fix', { publication: '99' })
  expect([refused.status, refused.text.includes('There is no publication 99.')]).toEqual([400, true])
  const before = await decide(id, 'fix', { publication: '1' })
  expect([before.status, before.text.includes('it cannot have fixed it')]).toEqual([400, true])
  await site.fixture.publish({ fillers: 0, said: ' (corrected)', at: new Date(site.now() + 60_000).toISOString() })
  const fixed = await decide(id, 'fix', { publication: '2' })
  expect([fixed.status, fixed.location]).toEqual([303, `${QUEUE}?done=correction-fixed`])
  const [publication] = await site.fixture.state.publications(1)
  const [done] = await listed()
  expect(done).toMatchObject({
    id,
    status: 'fixed',
    fixed_at: publication?.published_at,
    snapshot: publication?.bundle,
  })
  expect(done?.seconds_to_fix).toBe(660)
  const log = (await visitor.get('/corrections')).text
  expect(log).toContain('Fixed: 1. Half of them took at most 11 min')
  const audit = await site.fixture.state.audit(null, 2)
  expect(audit.map(({ by, action }) => [by, action])).toEqual([
    ['Operator', 'correction.fixed'],
    ['Operator', 'correction.released'],
  ])
})

test('a rejected report is shown nowhere, and its text is deleted', async () => {
  const id = await report('Buy CHEAP-WATCHES now')
  const without = await decide(id, 'reject', { reason: ' ' })
  expect([without.status, without.text.includes('expected 1 to 200 characters')]).toEqual([400, true])
  expect((await decide(id, 'reject', { reason: 'advertises' })).location).toBe(`${QUEUE}?done=correction-rejected`)
  for (const text of [(await operator.get(QUEUE)).text, (await site.visitor().get('/corrections')).text])
    expect(text).not.toContain('CHEAP-WATCHES')
  expect(JSON.stringify(await listed())).not.toContain('CHEAP-WATCHES')
  expect(await site.fixture.state.findCorrection(id)).toMatchObject({ text: '', reason: 'advertises' })
  expect((await decide(id, 'release')).status).toBe(400)
})

describe('the form', () => {
  test.each([
    ['nothing', ''],
    ['white space', ' \r\n '],
    ['1,001 characters', 'x'.repeat(1001)],
    ['a control character', 'a\u0007b'],
    ['a character that turns the order of others', 'a\u202Eb'],
    ['NUL', 'a\0b'],
  ])('refuses %s, and keeps what was typed', async (_, text) => {
    const seen = await site.visitor().send(form(CONTEST), '/corrections/new', { record: CONTEST, text })
    expect(seen.status).toBe(400)
    expect(seen.text).toContain('expected 1 to 1000 characters')
  })

  test('takes 1,000 characters, also those that SQL, HTML or a spreadsheet read', async () => {
    const hostile = `'); DROP TABLE correction; --\n<script>alert(1)</script>\n=HYPERLINK("http://x")\n{{7*7}} \${x} %00 \\`
    const text = hostile + '🗳'.repeat(1000 - [...hostile].length)
    const id = await report(text)
    expect(await site.fixture.state.findCorrection(id)).toMatchObject({ text })
    await decide(id, 'release')
    for (const { text: seen } of [await operator.get(QUEUE), await site.visitor().get('/corrections')]) {
      expect(seen).not.toContain('<script>alert')
      expect(seen).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    }
    expect((await listed())[0]?.text).toBe(text)
  })

  test('refuses a record that is none, and tells a stranger nothing of which records there are', async () => {
    for (const record of ['', 'contest', 'contest/x', 'contest/01', 'choice/1', 'contest/1/2', "contest/1'--", '../1'])
      expect((await site.visitor().get(form(encodeURIComponent(record)))).status, record).toBe(400)
    // The explorer of this server is closed, so a stranger sees no names.
    const known = await site.visitor().get(form(CONTEST))
    const unknown = await site.visitor().get(form('contest/1'))
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect(known.text).not.toContain(contests[0]?.short_title ?? '?')
    const member = await site.signedIn('Member')
    expect((await member.get(form(CONTEST))).text).toContain(contests[0]?.short_title)
    expect((await member.get(form('contest/1'))).status).toBe(404)
  })

  test('is refused without its token, and from another site', async () => {
    const fields = { record: CONTEST, text: 'forged' }
    expect((await site.visitor().post('/corrections/new', fields)).status).toBe(403)
    const elsewhere = { 'Sec-Fetch-Site': 'cross-site' }
    expect((await site.visitor().post('/corrections/new', fields, elsewhere)).status).toBe(403)
  })

  test('takes ten reports a minute from one network, and keeps no address', async () => {
    for (let at = 0; at < 10; at++) await report(`report ${at} of a minute`)
    const seen = await site.visitor().send(form(CONTEST), '/corrections/new', { record: CONTEST, text: 'the eleventh' })
    expect([seen.status, Number(seen.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    expect(seen.text).toContain('the eleventh')
    // Passwords have a limit of their own.
    expect((await site.visitor().signIn('Member')).status).toBe(303)
    site.nextMinute()
    await report('in the next minute')
    const rows = JSON.stringify(await site.fixture.state.corrections(['open', 'released', 'fixed', 'rejected'], 500))
    expect(rows).not.toMatch(/127\.0\.0\.1|::1|localhost/)
    // The log is written a moment after the answer.
    await expect.poll(() => site.log()).toContain('/corrections/new')
    const log = site.log()
    expect(log).not.toContain('of a minute')
    expect(log).not.toContain(CONTEST)
  })
})

test('the queue shows the reports of one record, and stays there after a decision', async () => {
  const record = `endorsement/${endorsements[3]?.id}`
  const own = await report('Only of this endorsement', record)
  await report('Of a contest')
  const only = `${QUEUE}?record=${record}`
  const { text } = await operator.get(only)
  expect(text).toContain('Only of this endorsement')
  expect(text).not.toContain('Of a contest')
  expect(text).toMatch(/\d+ reports wait, 1 of this record/)
  expect((await operator.get(QUEUE)).text).toContain(`href="${only}"`)
  const wrong = await operator.get(`${QUEUE}?record=contest/x`)
  expect([wrong.status, wrong.text.includes('expected a kind of record and its id')]).toEqual([400, true])
  const released = await operator.send(only, only, { id: String(own), act: 'release' })
  expect(released.location).toBe(`${only}&done=correction-released`)
  expect((await operator.get(released.location ?? '')).text).toContain('The report is public.')
  const { stdout } = await runCommand(site.fixture.paths.root, 'corrections', 'list', '--record', record, '--json')
  expect(JSON.parse(stdout)).toMatchObject([{ id: own, record, status: 'released' }])
  const refused = await runCommand(site.fixture.paths.root, 'corrections', 'list', '--record', 'choice/1')
  expect([refused.code, refused.stderr.includes('Expected a kind of record')]).toEqual([2, true])
})

test('/v1/corrections has the percentiles of all fixed reports, on every page', async () => {
  const times = await site.fixture.state.fixTimes()
  expect(times.length).toBeGreaterThan(0)
  for (const limit of [1, 100]) {
    const { body } = await client.get(`/v1/corrections?limit=${limit}`)
    expect(liveOperations.listCorrections.response.parse(body).times_to_fix).toEqual(toFixTimes(times))
  }
})

test('only operators open the queue', async () => {
  const member = await site.signedIn('Member')
  expect((await member.get(QUEUE)).status).toBe(404)
  expect((await site.visitor().get(QUEUE)).location).toBe('/console/sign-in?to=%2Fconsole%2Fcorrections')
})

test('the log has pages, and /v1/corrections too', async () => {
  const before = (await listed()).length
  for (let at = 0; at < 3; at++) await decide(await report(`page ${at}`), 'release')
  const all = await listed()
  expect(all).toHaveLength(before + 3)
  const ids: number[] = []
  let cursor = ''
  do {
    const { body } = await client.get(`/v1/corrections?limit=2${cursor && `&cursor=${cursor}`}`)
    const { data, next_cursor } = page(correction).parse(body)
    ids.push(...data.map(({ id }) => id))
    cursor = next_cursor ?? ''
  } while (cursor !== '')
  expect(ids).toEqual(all.map(({ id }) => id))
  expect((await client.get('/v1/corrections?cursor=AAAA')).status).toBe(400)
  const earlier = (await site.visitor().get(`/corrections?before=${ids[0]}`)).text
  expect(earlier).not.toContain('page 2<')
  expect(earlier).toContain('page 1<')
  expect((await site.visitor().get('/corrections?before=x')).status).toBe(404)
})

test('the pages of the log have every report once', async () => {
  const { state } = site.fixture
  const at = new Date(site.now()).toISOString()
  const ids: number[] = []
  for (let nth = 0; nth < 2 * CORRECTIONS_SHOWN + 1; nth++) {
    const opened = await state.openCorrection({ record: CONTEST, text: 'one of many' }, at)
    if ('refused' in opened) throw new Error(opened.refused)
    await state.releaseCorrection(opened.id, { by: 'the test', at })
    ids.push(opened.id)
  }
  const seen: number[] = []
  for (let path: string | undefined = '/corrections'; path !== undefined; ) {
    const { text }: { text: string } = await site.visitor().get(path)
    seen.push(...[...text.matchAll(/id="correction-(\d+)"/g)].map(([, id]) => Number(id)))
    path = /href="(\/corrections\?before=\d+)"/.exec(text)?.[1]
  }
  expect(seen.slice(0, ids.length)).toEqual(ids.toReversed())
  expect(new Set(seen).size).toBe(seen.length)
})

test('an update of an endorsement with a released report carries the reason, and no other event does', async () => {
  const said = (text: string | null) => text !== null
  const [one, other] = endorsements.filter(({ statement }) => said(statement))
  const id = await report('The statement is of another year.', `endorsement/${one?.id}`)
  await report('Not released.', `endorsement/${other?.id}`)
  await decide(id, 'release')
  const { fixture } = site
  await fixture.publish({ fillers: 0, said: ' (again)', told: true, at: '2026-04-01T00:00:00.000Z' })
  const rows = await fixture.state.events({ after: 0, through: 1000, limit: 1000 })
  const events = rows.map(({ body }) => JSON.parse(body))
  expect(events.length).toBeGreaterThan(1)
  const reasons = events.flatMap(({ reason, type, endorsement }) =>
    reason ? [{ reason, type, id: endorsement.id }] : [],
  )
  expect(reasons).toEqual([{ reason: 'correction', type: 'endorsement.updated', id: one?.id }])
})

test('the command line lists and decides', async () => {
  const id = await report('from the shell\nsecond line')
  const root = { HUSTINGS_VAR: site.fixture.paths.root }
  const run = async (...args: string[]) => (await runCommand(root.HUSTINGS_VAR, 'corrections', ...args)).stdout
  expect(await run('list', '--status', 'open')).toContain('from the shell / second line')
  expect(JSON.parse(await run('release', String(id), '--json'))).toMatchObject([{ id, status: 'released' }])
  expect(JSON.parse(await run('fix', String(id), '--json'))).toMatchObject([{ id, status: 'fixed' }])
  const audit = await site.fixture.state.audit(null, 2)
  expect(audit.map(({ by, action }) => [by, action])).toEqual([
    ['command line', 'correction.fixed'],
    ['command line', 'correction.released'],
  ])
})

test('percentiles are by nearest rank', () => {
  expect(toFixTimes([])).toEqual({ count: 0, p50: null, p90: null })
  expect(toFixTimes([5])).toEqual({ count: 1, p50: 5, p90: 5 })
  expect(toFixTimes([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])).toEqual({ count: 10, p50: 5, p90: 9 })
  expect(toFixTimes([1, 2, 3])).toEqual({ count: 3, p50: 2, p90: 3 })
})
