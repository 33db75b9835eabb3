// A contest of a feed, in this service's words.

import type { ContestDetails } from '../../../data/schema/contest.ts'
import { slug } from '../../identity.ts'
import type { Sink } from '../../source.ts'
import { countyId, type DivisionIndex } from '../division.ts'
import type { ListedContest } from '../listed.ts'
import { type ContestDivision, placeInState } from '../part-division.ts'
import { readable, titleCase } from '../title-case.ts'
import { findSharedOffice } from '../title-office.ts'
import { answersOf, candidatesOf } from './choice.ts'
import { countyName, divisionOf } from './district.ts'
import type { FeedContest } from './feed.ts'
import { findMeasureCode, type MeasureCode } from './measure-code.ts'
import { partyOf } from './party.ts'
import { readThreshold } from './threshold.ts'

/** How a publisher's titles name an office; `subject` and `seat` are segments of the contest's key. */
export interface FeedTitle {
  title: string
  short_title: string
  subject: string
  seat?: string | null
}

/** The title is the office. */
export function plainTitle(office: string): FeedTitle {
  const title = readable(office)
  return { title, short_title: title, subject: office }
}

export interface FeedPlace {
  index: DivisionIndex
  /** Whether the election is a primary: only then is a contest a party's. */
  primary: boolean
  titleOf: (office: string) => FeedTitle
  source_url: string
}

/** Undefined, and an issue, where there is no name (`missing-name`), or a measure has no answers of its own kind (choice.ts). */
export function toContest(contest: FeedContest, place: FeedPlace, sink: Sink): ListedContest | undefined {
  const { at, kind, district, name } = contest
  if (slug(name) === '') {
    const message = 'this contest has no name, which its key is made of; it is left out'
    sink.issue({ ...at, field: null, code: 'missing-name', value: null, message, severity: 'refused' })
    return undefined
  }
  const division = divisionOf(district, place.index)
  const choices = kind === 'candidate' ? candidatesOf(contest, sink) : answersOf(contest, sink)
  if (!choices) return undefined
  return {
    at,
    ...(kind === 'candidate' ? officeOf(contest, division, place) : questionOf(contest, division)),
    kind,
    party: place.primary && contest.party !== null ? partyOf(contest.party) : null,
    unexpired: contest.unexpired,
    division: placeInState(division, district.counties, place.index.state),
    counties: division.district_type === 'state' ? [] : district.counties.map((county) => idOf(county, place.index)),
    ...(kind === 'candidate' ? votesOf(contest, sink) : {}),
    description: contest.description?.en ?? null,
    description_es: contest.description?.es ?? null,
    source_url: place.source_url,
    complete: kind !== 'candidate' || (contest.complete && choices.length === contest.choices.length),
    details: detailsOf(contest, sink),
    choices,
  }
}

type Named = Pick<ListedContest, 'title' | 'title_es' | 'short_title' | 'subject' | 'seat' | 'level' | 'measure_code'>

function officeOf(contest: FeedContest, division: ContestDivision, { index, titleOf }: FeedPlace): Named {
  const { title, name } = contest
  const shared = findSharedOffice(name, division, index)
  const named = titleOf(name)
  const level = shared?.level ?? division.district_level
  const subject = shared?.subject ?? named.subject
  const own = title.en !== name || title.es !== null
  return {
    title: own ? readable(title.en) : named.title,
    title_es: title.es,
    short_title: shared?.short_title ?? named.short_title,
    subject,
    seat: named.seat ?? null,
    level,
  }
}

/** A measure, or a retention, whose title says on whom. */
function questionOf({ kind, title, name, incumbent }: FeedContest, division: ContestDivision): Named {
  const inTitle = kind === 'measure' ? findMeasureCode(title.en) : undefined
  const measure_code = (kind === 'measure' ? findMeasureCode(name)?.code : undefined) ?? inTitle?.code ?? null
  const printed = inTitle ? withCode(inTitle, title.en) : readable(title.en)
  const says = (text: string | null) => incumbent === null || text === null || text.includes(incumbent)
  return {
    title: says(printed) ? printed : `${printed}: ${incumbent}`,
    title_es: says(title.es) ? title.es : `${title.es}: ${incumbent}`,
    short_title: measure_code ?? (incumbent === null ? readable(name) : `Retain ${incumbent}`),
    subject: measure_code ?? name,
    seat: kind === 'retention' ? incumbent : null,
    level: division.district_level,
    measure_code,
  }
}

function withCode({ code, rest }: MeasureCode, title: string): string {
  return code + (/[a-z]/.test(title) ? rest : rest.replace(/\S.*/, titleCase))
}

/** Ranks: as many as may be marked, or else as there are candidates. */
function votesOf({ at, title, seats, marks, variation, choices }: FeedContest, sink: Sink) {
  if (variation === 'rcv')
    return {
      votes_allowed: Math.max(seats, 1),
      ranks_allowed: marks !== null && marks > 1 ? marks : Math.max(choices.length, 1),
    }
  if (variation === 'approval') return { votes_allowed: Math.max(marks ?? choices.length, 1), approval: true }
  if (variation !== null && !/^(1-of-m|n-of-m|plurality|majority|super-majority)$/.test(variation)) {
    const message = `got the VoteVariation ${variation} for "${title.en}", expected one that is served; read as votes for single choices`
    sink.issue({
      ...at,
      field: 'VoteVariation',
      code: 'unknown-vote-variation',
      value: variation,
      message,
      severity: 'mended',
    })
  }
  return { votes_allowed: Math.max(marks ?? seats, 1) }
}

/** A threshold that is not understood is an issue `unknown-threshold`, and left out. */
function detailsOf(contest: FeedContest, sink: Sink): ContestDetails {
  const { at, kind, threshold, variation, measure_type, nonpartisan } = contest
  const needed = threshold === null ? {} : readThreshold(threshold)
  if (!needed) {
    const message = 'what the measure needs to pass is not understood, expected a majority or one share; it is left out'
    sink.issue({ ...at, field: null, code: 'unknown-threshold', value: threshold, message, severity: 'refused' })
  }
  const type =
    kind === 'measure' && measure_type !== null && !/^(ballot-measure|other)$/.test(measure_type) ? measure_type : null
  return {
    ...(nonpartisan ? { nonpartisan } : {}),
    ...(variation === 'majority' ? { majority_required: true } : {}),
    ...needed,
    ...(type === null ? {} : { measure_type: type.replaceAll('-', ' ') }),
  }
}

function idOf(county: string, index: DivisionIndex): string {
  return county.startsWith('ocd-division/') ? county : countyId(index, countyName(county))
}
