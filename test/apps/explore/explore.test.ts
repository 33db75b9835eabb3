import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXPLORER_CONTESTS_SHOWN } from '../../../apps/explore/ballot.ts'
import { EXPLORER_CHANGES_SHOWN } from '../../../apps/explore/elections.ts'
import { explorerRoutes } from '../../../apps/explore/explore.ts'
import { dayInWords, placeIn, WORDS } from '../../../apps/web/ballot/words/words.ts'
import { fill } from '../../../apps/web/sentence.ts'
import { publishBundle } from '../../../build/publish/publish.ts'
import type { Ballot } from '../../../data/schema/ballot.ts'
import type { Coverage } from '../../../data/schema/coverage.ts'
import type { Election } from '../../../data/schema/election.ts'
import type { Endorsement } from '../../../data/schema/endorsement.ts'
import { event } from '../../../data/schema/event.ts'
import type { Representatives } from '../../../data/schema/officeholder.ts'
import type { Recommendations } from '../../../data/schema/recommendation.ts'
import { createVisitor, type Fields, openSite, type Site, tokenIn } from '../console/visitor.ts'
import { type Explorer, explorer, withExplorer } from './open-explorer.ts'

const PLACE = { location: 'Raleigh, NC' }

let site: Site
let api: Explorer['api']
withExplorer(async () => {
  ;({ site, api } = explorer)
  await site.makeAccount('Reader')
  await site.makeAccount('Waiting', { status: 'pending' })
})

const ballotOf = (fields: Fields) => explorer.ballotOf(fields)
/** The text in the field for a place. */
const fieldIn = (text: string): string | undefined => /<input id="place"[^>]* value="([^"]*)"/.exec(text)?.[1]
const idsIn = (text: string): string[] => [...text.matchAll(/id="contest-(\d+)"/g)].map(([, id]) => id ?? '')

describe('who may look', () => {
  test('without an account, each page leads to the sign-in, and a frame explains', async () => {
    for (const { method, path, embeds } of explorerRoutes) {
      const visitor = site.visitor()
      const at = path.replace(/\{\w+\}/, 'x')
      const seen = method === 'GET' ? await visitor.get(at) : await visitor.post(at, { place: 'Raleigh, NC' })
      const signIn = method === 'GET' ? `/console/sign-in?${new URLSearchParams({ to: at })}` : '/console/sign-in'
      expect([seen.status, seen.location], path).toEqual(embeds ? [404, null] : [303, signIn])
    }
  })

  test('a pending account is led to the console, an approved one looks', async () => {
    expect((await (await site.signedIn('Waiting')).get('/explore')).location).toBe('/console')
    const { status, text } = await (await site.signedIn('Reader')).get('/explore')
    expect(status).toBe(200)
    expect(text).toContain('name="place"')
  })

  test('a signed-in account pays from its own plan, and not with the console', async () => {
    const reader = await site.signedIn('Reader')
    const first = await reader.get('/explore')
    const second = await reader.get('/explore/coverage')
    const left = (seen: typeof first): number => Number(seen.headers.get('ratelimit-remaining'))
    expect(left(first) - left(second)).toBe(1)
    expect(first.headers.get('ratelimit-limit')).toBe('60')
  })

  test('all visitors of a public explorer share one limit; assets do not count', async () => {
    const [one, two] = [createVisitor(explorer.url), createVisitor(explorer.url)]
    const first = await one.get('/explore')
    const [, asset = ''] = /href="(\/assets\/explore\/explore\.css[^"]*)"/.exec(first.text) ?? []
    expect((await fetch(explorer.url + asset)).status).toBe(200)
    const second = await two.get('/explore')
    const left = [first, second].map(({ headers }) => Number(headers.get('ratelimit-remaining')))
    expect(left).toEqual([599, 598])
  })
})

describe('a place', () => {
  test('the ballot is that of /v1/ballot', async () => {
    const { status, text } = await ballotOf({ place: 'Raleigh, NC' })
    expect(status).toBe(200)
    const { contests } = await api<Ballot>('/v1/ballot', PLACE)
    expect(contests.length).toBeGreaterThan(2)
    expect(idsIn(text).sort()).toEqual(contests.map(({ id }) => String(id)).sort())
    for (const { choices } of contests) for (const { id } of choices) expect(text).toContain(`data-choice="${id}"`)
  })

  test('the recommendations are those of /v1/recommendations, for the ticked endorsers', async () => {
    const ballot = await api<Ballot>('/v1/ballot', PLACE)
    const slugs = [...new Set(ballot.contests.flatMap((one) => one.endorsements.map(({ endorser }) => endorser.slug)))]
    expect(slugs.length).toBeGreaterThan(1)
    for (const endorsers of [slugs.slice(0, 1), slugs]) {
      const expected = await api<Recommendations>('/v1/recommendations', { ...PLACE, endorsers: endorsers.join(',') })
      const { text } = await ballotOf({ ...{ place: 'Raleigh, NC', endorsers } })
      for (const contest of expected.contests) {
        const [, box = ''] =
          new RegExp(`id="contest-${contest.id}"[\\s\\S]*?data-advice>([\\s\\S]*?)</div>`).exec(text) ?? []
        const shown = [...box.matchAll(/<li>([^<]*)/g)].map(([, label = '']) => label.trim())
        const { choice_ids } = contest.recommendation
        expect(shown).toEqual(choice_ids.map((id) => contest.choices.find((choice) => choice.id === id)?.label))
      }
      // A whole category is ticked only if each of its endorsers is.
      for (const [group] of text.matchAll(/name="categories"[\s\S]+?<\/fieldset>/g))
        expect(/^[^>]+ checked/.test(group)).toBe(!/name="endorsers" value="[^"]+">/.test(group))
      const marked = [...text.matchAll(/class="choice[^"]* marked" data-choice="(\d+)"/g)].map(([, id]) => Number(id))
      expect(marked.sort()).toEqual(expected.contests.flatMap(({ recommendation }) => recommendation.choice_ids).sort())
    }
  })

  test('a point is a place: its ballot is that of /v1/ballot, and only the field of a posted page repeats it', async () => {
    const { contests } = await api<Ballot>('/v1/ballot', { lat: '35.5', lng: '-78.5' })
    expect(contests.length).toBeGreaterThan(2)
    for (const place of ['35.5,-78.5', ' 35.5 , -78.5 ', ' 35.5  -78.5 ']) {
      const { status, text } = await ballotOf({ place })
      expect(status).toBe(200)
      expect(idsIn(text).sort()).toEqual(contests.map(({ id }) => String(id)).sort())
      expect(text.match(/78\.5/g)).toHaveLength(1)
      expect(fieldIn(text)).toBe(place.trim())
    }
    const visitor = createVisitor(explorer.url)
    expect((await ballotOf({ place: '35.5,-278.5' })).status).toBe(400)
    expect((await ballotOf({ place: '0,0' })).status).toBe(404)
    expect((await visitor.get('/explore/ballot?place=35.5,-78.5')).status).toBe(400)
  })

  test('the field keeps what was typed, even if it is refused; a sealed place asks again in Spanish', async () => {
    const visitor = createVisitor(explorer.url)
    const { text } = await visitor.send('/explore', '/explore/ballot', { place: '27601' })
    const [, sealed = ''] = /name="sealed" value="([^"]+)"/.exec(text) ?? []
    const token = tokenIn(text)
    const spanish = await visitor.post('/explore/ballot', { sealed, token, lang: 'es' })
    expect(spanish.text).toContain('<html lang="es">')
    expect(idsIn(spanish.text)).toEqual(idsIn(text))
    const unknown = await visitor.post('/explore/ballot', { place: '4711 Quexzylvane Ave, Zedland', token })
    expect([400, 404]).toContain(unknown.status)
    expect(unknown.text).toContain('id="place-problem"')
    expect(fieldIn(unknown.text)).toBe('4711 Quexzylvane Ave, Zedland')
    expect(unknown.text.match(/quexzylvane/gi)).toHaveLength(1)
    expect(unknown.headers.get('cache-control')).toBe('no-store')
  })

  test('the page of a contest quotes the captured pages, and says which no longer have the quote', async () => {
    const captured = await api<Endorsement[]>('/v1/endorsements', { min_evidence: 'capture', limit: '500' })
    const ofContest = (id: number) => captured.filter(({ contest }) => contest.id === id)
    const contest = captured.find(({ evidence }) => evidence?.missing_since != null)?.contest.id ?? 0
    const own = ofContest(contest)
    expect(own.length).toBeGreaterThan(1)
    const { text } = await createVisitor(explorer.url).get(`/explore/contests/${contest}`)
    for (const { evidence } of own) expect(text).toContain(`<q>${evidence?.quote}</q>`)
    const missing = fill(WORDS.en.captureMissing, { date: dayInWords('2024-10-01', 'en') })
    expect(text.split(missing).length - 1).toBe(own.filter(({ evidence }) => evidence?.missing_since != null).length)
    expect(text.match(/class="small capture"/g)).toHaveLength(own.length)
  })

  test('a contest, its endorsements, an endorser, an election and each officeholder have a link to report an error, and a frame has none', async () => {
    const [one] = await api<Endorsement[]>('/v1/endorsements', { limit: '1' })
    const ofContest = await api<Endorsement[]>('/v1/endorsements', { contest: String(one?.contest.id), limit: '500' })
    const linksIn = (text: string, kind = '[a-z]+'): string[] =>
      [...text.matchAll(new RegExp(`href="(/corrections/new\\?record=${kind}/[^"&]+)&amp;lang=es"`, 'g'))]
        .map(([, url]) => url ?? '')
        .sort()
    const read = async (path: string): Promise<string> =>
      (await createVisitor(explorer.url).get(`${path}?lang=es`)).text
    const slug = one?.endorser.slug ?? ''
    const contest = await read(`/explore/contests/${one?.contest.id}`)
    expect(linksIn(contest)).toEqual(
      [`contest/${one?.contest.id}`, ...ofContest.map(({ id }) => `endorsement/${id}`)]
        .map((record) => `/corrections/new?record=${record}`)
        .sort(),
    )
    expect(linksIn(await read(`/explore/elections/${one?.election.slug}`))).toEqual([
      `/corrections/new?record=election/${one?.election.id}`,
    ])
    expect(linksIn(await read(`/explore/endorsers/${slug}`))).toEqual([
      `/corrections/new?record=endorser/${one?.endorser.id}`,
    ])
    // Each endorser of a choice stands once, below it.
    const names = [...contest.matchAll(/<a href="\/explore\/endorsers\/([^"?]+)/g)].map(([, name]) => name)
    expect(names.sort()).toEqual(ofContest.map(({ endorser }) => endorser.slug).sort())
    for (const path of [`contests/${one?.contest.id}`, `endorsers/${slug}`])
      expect(linksIn(await read(`/explore/embed/${path}`)), path).toEqual([])
    const { officeholders } = await api<Representatives>('/v1/representatives', PLACE)
    const { text } = await createVisitor(explorer.url).send('/explore', '/explore/officeholders', {
      ...{ place: PLACE.location, lang: 'es' },
    })
    expect(linksIn(text, 'officeholder')).toEqual(
      officeholders.map(({ person_id }) => `/corrections/new?record=officeholder/${person_id}`).sort(),
    )
    const [holder] = officeholders
    const form = await createVisitor(explorer.url).get(`/corrections/new?record=officeholder/${holder?.person_id}`)
    expect([form.status, form.text.includes(holder?.name ?? '?')]).toEqual([200, true])
  })

  test('the example is a place that the data answers; without a coming election, of the last ones, which are listed', async () => {
    const hintOf = async (url: string, lang: string): Promise<string> =>
      /id="place-hint">(?:For example|Por ejemplo): (.+?)\. /.exec(
        (await createVisitor(url).get(`/explore?lang=${lang}`)).text,
      )?.[1] ?? ''
    const example = await hintOf(explorer.url, 'en')
    expect(await hintOf(explorer.url, 'es')).toBe(example)
    expect((await api<Ballot>('/v1/ballot', { location: example })).contests.length).toBeGreaterThan(0)
    const { url } = await site.fixture.start({ publicExplorer: true, asOf: '2090-01-01' })
    const past = await hintOf(url, 'en')
    expect((await createVisitor(url).send('/explore', '/explore/ballot', { place: past })).status).toBe(200)
    const { text } = await createVisitor(url).get('/explore')
    const held = await api<Election[]>('/v1/elections')
    const newest = held
      .map(({ date }) => date)
      .sort()
      .at(-1)
    for (const { slug } of held.filter(({ date }) => date === newest))
      expect(text).toContain(`/explore/elections/${slug}`)
  })

  test('a misspelt place is answered with the nearest names; a chosen one opens the page that was wanted', async () => {
    const visitor = createVisitor(explorer.url)
    for (const action of ['/explore/ballot', '/explore/officeholders']) {
      const { status, text } = await visitor.send('/explore', action, { place: 'Raliegh, NC', lang: 'es' })
      expect(status).toBe(404)
      expect(text).toContain(WORDS.es.placeUnknown)
      expect(fieldIn(text)).toBe('Raliegh, NC')
      const [, form = ''] = /(<form class="place-choices"[\s\S]+?<\/form>)/.exec(text) ?? []
      const [, to = ''] = /action="([^"]+)"/.exec(form) ?? []
      const [, place = ''] = /name="place" value="([^"]+)"/.exec(form) ?? []
      expect([to, place]).toEqual([action, 'Ráleigh, NC'])
      expect((await visitor.post(to, { place, token: tokenIn(form) })).status).toBe(200)
    }
    const { text } = await ballotOf({ place: 'Quexzylvane, NC' })
    expect(text).toContain('id="place-problem"')
    expect(text).toContain(WORDS.en.placeUnknown)
    expect(text).not.toContain('place-choices')
  })

  test('the switch of the language keeps the ticks: in a sealed form for a typed place, in the link for a linked one', async () => {
    const visitor = createVisitor(explorer.url)
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

  test('a form needs the token of our page', async () => {
    const visitor = createVisitor(explorer.url)
    expect((await visitor.post('/explore/ballot', { place: 'Raleigh, NC' })).status).toBe(403)
    const foreign = await visitor.post('/explore/ballot', { place: 'Raleigh, NC' }, { 'Sec-Fetch-Site': 'cross-site' })
    expect(foreign.status).toBe(403)
  })

  test('a link names a city, a county, a ZIP code or a state, and nothing finer; ticks have a link of their own', async () => {
    const visitor = createVisitor(explorer.url)
    for (const [place, linked] of [
      ['Raleigh, NC', 'R%C3%A1leigh%2C+NC'],
      ['27601', '27601'],
    ] as const) {
      const { text } = await ballotOf({ place })
      const [, link = ''] = /href="([^"]+)" data-permalink/.exec(text) ?? []
      expect(link).toBe(`/explore/ballot?place=${linked}`)
      const today = await visitor.get(link)
      expect([today.status, idsIn(today.text)]).toEqual([200, idsIn(text)])
      expect(today.text).toContain('<meta property="og:title"')
      const [, pinned = ''] = /href="([^"]+)" data-pinned/.exec(text) ?? []
      expect(pinned).toMatch(/snapshot=[0-9a-f]{12}/)
      expect(idsIn((await visitor.get(pinned.replaceAll('&amp;', '&'))).text)).toEqual(idsIn(text))
      const [, slug = ''] = /name="endorsers" value="([^"]+)"/.exec(text) ?? []
      const ticked = await ballotOf({ place, endorsers: slug })
      for (const kind of ['permalink', 'pinned'])
        expect(new RegExp(`href="([^"]+)" data-${kind}`).exec(ticked.text)?.[1]).not.toContain(slug)
      const [, own = ''] = /href="([^"]+)" data-ticked-link/.exec(ticked.text) ?? []
      expect(own.replaceAll('&amp;', '&')).toBe(`${link}&endorsers=${slug}`)
      expect(ticked.text).not.toContain(WORDS.en.ticksInAddress)
      expect((await visitor.get(own.replaceAll('&amp;', '&'))).text).toContain(WORDS.en.ticksInAddress)
    }
    expect((await ballotOf({ place: '35.5,-78.5' })).text).not.toContain('data-permalink')
    expect((await visitor.get('/explore/ballot?place=35.5,-78.5')).status).toBe(400)
  })

  test('the sealed place of a tab fills the field of another page; a position of the device fills none', async () => {
    const visitor = createVisitor(explorer.url)
    const seen = await visitor.send('/explore', '/explore/ballot', { place: '35.5,-78.5' })
    const [, sealed = ''] = /name="sealed" value="([^"]+)"/.exec(seen.text) ?? []
    const typed = await visitor.post('/explore/typed', { sealed, token: tokenIn(seen.text) })
    expect(JSON.parse(typed.text)).toEqual({ data: '35.5,-78.5' })
    const located = await visitor.send('/explore', '/explore/ballot', { place: '35.5,-78.5', located: '1' })
    expect(idsIn(located.text)).toEqual(idsIn(seen.text))
    expect(located.text).not.toContain('78.5')
  })

  test('without a coming contest, the last ballot of the place is shown as past, with the dates that are known', async () => {
    const { url } = await site.fixture.start({ publicExplorer: true, asOf: '2090-01-01' })
    const { key } = await site.fixture.makeKey()
    const v1 = async <Answer>(path: string, query: Record<string, string> = {}): Promise<Answer> => {
      const headers = { Authorization: `Bearer ${key}` }
      return JSON.parse(await (await fetch(`${url}${path}?${new URLSearchParams(query)}`, { headers })).text())
    }
    for (const lang of ['en', 'es'] as const) {
      const { status, text } = await createVisitor(url).send('/explore', '/explore/ballot', {
        place: 'Raleigh, NC',
        lang,
      })
      expect(status).toBe(200)
      expect(idsIn(text).length).toBeGreaterThan(0)
      const { nextDay, noElectionsBefore, votedOn, pastBallotFor, incompletePast, incomplete } = WORDS[lang]
      const [, slug = ''] = /<h2 id="election-([^"]+)"/.exec(text) ?? []
      const date = dayInWords(slug.slice(3, 13), lang)
      const notice = /<div class="notice" role="status">([\s\S]*?)<\/div>/.exec(text)?.[1] ?? ''
      const { data } = await v1<{ data: Coverage[] }>('/v1/coverage')
      const next = data.find(({ state }) => state === 'NC')?.next_election ?? ''
      const said = fill(nextDay, { date: dayInWords(next, lang) })
      expect(notice.indexOf(said)).toBeGreaterThan(-1)
      const voted = fill(votedOn, { date: dayInWords('2088-11-02', lang), last: date })
      expect(notice.indexOf(said)).toBeGreaterThan(notice.indexOf(voted))
      expect(notice).toContain(voted)
      // The start page and the list of elections name the same day, and the title says first that the ballot is past.
      for (const path of ['/explore', '/explore/elections']) {
        const page = await createVisitor(url).get(`${path}?lang=${lang}`)
        expect(page.text, path).toContain(fill(noElectionsBefore, { date: dayInWords(next, lang) }))
      }
      const title = fill(pastBallotFor, { place: 'Ráleigh, NC' })
      expect(text).toContain(`<h1>${title}</h1>`)
      expect(text).toContain(`<title>${title} – `)
      // The page names the missing contests, as it does on a coming ballot.
      const { data: past } = await v1<{ data: Ballot }>('/v1/ballot', { location: 'Raleigh, NC', elections: slug })
      expect(past.location.missing.length).toBeGreaterThan(0)
      const notes = /<div class="notes" role="note">([\s\S]*?)<\/div>/.exec(text)?.[1] ?? ''
      expect(notes).toContain(incompletePast)
      if (past.location.missing.some(({ kind }) => kind === 'court')) expect(notes).toContain(WORDS[lang].kindCourt)
      expect(text).not.toContain(incomplete)
      // Nothing to mark: no panel, no progress, no guide.
      expect(text).not.toMatch(/data-my-/)
      const id = idsIn(text)[0]
      for (const path of [`/explore/contests/${id}`, `/explore/embed/contests/${id}`, `/explore/elections/${slug}`]) {
        const page = (await createVisitor(url).get(`${path}?lang=${lang}`)).text
        const over = fill(WORDS[lang].electionOver, { date })
        expect(page, path).toContain(over)
        expect(page, path).not.toMatch(/data-my-/)
        expect((await createVisitor(explorer.url).get(`${path}?lang=${lang}`)).text, path).not.toContain(over)
      }
    }
  })

  test('an election day after more than 13 months is not called the next one, nor is one voted on that the ballot is of', async () => {
    const { url } = await site.fixture.start({ publicExplorer: true, asOf: '2025-01-15' })
    const { text } = await createVisitor(url).send('/explore', '/explore/ballot', { place: 'Raleigh, NC' })
    const notice = /<div class="notice" role="status">([\s\S]*?)<\/div>/.exec(text)?.[1] ?? ''
    expect(notice).toContain(WORDS.en.nextUnknown)
    expect(notice).toContain(WORDS.en.ballotOver.split('{')[0])
    expect(notice).not.toMatch(/2026|2028/)
  })

  test('names of places are suggested from the bundle', async () => {
    const visitor = createVisitor(explorer.url)
    const suggest = async (place: string): Promise<unknown> =>
      JSON.parse((await visitor.send('/explore', '/explore/suggest', { place })).text).data
    expect(await suggest('ral')).toContain('Ráleigh, NC')
    expect(await suggest('r')).toEqual([])
    expect(await suggest("ral%' OR 1=1")).toEqual([])
  })
})

describe('every page', () => {
  test('of every language has its frame; only embedded pages may be framed', async () => {
    const visitor = createVisitor(explorer.url)
    const ballot = await api<Ballot>('/v1/ballot', PLACE)
    const contest = ballot.contests.find(({ endorsements }) => endorsements.length > 0)
    const values: Record<string, string | number | undefined> = {
      '/explore/elections/{slug}': contest?.election.slug,
      '/explore/elections/{slug}/agreement': contest?.election.slug,
      '/explore/endorsers/{slug}': contest?.endorsements[0]?.endorser.slug,
      '/explore/embed/endorsers/{slug}': contest?.endorsements[0]?.endorser.slug,
      '/explore/districts/{id}': contest?.district.id,
    }
    for (const { method, path, embeds, ofScript } of explorerRoutes) {
      if (method === 'POST' || ofScript) continue
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

  test('is compressed for a browser that asks for it, and is the same page', async () => {
    const visitor = createVisitor(explorer.url)
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
    const visitor = createVisitor(explorer.url)
    expect((await visitor.get('/explore/nothing')).status).toBe(404)
    for (const lang of ['en', 'es'] as const) {
      const { missingContest, missingDistrict, missingElection, missingEndorser } = WORDS[lang]
      for (const [path, told, way] of [
        ['contests/12', missingContest, 'elections'],
        ['districts/12', missingDistrict, 'coverage'],
        ['elections/nothing', missingElection, 'elections'],
        ['endorsers/nobody', missingEndorser, 'endorsers'],
      ] as const) {
        const { status, text } = await visitor.get(`/explore/${path}?lang=${lang}`)
        expect([path, status]).toEqual([path, 404])
        const main = text.slice(text.indexOf('<main'))
        expect(main).toContain(told)
        expect(main).toContain(`<a href="/explore/${way}${lang === 'es' ? '?lang=es' : ''}">`)
      }
    }
    expect((await visitor.post('/explore/coverage', {})).status).toBe(405)
  })

  test('a fault that may pass has a form that posts the sealed place again, in its language', async () => {
    const vacant = await openSite()
    await vacant.fixture.publish({ vacant: true })
    const visitor = createVisitor((await vacant.fixture.start({ publicExplorer: true })).url)
    const fields = { place: '35.5,-78.5', lang: 'es' }
    const { status, text } = await visitor.send('/explore', '/explore/officeholders', fields)
    expect(status).toBe(503)
    const main = text.slice(text.indexOf('<main'))
    expect(main).not.toContain('78.5')
    const [, form = ''] = /<form method="post" action="\/explore\/officeholders">([\s\S]*?)<\/form>/.exec(main) ?? []
    expect(form).toContain(`<button>${WORDS.es.again}</button>`)
    const kept = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
    const again = await visitor.post('/explore/officeholders', Object.fromEntries(kept))
    expect([again.status, fieldIn(again.text)]).toEqual([503, fields.place])
    expect(again.text).toContain('<html lang="es">')
    await vacant.close()
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
    const [, later = ''] = /id="later-title"[\s\S]*?<ul[^>]*>([\s\S]*?)<\/ul>/.exec(text) ?? []
    expect(later).toContain('href="/explore/elections/nc-2024-11-05-general')
    // The election that is shown is not a later one.
    const shown = [...text.matchAll(/id="(nc-[\w-]+?)-(?:federal|state|county|city|school|special)"/g)].map(
      ([, slug]) => slug,
    )
    expect(shown.length).toBeGreaterThan(0)
    for (const slug of shown) expect(later).not.toContain(`/elections/${slug}`)
    expect(text).not.toContain('Soil and Water Seat')
  })

  test('past elections stand newest first', async () => {
    const { url } = await crowded.fixture.start({ publicExplorer: true, asOf: '2030-01-01' })
    const { text } = await createVisitor(url).get('/explore/elections')
    const days = [...text.matchAll(/\/explore\/elections\/[a-z]{2}-(\d{4}-\d\d-\d\d)/g)].map(([, day]) => day)
    expect(new Set(days).size).toBeGreaterThan(1)
    expect(days).toEqual(days.toSorted().reverse())
  })

  test('has the contests of everybody there and links to the others if that day has too many; a point has them all', async () => {
    const { url } = await crowded.fixture.start({ publicExplorer: true, asOf: '2024-10-01' })
    const later = await crowded.fixture.start({ publicExplorer: true, asOf: '2090-01-01' })
    const { key } = await crowded.fixture.makeKey()
    const reply = await fetch(`${url}/v1/ballot?location=${place}&elections=nc-2024-11-05-general`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    const { contests }: Ballot = JSON.parse(await reply.text()).data
    const idsOf = (match: 'certain' | 'possible'): string[] =>
      contests
        .filter((one) => one.match === match)
        .map(({ id }) => String(id))
        .sort()
    expect(idsOf('possible').length).toBeGreaterThan(EXPLORER_CONTESTS_SHOWN)
    const visitor = createVisitor(url)
    for (const lang of ['en', 'es'] as const) {
      const words = WORDS[lang]
      const { status, text } = await visitor.send('/explore', '/explore/ballot', { place, lang })
      expect([status, idsIn(text).sort()]).toEqual([200, idsOf('certain')])
      const [, folded = ''] = /<details class="folded[^>]*>([\s\S]*?)<\/details>/.exec(text) ?? []
      expect(folded).toContain(
        fill(words.foldedContests, { place: placeIn('North Carolina', lang), count: idsOf('possible').length }),
      )
      expect([...folded.matchAll(/contests\/(\d+)/g)].map(([, id = '']) => id).sort()).toEqual(idsOf('possible'))
      expect(text).not.toContain(words.manyContests)
    }
    const point = await visitor.send('/explore', '/explore/ballot', { place: '35.5,-77.2' })
    expect(idsIn(point.text).length).toBeGreaterThan(EXPLORER_CONTESTS_SHOWN)
    const past = await createVisitor(later.url).send('/explore', '/explore/ballot', { place })
    expect([past.status, idsIn(past.text).sort()]).toEqual([200, idsOf('certain')])
    expect(past.text).toContain('<details class="folded')
    expect(past.text).toContain(WORDS.en.nextDay.split('{')[0])
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
  const visitor = createVisitor(explorer.url)
  const own = events.filter(({ election }) => election.slug === last.election.slug).slice(-EXPLORER_CHANGES_SHOWN)
  await expect
    .poll(async () => timesIn((await visitor.get(path)).text))
    .toEqual(own.map(({ occurred_at }) => occurred_at).reverse())
  const { text } = await visitor.get(path)
  expect(text).toContain(`href="/explore/endorsers/${last.endorser.slug}">`)
  expect(timesIn((await visitor.get(`${path}?snapshot=${bundle.slice(0, 8)}`)).text)).toEqual([])
})

const timesIn = (text: string): string[] => [...text.matchAll(/<time datetime="([^"]+)"/g)].map(([, at]) => at ?? '')
