// Finds a contest: by election, title and place. The search is sent by POST and answered at once, because a place may be an address,
// which must be in no URL and no history.

import { type DeskContest, deskContest } from '../../data/desk/check.ts'
import { ApiError, PlaceRefusal } from '../../data/schema/api-error.ts'
import { folded } from '../../data/schema/folded-name.ts'
import type { ElectionName } from '../../server/host.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { field, hiddenToken, summary } from '../web/field.ts'
import type { Problems } from '../web/form.ts'
import { type Html, html } from '../web/html.ts'
import { countOf, fill } from '../web/sentence.ts'
import { table } from '../web/table.ts'
import {
  type DeskPage,
  type DeskSession,
  type DeskView,
  languageButton,
  nameElection,
  sayUnread,
  showDesk,
} from './session.ts'

/** @setting Contests that a search of the publishing desk shows. */
const DESK_CONTESTS_SHOWN = 200

export async function answerContests(session: DeskSession): Promise<Reply> {
  const elections = loadElections(session)
  return show(session, elections, { election: elections[0]?.slug ?? '', title: '', place: '' }, null)
}

export async function showSearchAgain(session: DeskSession, fault: ApiError): Promise<Reply> {
  const { form } = session
  const search = { election: form.text('election'), title: form.text('title'), place: form.text('place') }
  return show(session, loadElections(session), search, null, { form: sayUnread(session.view, fault) })
}

export async function searchContests(session: DeskSession): Promise<Reply> {
  const { form, view } = session
  const elections = loadElections(session)
  const search = { election: form.text('election'), title: form.text('title'), place: form.text('place') }
  const election = elections.find(({ slug }) => slug === search.election)
  const problems: Problems = {}
  if (!election) problems.election = view.words.electionExpected
  if (!election) return show(session, elections, search, null, problems)
  try {
    const { found, elsewhere } = findMatches(session, election, elections, search)
    return show(session, elections, search, { contests: found, elsewhere })
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.status >= 500) throw fault
    problems.place = placeProblem(view, fault)
    return show(session, elections, search, null, problems)
  }
}

/** The sentences of /v1 about a location are for programs. */
function placeProblem({ words }: DeskView, fault: ApiError): string {
  const sentence = fault.status === 404 ? words.placeUnknown : words.placeAmbiguous
  const choices = fault instanceof PlaceRefusal ? fault.choices : []
  return choices.length === 0 ? sentence : `${sentence} ${fill(words.didYouMean, { names: choices.join('; ') })}`
}

/** Contests of the election and, if it has none, how many of the others match. Throws ApiError for a place without an answer. */
function findMatches(
  { host: { data }, view }: Pick<DeskSession, 'host' | 'view'>,
  election: ElectionName,
  elections: readonly ElectionName[],
  search: Search,
): { found: DeskContest[]; elsewhere: OtherElection[] } {
  const title = folded(search.title)
  const matching = ({ id }: ElectionName): DeskContest[] =>
    data
      .contestsOf(id, view.lang)
      .map((body) => deskContest.parse(JSON.parse(body)))
      .filter((contest) => folded(`${contest.title}\n${contest.district.name}`).includes(title))
  if (search.place === '') return { found: matching(election), elsewhere: [] }
  const voted = data.votedContests(
    search.place,
    elections.map(({ id }) => id),
  )
  const ofElection = (one: ElectionName): DeskContest[] => {
    const ids = new Set(voted.flatMap(({ id, election_id }) => (election_id === one.id ? [id] : [])))
    return matching(one).filter((contest) => ids.has(contest.id))
  }
  const found = ofElection(election)
  if (found.length > 0) return { found, elsewhere: [] }
  const held = new Set(voted.map(({ election_id }) => election_id))
  const others = elections.filter(({ id }) => id !== election.id && held.has(id))
  const counted = others.map((one) => ({ slug: one.slug, name: one.name, count: ofElection(one).length }))
  return { found, elsewhere: counted.filter(({ count }) => count > 0) }
}

function loadElections({ host, view }: DeskSession): readonly ElectionName[] {
  return host.data.upcomingElections(view.lang)
}

interface OtherElection {
  slug: string
  name: string
  count: number
}

async function show(
  session: DeskSession,
  elections: readonly ElectionName[],
  search: Search,
  matches: { contests: readonly DeskContest[]; elsewhere: readonly OtherElection[] } | null,
  problems: Problems = {},
): Promise<Reply> {
  const { slug, visitor, host, view } = session
  const found = matches?.contests ?? null
  const elsewhere = matches?.elsewhere ?? []
  const positions = found === null ? [] : await host.state.positions(slug)
  const published = new Set(positions.flatMap(({ published, contest_id }) => (published ? [contest_id] : [])))
  const shown = found && { contests: found.slice(0, DESK_CONTESTS_SHOWN), of: found.length, published }
  const { token } = visitor
  const page = contestsPage(
    view,
    { elections, search, found: shown, elsewhere, path: `/desk/${slug}`, token },
    problems,
  )
  const status = Object.keys(problems).length > 0 ? 400 : 200
  const path = `/desk/${slug}/contests`
  const again = found === null ? {} : { otherLanguage: languageButton(view, path, token, { ...search }) }
  return showDesk(session, page, { path, slug, status, ...again })
}

// The HTML.

interface Search {
  election: string
  title: string
  place: string
}

interface ContestsView {
  elections: readonly { slug: string; name: string; date: string }[]
  search: Search
  /** Null before a search. */
  found: { contests: readonly DeskContest[]; of: number; published: ReadonlySet<number> } | null
  /** Other elections with matches, if the chosen one has none. */
  elsewhere: readonly { slug: string; name: string; count: number }[]
  path: string
  token: string
}

function contestsPage(
  view: DeskView,
  { elections, search, found, elsewhere, path, token }: ContestsView,
  problems: Problems,
): DeskPage {
  const { words, href } = view
  return {
    title: words.findContest,
    main: html`${summary(problems, words)}
${
  elections.length === 0
    ? html`<p>${words.noElections}</p>`
    : html`<form class="card find" method="post" action="${href(`${path}/contests`)}" role="search">
${hiddenToken(token)}
<div class="field${problems.election !== undefined && ' wrong'}"><label for="election">${words.election}</label>
${problems.election !== undefined && html`<p class="problem" id="election-problem">${problems.election}</p>`}
<select id="election" name="election"${problems.election !== undefined && html` aria-invalid="true" aria-describedby="election-problem"`}>${elections.map(
        (one) =>
          html`<option value="${one.slug}"${one.slug === search.election && html` selected`}>${nameElection(one)}</option>`,
      )}</select></div>
${field({ name: 'title', label: words.titleContains, value: search.title, hint: words.titleHint }, problems)}
${field({ name: 'place', label: words.place, value: search.place, autocomplete: 'off', hint: words.placeHint }, problems)}
<button>${words.search}</button>
</form>`
}
${
  found &&
  html`<section class="card" aria-labelledby="found-title">
<h2 id="found-title">${found.of === 0 ? fill(words.noMatch, { election: nameOf(elections, search) }) : countOf(found.of, words.contestsOne, words.contestsMany)}</h2>
${found.of === 0 && (elsewhere.length > 0 ? elsewhereForm(view, { elsewhere, search, path, token }) : html`<p>${words.tryFewer}</p>`)}
${found.contests.length < found.of && html`<p>${fill(words.firstShown, { count: found.contests.length })}</p>`}
${
  found.contests.length > 0 &&
  table({
    caption: words.contestsFound,
    captionUnseen: true,
    columns: [words.contest, words.district, words.choices, words.endorse],
    rows: found.contests.map(({ id, title, district, choices }) => [
      html`<b>${title}</b>`,
      district.name,
      choices.map(({ label }) => label).join(', ') || words.none,
      html`<a href="${href(`${path}/contests/${id}`)}">${found.published.has(id) ? words.correct : words.endorse}<span class="unseen">${fill(words.inTitle, { title })}</span></a>`,
    ]),
  })
}
</section>`
}`,
  }
}

/** The same search in another election. Buttons, because a place must be in no link. */
function elsewhereForm(
  { words, href }: DeskView,
  { elsewhere, search, path, token }: Pick<ContestsView, 'elsewhere' | 'search' | 'path' | 'token'>,
): Html {
  return html`<form method="post" action="${href(`${path}/contests`)}" aria-labelledby="elsewhere-title">
${hiddenToken(token)}<input type="hidden" name="title" value="${search.title}"><input type="hidden" name="place" value="${search.place}">
<p id="elsewhere-title">${elsewhere.length === 1 ? words.elsewhereOne : words.elsewhereMany}</p>
<p class="row">${elsewhere.map(
    ({ slug, name, count }) =>
      html`<button class="quiet" name="election" value="${slug}">${fill(words.inElection, { contests: countOf(count, words.contestsOne, words.contestsMany), election: name })}</button>`,
  )}</p>
</form>`
}

function nameOf(elections: ContestsView['elections'], { election }: Search): string {
  return elections.find(({ slug }) => slug === election)?.name ?? election
}
