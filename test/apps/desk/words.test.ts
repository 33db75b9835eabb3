import { expect, test } from 'vitest'
import { deskRoutes } from '../../../apps/desk/desk.ts'
import { sayExpected } from '../../../apps/desk/import-report.ts'
import { en } from '../../../apps/desk/words/en.ts'
import { es } from '../../../apps/desk/words/es.ts'
import { WORDS } from '../../../apps/desk/words/words.ts'
import { writeLastRun } from '../../../data/store/last-run.ts'
import { type Fields, type Seen, site, tokenIn, type Visitor } from '../console/visitor.ts'
import { createSpanishWalk, inSpanish } from '../web/spanish-walk.ts'
import { ana, bo, COMMAND, contestBy, DESK, FROM, refusedSource, WORKERS, withEditorSite } from './editor-site.ts'

test('an unknown code of the reader is said in words too', () => {
  expect(sayExpected(WORDS.es, { code: 'new-code', field: null }, { kept: false })).toBe(es.anyOther)
  expect(sayExpected(WORDS.en, { code: 'bad-value', field: 'rank' }, { kept: false })).toBe(en.format_rank)
})

const [single, several, ranked] = [byMethod('plurality'), byMethod('multi_seat'), byMethod('ranked_choice')]
const IMPORT = `${DESK}/import`

function byMethod(method: string) {
  return contestBy(({ vote_method, election }) => vote_method === method && election.slug === 'nc-2024-11-05-general')
}

withEditorSite()

const walk = createSpanishWalk(en, es, (page) =>
  [...page.matchAll(/ (?:href|action)="(\/desk\/[^"]*)"(?! lang="en"|><input type="hidden" name="token")/g)].map(
    ([, path = '']) => path,
  ),
)
const { look, expectSpanish, note, unvisited } = walk

/** Sends a form of a page. @returns the page, or what a redirect leads to */
async function send(visitor: Visitor, page: string, action: string, fields: Fields, status = 303): Promise<Seen> {
  const seen = await walk.send(visitor, page, action, fields)
  expect([action, seen.status]).toEqual([action, status])
  if (status !== 303) return seen
  const next = await visitor.get(seen.location ?? '')
  expectSpanish(next, `after ${action}`)
  return next
}

const pathOf = ({ id }: { id: number }): string => `${DESK}/contests/${id}`
const choice = (contest: typeof single, at: number): string => String(contest.choices[at]?.id)

test('the start: nobody, one desk, several; the switch keeps the page', async () => {
  await site.makeAccount('Sin Mesa')
  await look(await site.signedIn('Sin Mesa'), '/desk')
  expect((await ana.get('/desk?lang=es')).location).toBe(`${DESK}?lang=es`)
  const times = { slug: 'sample-times', name: 'Sample Times', category: 'newspaper', state: 'NC' } as const
  await site.fixture.state.openDesk(times, [], COMMAND)
  await site.fixture.state.setEditor('bo', times.slug, true, COMMAND)
  await look(bo, '/desk')
  await site.fixture.state.setEditor('bo', times.slug, false, COMMAND)
  const page = await look(ana, `${DESK}/contests`)
  expect(page.text).toContain(`href="${DESK}/contests" lang="en" hreflang="en">English</a>`)
  const english = await ana.get(`${DESK}/contests`)
  expect(english.text).toContain('<html lang="en">')
  expect(english.text).toContain(`href="${DESK}/contests?lang=es" lang="es" hreflang="es">Español</a>`)
})

test('the search, with its problems', async () => {
  const page = `${DESK}/contests`
  const election = single.election.slug
  const search = (fields: Record<string, string>, status: number) =>
    send(ana, page, page, { title: '', place: '', election, ...fields }, status)
  const found = await search({}, 200)
  expect(found.text).toContain('Contienda')
  expect(found.text).toMatch(/<form class="language" method="post" action="\/desk\/sample-workers\/contests">/)
  await search({ title: 'nada de esto' }, 200)
  await search({ place: 'Ninguna Parte, ZZ' }, 400)
  await search({ place: '', election: 'x' }, 400)
})

test('form, drafts, preview, problems and warnings', async () => {
  for (const contest of [single, several, ranked]) await look(ana, pathOf(contest))
  await send(ana, pathOf(single), pathOf(single), {
    act: 'save',
    statement: 'x',
    source_url: 'nada',
    published_on: '1',
  })
  await look(ana, `${pathOf(single)}/preview`)
  await look(ana, DESK)
  const wrong = { [`rank-${choice(ranked, 0)}`]: '1', [`rank-${choice(ranked, 1)}`]: '1' }
  const more_wrong = { act: 'preview', ...wrong, [`rank-${choice(ranked, 2)}`]: 'x' }
  await send(ana, pathOf(ranked), pathOf(ranked), more_wrong, 400)
  await look(ana, `${pathOf(ranked)}/preview`)
  await send(ana, pathOf(ranked), pathOf(ranked), { act: 'preview' }, 400)
  const gap = { [`rank-${choice(ranked, 0)}`]: '1', [`rank-${choice(ranked, 1)}`]: '3', published_on: '2030-01-01' }
  const more = { [`rank-${choice(ranked, 2)}`]: '4', [`rank-${choice(ranked, 3)}`]: '5', statement: 'y' }
  await send(ana, pathOf(ranked), pathOf(ranked), { act: 'preview', ...gap, ...more })
  const all = several.choices.map(({ id }) => String(id))
  await send(ana, pathOf(several), pathOf(several), { act: 'preview', pick: all }, 400)
  await send(ana, pathOf(several), pathOf(several), { act: 'preview', pick: ['9'] }, 400)
  await send(ana, pathOf(several), pathOf(several), { act: 'preview', pick: [choice(several, 0)], statement_es: 'z' })
  await send(ana, pathOf(several), pathOf(several), { act: 'save', pick: [choice(several, 0)], draft: '1' }, 409)
  const { text } = await ana.get(inSpanish(pathOf(several)))
  note('POST', pathOf(several))
  const own = { base: '0', draft: '1', token: tokenIn(text), act: 'autosave' }
  const auto = await ana.post(inSpanish(pathOf(several)), own)
  expect(JSON.parse(auto.text)).toEqual({ problem: es.autosaveConflict })
  await send(ana, pathOf(several), `${pathOf(several)}/discard`, {})
})

test('publication, schedule, conflict, withdrawal, history and file', async () => {
  const preview = `${pathOf(single)}/preview`
  const draft = (visitor: Visitor, at: number) =>
    send(visitor, pathOf(single), pathOf(single), {
      ...{ act: 'preview', pick: choice(single, at), statement: '', source_url: '', published_on: '2024-10-01' },
    })
  await draft(ana, 0)
  await draft(bo, 1)
  await send(ana, preview, `${pathOf(single)}/publish`, { act: 'schedule', publish_at: '' }, 400)
  await send(ana, preview, `${pathOf(single)}/publish`, { act: 'schedule', publish_at: '2024-10-01T00:00' }, 400)
  await send(ana, preview, `${pathOf(single)}/publish`, { act: 'now', draft: '99' })
  await send(ana, preview, `${pathOf(single)}/publish`, { act: 'now' })
  await look(bo, preview)
  await look(bo, pathOf(single))
  await send(bo, preview, `${pathOf(single)}/publish`, { act: 'now', version: '0' }, 409)
  await draft(ana, 1)
  await send(ana, preview, `${pathOf(single)}/publish`, { act: 'schedule', publish_at: '2024-10-20T09:30' })
  await look(ana, pathOf(single))
  await send(ana, pathOf(single), `${pathOf(single)}/unschedule`, {})
  await send(ana, `${pathOf(single)}/withdraw`, `${pathOf(single)}/unschedule`, {}, 409)
  await look(ana, `${pathOf(single)}/withdraw`)
  await send(ana, `${pathOf(single)}/withdraw`, `${pathOf(single)}/withdraw`, { version: '1' }, 409)
  await look(ana, `${DESK}/history`)
  const history = `${pathOf(single)}/history`
  await look(ana, history)
  await send(ana, history, `${pathOf(single)}/restore`, { change: '999', version: '9' }, 404)
  await look(ana, `${pathOf(ranked)}/history`, 404)
  await look(ana, `${pathOf(ranked)}/withdraw`, 404)
  await look(ana, `${DESK}/file`)
  expect((await ana.get(inSpanish(`${DESK}/file/endorsements.json`))).status).toBe(200)
  note('GET', `${DESK}/file/endorsements.json`)
  await send(ana, `${pathOf(single)}/withdraw`, `${pathOf(single)}/withdraw`, {})
  await look(bo, preview)
  const { text } = await look(ana, history)
  const change = /restore\?change=(\d+)/.exec(text)?.[1] ?? ''
  const asks = `${pathOf(single)}/restore?change=${change}`
  const asked = await look(ana, asks)
  expect(asked.text).toContain(`href="${asks}" lang="en" hreflang="en">English</a>`)
  await send(ana, asks, `${pathOf(single)}/restore`, { change, version: '1' }, 409)
  await send(ana, asks, `${pathOf(single)}/restore`, { change })
  await send(ana, `${pathOf(single)}/withdraw`, `${pathOf(single)}/withdraw`, {})
})

test('what the publisher says: on its way, slow, refused, and the feeds that the desk overrides', async () => {
  await look(ana, DESK)
  site.move(120_000)
  await look(ana, DESK)
  const sources = { desk: refusedSource('the guard refuses it') }
  writeLastRun(site.fixture.paths, { format: 1, run: null, sources, silenced: { [WORKERS.slug]: 2 } })
  await expect.poll(async () => (await ana.get(inSpanish(DESK))).text, { timeout: 5000 }).toContain('2 apoyos')
  await look(ana, DESK)
  writeLastRun(site.fixture.paths, { format: 1, run: null, sources: {} })
})
test('the import: its form, its problems and its report', async () => {
  await look(ana, IMPORT)
  const slug = single.election.slug
  const head = 'endorser,election,contest,choice,rank,statement,source_url,extra'
  const line = (contest: string | number, name: string, rest = ',,,') =>
    `${WORKERS.slug},${slug},${contest},${name},${rest}`
  const text = [
    head,
    line(several.id, 'Ada Example', '1,,javascript:x,'),
    line(several.id, 'Ada Example'),
    line(ranked.id, 'Ada Example', '1,,,'),
    line(ranked.id, 'Bo Example', '1,,,'),
    line('nada', 'Ada Example'),
    line('bond', 'Nada'),
    line(single.id, 'Ms. Ada Example'),
    'x,y,z',
    `nadie,${slug},bond,Yes,,,,`,
    `${WORKERS.slug},nada,bond,Yes,,,,`,
    `${WORKERS.slug},${slug},,Yes,,,,`,
    `${WORKERS.slug},${slug},bond,Yes,cero,,,`,
    '',
  ].join('\n')
  const report = await send(ana, IMPORT, IMPORT, { text }, 200)
  expect(report.text).toContain('2 por agregar')
  await send(ana, IMPORT, IMPORT, { text: '' }, 400)
  await send(ana, IMPORT, IMPORT, { text: 'name;choice\n' }, 400)
  await send(ana, IMPORT, IMPORT, { text: [head, ...Array(2001).fill('a,b,c,d,,,,'), ''].join('\n') }, 400)
  await send(ana, IMPORT, `${IMPORT}/confirm`, { text, seen: 'x', act: 'publish' }, 409)
  const seen = /name="seen" value="([0-9a-f]{64})"/.exec(report.text)?.[1] ?? ''
  await send(ana, IMPORT, `${IMPORT}/confirm`, { text, seen, act: 'drafts' })
  const again = await send(ana, IMPORT, IMPORT, { text }, 200)
  const shown = /name="seen" value="([0-9a-f]{64})"/.exec(again.text)?.[1] ?? ''
  await send(ana, IMPORT, `${IMPORT}/confirm`, { text, seen: shown, act: 'publish' })
  const other = [head, line(several.id, 'Bo Example'), ''].join('\n')
  const drops = await send(ana, IMPORT, IMPORT, { text: other }, 200)
  expect(drops.text).toContain('Esta importación retira un apoyo')
  const digest = /name="seen" value="([0-9a-f]{64})"/.exec(drops.text)?.[1] ?? ''
  await send(ana, IMPORT, `${IMPORT}/confirm`, { text: other, seen: digest, act: 'publish' }, 400)
  const unmatched = [head, line(several.id, 'Bo Example'), line('nada', 'Ada Example'), ''].join('\n')
  expect((await send(ana, IMPORT, IMPORT, { text: unmatched }, 200)).text).toContain('no conocemos la contienda')
})

test('refusals', async () => {
  await look(ana, '/desk/nobody', 404)
  await look(ana, `${DESK}/nothing-here`, 404)
  await look(ana, `${DESK}/contests/x`, 404)
  await look(ana, `${DESK}/contests/1`, 404)
  await look(ana, `${IMPORT}/confirm`, 405)
  const forged = await ana.post(inSpanish(`${pathOf(single)}/publish`), { token: 'x' })
  note('POST', `${pathOf(single)}/publish`)
  expect(forged.status).toBe(403)
  expectSpanish(forged, 'forged')
  await send(ana, pathOf(single), pathOf(single), { base: 'x', act: 'save' }, 400)
  const large = await ana.post(inSpanish(pathOf(single)), { statement: 'x'.repeat(600_000) })
  expect(large.status).toBe(413)
  expectSpanish(large, 'large')
  const json = await ana.get(inSpanish(pathOf(single)), {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json' },
  })
  expect(json.status).toBe(415)
  expectSpanish(json, 'json')
})

test('a closed desk', async () => {
  await site.fixture.state.closeDesk(WORKERS.slug, { by: 'Operator', at: new Date(FROM).toISOString() })
  const page = await look(ana, DESK)
  expect(page.text).toContain(es.closedTitle)
  await look(ana, `${DESK}/history`)
  await look(ana, `${DESK}/contests`, 409)
})

test('every route of the desk was visited in Spanish', () => {
  const asset = { url: '/x' }
  const assets = { style: asset, icon: asset, states: asset, links: [], deskStyle: asset, deskScript: asset }
  expect(unvisited(deskRoutes(assets))).toEqual([])
})
