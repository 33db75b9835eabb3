// Elections: the list, and one with its contests.

import { ApiError } from '../../data/schema/api-error.ts'
import { PAGE_SIZE_MAX } from '../../data/schema/constants.ts'
import type { Election } from '../../data/schema/election.ts'
import { EXPLORER_ROWS_SHOWN } from '../../server/constants.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { html } from '../web/html.ts'
import { fill } from '../web/sentence.ts'
import { findChanges } from './changes.ts'
import type { Look } from './look.ts'
import { changeList } from './pages/changes.ts'
import { electionFacts, electionList, listedContests } from './pages/elections.ts'
import { showPage, versionOf } from './show.ts'
import { dayInWords, nameOf } from './words/words.ts'

export async function answerElections(look: Look): Promise<Reply> {
  const { words, href, query } = look
  const before = query.get('before')
  const upcoming = await loadElections(look, { upcoming: 'true' })
  const coming = new Set(upcoming.map(({ slug }) => slug))
  const all = await loadElections(look, {})
  // The newest day first, and whole days only.
  const past = all.filter(({ slug, date }) => !coming.has(slug) && (before === null || date < before)).reverse()
  const last = past[EXPLORER_ROWS_SHOWN - 1]?.date
  const shown = last === undefined ? past : past.filter(({ date }) => date >= last)
  const main = html`${before === null && (coming.size === 0 ? html`<p>${words.noElections}</p>` : electionList(look, upcoming))}
${shown.length > 0 && html`<section><h2>${words.pastElections}</h2>${electionList(look, shown)}</section>`}
${last !== undefined && shown.length < past.length && html`<p><a class="button" href="${href('/explore/elections', { before: last })}">${words.more}</a></p>`}
${versionOf(look)}`
  return showPage(look, { title: words.menuElections, here: '/explore/elections', main })
}

/** All pages, by date. */
async function loadElections({ load, lang, named }: Look, asked: { upcoming?: 'true' }): Promise<Election[]> {
  const found: Election[] = []
  let cursor: string | undefined
  do {
    const limit = String(PAGE_SIZE_MAX)
    const page = await load('listElections', { ...asked, lang, snapshot: named, limit, cursor })
    found.push(...page.data)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return found
}

/** `nc-2024-11-05-general` */
const SLUG = /^(?<state>[a-z]{2})-(?<date>\d{4}-\d{2}-\d{2})-[a-z_]+$/

/** Throws ApiError 404. */
export async function findElection({ words, lang, named, load }: Look, slug: string): Promise<Election> {
  const { state, date } = SLUG.exec(slug)?.groups ?? {}
  if (state === undefined || date === undefined) throw new ApiError('not_found', words.notFound)
  const asked = { states: state.toUpperCase(), from: date, to: date, lang, snapshot: named }
  const election = (await load('listElections', asked)).data.find((one) => one.slug === slug)
  if (!election) throw new ApiError('not_found', words.notFound)
  return election
}

export async function answerElection(look: Look): Promise<Reply> {
  const { words, lang, named, params, query, href } = look
  const { slug = '' } = params
  const election = await findElection(look, slug)
  const shown = await look.load('listContests', {
    ...{ elections: slug, lang, snapshot: named, limit: String(EXPLORER_ROWS_SHOWN) },
    cursor: query.get('cursor') ?? undefined,
  })
  const main = html`<p class="lead">${fill(words.electionDay, { date: dayInWords(election.date, lang) })}</p>
${electionFacts(look, election)}
${election.endorsement_count > 0 && look.host.data.hasAgreement() && html`<p><a href="${href(`/explore/elections/${slug}/agreement`)}">${words.agreementLink}</a></p>`}
${named === undefined && changeList(look, await findChanges(look.host, slug))}
<h2>${words.contests}</h2>
${listedContests(look, shown.data)}
${shown.next_cursor !== null && html`<p><a class="button" href="${href(`/explore/elections/${slug}`, { cursor: shown.next_cursor })}">${words.more}</a></p>`}
${versionOf(look)}`
  return showPage(look, { title: nameOf(election), here: '/explore/elections', description: election.name, main })
}
