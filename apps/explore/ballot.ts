// The ballot of a place: posted by the form, or linked for a city, a county or a state.

import { ApiError, PlaceRefusal } from '../../data/schema/api-error.ts'
import type { Location } from '../../data/schema/location.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { toPageSentence } from '../web/place-sentence.ts'
import { fill } from '../web/sentence.ts'
import { loadComingBallot, placeQuery } from './coming-ballot.ts'
import { listOf } from './contest.ts'
import { answersAddresses, type Look } from './look.ts'
import { ballotMain } from './pages/ballot.ts'
import { type HeldOffice, officeKey } from './pages/contest-card.ts'
import { manyContestsMain } from './pages/many-contests.ts'
import { readTicked } from './pages/ticks.ts'
import { languageOfPlace, showPage } from './show.ts'
import { formFor, showStart } from './start.ts'

/** Kinds of places that a link may name. */
const LINKED: readonly string[] = ['city', 'county', 'state']

/** The ballot of a posted place. */
export async function answerPostedBallot(look: Look): Promise<Reply> {
  const place = typedPlace(look)
  try {
    return await showBallot(look, place, formList(look, 'endorsers'), formList(look, 'categories'))
  } catch (fault) {
    return refusePlace(look, fault, '/explore/ballot')
  }
}

/** The ballot of a linked place. */
export async function answerLinkedBallot(look: Look): Promise<Reply> {
  const place = look.query.get('place')
  if (place === null) return await showStart(look)
  try {
    return await showBallot(look, place, listOf(look.query, 'endorsers'), listOf(look.query, 'categories'))
  } catch (fault) {
    return refusePlace(look, fault, '/explore/ballot')
  }
}

/** As typed, or as an earlier page has sealed it. */
export function typedPlace({ form, seal }: Look): string {
  return seal.open(form.secret('sealed')) ?? form.text('place')
}

/**
 * A place that is unknown or ambiguous: the form again, with the reason and the names that may be meant. The typed text is not repeated, so
 * that no page contains an address.
 * @param action the path of the page that was wanted
 */
export function refusePlace(look: Look, fault: unknown, action: string): Promise<Reply> {
  if (!(fault instanceof ApiError) || (fault.status !== 400 && fault.status !== 404)) throw fault
  const choices = fault instanceof PlaceRefusal ? fault.choices : []
  return showStart(look, { sentence: sayRefusal(look, fault, choices), status: fault.status, choices, action })
}

/** The sentences of /v1 are in English, and those with choices list them. A name that nothing has is told alike everywhere. */
function sayRefusal({ words, lang }: Look, fault: ApiError, choices: readonly string[]): string {
  const { status, message } = fault
  const isUnknownName = fault instanceof PlaceRefusal && status === 404
  if (/^Parameter `(?:lat|lng)`/.test(message)) return words.placeOffEarth
  if (lang === 'en' && choices.length === 0 && !isUnknownName) return toPageSentence(message)
  if (status === 404) return isUnknownName ? words.placeUnknown : words.placeNoAddress
  return words.placeAmbiguous
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
  const ticked = readTicked(ballot?.contests ?? [], endorsers, categories)
  const kept = [...(ballot ? ticked : endorsers)].join(',')
  const page = {
    title: label === null ? words.yourBallot : fill(words.ballotFor, { place: label }),
    here: '/explore',
    otherLanguage: languageOfPlace(look, '/explore/ballot', { label, sealed, endorsers: kept }),
  }
  if (!ballot)
    return showPage(look, {
      ...page,
      main: manyContestsMain(look, {
        elections: later,
        label,
        form: formFor(look, later),
      }),
    })
  const snapshot = exchange.snapshot ?? ''
  const link = isLinked(location)
    ? href('/explore/ballot', { place: label ?? '', snapshot: snapshot.slice(0, 12), endorsers: kept })
    : null
  const seen = {
    ballot,
    later,
    ticked,
    answersAddresses: answersAddresses(look, location.state),
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
): Promise<ReadonlyMap<string, HeldOffice>> {
  try {
    const { data } = await look.load('getRepresentatives', asked)
    return new Map(
      data.officeholders.map(({ name, district_ocd_id, office_title, updated_at }) => [
        officeKey(name, district_ocd_id),
        { title: office_title, on: updated_at.slice(0, 10) },
      ]),
    )
  } catch (fault) {
    if (fault instanceof ApiError) return new Map()
    throw fault
  }
}

/** Slugs of a form: one field for each tick, or a list in one field, as the button of the other language sends them. */
function formList({ form }: Look, name: string): string[] {
  return form.all(name).flatMap((text) => text.split(',').filter((slug) => slug !== ''))
}
