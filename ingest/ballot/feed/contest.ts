// A contest of a feed, in this service's words.

import type { ContestDetails } from '../../../data/schema/contest.ts'
import { slug } from '../../identity.ts'
import type { Sink } from '../../source.ts'
import { countyId, type DivisionIndex } from '../division.ts'
import type { ListedContest } from '../listed.ts'
import { president, stateHouse, stateSenate, usHouse, usSenate } from '../office.ts'
import type { ContestDivision } from '../part-division.ts'
import { readable, titleCase } from '../title-case.ts'
import { answersOf, candidatesOf, partyOf } from './choice.ts'
import { countyName, divisionOf } from './district.ts'
import type { FeedContest } from './feed.ts'

/** How a publisher's titles name an office; `subject` and `seat` are segments of the contest's key. */
export interface FeedTitle {
  title: string
  short_title: string
  subject: string
  seat?: string | null
}

export interface FeedPlace {
  index: DivisionIndex
  /** Whether the election is a primary: only then is a contest a party's. */
  primary: boolean
  titleOf: (office: string) => FeedTitle
  source_url: string
}

const MEASURE_CODE =
  /^(measure|proposition|proposal|prop|question|amendment|issue|article)s? +(?:no\.? *|number +)?(\d+[a-z]?(?![\w'])|[a-z]{1,3}(?=$|[:.,;]| [-–—(]))/i

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
    division: within(division, district.counties, place.index),
    counties: division.district_type === 'state' ? [] : district.counties.map((county) => idOf(county, place.index)),
    ...(kind === 'candidate' ? votesOf(contest, sink) : {}),
    description: contest.description?.en ?? null,
    description_es: contest.description?.es ?? null,
    source_url: place.source_url,
    details: detailsOf(contest),
    choices,
  }
}

type Named = Pick<ListedContest, 'title' | 'title_es' | 'short_title' | 'subject' | 'seat' | 'level' | 'measure_code'>

function officeOf(contest: FeedContest, division: ContestDivision, { index, titleOf }: FeedPlace): Named {
  const { title, name } = contest
  const shared = sharedOffice(name, division, index)
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

/** Offices whose keys are the same in every source. */
function sharedOffice(name: string, { ocd_id, district_type }: ContestDivision, { state }: DivisionIndex) {
  const code = ocd_id.slice(ocd_id.lastIndexOf(':') + 1)
  switch (district_type) {
    case 'congressional':
      return usHouse(code)
    case 'state_upper':
      return stateSenate(state.code, code)
    case 'state_lower':
      return stateHouse(state.code, code)
    case 'state':
      if (/^president\b/i.test(name)) return president
      return /^(u\.? ?s\.?|united states) senat/i.test(name) ? usSenate : undefined
    default:
      return undefined
  }
}

/** A measure, or a retention, whose title says on whom. */
function questionOf({ kind, title, name, incumbent }: FeedContest, division: ContestDivision): Named {
  const code = MEASURE_CODE.exec(name) ?? MEASURE_CODE.exec(title.en)
  const measure_code =
    kind === 'measure' && code ? `${titleCase((code[1] ?? '').toUpperCase())} ${(code[2] ?? '').toUpperCase()}` : null
  const printed = readable(title.en).replace(MEASURE_CODE, (words) => measure_code ?? words)
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

function detailsOf({ kind, threshold, measure_type }: FeedContest): ContestDetails {
  const share = /\d+ ?\/ ?\d+|\d+(\.\d+)? ?%/.exec(threshold ?? '')?.[0].replaceAll(' ', '')
  const vote_required = share ?? (threshold !== null && /majority/i.test(threshold) ? 'majority' : undefined)
  const type =
    kind === 'measure' && measure_type !== null && !/^(ballot-measure|other)$/.test(measure_type) ? measure_type : null
  return {
    ...(vote_required === undefined ? {} : { vote_required }),
    ...(type === null ? {} : { measure_type: type.replaceAll('-', ' ') }),
  }
}

/** Somewhere in the state, where neither lines nor counties may be known. */
function within(division: ContestDivision, counties: readonly string[], { state }: DivisionIndex): ContestDivision {
  if (counties.length > 0 || division.district_type === 'state') return division
  return { ...division, within_ocd_id: division.within_ocd_id ?? state.ocd_id }
}

function idOf(county: string, index: DivisionIndex): string {
  return county.startsWith('ocd-division/') ? county : countyId(index, countyName(county))
}
