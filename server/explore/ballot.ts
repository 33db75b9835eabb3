// The ballot of a place: posted by the form, or linked for a city, a county or a state.

import type { Location } from '../../data/schema/location.ts'
import type { Representatives } from '../../data/schema/officeholder.ts'
import { ApiError } from '../http/errors.ts'
import type { Reply } from '../http/exchange.ts'
import { representatives } from '../v1/representatives.ts'
import { fill } from '../web/sentence.ts'
import { loadComingBallot, placeQuery } from './coming-ballot.ts'
import type { Look } from './look.ts'
import { ballotMain } from './pages/ballot.ts'
import { officeKey } from './pages/contest-card.ts'
import { manyContestsMain } from './pages/many-contests.ts'
import { readTicked } from './pages/ticks.ts'
import { languageButton, showPage } from './show.ts'
import { showStart } from './start.ts'

/** Kinds of places that a link may name. */
const LINKED: readonly string[] = ['city', 'county', 'state']

/** The ballot of a posted place. */
export async function answerPostedBallot(look: Look): Promise<Reply> {
  const place = typedPlace(look)
  try {
    return await showBallot(look, place, look.form.all('endorsers'), look.form.all('categories'))
  } catch (fault) {
    return refusePlace(look, fault)
  }
}

/** The ballot of a linked place. */
export async function answerLinkedBallot(look: Look): Promise<Reply> {
  const place = look.query.get('place')
  if (place === null) return await showStart(look)
  try {
    return await showBallot(look, place, listOf(look, 'endorsers'), listOf(look, 'categories'))
  } catch (fault) {
    return refusePlace(look, fault)
  }
}

/** As typed, or as an earlier page has sealed it. */
export function typedPlace({ form, seal }: Look): string {
  return seal.open(form.secret('sealed')) ?? form.text('place')
}

/** A place that is unknown or ambiguous: the form again, with the reason. The typed text is not repeated. */
export function refusePlace(look: Look, fault: unknown): Promise<Reply> {
  if (!(fault instanceof ApiError) || (fault.status !== 400 && fault.status !== 404)) throw fault
  return showStart(look, { sentence: fault.message, status: fault.status })
}

/** A link with an address is not ours. Throws ApiError 400. */
export function requireLink({ exchange, words }: Look, location: Location): void {
  if (exchange.request.method !== 'POST' && !isLinked(location)) throw new ApiError('invalid_parameter', words.noLink)
}

export function isLinked({ kind, label }: Location): boolean {
  return LINKED.includes(kind) && label !== null
}

async function showBallot(
  look: Look,
  place: string,
  endorsers: readonly string[],
  categories: readonly string[],
): Promise<Reply> {
  const { words, lang, href, visitor, seal, exchange, named } = look
  const asked = { ...placeQuery(place), lang, snapshot: named }
  const { location, ballot, later } = await loadComingBallot(look, place)
  const { label } = location
  requireLink(look, location)
  const sealed = seal.close(place)
  const page = {
    title: label === null ? words.yourBallot : fill(words.ballotFor, { place: label }),
    here: '/explore',
    otherLanguage: languageButton(look, '/explore/ballot', { sealed }),
  }
  if (!ballot)
    return showPage(look, { ...page, main: manyContestsMain(look, { elections: later, token: visitor.token, label }) })
  const ticked = readTicked(ballot.contests, endorsers, categories)
  const snapshot = exchange.snapshot ?? ''
  const link = isLinked(location)
    ? href('/explore/ballot', { place: label ?? '', snapshot: snapshot.slice(0, 12), endorsers: [...ticked].join(',') })
    : null
  const seen = {
    ballot,
    later,
    ticked,
    offices: await loadOffices(look, asked),
    token: visitor.token,
    sealed,
    link,
    snapshot: snapshot.slice(0, 12),
  }
  return showPage(look, { ...page, ownHeading: true, main: ballotMain(look, seen) })
}

/** Offices of the place's holders, by name and district. A bundle may have none: then no office is shown. */
async function loadOffices(
  look: Look,
  asked: Readonly<Record<string, string | undefined>>,
): Promise<ReadonlyMap<string, string>> {
  try {
    const { data } = await look.load<Representatives>(representatives, asked)
    return new Map(
      data.officeholders.map(({ name, district_ocd_id, office_title }) => [
        officeKey(name, district_ocd_id),
        office_title,
      ]),
    )
  } catch (fault) {
    if (fault instanceof ApiError) return new Map()
    throw fault
  }
}

function listOf({ query }: Look, name: string): string[] {
  return (query.get(name) ?? '').split(',').filter((text) => text !== '')
}
