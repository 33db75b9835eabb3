import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayInWords, WORDS, wholeShareInWords } from '../../../apps/web/ballot/words/words.ts'
import { fill } from '../../../apps/web/sentence.ts'
import type { Contest, ContestRecord } from '../../../data/schema/contest.ts'
import type { Endorsement } from '../../../data/schema/endorsement.ts'
import type { EndorserCoverage } from '../../../data/schema/endorser.ts'
import { copySample } from '../../cli/sample.ts'
import { type ServedFolder, serveFolder } from '../../cli/served-folder.ts'
import { shareFolder } from '../../temporary.ts'
import { createVisitor, type Visitor } from '../console/visitor.ts'

const folder = shareFolder()
let server: ServedFolder
let visitor: Visitor
beforeAll(async () => {
  await copySample(folder)
  const environment = { HUSTINGS_PUBLIC_EXPLORER: '1' }
  server = await serveFolder(folder, { sample: true, asOf: '2028-10-15', environment })
  visitor = createVisitor(server.url)
})
afterAll(() => server.stop())

async function api<Data>(path: string): Promise<Data> {
  const reply = await fetch(server.url + path, { headers: { Authorization: `Bearer ${server.key}` } })
  expect(reply.status).toBe(200)
  const { data }: { data: Data } = JSON.parse(await reply.text())
  return data
}

/** As data/sample/endorsements.json has them. */
const TOLD = [
  ['United States Senator', 'no_position', '2026-11-10'],
  ['Doña Ana County Clerk', 'declined', '2026-11-10'],
  ['State Representative, Sample District 2', 'rescinded', '2026-11-12'],
] as const
const SOURCE = 'https://example.org/sample/liga/nm-2028-11-07-general'

/** The text that a reader sees: markup, and what is only for those who cannot see, is taken out. */
const textOf = (markup: string): string =>
  markup
    .replaceAll(/<span class="unseen">[^<]*<\/span>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

test('a contest says who endorses no choice, why, where and when, in both languages', async () => {
  const contests = await api<Contest[]>('/v1/contests?elections=nm-2028-11-07-general&limit=500')
  for (const lang of ['en', 'es'] as const)
    for (const [title, stance, day] of TOLD) {
      const { id } = contests.find((one) => one.title === title) ?? expect.fail(title)
      const { text } = await visitor.get(`/explore/contests/${id}?lang=${lang}`)
      const [, silent = ''] = /<div class="silent">([\s\S]*?)<\/div>/.exec(text) ?? []
      const words = WORDS[lang]
      expect(silent).toContain(`href="/explore/endorsers/liga-civica-de-ejemplo${lang === 'es' ? '?lang=es' : ''}"`)
      expect(silent).toContain(`href="${SOURCE}"`)
      expect(textOf(silent)).toContain(words.silentOne)
      expect(textOf(silent)).toContain(`${words[`stance_${stance}`]} ${words.source}`)
      expect(textOf(silent)).toContain(fill(words.on, { date: dayInWords(day, lang) }))
      // It is in no list of a choice's backers.
      const record = await api<ContestRecord>(`/v1/contests/${id}`)
      expect(record.stances.map(({ endorser, ...one }) => [endorser.slug, one.stance])).toEqual([
        ['liga-civica-de-ejemplo', stance],
      ])
      const choices = text.slice(text.indexOf('<ul class="choices">'), text.indexOf('<div class="silent"'))
      expect(choices).not.toContain('liga-civica-de-ejemplo')
    }
})

test('a contest in which nobody has a stance has no such list', async () => {
  const [first] = await api<Endorsement[]>('/v1/endorsements?states=ME&limit=1')
  const { text } = await visitor.get(`/explore/contests/${first?.contest.id}`)
  expect(text).toContain('class="choices"')
  expect(text).not.toContain('class="silent"')
})

test("an endorser's page lists its stances beside its endorsements, in both languages", async () => {
  for (const lang of ['en', 'es'] as const) {
    const { text } = await visitor.get(`/explore/endorsers/liga-civica-de-ejemplo?lang=${lang}`)
    const [, section = ''] = /<section aria-labelledby="silences-title">([\s\S]*?)<\/section>/.exec(text) ?? []
    const items = [...section.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, item]) => textOf(item ?? ''))
    const words = WORDS[lang]
    expect(items).toHaveLength(TOLD.length)
    for (const [title, stance, day] of TOLD) {
      const on = fill(words.on, { date: dayInWords(day, lang) })
      const told = `: ${words[`stance_${stance}`]} ${words.source} ${on}`
      expect(items.some((item) => item.endsWith(told) && (lang === 'es' || item.startsWith(title)))).toBe(true)
    }
  }
  const { text } = await visitor.get('/explore/endorsers/sample-harbor-times')
  expect(text).not.toContain('silences-title')
})

test("an endorser's page says on how many of the contests that it usually covers it has spoken, as /v1 does", async () => {
  const path = '/v1/coverage/endorsers?endorsers=liga-civica-de-ejemplo&upcoming=false'
  const usual = (await api<EndorserCoverage[]>(path)).filter(({ share }) => share !== null)
  expect(usual).toHaveLength(1)
  for (const lang of ['en', 'es'] as const) {
    const { text } = await visitor.get(`/explore/endorsers/liga-civica-de-ejemplo?lang=${lang}`)
    const [, table = ''] =
      /<section aria-labelledby="usual-title">[\s\S]*?<tbody[^>]*>([\s\S]*?)<\/tbody>/.exec(text) ?? []
    const rows = [...table.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row]) => textOf(row ?? ''))
    expect(rows).toHaveLength(usual.length)
    for (const [at, { election, usual_contest_count, covered_contest_count, share }] of usual.entries()) {
      const day = dayInWords(election.date, lang)
      const told = `${day} ${usual_contest_count} ${covered_contest_count} ${wholeShareInWords(share ?? 0, lang)}`
      expect(rows[at]?.replace(/\u00a0/g, ' ')).toMatch(new RegExp(`${told.replace(/\u00a0/g, ' ')}$`))
    }
  }
  // An endorser of one election has no earlier one.
  const { text } = await visitor.get('/explore/endorsers/otto-example')
  expect(text).not.toContain('usual-title')
})
