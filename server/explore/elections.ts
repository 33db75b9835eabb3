// Elections: the list, and one with its contests.

import type { Contest } from '../../data/schema/contest.ts'
import type { Election } from '../../data/schema/election.ts'
import { EXPLORER_ROWS_SHOWN } from '../constants.ts'
import { ApiError } from '../http/errors.ts'
import type { Reply } from '../http/exchange.ts'
import { contests } from '../v1/contests.ts'
import { elections } from '../v1/elections.ts'
import { html } from '../web/html.ts'
import { fill } from '../web/sentence.ts'
import type { Look } from './look.ts'
import { changeList } from './pages/changes.ts'
import { electionFacts, electionList, listedContests } from './pages/elections.ts'
import { showPage, versionOf } from './show.ts'
import { dayInWords, nameOf } from './words/words.ts'

export async function answerElections(look: Look): Promise<Reply> {
  const { words, lang, named, href, query } = look
  const cursor = query.get('cursor') ?? undefined
  const limit = String(EXPLORER_ROWS_SHOWN)
  const upcoming = await look.load<Election[]>(elections, { upcoming: 'true', lang, snapshot: named, limit })
  const coming = new Set(upcoming.data.map(({ slug }) => slug))
  const all = await look.load<Election[]>(elections, { lang, snapshot: named, limit, cursor })
  const past = all.data.filter(({ slug }) => !coming.has(slug))
  const main = html`${cursor === undefined && (coming.size === 0 ? html`<p>${words.noElections}</p>` : electionList(look, upcoming.data))}
${past.length > 0 && html`<section><h2>${words.pastElections}</h2>${electionList(look, past)}</section>`}
${all.next_cursor !== null && html`<p><a class="button" href="${href('/explore/elections', { cursor: all.next_cursor })}">${words.more}</a></p>`}
${versionOf(look)}`
  return showPage(look, { title: words.menuElections, here: '/explore/elections', main })
}

/** `nc-2024-11-05-general` */
const SLUG = /^(?<state>[a-z]{2})-(?<date>\d{4}-\d{2}-\d{2})-[a-z_]+$/

export async function answerElection(look: Look): Promise<Reply> {
  const { words, lang, named, params, query, href } = look
  const { slug = '' } = params
  const { state, date } = SLUG.exec(slug)?.groups ?? {}
  if (state === undefined || date === undefined) throw new ApiError('not_found', words.notFound)
  const asked = { states: state.toUpperCase(), from: date, to: date, lang, snapshot: named }
  const election = (await look.load<Election[]>(elections, asked)).data.find((one) => one.slug === slug)
  if (!election) throw new ApiError('not_found', words.notFound)
  const shown = await look.load<Contest[]>(contests, {
    ...{ elections: slug, lang, snapshot: named, limit: String(EXPLORER_ROWS_SHOWN) },
    cursor: query.get('cursor') ?? undefined,
  })
  const main = html`<p class="lead">${fill(words.electionDay, { date: dayInWords(election.date, lang) })}</p>
${electionFacts(look, election)}
${named === undefined && changeList(look, await look.changesOf(slug))}
<h2>${words.contests}</h2>
${listedContests(look, shown.data)}
${shown.next_cursor !== null && html`<p><a class="button" href="${href(`/explore/elections/${slug}`, { cursor: shown.next_cursor })}">${words.more}</a></p>`}
${versionOf(look)}`
  return showPage(look, { title: nameOf(election), here: '/explore/elections', description: election.name, main })
}
