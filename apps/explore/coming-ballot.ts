// Loads the ballot of a place, as much of it as one page can show: everything that is coming, or the nearest election day with a contest there.

import { ApiError, TooManyContests } from '../../data/schema/api-error.ts'
import type { Ballot } from '../../data/schema/ballot.ts'
import type { Election } from '../../data/schema/election.ts'
import type { Location } from '../../data/schema/location.ts'
import { parsePointText } from '../../data/schema/point-text.ts'
import { EXPLORER_CONTESTS_SHOWN } from '../../server/constants.ts'
import type { Look } from './look.ts'
import { groupBy } from './pages/ballot.ts'

export interface ComingBallot {
  location: Location
  /** Null if the nearest election day alone has more contests than a page can show. */
  ballot: Ballot | null
  /** The state's elections that the ballot leaves out. */
  later: readonly Election[]
}

/** The parameters that name a typed place. */
export function placeQuery(place: string): Readonly<Record<string, string>> {
  return parsePointText(place) ?? { location: place }
}

/** Throws ApiError. */
export async function loadComingBallot(look: Look, place: string): Promise<ComingBallot> {
  const { lang, named } = look
  const asked = { ...placeQuery(place), lang, snapshot: named }
  const whole = await loadUnlessTooLong(look, asked)
  if (whole && (whole.location.exact || fits(whole))) return { location: whole.location, ballot: whole, later: [] }
  const location = whole?.location ?? (await loadLocation(look, asked))
  const coming = await look.load('listElections', { states: location.state, upcoming: 'true', lang, snapshot: named })
  for (const [day, own] of groupBy(coming.data, ({ date }) => date)) {
    const ballot = await loadUnlessTooLong(look, { ...asked, elections: own.map(({ slug }) => slug).join(',') })
    const later = coming.data.filter(({ date }) => date > day)
    if (!ballot || !fits(ballot)) return { location, ballot: null, later: coming.data }
    if (ballot.contests.length > 0) return { location, ballot, later }
  }
  return { location, ballot: null, later: coming.data }
}

function fits({ contests }: Ballot): boolean {
  return contests.length <= EXPLORER_CONTESTS_SHOWN
}

type Asked = Readonly<Record<string, string | undefined>>

async function loadUnlessTooLong(look: Look, asked: Asked): Promise<Ballot | undefined> {
  try {
    return (await look.load('getBallot', asked)).data
  } catch (fault) {
    if (fault instanceof TooManyContests) return undefined
    throw fault
  }
}

/** A bundle without officeholders has no short answer that names the place. Throws ApiError. */
async function loadLocation(look: Look, asked: Asked): Promise<Location> {
  try {
    return (await look.load('getRepresentatives', asked)).data.location
  } catch (fault) {
    if (fault instanceof ApiError && fault.status === 503)
      throw new ApiError('invalid_parameter', look.words.manyContests)
    throw fault
  }
}
