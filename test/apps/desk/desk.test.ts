import { beforeAll, expect, test } from 'vitest'
import type { Contest } from '../../../data/schema/contest.ts'
import { writeLastRun } from '../../../data/store/last-run.ts'
import { site, tokenIn, type Visitor } from '../console/visitor.ts'
import { ana, bo, COMMAND, contestBy, DESK, hiddenIn, refusedSource, WORKERS, withEditorSite } from './editor-site.ts'

const single = contestBy(({ vote_method }) => vote_method === 'plurality')
const several = contestBy(({ vote_method }) => vote_method === 'multi_seat')

const idOf = (contest: Contest, at: number): string => String(contest.choices[at]?.id)
const pathOf = (contest: Contest): string => `${DESK}/contests/${contest.id}`
const held = (contest: Contest) => site.fixture.state.findPosition(WORKERS.slug, contest.id)

withEditorSite()
beforeAll(() => site.makeAccount('Stranger'))

/** Types the form as a browser without scripts would, and sends it. */
async function type(visitor: Visitor, contest: Contest, fields: Record<string, string | string[]>, act = 'preview') {
  const { text } = await visitor.get(pathOf(contest))
  const hidden = (name: string) => hiddenIn(text, name)
  const own = { base: hidden('base'), draft: hidden('draft'), token: tokenIn(text), act }
  return visitor.post(pathOf(contest), { ...own, ...fields })
}

/** Presses the button of the preview that is on the screen. */
async function publish(visitor: Visitor, contest: Contest, fields: Record<string, string> = { act: 'now' }) {
  const { text } = await visitor.get(`${pathOf(contest)}/preview`)
  const hidden = (name: string) => hiddenIn(text, name)
  const seen = { version: hidden('version'), draft: hidden('draft'), token: tokenIn(text) }
  return visitor.post(`${pathOf(contest)}/publish`, { ...seen, ...fields })
}

/** Presses the button of the page that asks. */
async function withdraw(visitor: Visitor, contest: Contest) {
  const page = `${pathOf(contest)}/withdraw`
  const { text } = await visitor.get(page)
  return visitor.post(page, { token: tokenIn(text), version: hiddenIn(text, 'version') })
}

test('an endorser that the service does not show yet has no public page', async () => {
  expect((await ana.get(DESK)).text).not.toContain('/explore/endorsers/')
})

test('only the editors of an endorser open its desk; signing in leads there', async () => {
  expect((await site.visitor().get(DESK)).location).toBe(`/console/sign-in?to=${encodeURIComponent(DESK)}`)
  const stranger = await site.signedIn('Stranger')
  expect((await stranger.get(DESK)).status).toBe(404)
  expect((await stranger.get('/desk')).text).toContain('Your account has no desk yet')
  expect((await stranger.post(`${pathOf(single)}/publish`, {})).status).toBe(404)
  expect((await ana.get('/desk')).location).toBe(DESK)
  expect((await site.visitor().signIn('ana')).location).toBe('/desk')
  expect((await ana.get(`${DESK}/contests/1`)).status).toBe(404)
  expect((await ana.get(DESK)).text).toContain('Other editors: bo.')
})

test('a contest is found by title and by place; the words are in no address', async () => {
  const page = `${DESK}/contests`
  const search = (fields: Record<string, string>) => ana.send(page, page, { title: '', place: '', ...fields })
  const election = single.election.slug
  const all = await search({ election })
  expect(all.text).toContain(single.title)
  const some = await search({ election, title: single.title.toUpperCase() })
  expect(some.text).toContain(`${pathOf(single)}"`)
  expect((await search({ election, title: 'no such title' })).text).toContain('No contest matches')
  const nowhere = await search({ election, place: 'Nowhere, ZZ' })
  expect(nowhere.status).toBe(400)
  expect(nowhere.text).toContain('Place: we don’t know this place.')
  expect(nowhere.text).toContain('value="Nowhere, ZZ"')
  expect((await search({ election, place: 'Raliegh, NC' })).text).toContain('Did you mean Ráleigh, NC?')
  expect((await search({ election: 'x' })).status).toBe(400)
})

test('a place without a contest of the election is told which other election has some', async () => {
  const page = `${DESK}/contests`
  const { text } = await ana.get(page)
  const slugs = [...text.matchAll(/<option value="([^"]+)"/g)].map(([, slug]) => slug ?? '')
  expect(slugs.length).toBeGreaterThan(1)
  const other = slugs.find((slug) => !slug.startsWith('nc-')) ?? ''
  expect(other).not.toBe('')
  const empty = await ana.send(page, page, { election: other, title: '', place: 'Raleigh, NC' })
  expect(empty.text).toContain('No contest matches')
  const [, form = ''] = /(<form[^>]* aria-labelledby="elsewhere-title"[\s\S]+?<\/form>)/.exec(empty.text) ?? []
  const named = [...form.matchAll(/<button[^>]* value="([^"]+)">(\d+) contests? in /g)]
  expect(named.map(([, slug]) => slug)).toContain(single.election.slug)
  for (const [, slug = '', count = ''] of named) {
    const found = await ana.post(page, { token: tokenIn(form), election: slug, title: '', place: 'Raleigh, NC' })
    expect(found.text).toContain(`<h2 id="found-title">${count} contest`)
  }
  const none = await ana.send(page, page, { election: other, title: 'no such title', place: 'Raleigh, NC' })
  expect(none.text).not.toContain('elsewhere-title')
})

test('draft, preview with its warnings, publication; statements are text', async () => {
  const evil = '<script>alert(1)</script> & "quotes"'
  const saved = await type(ana, single, { pick: idOf(single, 0), statement: evil }, 'save')
  expect(saved.location).toBe(`${pathOf(single)}?done=draft-saved`)
  const again = await ana.get(pathOf(single))
  expect(again.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;')
  expect(again.text).not.toContain('<script>alert')
  expect((await bo.get(pathOf(single))).text).not.toContain('alert(1)')
  await type(ana, single, { pick: idOf(single, 0), statement: evil })
  const preview = await ana.get(`${pathOf(single)}/preview`)
  expect(preview.text).toContain('There is no source link')
  expect(preview.text).not.toContain('<script>alert')
  expect(await held(single)).toBeUndefined()
  expect((await publish(ana, single)).location).toBe(`${DESK}?done=published`)
  expect(await held(single)).toMatchObject({ version: 1, changed_by: 'ana', published: { text: { statement: evil } } })
  const overview = await ana.get(DESK)
  expect(overview.text).toContain('the publisher has not picked it up yet')
  // Where `hustings watch` does not run (docs/desk.md).
  expect(overview.text).toContain('If it still waits then, it is published with the next nightly run.')
  for (const [ms, told] of [
    [59_000, 'the publisher has not picked it up yet'],
    [2_000, 'it has waited for more than a minute'],
  ] as const) {
    site.move(ms)
    expect((await ana.get(DESK)).text).toContain(told)
  }
  expect((await ana.get(`${DESK}/history`)).text).toContain('published')
  const file = await ana.get(`${DESK}/file/endorsements.json`)
  expect(JSON.parse(file.text)).toMatchObject({ endorser: WORKERS, endorsements: [{ statement: evil }] })
  expect(await site.fixture.state.audit(null, 1)).toMatchObject([{ by: 'ana', action: 'desk.published' }])
})

test('a position that the contest does not permit is refused, and the draft is kept', async () => {
  const ids = several.choices.map(({ id }) => String(id))
  expect(ids.length).toBeGreaterThan(several.votes_allowed)
  await type(ana, several, { pick: ids, source_url: 'javascript:alert(1)' })
  const preview = await ana.get(`${pathOf(several)}/preview`)
  expect(preview.text).toContain(`this contest permits ${several.votes_allowed}`)
  expect(preview.text).toContain('expected an http or https address')
  expect(preview.text).not.toContain('Publish now')
  const { id: account_id } = (await site.fixture.state.findAccount('ana')) ?? { id: 0 }
  const reference = { endorser: WORKERS.slug, contest_id: several.id, account_id }
  const draft = await site.fixture.state.findDraft(reference)
  const forced = await ana.post(`${pathOf(several)}/publish`, {
    ...{ version: '0', act: 'now', token: tokenIn(preview.text) },
    draft: String(draft?.version),
  })
  expect([forced.status, forced.text.includes('cannot be published yet')]).toEqual([400, true])
  expect(await held(several)).toBeUndefined()
  expect((await ana.get(DESK)).text).toContain('Your drafts')
})

test('why there is no endorsement: with source and date, in the file, the history and the preview; never beside a choice', async () => {
  const said = { source_url: 'https://example.org/none', published_on: '2024-10-14' }
  await type(ana, several, { stance: 'declined', pick: idOf(several, 0), ...said })
  const both = await ana.get(`${pathOf(several)}/preview`)
  expect(both.text).toContain('A choice and a reason for no endorsement are chosen.')
  expect(both.text).not.toContain('Publish now')
  await type(ana, several, { stance: 'declined', statement: '', ...said })
  for (const [lang, sentence] of [
    ['en', 'We declined to endorse in this contest'],
    ['es', 'Rehusamos dar nuestro apoyo en esta contienda'],
  ] as const) {
    const preview = await ana.get(`${pathOf(several)}/preview?lang=${lang}`)
    expect(preview.text).toContain(sentence)
    expect(preview.text).toContain(`href="${said.source_url}"`)
  }
  expect((await ana.get(`${pathOf(several)}/preview`)).text).toContain('Sample Workers endorses no choice')
  expect((await publish(ana, several)).location).toBe(`${DESK}?done=published`)
  const file = async () => JSON.parse((await ana.get(`${DESK}/file/endorsements.json`)).text).endorsements
  const item = { election: several.election.slug, contest: several.id, stance: 'declined', ...said }
  expect(await file()).toContainEqual(item)
  const editor = await ana.get(pathOf(several))
  expect(editor.text).toContain('name="stance" value="declined" checked')
  expect(editor.text).toContain('Withdraw this')
  expect((await ana.get(`${DESK}/history`)).text).toContain('We declined to endorse in this contest')
  // An endorsement takes its place.
  await type(ana, several, { stance: '', pick: idOf(several, 0), ...said })
  await publish(ana, several)
  expect(await file()).not.toContainEqual(item)
  expect((await held(several))?.published).toMatchObject({ picks: [{ label: several.choices[0]?.label }] })
  const left = await withdraw(ana, several)
  expect(left.location).toBe(`${DESK}?done=withdrawn`)
})

test('where voters choose one, an editor can untick the choice without a script', async () => {
  const { text } = await ana.get(pathOf(single))
  expect(text).toMatch(/<input type="radio" name="pick" value="">\s*<span>No choice/)
})

test('two editors: the second sees both texts, and decides', async () => {
  await type(bo, single, { pick: idOf(single, 1), statement: 'from bo' })
  await type(ana, single, { pick: idOf(single, 0), statement: 'from ana' })
  const seenByBo = await bo.get(`${pathOf(single)}/preview`)
  await publish(ana, single)
  const version = (await held(single))?.version
  // Bo's page is older than what Ana has published.
  const hidden = (name: string) => hiddenIn(seenByBo.text, name)
  const late = await bo.post(`${pathOf(single)}/publish`, {
    ...{ version: hidden('version'), draft: hidden('draft'), token: tokenIn(seenByBo.text), act: 'now' },
  })
  expect(late.status).toBe(409)
  for (const part of ['from ana', 'from bo', 'Published by ana', 'Publish mine in its place'])
    expect(late.text).toContain(part)
  expect(await held(single)).toMatchObject({ version, published: { text: { statement: 'from ana' } } })
  expect((await publish(bo, single)).location).toBe(`${DESK}?done=published`)
  expect(await held(single)).toMatchObject({ changed_by: 'bo', published: { text: { statement: 'from bo' } } })
})

test('another window of the same editor overwrites nothing', async () => {
  const stale = await ana.get(pathOf(several))
  const hidden = (name: string) => hiddenIn(stale.text, name)
  const own = { base: hidden('base'), draft: hidden('draft'), token: tokenIn(stale.text) }
  const pick = idOf(several, 0)
  expect((await ana.post(pathOf(several), { ...own, act: 'save', pick, statement: 'first window' })).status).toBe(303)
  const second = await ana.post(pathOf(several), { ...own, act: 'save', pick, statement: 'second window' })
  expect(second.status).toBe(409)
  for (const part of ['first window', 'second window', 'Another window', 'data-unsaved', 'not saved yet'])
    expect(second.text).toContain(part)
  expect(second.text).not.toContain('>Draft saved')
  const auto = await ana.post(pathOf(several), { ...own, act: 'autosave', pick, statement: 'third window' })
  expect([auto.status, JSON.parse(auto.text).problem]).toEqual([409, expect.stringContaining('Another window')])
  // A reload saves the same once more.
  const same = await ana.post(pathOf(several), { ...own, act: 'autosave', pick, statement: 'first window' })
  expect([same.status, JSON.parse(same.text)]).toEqual([
    200,
    { draft: expect.any(Number), saved_at: expect.any(String) },
  ])
})

test('schedules, cancels and withdraws; a time that has passed is refused', async () => {
  await type(ana, several, { pick: idOf(several, 0), statement: 'later' })
  const past = await publish(ana, several, { act: 'schedule', publish_at: '2024-10-01T00:00' })
  expect([past.status, past.text.includes('it has passed already')]).toEqual([400, true])
  const planned = await publish(ana, several, { act: 'schedule', publish_at: '2024-10-20T09:30' })
  expect(planned.location).toBe(`${DESK}?done=scheduled`)
  expect(await held(several)).toMatchObject({ published: null, publish_at: '2024-10-20T09:30:00.000Z' })
  expect((await ana.get(DESK)).text).toContain('2024-10-20 09:30 UTC')
  const { text } = await ana.get(pathOf(several))
  expect(text).toContain('If you cancel the schedule, what is planned is not published.')
  expect(text).not.toMatch(/was withdrawn|Withdrawing removes/)
  const { version } = (await held(several)) ?? {}
  const cancelled = await ana.send(pathOf(several), `${pathOf(several)}/unschedule`, { version: String(version) })
  expect(cancelled.location).toBe(`${DESK}?done=unscheduled`)
  const stale = await bo.send(pathOf(single), `${pathOf(single)}/withdraw`, { version: '1' })
  expect([stale.status, stale.text.includes('Nothing was changed')]).toEqual([409, true])
  // The list shows what is public, not the planned change of it.
  await type(ana, single, { pick: idOf(single, 0), statement: 'said only later' })
  await publish(ana, single, { act: 'schedule', publish_at: '2024-10-20T09:30' })
  const listed = (await ana.get(DESK)).text
  expect([listed.includes('from bo'), listed.includes('said only later')]).toEqual([true, false])
  const change = { version: String((await held(single))?.version) }
  await ana.send(pathOf(single), `${pathOf(single)}/unschedule`, change)
  // The page that asks names what is withdrawn, and changes nothing.
  const unchanged = (await held(single))?.version
  const ask = await ana.get(`${pathOf(single)}/withdraw`)
  for (const part of ['Withdraw this endorsement?', single.title, 'from bo', 'Keep it'])
    expect(ask.text).toContain(part)
  expect((await held(single))?.version).toBe(unchanged)
  expect((await ana.get(pathOf(single))).text).toContain(`href="${pathOf(single)}/withdraw"`)
  const withdrawn = await withdraw(ana, single)
  expect(withdrawn.location).toBe(`${DESK}?done=withdrawn`)
  expect(await held(single)).toMatchObject({ published: null, changed_by: 'ana' })
  expect((await ana.get(`${pathOf(single)}/withdraw`)).status).toBe(404)
})

/** The page that asks, behind the link of the history beside the version with this statement. */
async function askRestore(visitor: Visitor, contest: Contest, statement: string): Promise<string> {
  const { text } = await visitor.get(`${pathOf(contest)}/history`)
  const row = text.split('<tr role="row">').find((one) => one.includes(`>${statement}<`)) ?? ''
  const [, path = ''] = /href="([^"]+\/restore\?change=\d+)"/.exec(row) ?? []
  return (await visitor.get(path)).text
}

/** Presses the button of the page that asks. */
async function restore(visitor: Visitor, contest: Contest, statement: string, page?: string) {
  const text = page ?? (await askRestore(visitor, contest, statement))
  const fields = { change: hiddenIn(text, 'change'), version: hiddenIn(text, 'version') }
  return visitor.post(`${pathOf(contest)}/restore`, { ...fields, token: tokenIn(text) })
}

test('the history restores an earlier version as a new one; drafts stay, and somebody else’s change is not overwritten', async () => {
  const draft = await type(ana, single, { pick: idOf(single, 1), statement: 'still a draft' }, 'save')
  expect(draft.status).toBe(303)
  const stale = await askRestore(bo, single, 'from bo')
  const before = (await held(single))?.version ?? 0
  // It asks once, with the contest, its election, what is published now and what would be.
  const asked = await askRestore(ana, single, 'from ana')
  const [now = '', then = ''] = asked.split('aria-labelledby="then"')
  expect(now).toContain(`<b>${single.title}</b>`)
  expect(now).toContain(`${single.election.name} (${single.election.date})`)
  expect(then).toContain('<b>Ada Example</b>')
  expect(then).toContain('from ana')
  expect((await held(single))?.version).toBe(before)
  const restored = await restore(ana, single, 'from ana')
  expect([restored.status, restored.location]).toEqual([303, `${DESK}?done=restored`])
  const position = await held(single)
  expect(position).toMatchObject({
    version: before + 1,
    changed_by: 'ana',
    published: { text: { statement: 'from ana' } },
  })
  expect(position?.published?.picks).toMatchObject([{ label: single.choices[0]?.label }])
  expect((await ana.get(pathOf(single))).text).toContain('still a draft')
  expect(await site.fixture.state.audit(null, 1)).toMatchObject([{ by: 'ana', action: 'desk.restored' }])
  const history = await ana.get(`${DESK}/history`)
  expect(history.text).toContain('restored')
  // The published version has no button; another version has one.
  const rows = history.text.split('<tr role="row">').filter((row) => row.includes(`/contests/${single.id}"`))
  expect(rows.filter((row) => row.includes('>from ana<') && row.includes('/restore'))).toEqual([])
  expect(rows.some((row) => row.includes('>from bo<') && row.includes('/restore'))).toBe(true)
  const late = await restore(bo, single, 'from bo', stale)
  expect(late.status).toBe(409)
  // The page asks again, with what ana has published.
  expect(late.text).toContain('ana has changed this position since you opened the page')
  const [lateNow = '', lateThen = ''] = late.text.split('aria-labelledby="then"')
  expect([lateNow.includes('from ana'), lateThen.includes('from bo')]).toEqual([true, true])
  expect(hiddenIn(late.text, 'version')).toBe(String(position?.version))
  expect(await held(single)).toEqual(position)
  const forged = await bo.post(`${pathOf(single)}/restore`, { change: '1', version: String(before + 1), token: 'x' })
  expect(forged.status).toBe(403)
  // A version of another contest, and one that never was.
  const { text } = await ana.get(`${pathOf(single)}/history`)
  const foreign = /restore\?change=(\d+)/.exec((await ana.get(`${pathOf(several)}/history`)).text)?.[1] ?? ''
  expect(foreign).not.toBe('')
  for (const change of ['99999', foreign]) {
    const fields = { change, version: String(before + 1), token: tokenIn(text) }
    const seen = await ana.post(`${pathOf(single)}/restore`, fields)
    expect([change, seen.status, seen.text.includes('We don’t have this version')]).toEqual([change, 404, true])
    expect((await ana.get(`${pathOf(single)}/restore?change=${change}`)).status).toBe(404)
  }
  await ana.send(pathOf(single), `${pathOf(single)}/discard`, {})
})

test('what the publisher refuses is explained, and what was published before stays in service', async () => {
  await type(ana, single, { pick: idOf(single, 0), statement: 'refused later' })
  await publish(ana, single)
  const sources = { desk: refusedSource('the guard refuses it') }
  writeLastRun(site.fixture.paths, { format: 1, run: null, sources })
  const said = async () => (await ana.get(DESK)).text
  await expect.poll(said, { timeout: 5000 }).toContain('the publisher refused it; what was published before stays')
  for (const part of ['the guard refuses it', 'not published', 'refused later']) expect(await said()).toContain(part)
  expect(await held(single)).toMatchObject({ published: { text: { statement: 'refused later' } } })
  writeLastRun(site.fixture.paths, { format: 1, run: null, sources: {} })
  await expect.poll(said, { timeout: 5000 }).toContain('the publisher has not picked it up yet')
})

test('an error keeps the form: what is wrong stands at the field, and what was typed is in it', async () => {
  const typed = { pick: idOf(single, 1), statement: 'typed by hand', source_url: 'nonsense', published_on: '' }
  const wrong = await type(ana, single, typed)
  expect(wrong.status).toBe(400)
  expect(wrong.text).toMatch(/id="source_url-problem">Source link: expected an http or https address/)
  for (const kept of ['typed by hand', 'value="nonsense"', `value="${typed.pick}" checked`])
    expect(wrong.text).toContain(kept)
  const nothing = await type(ana, single, { ...typed, pick: '' })
  const listed = [...nothing.text.matchAll(/<li><a href="#(\w+)">/g)].map(([, name]) => name)
  expect(listed).toEqual(['pick', 'source_url'])
  expect(nothing.text).toContain(`${single.election.name} (${single.election.date})`)
  await type(ana, single, typed, 'save')
  // It is saved, and the form goes on from there.
  const { text } = await ana.get(pathOf(single))
  expect(text).toContain('typed by hand')
  // A form that was changed on its way, and one of an earlier sign-in.
  const own = { ...typed, draft: hiddenIn(text, 'draft'), statement: 'not saved yet' }
  const token = tokenIn(text)
  const bad = await ana.post(pathOf(single), { ...own, base: 'x', token })
  expect([bad.status, bad.text.includes('The form was incomplete')]).toEqual([400, true])
  const anew = await site.signedIn('ana')
  const stale = await anew.post(pathOf(single), { ...own, base: hiddenIn(text, 'base'), token })
  expect([stale.status, stale.text.includes('You have signed in anew')]).toEqual([403, true])
  for (const page of [bad, stale]) expect(page.text).toContain('not saved yet')
  expect((await ana.get(pathOf(single))).text).not.toContain('not saved yet')
  const sent = { ...own, source_url: '', base: hiddenIn(stale.text, 'base'), token: tokenIn(stale.text), act: 'save' }
  expect((await anew.post(pathOf(single), sent)).location).toContain('done=draft-saved')
  // The time of the preview is a field, too.
  const preview = await ana.get(`${pathOf(single)}/preview`)
  const press = { version: hiddenIn(preview.text, 'version'), draft: hiddenIn(preview.text, 'draft') }
  const late = { ...press, act: 'schedule', publish_at: '2020-01-02T03:04', token: tokenIn(preview.text) }
  const past = await ana.post(`${pathOf(single)}/publish`, late)
  expect(past.status).toBe(400)
  expect(past.text).toMatch(/<details class="later" open>[\s\S]*id="publish_at-problem">Time: it has passed already/)
  expect(past.text).toContain('value="2020-01-02T03:04"')
  // The browser checks the time only for the button that needs it.
  expect(past.text).toContain('value="now" formnovalidate>Publish now')
  const twice = await anew.post(`${pathOf(single)}/publish`, { ...late, token: 'x' })
  expect([twice.status, twice.text.includes('You have signed in anew')]).toEqual([403, true])
  // A contest that is gone: what was typed can be copied.
  const gone = await ana.post(`${DESK}/contests/1`, { ...own, token: tokenIn(preview.text), act: 'save' })
  expect([gone.status, gone.text.includes('<dd>not saved yet</dd>')]).toEqual([404, true])
  const auto = await ana.post(`${DESK}/contests/1`, { ...own, token: tokenIn(preview.text), act: 'autosave' })
  expect(JSON.parse(auto.text)).toEqual({ problem: expect.stringContaining('We don’t have this contest any more') })
  // The search, whose place is in no address.
  const search = { election: 'x', title: 'mayor', place: 'Raleigh, NC' }
  const found = await ana.post(`${DESK}/contests`, { ...search, token: 'x' })
  expect([found.status, found.text.includes('value="Raleigh, NC"')]).toEqual([403, true])
  const unknown = await ana.post(`${DESK}/contests`, { ...search, token: tokenIn(found.text) })
  expect(unknown.text).toMatch(/id="election-problem">Election: choose one from the list/)
  await ana.send(pathOf(single), `${pathOf(single)}/discard`, {})
})

test('a withdrawal that came too late asks again, or says what is left', async () => {
  const page = `${pathOf(single)}/withdraw`
  await type(ana, single, { pick: idOf(single, 0), statement: 'for a withdrawal' })
  await publish(ana, single)
  const seen = (await ana.get(page)).text
  expect(seen).toContain(`${single.election.name} (${single.election.date})`)
  await type(bo, single, { pick: idOf(single, 0), statement: 'bo was first' })
  await publish(bo, single)
  const late = await ana.post(page, { token: tokenIn(seen), version: hiddenIn(seen, 'version') })
  expect([late.status, late.text.includes('bo has changed this position')]).toEqual([409, true])
  expect(late.text).toContain('bo was first')
  expect((await ana.post(page, { token: tokenIn(seen), version: 'x' })).text).toContain('The form was incomplete')
  const again = { token: tokenIn(late.text), version: hiddenIn(late.text, 'version') }
  expect((await ana.post(page, again)).location).toBe(`${DESK}?done=withdrawn`)
  const over = await bo.post(page, { token: tokenIn((await bo.get(pathOf(single))).text), version: again.version })
  expect([over.status, over.text.includes('bo was first'), over.text.includes('Find a contest')]).toEqual([
    ...[409, false, true],
  ])
  const history = (await ana.get(`${pathOf(single)}/history`)).text
  const [, , row = ''] = history.split('<tr role="row">')
  expect(row).toContain('withdrew')
  expect(row).toContain(`<b>${single.choices[0]?.label}</b>`)
})

test('elections have their names and days, and slugs stand nowhere on the pages', async () => {
  await type(ana, single, { pick: idOf(single, 0), statement: 'a draft' }, 'save')
  const { name, date, slug } = single.election
  for (const path of [DESK, `${DESK}/history`, `${pathOf(single)}/preview`]) {
    const { text } = await ana.get(path)
    expect(text, path).toContain(`${name} (${date})`)
    expect(text.replace(/<[^>]*>/g, ''), path).not.toContain(slug)
  }
  await ana.send(pathOf(single), `${pathOf(single)}/discard`, {})
})

test('forged forms and lost permissions change nothing', async () => {
  expect(
    (await bo.post(`${pathOf(single)}/publish`, { version: '0', draft: '1', act: 'now', token: 'x' })).status,
  ).toBe(403)
  await type(bo, single, { pick: idOf(single, 0) })
  await site.fixture.state.setEditor('bo', WORKERS.slug, false, COMMAND)
  expect((await bo.get(DESK)).status).toBe(404)
  await site.fixture.state.setEditor('bo', WORKERS.slug, true, COMMAND)
})

test('too many requests: the page says so in both languages, that nothing was changed, and how long to wait', async () => {
  let reply = await ana.get(DESK)
  for (let asked = 0; asked < 7000 && reply.status !== 429; asked += 50)
    reply = (await Promise.all(Array.from({ length: 50 }, () => ana.get(DESK)))).at(-1) ?? reply
  expect(reply.status).toBe(429)
  const seconds = reply.headers.get('retry-after') ?? ''
  expect(Number(seconds)).toBeGreaterThan(0)
  const [en, es] = [reply.text, (await ana.get(`${DESK}?lang=es`)).text]
  expect(en).toContain('Nothing was changed.')
  expect(en).toContain(`Wait ${seconds} seconds.`)
  expect(en).not.toContain('requests per minute')
  expect(es).toMatch(/No se cambió nada\. Espere \d+ segundos\./)
})

test('the operator opens a desk with what is served, and invites its editor', async () => {
  const operator = await site.signedIn('Operator')
  const { id } = (await site.fixture.state.findAccount('Stranger')) ?? { id: 0 }
  const page = `/console/accounts/${id}/editor`
  const unknown = await operator.send(page, `${page}/grant`, { slug: 'nobody-at-all' })
  expect([unknown.status, unknown.text.includes('value="nobody-at-all"')]).toEqual([400, true])
  expect((await operator.send(page, `${page}/grant`, { slug: 'alder-herald' })).status).toBe(303)
  const positions = await site.fixture.state.positions('alder-herald')
  expect(positions.length).toBeGreaterThan(0)
  const invited = await operator.send(page, `${page}/invite`, {})
  const code = /<code id="made-code">([^<]+)</.exec(invited.text)?.[1] ?? ''
  expect(code).toMatch(/^([0-9A-Z]{5}-){3}[0-9A-Z]{5}$/)
  const editor = site.visitor()
  const accept = (typed: string) =>
    editor.send('/console/invitation', '/console/invitation', {
      ...{ name: 'Stranger', code: typed, password: 'a brand new long password' },
    })
  const refusedCode = await accept('AAAAA-AAAAA-AAAAA-AAAAA')
  expect([refusedCode.status, refusedCode.text.includes('value="AAAAA-AAAAA-AAAAA-AAAAA"')]).toEqual([400, true])
  expect((await accept(code.toLowerCase().replaceAll('-', ' '))).location).toContain('invitation-used')
  expect((await accept(code)).status).toBe(400)
  expect((await editor.signIn('Stranger', 'a brand new long password')).location).toBe('/desk')
  // The desk took over the served endorsements: nothing waits for the publisher.
  const overview = await editor.get('/desk/alder-herald')
  expect(overview.text).not.toContain('has not picked it up')
  const publicPages = [
    ...new Set([...overview.text.matchAll(/href="(\/explore\/[^"]+)"/g)].map(([, path]) => path ?? '')),
  ]
  const contests = positions.map(({ contest_id }) => `/explore/contests/${contest_id}`)
  expect(publicPages.sort()).toEqual([...contests, '/explore/endorsers/alder-herald'].sort())
  for (const path of publicPages) expect([path, (await operator.get(path)).status]).toEqual([path, 200])
  expect((await operator.get('/console/audit')).text).toContain('account.endorser_granted')
  // The operator closes the desk: the editor can read everything and change nothing, until it is opened again.
  expect((await operator.get(page)).text).toContain('Close the desk')
  expect((await operator.send(page, `${page}/close`, { slug: 'alder-herald' })).location).toContain('done=desk-closed')
  expect((await operator.get(page)).text).toContain('closed since')
  const closed = await editor.get('/desk/alder-herald')
  for (const part of ['This desk is closed', 'Everything that was recorded here is kept', 'desk closed'])
    expect(closed.text).toContain(part)
  for (const part of ['Find a contest', 'Import a file']) expect(closed.text).not.toContain(part)
  for (const path of ['history', 'file', 'file/endorsements.json'])
    expect([path, (await editor.get(`/desk/alder-herald/${path}`)).status]).toEqual([path, 200])
  const [first] = positions
  const typed = await editor.send('/desk/alder-herald', `/desk/alder-herald/contests/${first?.contest_id}`, {
    ...{ base: '1', draft: '0', statement: 'typed too late', act: 'save' },
  })
  expect([typed.status, typed.text.includes('was closed on'), typed.text.includes('typed too late')]).toEqual([
    ...[400, true, true],
  ])
  const pasted = await editor.send('/desk/alder-herald', '/desk/alder-herald/import', { text: 'pasted too late' })
  expect([pasted.text.includes('was closed on'), pasted.text.includes('pasted too late')]).toEqual([true, true])
  for (const path of ['contests', 'import', `contests/${first?.contest_id}`]) {
    const refused = await editor.get(`/desk/alder-herald/${path}`)
    expect([path, refused.status, refused.text.includes('was closed on')]).toEqual([path, 409, true])
  }
  expect((await operator.send(page, `${page}/close`, { slug: 'alder-herald' })).status).toBe(400)
  expect((await operator.get('/console/audit')).text).toContain('desk.closed')
  // A closed desk restores and withdraws nothing.
  expect((await editor.get('/desk/alder-herald/history')).text).not.toContain('/restore')
  expect((await editor.get(`/desk/alder-herald/contests/${first?.contest_id}/withdraw`)).status).toBe(409)
  expect((await operator.send(page, `${page}/grant`, { slug: 'alder-herald' })).status).toBe(303)
  expect((await editor.get('/desk/alder-herald')).text).toContain('Find a contest')
  expect(await site.fixture.state.positions('alder-herald')).toHaveLength(positions.length)
})
