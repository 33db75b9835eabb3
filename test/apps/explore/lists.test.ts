// Lists of the explorer: endorsers by state, category and number; coming elections by day; what the coverage counts.

import { beforeAll, describe, expect, test } from 'vitest'
import { shortElectionList } from '../../../apps/explore/elections-list.ts'
import { createView } from '../../../apps/web/ballot/view.ts'
import { dayInWords, WORDS } from '../../../apps/web/ballot/words/words.ts'
import { fill } from '../../../apps/web/sentence.ts'
import type { Coverage } from '../../../data/schema/coverage.ts'
import type { Election } from '../../../data/schema/election.ts'
import type { Endorsement } from '../../../data/schema/endorsement.ts'
import type { Endorser } from '../../../data/schema/endorser.ts'
import { createVisitor } from '../console/visitor.ts'
import { explorer, withExplorer } from './open-explorer.ts'

withExplorer()

const pageOf = async (path: string): Promise<string> => (await createVisitor(explorer.url).get(path)).text

describe('the list of endorsers', () => {
  let all: Endorser[]
  beforeAll(async () => {
    all = await explorer.api<Endorser[]>('/v1/endorsers', { limit: '500' })
  })
  const slugsIn = (text: string): string[] =>
    [...text.matchAll(/<td[^>]*><div><a href="\/explore\/endorsers\/([^"?]+)/g)].map(([, slug = '']) => slug)

  test('is of a state, of a category, or of both', async () => {
    const [{ state, category } = { state: '', category: { slug: '' } }] = all
    for (const asked of [{ state }, { category: category.slug }, { state, category: category.slug }]) {
      const wanted = all.filter(
        (one) =>
          one.state === (asked.state ?? one.state) && one.category.slug === (asked.category ?? one.category.slug),
      )
      expect(wanted.length).toBeGreaterThan(0)
      expect(wanted.length).toBeLessThan(all.length)
      const text = await pageOf(`/explore/endorsers?${new URLSearchParams(asked)}`)
      expect(slugsIn(text)).toEqual(wanted.map(({ slug }) => slug))
      // The form and the other language keep what was chosen.
      for (const one of Object.values(asked)) expect(text).toContain(`<option value="${one}" selected>`)
      const [, other = ''] = /class="language" href="([^"]*)"/.exec(text) ?? []
      expect(slugsIn(await pageOf(other.replaceAll('&amp;', '&')))).toEqual(wanted.map(({ slug }) => slug))
    }
    expect(await pageOf('/explore/endorsers?state=WY')).toContain(WORDS.en.noEndorserFound)
  })

  test('begins with those of most endorsements, if that is asked', async () => {
    const counts = new Map(all.map(({ slug, endorsement_count }) => [slug, endorsement_count]))
    expect(new Set(counts.values()).size).toBeGreaterThan(1)
    const shown = slugsIn(await pageOf('/explore/endorsers?order=endorsements&lang=es'))
    expect(shown.toSorted()).toEqual([...counts.keys()].sort())
    expect(shown.map((slug) => counts.get(slug))).toEqual([...counts.values()].sort((a, b) => b - a))
  })
})

describe('the first page', () => {
  test('promises endorsements only if a coming election has some', async () => {
    const coming = await explorer.api<Election[]>('/v1/elections', { upcoming: 'true' })
    const isEndorsed = coming.some(({ endorsement_count }) => endorsement_count > 0)
    const later = await explorer.site.fixture.start({ publicExplorer: true, asOf: '2024-11-20' })
    for (const lang of ['en', 'es'] as const) {
      const { lead, leadEndorsed, stepTick } = WORDS[lang]
      const now = await pageOf(`/explore?lang=${lang}`)
      expect([now.includes(leadEndorsed), now.includes(stepTick)]).toEqual([isEndorsed, isEndorsed])
      const { text } = await createVisitor(later.url).get(`/explore?lang=${lang}`)
      expect([text.includes(`>${lead}<`), text.includes(stepTick)]).toEqual([true, false])
    }
    expect(isEndorsed).toBe(true)
  })

  test('lists the elections of a day by state, if many states hold one of the same kind', async () => {
    const [first] = await explorer.api<Election[]>('/v1/elections')
    if (!first) throw new Error('there is no election')
    const electionOf = (state: Election['state'], name: string, type: string): Election => ({
      ...{ ...first, state, date: '2026-11-03', name: `${name}, November 3, 2026` },
      slug: `${state.toLowerCase()}-2026-11-03-${type}`,
    })
    const states = [
      ['WY', 'Wyoming'],
      ['AL', 'Alabama'],
      ['ME', 'Maine'],
      ['OH', 'Ohio'],
      ['UT', 'Utah'],
    ] as const
    const elections = [
      ...states.map(([state, name]) => electionOf(state, `${name} General Election`, 'general')),
      electionOf('TX', 'Texas Special Election', 'special'),
    ]
    for (const [lang, kind, special] of [
      ['en', 'General Election', 'Texas Special Election 2026'],
      ['es', 'Elección general', 'Texas: elección especial de 2026'],
    ] as const) {
      const text = shortElectionList(createView(lang, WORDS[lang], undefined), elections).toString()
      expect(text).toContain(`<p class="soft">${kind}</p>`)
      const links = [...text.matchAll(/href="\/explore\/elections\/(\w\w)-[^"]*">([^<]*)</g)].map(([, code, name]) => [
        code,
        name,
      ])
      expect(links).toEqual([
        ['al', 'Alabama'],
        ['me', 'Maine'],
        ['oh', 'Ohio'],
        ['ut', 'Utah'],
        ['wy', 'Wyoming'],
        ['tx', special],
      ])
    }
  })

  test('has the elections of one year', async () => {
    const { url } = await explorer.site.fixture.start({ publicExplorer: true, asOf: '2022-10-01' })
    const { text } = await createVisitor(url).get('/explore')
    const years = [...text.matchAll(/\/explore\/elections\/\w\w-(\d{4})/g)].map(([, year]) => year)
    expect(new Set(years)).toEqual(new Set(['2022']))
  })
})

test('the coverage says of which elections its counts are', async () => {
  const states = await explorer.api<Coverage[]>('/v1/coverage')
  for (const lang of ['en', 'es'] as const) {
    const text = await pageOf(`/explore/coverage?lang=${lang}`)
    expect(text).toContain(WORDS[lang].coverageCounted)
    const cells = [...text.matchAll(/data-column="([^"]*)" data-value="[^"]*"><div>([^<]*)</g)]
      .filter(([, column]) => column === WORDS[lang].coverageElections)
      .map(([, , shown]) => shown)
    expect(cells).toHaveLength(states.length)
    expect(cells.sort()).toEqual(states.map(({ election_count }) => String(election_count)).sort())
  }
})

describe('the list of elections', () => {
  const daysIn = (text: string): string[] =>
    [...text.matchAll(/\/explore\/elections\/[a-z]{2}-(\d{4}-\d\d-\d\d)/g)].map(([, day = '']) => day)

  test('has the next election day first and alone, then the later and the past ones by year', async () => {
    const coming = await explorer.api<Election[]>('/v1/elections', { upcoming: 'true' })
    const isComing = new Set(coming.map(({ slug }) => slug))
    const all = await explorer.api<Election[]>('/v1/elections', { limit: '500' })
    const past = all.filter(({ slug }) => !isComing.has(slug))
    const text = await pageOf('/explore/elections')
    const [, next = '', later = '', gone = ''] = text.split(
      new RegExp(
        [WORDS.en.nextDayTitle, WORDS.en.laterOnes, WORDS.en.pastElections].map((one) => `<h2>${one}</h2>`).join('|'),
      ),
    )
    expect(new Set(daysIn(next))).toEqual(new Set([coming[0]?.date]))
    expect(daysIn(later)).toEqual(coming.map(({ date }) => date).filter((date) => date !== coming[0]?.date))
    expect(daysIn(gone).toSorted()).toEqual(past.map(({ date }) => date).sort())
    const folds = [...gone.matchAll(/<summary><b>(\d{4})<\/b>/g)].map(([, year]) => year)
    expect(folds).toEqual([...new Set(past.map(({ date }) => date.slice(0, 4)))].sort().reverse())
  })

  test.each(['en', 'es'] as const)('in %s is asked for a state and a year, or says that it has none', async (lang) => {
    const all = await explorer.api<Election[]>('/v1/elections', { limit: '500' })
    const [{ state, date }] = [all.at(-1) ?? { state: 'NC', date: '' }]
    const year = date.slice(0, 4)
    const text = await pageOf(`/explore/elections?state=${state}&year=${year}&lang=${lang}`)
    expect(new Set(daysIn(text))).toEqual(
      new Set(all.filter((one) => one.state === state && one.date.startsWith(year)).map((one) => one.date)),
    )
    for (const one of [state, year]) expect(text).toContain(`<option value="${one}" selected>`)
    const none = await pageOf(`/explore/elections?state=WY&lang=${lang}`)
    expect(none).toContain(fill(WORDS[lang].noElectionsOf, { what: 'Wyoming' }))
    expect(daysIn(none)).toEqual([])
  })
})

describe('an endorser without an endorsement in a coming election', () => {
  test('shows those of its last election in a frame, and says so', async () => {
    const { url } = await explorer.site.fixture.start({ publicExplorer: true, asOf: '2090-01-01' })
    const endorsements = await explorer.api<Endorsement[]>('/v1/endorsements', { limit: '500' })
    const slug = endorsements[0]?.endorser.slug ?? ''
    const own = endorsements.filter(({ endorser }) => endorser.slug === slug)
    const last = own
      .map(({ election }) => election.date)
      .sort()
      .at(-1)
    const shown = own.filter(({ election }) => election.date === last)
    expect(shown.length).toBeGreaterThan(0)
    for (const lang of ['en', 'es'] as const) {
      const { text } = await createVisitor(url).get(`/explore/embed/endorsers/${slug}?lang=${lang}`)
      expect(text).toContain(WORDS[lang].lastPicks)
      const ids = [...text.matchAll(/explore\/contests\/(\d+)/g)].map(([, id]) => Number(id))
      expect(new Set(ids)).toEqual(new Set(shown.map(({ contest }) => contest.id)))
    }
    expect(await pageOf(`/explore/embed/endorsers/${slug}`)).not.toContain(WORDS.en.lastPicks)
  })

  test('offers no frame if it never endorsed', async () => {
    const all = await explorer.api<Endorser[]>('/v1/endorsers', { limit: '500' })
    for (const { slug, endorsement_count } of all) {
      const text = await pageOf(`/explore/endorsers/${slug}`)
      if (endorsement_count > 0) expect(text, slug).toContain('iframe')
      if (text.includes(WORDS.en.noPicks)) expect(text, slug).not.toContain('iframe')
    }
  })
})

test.each(['en', 'es'] as const)('in %s every page of a server with a set day says so', async (lang) => {
  const said = fill(WORDS[lang].setDay, { date: dayInWords('2024-10-15', lang) })
  for (const path of ['/explore', '/explore/elections', '/explore/coverage', '/explore/endorsers', '/explore/none'])
    expect(await pageOf(`${path}?lang=${lang}`), path).toContain(said)
  const today = await explorer.site.fixture.start({ publicExplorer: true, asOf: null })
  expect((await createVisitor(today.url).get(`/explore?lang=${lang}`)).text).not.toContain(
    WORDS[lang].setDay.split('{')[0],
  )
})

test('the first page lists elections after the next election day as later ones', async () => {
  const coming = await explorer.api<Election[]>('/v1/elections', { upcoming: 'true' })
  const days = [...new Set(coming.filter(({ date }) => date < '2025').map(({ date }) => date))].sort()
  expect(days.length).toBeGreaterThan(1)
  const text = await pageOf('/explore')
  const at = text.indexOf(`<h2>${WORDS.en.laterOnes}</h2>`)
  expect(text.indexOf(`<h3>${dayInWords(days[0] ?? '', 'en')}</h3>`)).toBeLessThan(at)
  for (const day of days.slice(1)) expect(text.indexOf(`<h3>${dayInWords(day, 'en')}</h3>`)).toBeGreaterThan(at)
})

test('the coverage has its days in words, and the filters of endorsers are folded until one is used', async () => {
  const [state] = await explorer.api<Coverage[]>('/v1/coverage')
  expect(await pageOf('/explore/coverage')).toContain(`<div>${dayInWords(state?.next_election ?? '', 'en')}</div>`)
  expect(await pageOf('/explore/endorsers')).toMatch(/<details class="filters-fold no-print"><summary>/)
  expect(await pageOf('/explore/endorsers?q=a')).toMatch(/<details class="filters-fold no-print" open><summary>/)
})
