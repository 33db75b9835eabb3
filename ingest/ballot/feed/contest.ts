// Converts a contest of a feed to this service's vocabulary.

import type { ContestDetails } from '../../../data/schema/contest.ts'
import { slug } from '../../read/identity.ts'
import type { Sink } from '../../read/source.ts'
import { type ContestDivision, countyId, type DivisionIndex, placeInState } from '../division.ts'
import type { At, ListedChoice, ListedContest } from '../listed.ts'
import { isWriteInLine, leaveOutWriteIn } from '../no-candidate.ts'
import { findSharedOffice } from '../office.ts'
import { partyOf, readable, titleCase } from '../printed-name.ts'
import { countyName, divisionOf } from './district.ts'
import type { FeedChoice, FeedContest, FeedText } from './feed.ts'

// The code of a measure at the start of its title: `Measure AB-1`, `Question 4`.

const WORD = /^(measure|proposition|proposal|prop|question|amendment|issue|article)s? +(?:no\b\.? *|number +)?(?=\S)/i
/** `5`, `1A`, `26-210`, `AB-1`; or capital letters at the end of the title or before a punctuation mark. */
const CODE =
  /^(?:(?:\d+(?:-\d+|-?[A-Za-z])?|0*[A-Z]{1,3}-?\d+)(?![\w'/]|[-.]\d)|0*(?!(?:AND|AS|BE|BY|FOR|IN|IS|IT|NO|OF|ON|THE|TO)\b)[A-Z]{1,3}(?=$|[:.,;]| [-–—(]))/
/** Matches `Amendments 1, 2 and 3` and `Propositions 1 & 2`. */
const SEVERAL = /^ *(?:(?:and|&|through|to) *(?:no\b\.? *)?(?:\d|[B-Z]\b)|, *(?:\d{1,3}|[B-Z]) *(?:,|&|and\b|$))/i

interface MeasureCode {
  /** `Measure AB-1` */
  code: string
  /** The rest of the title, as printed. */
  rest: string
}

/** Undefined if the title begins with no code, or with several. */
function findMeasureCode(title: string): MeasureCode | undefined {
  const [before, word = ''] = WORD.exec(title) ?? []
  if (before === undefined) return undefined
  const [code] = CODE.exec(title.slice(before.length)) ?? []
  if (code === undefined) return undefined
  const rest = title.slice(before.length + code.length)
  if (SEVERAL.test(rest)) return undefined
  return { code: `${titleCase(word.toUpperCase())} ${code.replace(/^0+(?=\d)/, '').toUpperCase()}`, rest }
}

// The share of votes that a measure needs to pass, from a feed's words.

const NUMBERS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5 }
const PARTS: Readonly<Record<string, number>> = { third: 3, fourth: 4, quarter: 4, fifth: 5, seventh: 7 }
const IN_WORDS = new RegExp(`\\b(${Object.keys(NUMBERS).join('|')})[- ](${Object.keys(PARTS).join('|')})s?\\b`, 'g')

/** `66 2/3 %`, `50% + 1`, `60% majority`. */
const PERCENT = /(?<!\d)(\d+(?:\.\d+)?)(?: (\d+) ?\/ ?(\d+))? ?%( ?(?:\+|plus) ?(?:1|one)\b)?(?:[- ]majority\b)?/g
/** `3/5 majority`. */
const FRACTION = /(?<!\d)(\d+) ?\/ ?(\d+)(?:[- ]majority\b)?/g
const MAJORITY = /(?<!super[- ]?)\bmajority\b|\bhalf\b/

/** Undefined if the words name no share, or several. */
function readThreshold(text: string): Pick<ContestDetails, 'vote_required' | 'majority_required'> | undefined {
  const shares = new Set<string | undefined>()
  const rest = text
    .toLowerCase()
    .replace(/ ?\bper ?cent\b/g, '%')
    .replace(IN_WORDS, (_, number: string, part: string) => `${NUMBERS[number]}/${PARTS[part]}`)
    .replace(PERCENT, (_, whole: string, above = '0', below = '1', plusOne = '') => {
      shares.add(percentage(Number(whole) + Number(above) / Number(below), plusOne !== ''))
      return ''
    })
    .replace(FRACTION, (_, above: string, below: string) => {
      shares.add(fraction(Number(above), Number(below)))
      return ''
    })
  if (MAJORITY.test(rest)) shares.add(HALF)
  const [share, another] = shares
  if (share === undefined || shares.size > 1 || another !== undefined) return undefined
  return share === HALF ? { majority_required: true } : { vote_required: share }
}
const HALF = '1/2'

/** "Plus one" with half the votes means a simple majority; it has no meaning with any other share. */
function percentage(share: number, plusOne: boolean): string | undefined {
  if (share === 50) return HALF
  if (plusOne || !(share > 0 && share <= 100)) return undefined
  // Two thirds are also written as 66.6 to 66.7.
  return Math.abs(share - 200 / 3) < 0.07 ? '2/3' : `${share}%`
}

function fraction(above: number, below: number): string | undefined {
  return above > 0 && above < below ? `${above}/${below}` : undefined
}

// Converts the choices of a feed to this service's vocabulary.

/** A write-in line is no choice, and takes nothing from a complete list. */
function withoutWriteIns({ choices }: FeedContest, sink: Sink): readonly FeedChoice[] {
  const written = choices.filter(({ label }) => isWriteInLine(label.en))
  for (const { label, at } of written) leaveOutWriteIn(label.en, at, sink)
  return choices.filter((choice) => !written.includes(choice))
}

/** A choice without a name gives an issue `missing-name` and is left out. */
function candidatesOf({ choices, name }: FeedContest, sink: Sink): ListedChoice[] {
  return choices.flatMap((choice) => {
    if (slug(choice.label.en) !== '') return candidate(choice)
    const message = 'the candidate has no name; the line is left out'
    sink.issue({ ...choice.at, field: null, code: 'missing-name', value: name, message, severity: 'refused' })
    return []
  })
}

function candidate({ at, label, parties, withdrawn, designation, none = false }: FeedChoice): ListedChoice {
  const [first] = parties
  const party = first === undefined ? null : partyOf(first)
  const printed = parties.join(' / ')
  return {
    at,
    label: label.en,
    label_es: label.es,
    ...(none || /^none of (these candidates|the above)$/i.test(label.en) ? { option: 'none_of_these' as const } : {}),
    party,
    party_label: printed === '' || printed === party ? null : printed,
    withdrawn,
    ballot_designation: designation,
  }
}

const YES: FeedText = { en: 'Yes', es: 'Sí' }
const NO: FeedText = { en: 'No', es: 'No' }

/**
 * A measure without any answers gets Yes and No. If it does not have exactly one yes and one no, it gives an issue
 * `unanswerable-measure` and undefined.
 */
function answersOf({ at, title, choices }: FeedContest, sink: Sink): ListedChoice[] | undefined {
  const known = choices.filter(({ answer }) => answer !== null)
  const answers = known.map(({ answer }) => answer).sort()
  if (choices.length === 0) {
    const message = 'the measure has no answers; read as Yes and No'
    sink.issue({ ...at, field: null, code: 'no-answers', value: title.en, message, severity: 'mended' })
    return [
      { at, label: YES.en, label_es: YES.es, answer: 'yes' },
      { at, label: NO.en, label_es: NO.es, answer: 'no' },
    ]
  }
  if (answers.join() !== 'no,yes') {
    const message = `got the answers ${answers.join(', ') || 'of none of its choices'}, expected one yes and one no; the measure is left out`
    sink.issue({ ...at, field: null, code: 'unanswerable-measure', value: title.en, message, severity: 'refused' })
    return undefined
  }
  return known.map(({ at, label, answer }) => ({
    at,
    label: readable(label.en),
    label_es: label.es,
    ...(answer === null ? {} : { answer }),
  }))
}

/** How a publisher's titles name an office. `subject` and `seat` are segments of the contest's key. */
export interface FeedTitle {
  title: string
  short_title: string
  subject: string
  seat?: string | null
}

/** For titles that consist of the office only. */
export function plainTitle(office: string): FeedTitle {
  const title = readable(office)
  return { title, short_title: title, subject: office }
}

interface FeedPlace {
  index: DivisionIndex
  /** True if the election is a primary. Only a contest of a primary belongs to a party. */
  primary: boolean
  titleOf: (office: string) => FeedTitle
  source_url: string
}

/** Reports a contest without a choice that could be read, where unknown elements may hold them. */
export function leaveOutUnread(name: string | null, at: At, sink: Pick<Sink, 'issue'>): void {
  const message = 'no choice of the contest could be read, and it has elements that are not known; it is left out'
  sink.issue({ ...at, field: null, code: 'unread-choices', value: name, message, severity: 'refused' })
}

/** Undefined, with an issue, for a contest without a name (`missing-name`) or a measure without valid answers (answersOf). */
export function toContest(given: FeedContest, place: FeedPlace, sink: Sink): ListedContest | undefined {
  const contest = given.kind === 'candidate' ? { ...given, choices: withoutWriteIns(given, sink) } : given
  const { at, kind, district, name } = contest
  if (slug(name) === '') {
    const message = 'the contest has no name, so it has no key; it is left out'
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

/** A measure, or a retention with the judge's name in its title. */
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

/** In ranked choice: the number of marks allowed, else the number of candidates. */
function votesOf({ at, title, seats, marks, variation, choices }: FeedContest, sink: Sink) {
  if (variation === 'rcv')
    return {
      votes_allowed: Math.max(seats, 1),
      ranks_allowed: marks !== null && marks > 1 ? marks : Math.max(choices.length, 1),
    }
  if (variation === 'approval') return { votes_allowed: Math.max(marks ?? choices.length, 1), approval: true }
  if (variation !== null && !/^(1-of-m|n-of-m|plurality|majority|super-majority)$/.test(variation)) {
    const message = `got the VoteVariation ${variation} for "${title.en}", expected a supported one; read as votes for single choices`
    const said = { field: 'VoteVariation', code: 'unknown-vote-variation', value: variation, message } as const
    sink.issue({ ...at, ...said, severity: 'mended' })
  }
  return { votes_allowed: Math.max(marks ?? seats, 1) }
}

/** A threshold that cannot be parsed gives an issue `unknown-threshold` and is left out. */
function detailsOf(contest: FeedContest, sink: Sink): ContestDetails {
  const { at, kind, threshold, variation, measure_type, nonpartisan } = contest
  const needed = threshold === null ? {} : readThreshold(threshold)
  if (!needed) {
    const message = 'got an unknown passing threshold, expected a majority or one share; it is left out'
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
