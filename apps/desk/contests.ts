// Finds a contest: by election, title and place. The search is sent by POST and answered at once, because a place may be an address,
// which must be in no URL and no history.

import { type DeskContest, deskContest } from '../../data/desk/check.ts'
import { ApiError, PlaceRefusal } from '../../data/schema/api-error.ts'
import { folded } from '../../data/schema/folded-name.ts'
import { DESK_CONTESTS_SHOWN } from '../../server/constants.ts'
import type { ElectionName } from '../../server/host.ts'
import type { Reply } from '../../server/http/exchange.ts'
import type { Problems } from '../web/form.ts'
import { fill } from '../web/sentence.ts'
import type { DeskVisit } from './context.ts'
import { contestsPage, type Search } from './pages/contests.ts'
import { languageButton, showDesk } from './reply.ts'
import type { DeskView } from './view.ts'

export async function answerContests(visit: DeskVisit): Promise<Reply> {
  const elections = loadElections(visit)
  return show(visit, elections, { election: elections[0]?.slug ?? '', title: '', place: '' }, null)
}

export async function searchContests(visit: DeskVisit): Promise<Reply> {
  const { form, view } = visit
  const elections = loadElections(visit)
  const search = { election: form.text('election'), title: form.text('title'), place: form.text('place') }
  const election = elections.find(({ slug }) => slug === search.election)
  const problems: Problems = {}
  if (!election) problems.election = view.words.electionExpected
  if (!election) return show(visit, elections, search, null, problems)
  try {
    const { found, elsewhere } = findMatches(visit, election, elections, search)
    return show(visit, elections, search, { contests: found, elsewhere })
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.status >= 500) throw fault
    problems.place = placeProblem(view, fault)
    return show(visit, elections, search, null, problems)
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
  { host: { data }, view }: Pick<DeskVisit, 'host' | 'view'>,
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

function loadElections({ host, view }: DeskVisit): readonly ElectionName[] {
  return host.data.upcomingElections(view.lang)
}

interface OtherElection {
  slug: string
  name: string
  count: number
}

async function show(
  visit: DeskVisit,
  elections: readonly ElectionName[],
  search: Search,
  matches: { contests: readonly DeskContest[]; elsewhere: readonly OtherElection[] } | null,
  problems: Problems = {},
): Promise<Reply> {
  const { slug, visitor, host, view } = visit
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
  return showDesk(visit, page, { path, slug, status, ...again })
}
