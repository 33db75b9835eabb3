// The explorer over HTTP: who may look, what is counted, and that its answers are those of /v1.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ballotMain } from '../../../apps/explore/ballot.ts'
import { explorerRoutes } from '../../../apps/explore/explore.ts'
import { advise } from '../../../apps/web/ballot/advice.ts'
import { officeKey } from '../../../apps/web/ballot/contest-card.ts'
import { createView } from '../../../apps/web/ballot/view.ts'
import { dayInWords, WORDS } from '../../../apps/web/ballot/words/words.ts'
import { fill } from '../../../apps/web/sentence.ts'
import { publishBundle } from '../../../build/publish/publish.ts'
import type { Ballot } from '../../../data/schema/ballot.ts'
import type { Endorsement } from '../../../data/schema/endorsement.ts'
import { event } from '../../../data/schema/event.ts'
import type { Representatives } from '../../../data/schema/officeholder.ts'
import type { Recommendations } from '../../../data/schema/recommendation.ts'
import { projectFile } from '../../../data/store/paths.ts'
import { EXPLORER_CHANGES_SHOWN, EXPLORER_CONTESTS_SHOWN } from '../../../server/constants.ts'
import { createVisitor, openSite, type Site, tokenIn } from '../console/visitor.ts'

const PLACE = { location: 'Raleigh, NC' }

let site: Site
let open: { url: string }
let key: string
beforeAll(async () => {
  site = await openSite()
  await site.makeAccount('Reader')
  await site.makeAccount('Waiting', { status: 'pending' })
  key = (await site.fixture.makeKey()).key
  open = await site.fixture.start({ publicExplorer: true, clock: site.now, asOf: '2024-10-15' })
})
afterAll(() => site.close())

async function api<Data>(path: string, query: Record<string, string>): Promise<Data> {
  const reply = await fetch(`${open.url}${path}?${new URLSearchParams(query)}`, {
    headers: { Authorization: `Bearer ${key}` },
  })
  expect(reply.status).toBe(200)
  const { data }: { data: Data } = JSON.parse(await reply.text())
  return data
}

const idsIn = (text: string): string[] => [...text.matchAll(/id="contest-(\d+)"/g)].map(([, id]) => id ?? '')

describe('who may look', () => {
  test('without an account, each page leads to the sign-in, and a frame explains', async () => {
    for (const { method, path, embeds } of explorerRoutes) {
      const visitor = site.visitor()
      const at = path.replace(/\{\w+\}/, 'x')
      const seen = method === 'GET' ? await visitor.get(at) : await visitor.post(at, { place: 'Raleigh, NC' })
      expect([seen.status, seen.location], path).toEqual(embeds ? [404, null] : [303, '/console/sign-in'])
    }
  })

  test('a pending account is led to the console, an approved one looks', async () => {
    expect((await (await site.signedIn('Waiting')).get('/explore')).location).toBe('/console')
    const { status, text } = await (await site.signedIn('Reader')).get('/explore')
    expect(status).toBe(200)
    expect(text).toContain('name="place"')
  })

  test('a signed-in account pays from its own plan, and not with the console', async () => {
    site.nextMinute()
    const reader = await site.signedIn('Reader')
    const first = await reader.get('/explore')
    const second = await reader.get('/explore/coverage')
    const left = (seen: typeof first): number => Number(seen.headers.get('ratelimit-remaining'))
    expect(left(first) - left(second)).toBe(1)
    expect(first.headers.get('ratelimit-limit')).toBe('60')
  })

  test('all visitors of a public explorer share one limit; assets do not count', async () => {
    site.nextMinute()
    const [one, two] = [createVisitor(open.url), createVisitor(open.url)]
    const first = await one.get('/explore')
    const [, asset = ''] = /href="(\/assets\/explore\/explore\.css[^"]*)"/.exec(first.text) ?? []
    expect((await fetch(open.url + asset)).status).toBe(200)
    const second = await two.get('/explore')
    const left = [first, second].map(({ headers }) => Number(headers.get('ratelimit-remaining')))
    expect(left).toEqual([599, 598])
  })
})

describe('a place', () => {
  test('the ballot is that of /v1/ballot', async () => {
    site.nextMinute()
    const visitor = createVisitor(open.url)
    const { status, text } = await visitor.send('/explore', '/explore/ballot', { place: 'Raleigh, NC' })
    expect(status).toBe(200)
    const { contests } = await api<Ballot>('/v1/ballot', PLACE)
    expect(contests.length).toBeGreaterThan(2)
    expect(idsIn(text).sort()).toEqual(contests.map(({ id }) => String(id)).sort())
    for (const { choices } of contests) for (const { id } of choices) expect(text).toContain(`data-choice="${id}"`)
  })

  test('the recommendations are those of /v1/recommendations, for the ticked endorsers', async () => {
    site.nextMinute()
    const ballot = await api<Ballot>('/v1/ballot', PLACE)
    const slugs = [...new Set(ballot.contests.flatMap((one) => one.endorsements.map(({ endorser }) => endorser.slug)))]
    expect(slugs.length).toBeGreaterThan(1)
    for (const endorsers of [slugs.slice(0, 1), slugs]) {
      const expected = await api<Recommendations>('/v1/recommendations', { ...PLACE, endorsers: endorsers.join(',') })
      const { text } = await createVisitor(open.url).send('/explore', '/explore/ballot', {
        ...{ place: 'Raleigh, NC', endorsers },
      })
      for (const contest of expected.contests) {
        const [, box = ''] =
          new RegExp(`id="contest-${contest.id}"[\\s\\S]*?data-advice>([\\s\\S]*?)</div>`).exec(text) ?? []
        const shown = [...box.matchAll(/<li>([^<]*)<\/li>/g)].map(([, label]) => label)
        const { choice_ids } = contest.recommendation
        expect(shown).toEqual(choice_ids.map((id) => contest.choices.find((choice) => choice.id === id)?.label))
      }
      const marked = [...text.matchAll(/class="choice[^"]* marked" data-choice="(\d+)"/g)].map(([, id]) => Number(id))
      expect(marked.sort()).toEqual(expected.contests.flatMap(({ recommendation }) => recommendation.choice_ids).sort())
    }
  })

  test('a point is a place: its ballot is that of /v1/ballot, and no page repeats it', async () => {
    site.nextMinute()
    const { contests } = await api<Ballot>('/v1/ballot', { lat: '35.5', lng: '-78.5' })
    expect(contests.length).toBeGreaterThan(2)
    for (const place of ['35.5,-78.5', ' 35.5 , -78.5 ']) {
      const { status, text } = await createVisitor(open.url).send('/explore', '/explore/ballot', { place })
      expect(status).toBe(200)
      expect(idsIn(text).sort()).toEqual(contests.map(({ id }) => String(id)).sort())
      expect(text).not.toContain('78.5')
    }
    const visitor = createVisitor(open.url)
    expect((await visitor.send('/explore', '/explore/ballot', { place: '35.5,-278.5' })).status).toBe(400)
    expect((await visitor.send('/explore', '/explore/ballot', { place: '0,0' })).status).toBe(404)
    expect((await visitor.get('/explore/ballot?place=35.5,-78.5')).status).toBe(400)
  })

  test('no page repeats the typed place, even if it is refused; a sealed one asks again in Spanish', async () => {
    site.nextMinute()
    const visitor = createVisitor(open.url)
    const { text } = await visitor.send('/explore', '/explore/ballot', { place: '27601' })
    const [, sealed = ''] = /name="sealed" value="([^"]+)"/.exec(text) ?? []
    const token = tokenIn(text)
    const spanish = await visitor.post('/explore/ballot', { sealed, token, lang: 'es' })
    expect(spanish.text).toContain('<html lang="es">')
    expect(idsIn(spanish.text)).toEqual(idsIn(text))
    const unknown = await visitor.post('/explore/ballot', { place: '4711 Quexzylvane Ave, Zedland', token })
    expect([400, 404]).toContain(unknown.status)
    expect(unknown.text).toContain('id="place-problem"')
    expect(unknown.text).not.toMatch(/quexzylvane/i)
  })

  test('a district is named once, with the lines of the next ballot and those of its present seat; a day says who held an office', async () => {
    site.nextMinute()
    const ballot = await api<Ballot>('/v1/ballot', PLACE)
    const [next] = ballot.districts
    const contest = ballot.contests.find(({ kind }) => kind === 'candidate')
    const name = contest?.choices[0]?.candidate?.full_name
    if (!next || !contest || name === undefined) throw new Error('the ballot has no district or no candidate')
    const seat = { ...next, id: 4711, lines: 'current_seat' } as const
    for (const lang of ['en', 'es'] as const) {
      const page = ballotMain(createView(lang, WORDS[lang], undefined), {
        ...{ ballot: { ...ballot, districts: [seat, next] }, later: [], ticked: new Set(), answersAddresses: true },
        ...{ token: '', sealed: '', link: null, snapshot: '' },
        offices: new Map([[officeKey(name, contest.district.ocd_id), { title: 'Mayor', on: '2024-10-01' }]]),
      }).toString()
      const [, list = ''] = /id="districts-title"[\s\S]*?<ul[^>]*>([\s\S]*?)<\/ul>/.exec(page) ?? []
      expect(list.match(/<li>/g)).toHaveLength(1)
      expect(list).toMatch(new RegExp(`/districts/${next.id}[^>]*>${next.name}<`))
      expect(list).toMatch(new RegExp(`/districts/4711[^>]*>${WORDS[lang].presentLines}<`))
      const held = fill(WORDS[lang].inOffice, { office: 'Mayor', date: dayInWords('2024-10-01', lang) })
      expect(held).toContain('2024')
      expect(page).toContain(`<span class="told">${held}</span>`)
    }
  })

  test('the page of a contest quotes the captured pages, and says which no longer have the quote', async () => {
    site.nextMinute()
    const captured = await api<Endorsement[]>('/v1/endorsements', { min_evidence: 'capture', limit: '500' })
    const ofContest = (id: number) => captured.filter(({ contest }) => contest.id === id)
    const contest = captured.find(({ evidence }) => evidence?.missing_since != null)?.contest.id ?? 0
    const own = ofContest(contest)
    expect(own.length).toBeGreaterThan(1)
    const { text } = await createVisitor(open.url).get(`/explore/contests/${contest}`)
    for (const { evidence } of own) expect(text).toContain(`<q>${evidence?.quote}</q>`)
    const missing = fill(WORDS.en.captureMissing, { date: dayInWords('2024-10-01', 'en') })
    expect(text.split(missing).length - 1).toBe(own.filter(({ evidence }) => evidence?.missing_since != null).length)
    expect(text.match(/class="small capture"/g)).toHaveLength(own.length)
  })

  test('each endorsement and each officeholder has a link to report an error, but none in a frame', async () => {
    site.nextMinute()
    const [one] = await api<Endorsement[]>('/v1/endorsements', { limit: '1' })
    const ofContest = await api<Endorsement[]>('/v1/endorsements', { contest: String(one?.contest.id), limit: '500' })
    const linksIn = (text: string, kind: string): string[] =>
      [...text.matchAll(new RegExp(`href="(/corrections/new\\?record=${kind}/[^"&]+)&amp;lang=es"`, 'g'))]
        .map(([, url]) => url ?? '')
        .sort()
    const read = async (path: string): Promise<string> => (await createVisitor(open.url).get(`${path}?lang=es`)).text
    const urls = (records: readonly { report_url: string }[]): string[] => records.map((each) => each.report_url).sort()
    expect(linksIn(await read(`/explore/contests/${one?.contest.id}`), 'endorsement')).toEqual(urls(ofContest))
    const slug = one?.endorser.slug ?? ''
    const ofEndorser = await api<Endorsement[]>('/v1/endorsements', { endorsers: slug, limit: '500' })
    expect(linksIn(await read(`/explore/endorsers/${slug}`), 'endorsement')).toEqual(urls(ofEndorser))
    for (const path of [`contests/${one?.contest.id}`, `endorsers/${slug}`])
      expect(await read(`/explore/embed/${path}`), path).not.toContain('record=endorsement/')
    const { officeholders } = await api<Representatives>('/v1/representatives', PLACE)
    const { text } = await createVisitor(open.url).send('/explore', '/explore/officeholders', {
      ...{ place: PLACE.location, lang: 'es' },
    })
    expect(linksIn(text, 'officeholder')).toEqual(
      officeholders.map(({ person_id }) => `/corrections/new?record=officeholder/${person_id}`).sort(),
    )
    const [holder] = officeholders
    const form = await createVisitor(open.url).get(`/corrections/new?record=officeholder/${holder?.person_id}`)
    expect([form.status, form.text.includes(holder?.name ?? '?')]).toEqual([200, true])
  })

  test('the example is a place that the data answers', async () => {
    site.nextMinute()
    const exampleIn = async (lang: string): Promise<string> => {
      const { text } = await createVisitor(open.url).get(`/explore?lang=${lang}`)
      return /id="place-hint">(?:For example|Por ejemplo): (.+?)\. /.exec(text)?.[1] ?? ''
    }
    const example = await exampleIn('en')
    expect(await exampleIn('es')).toBe(example)
    expect((await api<Ballot>('/v1/ballot', { location: example })).contests.length).toBeGreaterThan(0)
  })

  test('no example is shown if no contest is coming', async () => {
    const { url } = await site.fixture.start({ publicExplorer: true, asOf: '2090-01-01' })
    const { text } = await createVisitor(url).get('/explore')
    expect(text).toContain('id="place-hint">Write a point as')
  })

  test('a misspelt place is answered with the nearest names; a chosen one opens the page that was wanted', async () => {
    site.nextMinute()
    const visitor = createVisitor(open.url)
    for (const action of ['/explore/ballot', '/explore/officeholders']) {
      const { status, text } = await visitor.send('/explore', action, { place: 'Raliegh, NC', lang: 'es' })
      expect(status).toBe(404)
      expect(text).toContain('Este servicio no conoce ese lugar.')
      expect(text).not.toMatch(/raliegh/i)
      const [, form = ''] = /(<form class="place-choices"[\s\S]+?<\/form>)/.exec(text) ?? []
      const [, to = ''] = /action="([^"]+)"/.exec(form) ?? []
      const [, place = ''] = /name="place" value="([^"]+)"/.exec(form) ?? []
      expect([to, place]).toEqual([action, 'Ráleigh, NC'])
      expect((await visitor.post(to, { place, token: tokenIn(form) })).status).toBe(200)
    }
    const { text } = await visitor.send('/explore', '/explore/ballot', { place: 'Quexzylvane, NC' })
    expect(text).toContain('id="place-problem"')
    expect(text).toContain(WORDS.en.placeUnknown)
    expect(text).not.toContain('place-choices')
  })

  test('a point may have a space in its middle; one beside the earth is refused in the words of the page', async () => {
    site.nextMinute()
    const visitor = createVisitor(open.url)
    const [comma, space] = [
      await visitor.send('/explore', '/explore/ballot', { place: '35.78,-78.64' }),
      await visitor.send('/explore', '/explore/ballot', { place: ' 35.78  -78.64 ' }),
    ]
    expect(comma.status).toBe(200)
    expect(idsIn(comma.text).length).toBeGreaterThan(0)
    expect(idsIn(space.text)).toEqual(idsIn(comma.text))
    for (const lang of ['en', 'es'] as const) {
      const { status, text } = await visitor.send('/explore', '/explore/ballot', { place: '95,200', lang })
      expect([status, text.includes(WORDS[lang].placeOffEarth)]).toEqual([400, true])
    }
    const unknown = await visitor.send('/explore', '/explore/ballot', {
      place: '1 Main Street, Raleigh, NC',
      lang: 'es',
    })
    expect([unknown.status, unknown.text.includes(WORDS.es.placeNoAddress)]).toEqual([404, true])
  })

  test('of a ranking, the reasons speak of the first choice', () => {
    const choices = [1, 2].map((id) => ({ id, label: `Choice ${id}`, withdrawn: false }))
    const contest = { vote_method: 'ranked_choice', votes_allowed: 1, ranks_allowed: 2, choices } as const
    const picks = [1, 2].map((id) => ({ choice_id: id, rank: id }))
    const positions = [
      { endorser: 'Both', picks },
      { endorser: 'One', picks: picks.slice(0, 1) },
    ]
    const { agreementUnanimous, ruleMostBacked } = WORDS.en
    expect(advise(contest, positions, WORDS.en).reasons.slice(0, 2)).toEqual([
      `First choice: ${agreementUnanimous}`,
      `First choice: ${ruleMostBacked}`,
    ])
    expect(advise({ ...contest, vote_method: 'plurality' }, positions, WORDS.en).reasons[0]).toBe(agreementUnanimous)
  })

  test('a refused address is told in the words of the field', async () => {
    site.nextMinute()
    const { text } = await createVisitor(open.url).send('/explore', '/explore/ballot', {
      place: '1 Main St, Boston, MA',
    })
    expect(text).toMatch(/id="place-problem"[^>]*>This service .+ Use a point \(latitude,longitude\), or a ZIP code/)
    expect(text).not.toContain('lat and lng')
  })

  test('the switch of the language keeps the ticks: in a sealed form for a typed place, in the link for a linked one', async () => {
    site.nextMinute()
    const visitor = createVisitor(open.url)
    const ballot = await api<Ballot>('/v1/ballot', PLACE)
    const slugs = [...new Set(ballot.contests.flatMap((one) => one.endorsements.map(({ endorser }) => endorser.slug)))]
    const two = slugs.slice(0, 2)
    const tickedIn = (text: string): string[] =>
      [...text.matchAll(/name="endorsers" value="([^"]+)" checked/g)].map(([, slug]) => slug ?? '').sort()
    const posted = await visitor.send('/explore', '/explore/ballot', { place: 'Raleigh, NC', endorsers: two })
    const [, form = ''] = /<form class="language"([\s\S]+?)<\/form>/.exec(posted.text) ?? []
    const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
    const spanish = await visitor.post('/explore/ballot', Object.fromEntries(fields))
    expect(spanish.text).toContain('<html lang="es">')
    expect(tickedIn(spanish.text)).toEqual([...two].sort())
    for (const path of [
      `/explore/ballot?place=Raleigh%2C+NC&endorsers=${two.join(',')}`,
      `/explore/officeholders?place=NC`,
    ]) {
      const { text } = await visitor.get(path)
      const [, link = ''] = /<a class="language" href="([^"]+)"/.exec(text) ?? []
      const other = await visitor.get(link.replaceAll('&amp;', '&'))
      expect([path, other.status, other.text.includes('<html lang="es">')]).toEqual([path, 200, true])
      if (path.includes('endorsers=')) expect(tickedIn(other.text)).toEqual([...two].sort())
    }
    const contest = ballot.contests.find(({ endorsements }) => endorsements.length > 0)
    const own = [...new Set(contest?.endorsements.map(({ endorser }) => endorser.slug))]
    const { text } = await visitor.get(
      `/explore/contests/${contest?.id}?${own.map((slug) => `endorsers=${slug}`).join('&')}`,
    )
    const [, link = ''] = /<a class="language" href="([^"]+)"/.exec(text) ?? []
    expect(tickedIn((await visitor.get(link.replaceAll('&amp;', '&'))).text)).toEqual(own.sort())
  })

  test('a street address is advised only where one has an answer', async () => {
    site.nextMinute()
    const { text } = await createVisitor(open.url).send('/explore', '/explore/ballot', { place: 'Raleigh, NC' })
    const ballot = await api<Ballot>('/v1/ballot', PLACE)
    const [own, answered] = [false, true].map((answersAddresses) =>
      ballotMain(createView('en', WORDS.en, undefined), {
        ...{ ballot, later: [], ticked: new Set<string>(), offices: new Map(), answersAddresses },
        ...{ token: '', sealed: '', link: null, snapshot: '' },
      }).toString(),
    )
    const { area, areaAddress, areaPoint } = WORDS.en
    for (const [page, advice, other] of [
      [text, areaPoint, areaAddress],
      [own, areaPoint, areaAddress],
      [answered, areaAddress, areaPoint],
    ] as const) {
      expect(page).toContain(`${area} ${advice}`)
      expect(page).not.toContain(other)
    }
    const start = await createVisitor(open.url).get('/explore')
    expect(start.text).toContain(WORDS.en.stepPoint)
    expect(start.text).toContain(`<label for="place">${WORDS.en.placeOrPoint}</label>`)
  })

  test('a Spanish ballot names the parties in Spanish', async () => {
    const { contests, ...rest } = await api<Ballot>('/v1/ballot', PLACE)
    const ballot = {
      ...rest,
      contests: contests.map((contest) => ({
        ...contest,
        choices: contest.choices.map((choice) => ({ ...choice, party_label: 'Democratic' })),
      })),
    }
    const page = ballotMain(createView('es', WORDS.es, undefined), {
      ...{ ballot, later: [], ticked: new Set<string>(), offices: new Map(), answersAddresses: false },
      ...{ token: '', sealed: '', link: null, snapshot: '' },
    }).toString()
    expect(page).toContain('<span class="told">Demócrata</span>')
    expect(page).not.toContain('Democratic')
  })

  test('a form needs the token of our page', async () => {
    site.nextMinute()
    const visitor = createVisitor(open.url)
    expect((await visitor.post('/explore/ballot', { place: 'Raleigh, NC' })).status).toBe(403)
    const foreign = await visitor.post('/explore/ballot', { place: 'Raleigh, NC' }, { 'Sec-Fetch-Site': 'cross-site' })
    expect(foreign.status).toBe(403)
  })

  test('a link names a city, a county or a state, with the version and what is ticked, and nothing finer', async () => {
    site.nextMinute()
    const visitor = createVisitor(open.url)
    const { text } = await visitor.send('/explore', '/explore/ballot', { place: 'Raleigh, NC' })
    const [, link = ''] = /href="([^"]+)" data-permalink/.exec(text) ?? []
    const linked = await visitor.get(link.replaceAll('&amp;', '&'))
    expect(link).toMatch(/snapshot=[0-9a-f]{12}/)
    expect(idsIn(linked.text)).toEqual(idsIn(text))
    const zip = await visitor.send('/explore', '/explore/ballot', { place: '27601' })
    expect(zip.text).not.toContain('data-permalink')
    expect((await visitor.get('/explore/ballot?place=27601')).status).toBe(400)
  })

  test('names of places are suggested from the bundle', async () => {
    site.nextMinute()
    const visitor = createVisitor(open.url)
    const suggest = async (place: string): Promise<unknown> =>
      JSON.parse((await visitor.send('/explore', '/explore/suggest', { place })).text).data
    expect(await suggest('ral')).toContain('Ráleigh, NC')
    expect(await suggest('r')).toEqual([])
    expect(await suggest("ral%' OR 1=1")).toEqual([])
  })
})

describe('every page', () => {
  test('of every language has its frame; only embedded pages may be framed', async () => {
    site.nextMinute()
    const visitor = createVisitor(open.url)
    const ballot = await api<Ballot>('/v1/ballot', PLACE)
    const contest = ballot.contests.find(({ endorsements }) => endorsements.length > 0)
    const values: Record<string, string | number | undefined> = {
      '/explore/elections/{slug}': contest?.election.slug,
      '/explore/elections/{slug}/agreement': contest?.election.slug,
      '/explore/endorsers/{slug}': contest?.endorsements[0]?.endorser.slug,
      '/explore/embed/endorsers/{slug}': contest?.endorsements[0]?.endorser.slug,
      '/explore/districts/{id}': contest?.district.id,
    }
    for (const { method, path, embeds } of explorerRoutes) {
      if (method === 'POST') continue
      const at = path.replace(/\{\w+\}/, String(values[path] ?? contest?.id))
      for (const lang of ['en', 'es']) {
        const { status, text, headers } = await visitor.get(`${at}?lang=${lang}`)
        expect(status, at).toBe(200)
        const isPicture = headers.get('content-type') === 'image/png'
        expect(isPicture, at).toBe(path === '/explore/share/contests/{id}')
        if (!isPicture) expect(text, at).toContain(`lang="${lang}"`)
        const policy = headers.get('content-security-policy') ?? ''
        expect(policy, at).toContain(embeds ? 'frame-ancestors *' : "frame-ancestors 'none'")
        expect(text.match(/<script(?![^>]*src=)|<style|style="/), at).toBeNull()
        if (embeds && !isPicture) expect(text, at).toMatch(/Hustings [0-9a-f]{12}/)
      }
    }
  })

  test('README names the explorer and the setting that opens it', async () => {
    site.nextMinute()
    const readme = readFileSync(projectFile('README.md'), 'utf8')
    const [, path = ''] = /http:\/\/127\.0\.0\.1:8080(\/explore)` shows a ballot/.exec(readme) ?? []
    expect((await createVisitor(open.url).get(path)).status).toBe(200)
    expect((await site.visitor().get(path)).location).toBe('/console/sign-in')
    expect(readme).toContain('HUSTINGS_PUBLIC_EXPLORER=1')
  })

  test('is compressed for a browser that asks for it, and is the same page', async () => {
    site.nextMinute()
    const visitor = createVisitor(open.url)
    const seen = async (encoding: string): Promise<[encoding: string | null, vary: string | null, text: string]> => {
      const { headers, text } = await visitor.get('/explore/coverage', { headers: { 'Accept-Encoding': encoding } })
      return [headers.get('content-encoding'), headers.get('vary'), text.replace(/name="token" value="[^"]+"/g, '')]
    }
    const [plain, brotli, gzip] = [await seen('identity'), await seen('br, gzip'), await seen('gzip')]
    expect([plain[0], brotli[0], gzip[0]]).toEqual([null, 'br', 'gzip'])
    for (const one of [plain, brotli, gzip]) expect(one[1]).toContain('Accept-Encoding')
    expect([brotli[2], gzip[2]]).toEqual([plain[2], plain[2]])
    // The console shows secrets, such as a new key, beside typed text.
    const reader = await site.signedIn('Reader')
    const shown = await reader.get('/console', { headers: { 'Accept-Encoding': 'br, gzip' } })
    expect([shown.status, shown.headers.get('content-encoding')]).toEqual([200, null])
  })

  test('an unknown page, record or method is a page that says so', async () => {
    site.nextMinute()
    const visitor = createVisitor(open.url)
    expect((await visitor.get('/explore/nothing')).status).toBe(404)
    expect((await visitor.get('/explore/contests/12')).status).toBe(404)
    expect((await visitor.get('/explore/elections/nothing')).status).toBe(404)
    expect((await visitor.post('/explore/coverage', {})).status).toBe(405)
  })
})

describe('a place with more contests than a page shows', () => {
  const place = 'NC'
  let crowded: Site
  beforeAll(async () => {
    crowded = await openSite()
    await crowded.fixture.publish({ fillers: EXPLORER_CONTESTS_SHOWN })
  })
  afterAll(() => crowded.close())

  test('has the ballot of the nearest election day with a contest there, and links to the later elections', async () => {
    const { url } = await crowded.fixture.start({ publicExplorer: true, asOf: '2022-10-01' })
    const { status, text } = await createVisitor(url).send('/explore', '/explore/ballot', { place })
    expect(status).toBe(200)
    expect(idsIn(text).length).toBeGreaterThan(0)
    expect(idsIn(text).length).toBeLessThan(EXPLORER_CONTESTS_SHOWN)
    expect(text).toContain('href="/explore/elections/nc-2024-11-05-general')
    expect(text).not.toContain('Soil and Water Seat')
  })

  test('past elections stand newest first', async () => {
    const { url } = await crowded.fixture.start({ publicExplorer: true, asOf: '2030-01-01' })
    const { text } = await createVisitor(url).get('/explore/elections')
    const days = [...text.matchAll(/\/explore\/elections\/[a-z]{2}-(\d{4}-\d\d-\d\d)/g)].map(([, day]) => day)
    expect(new Set(days).size).toBeGreaterThan(1)
    expect(days).toEqual(days.toSorted().reverse())
    const older = (await createVisitor(url).get(`/explore/elections?before=${days[0]}`)).text
    expect(older).not.toContain(`-${days[0]}-`)
    expect(older).toContain(`-${days.at(-1)}-`)
  })

  test('has no ballot if that day alone has too many: its elections are linked, and a smaller place is asked for', async () => {
    const { url } = await crowded.fixture.start({ publicExplorer: true, asOf: '2024-10-01' })
    const { status, text } = await createVisitor(url).send('/explore', '/explore/ballot', { place })
    expect(status).toBe(200)
    expect(idsIn(text)).toEqual([])
    expect(text).toContain('href="/explore/elections/nc-2024-11-05-general')
    expect(text).toContain('name="place"')
  })

  test('a point in it has its whole ballot', async () => {
    const { url } = await crowded.fixture.start({ publicExplorer: true, asOf: '2024-10-01' })
    const { text } = await createVisitor(url).send('/explore', '/explore/ballot', { place: '35.5,-77.2' })
    expect(idsIn(text).length).toBeGreaterThan(EXPLORER_CONTESTS_SHOWN)
  })
})

// Last, because it publishes a bundle of today.
test('the page of an election lists its latest changes, newest first; one of a snapshot does not', async () => {
  const { fixture } = site
  const before = (await fixture.state.head())?.seq ?? 0
  const bundle = fixture.write({ fillers: 0, said: ' (again)' })
  const { paths, state } = fixture
  await publishBundle({ paths, state, bundle, now: () => new Date(), accept: true, retentionDays: 7 })
  const through = (await state.head())?.seq ?? 0
  const events = (await state.events({ after: before, through, limit: 1000 })).map(({ body }) =>
    event.parse(JSON.parse(body)),
  )
  const last = events.at(-1)
  if (!last) throw new Error('nothing was published')
  const path = `/explore/elections/${last.election.slug}`
  const visitor = createVisitor(open.url)
  const own = events.filter(({ election }) => election.slug === last.election.slug).slice(-EXPLORER_CHANGES_SHOWN)
  await expect
    .poll(async () => timesIn((await visitor.get(path)).text))
    .toEqual(own.map(({ occurred_at }) => occurred_at).reverse())
  const { text } = await visitor.get(path)
  expect(text).toContain(`href="/explore/endorsers/${last.endorser.slug}">`)
  expect(timesIn((await visitor.get(`${path}?snapshot=${bundle.slice(0, 8)}`)).text)).toEqual([])
})

const timesIn = (text: string): string[] => [...text.matchAll(/<time datetime="([^"]+)"/g)].map(([, at]) => at ?? '')
