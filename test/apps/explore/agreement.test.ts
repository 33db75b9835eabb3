// The pages of agreement: their figures are those of /v1, in tables with headers for rows and columns.

import { expect, test } from 'vitest'
import { answerAgreement, PAIRS_SHOWN, SPLIT_CONTESTS_SHOWN } from '../../../apps/explore/agreement.ts'
import type { Look } from '../../../apps/explore/look.ts'
import { createView } from '../../../apps/web/ballot/view.ts'
import { WORDS } from '../../../apps/web/ballot/words/words.ts'
import { fill } from '../../../apps/web/sentence.ts'
import type { ContestAgreement, EndorserAgreement } from '../../../data/schema/agreement.ts'
import { createVisitor, type Visitor } from '../console/visitor.ts'
import { explorer, withExplorer } from './open-explorer.ts'

let visitor: Visitor
withExplorer(
  async () => {
    visitor = createVisitor(explorer.url)
  },
  undefined,
  ({ fixture }) => fixture.publish(),
)

const read = <Data>(list: string) => explorer.api<Data>(`/v1/elections/nc-2024-11-05-general/${list}`)
const path = '/explore/elections/nc-2024-11-05-general'
const linksIn = (text: string): string[] =>
  [...text.matchAll(/href="\/explore\/endorsers\/([^"?]+)"/g)].map(([, slug]) => slug ?? '')
const rowsOf = (text: string, heading: string): string[] => {
  const [, body = ''] = new RegExp(`id="${heading}"[\\s\\S]*?<tbody[^>]*>([\\s\\S]*?)</tbody>`).exec(text) ?? []
  return body.split('<tr').slice(1)
}

test('the pairs, the matrix and the split contests are those of /v1', async () => {
  expect((await visitor.get(path)).text).toContain(`href="${path}/agreement"`)
  const { status, text } = await visitor.get(`${path}/agreement`)
  expect(status).toBe(200)
  const pairs = await read<EndorserAgreement[]>('agreement')
  const shown = rowsOf(text, 'pairs-title')
  expect(shown.map(linksIn)).toEqual(
    pairs.slice(0, PAIRS_SHOWN).map(({ endorser, other }) => [endorser.slug, other.slug]),
  )
  // Whole percentages: a part is never told as the whole, or as nothing.
  const percent = (share: number): string =>
    `${share % 1 === 0 ? share * 100 : Math.min(99, Math.max(1, Math.round(share * 100)))}%`
  for (const [at, row] of shown.entries()) {
    const pair = pairs[at]
    if (!pair) throw new Error('a row has no pair')
    expect(row).toContain(`${pair.agreed_contests} of ${pair.shared_contests}`)
    expect(row).toContain(`<div>${percent(pair.agreement)}</div>`)
    expect(row).toContain(`<div>${percent(pair.interval_low)} to ${percent(pair.interval_high)}</div>`)
  }
  const matrix = rowsOf(text, 'matrix-title')
  expect(matrix.length).toBeGreaterThan(5)
  for (const row of matrix) {
    expect(row).toContain('<th scope="row">')
    expect(row.split('<td').length - 1).toBe(matrix.length)
  }
  const splits = await read<ContestAgreement[]>('contest-agreement')
  const ids = [...text.matchAll(/data-column="Contest" data-value="[^"]*"><div><a href="\/explore\/contests\/(\d+)"/g)]
  expect(ids.map(([, id]) => Number(id))).toEqual(
    splits
      .filter(({ agreement }) => agreement < 1)
      .slice(0, SPLIT_CONTESTS_SHOWN)
      .map(({ contest }) => contest.id),
  )
})

test('an endorser links the endorsers like it, in both languages', async () => {
  const { text } = await visitor.get('/explore/endorsers/oak-party')
  expect(text).toContain(`href="${path}/agreement?endorser=oak-party"`)
  const like = await visitor.get(`${path}/agreement?endorser=oak-party&lang=es`)
  expect(like.text).toMatch(/class="language" href="[^"]*\/agreement\?endorser=oak-party/)
  expect(like.text).toContain(fill(WORDS.es.likeOf, { name: 'Oak Party' }))
  const rows = rowsOf(like.text, 'pairs-title')
  expect(rows.length).toBeGreaterThan(5)
  for (const row of rows) expect(row).toContain('/explore/endorsers/oak-party?lang=es')
  for (const lang of ['en', 'es'] as const)
    for (const [election, name] of [
      [path, 'missingEndorser'],
      ['/explore/elections/nc-1900-11-05-general', 'missingElection'],
    ] as const) {
      const missing = await visitor.get(`${election}/agreement?endorser=nobody&lang=${lang}`)
      expect([missing.status, missing.text.includes(WORDS[lang][name])]).toEqual([404, true])
    }
})

test('the link to further pairs is of the same endorser', async () => {
  const slug = path.split('/').at(-1) ?? ''
  const data: Record<string, unknown> = {
    listElections: [{ slug, name: 'General', date: '2024-11-05' }],
    getEndorser: { name: 'Oak Party' },
  }
  const asset = { url: '/asset' }
  const look = {
    ...createView('en', WORDS.en, undefined),
    ...{ params: { slug }, query: new URLSearchParams('endorser=oak-party'), path: '', notice: null, account: null },
    host: { settings: {}, data: { hasAddresses: () => false } },
    exchange: { snapshot: null, request: { method: 'GET' } },
    assets: {
      links: [],
      style: asset,
      icon: asset,
      states: asset,
      look: asset,
      choicesLook: asset,
      mapLook: asset,
      script: asset,
    },
    visitor: { cookie: null, token: 'none' },
    form: { text: () => '' },
    load: async (id: string) => ({ data: data[id] ?? [], next_cursor: 'rest' }),
  }
  const { body } = await answerAgreement(look as unknown as Look)
  expect(String(body)).toContain(`href="${path}/agreement?endorser=oak-party&amp;cursor=rest"`)
})
