// An election as a ballot source gives it, in this service's vocabulary, and the keys of its contests and choices; write.ts makes its rows.
// Absent values are null or false.

import { groupBy } from '../../data/core/group-by.ts'
import type { ContestDetails } from '../../data/schema/contest.ts'
import type {
  ChoiceOption,
  ContestKind,
  ElectionType,
  Level,
  MeasureAnswer,
  PrimarySystem,
  StateCode,
} from '../../data/schema/vocabulary.ts'
import { answerKey, type ContestIdentity, candidateKey, contestKey, noneOfTheseKey, slug } from '../read/identity.ts'
import type { Sink } from '../read/source.ts'
import type { ContestDivision } from './division.ts'

/** The file and line of an item, for its rows and issues. */
export interface At {
  file: string
  line: number | null
}

export interface ListedElection {
  state: StateCode
  /** YYYY-MM-DD */
  date: string
  type: ElectionType
  /** The name without place and date, e.g. `General Election`. */
  words: string
  words_es?: string
  /** Set for an election of only part of the state: `Los Angeles County`. Default: the state's name. */
  place?: string
  primary_system?: PrimarySystem | null
  info_url?: string
}

export interface ListedContest {
  at: At
  kind: ContestKind
  title: string
  title_es?: string | null
  short_title: string
  short_title_es?: string | null
  /** Segment of the contest's key (identity.ts): the office, or the measure's code or title. */
  subject: string
  seat?: string | null
  /** Set for a party primary. */
  party?: string | null
  unexpired?: boolean
  level: Level
  /** The publisher's own number, if any. Default: the position in the list. */
  ballot_order?: number
  division: ContestDivision
  /** OCD ids of the counties that list the contest. */
  counties?: readonly string[]
  /** The first line of each county, by its id. Default: the contest's own line. */
  county_at?: ReadonlyMap<string, At>
  /** Default 1. */
  votes_allowed?: number
  /** Set if voters rank. */
  ranks_allowed?: number | null
  /** True if voters approve of any number, up to votes_allowed. */
  approval?: boolean
  measure_code?: string | null
  description?: string | null
  description_es?: string | null
  source_url?: string | null
  /** False if the source may lack some of the candidates; nobody is then marked as unopposed. Default: true. */
  complete?: boolean
  /** Details in addition to the derived ones: uncontested, short_term, none_of_these, write_in_only, choices_incomplete. */
  details?: ContestDetails
  /** In ballot order. */
  choices: readonly ListedChoice[]
}

export interface ListedChoice {
  at: At
  /** The label as printed on the ballot. */
  label: string
  label_es?: string | null
  /** True if the source has only a part of the name, such as the surname. */
  name_incomplete?: boolean
  /** Set for a measure or a retention. */
  answer?: MeasureAnswer
  option?: ChoiceOption
  /** False for a line that is neither a candidate nor a closed option: `No Preference`. Default: true. */
  person?: boolean
  party?: string | null
  party_label?: string | null
  withdrawn?: boolean
  ballot_designation?: string | null
  /** Tells candidates of the same name and party apart, e.g. the publisher's id. Default: their order. */
  discriminator?: string
}

// Makes the keys of listed contests and choices (identity.ts). They are unique in an election and independent of list order.

/** The parts of a contest's key. Another source can find the contest by them. */
export function identityOf(contest: ListedContest, election_key: string): ContestIdentity {
  const { subject, seat = null, party = null, unexpired = false, division } = contest
  return { election_key, ocd_id: division.ocd_id, subject, seat, party, unexpired }
}

/** Contests with equal keys each give an issue `contest-key-taken`; their full titles are then added to their keys. */
export function contestKeys(
  contests: readonly ListedContest[],
  election_key: string,
  sink: Pick<Sink, 'issue'>,
): string[] {
  const plain = contests.map((contest) => contestKey(identityOf(contest, election_key)))
  const same = groupBy(plain, (key) => key)
  const taken = new Set<string>()
  return contests.map((contest, order) => {
    let key = plain[order] ?? ''
    if (same.get(key)?.length === 1) return key
    const { title, at, seat = null } = contest
    const message = `several contests have the key ${key}; their full titles were added to their keys`
    sink.issue({ ...at, field: null, code: 'contest-key-taken', value: title, message, severity: 'mended' })
    const identity = identityOf(contest, election_key)
    for (let n = 1; n === 1 || taken.has(key); n++)
      key = contestKey({ ...identity, seat: `${seat ?? ''} ${title}${n > 1 ? ` ${n}` : ''}` })
    taken.add(key)
    return key
  })
}

/**
 * Adds a discriminator to every candidate of a shared name: the party, else the publisher's id, else the position. The first one in
 * the file gets one too, so that keys do not depend on the order of the file.
 */
export function choiceKeys(choices: readonly ListedChoice[], contest_key: string): string[] {
  const people = choices.filter(({ answer, option }) => !answer && !option)
  const named = groupBy(people, ({ label }) => slug(label))
  return choices.map((choice) => {
    if (choice.answer) return answerKey(contest_key, choice.answer)
    if (choice.option) return noneOfTheseKey(contest_key)
    const namesakes = named.get(slug(choice.label)) ?? []
    if (namesakes.length < 2) return candidateKey(contest_key, choice.label)
    return candidateKey(contest_key, choice.label, discriminatorOf(choice, namesakes))
  })
}

function discriminatorOf(choice: ListedChoice, namesakes: readonly ListedChoice[]): string {
  const { party = null, discriminator } = choice
  const isAlone = (same: (other: ListedChoice) => boolean): boolean => namesakes.filter(same).length === 1
  if (party !== null && isAlone((other) => other.party === party)) return party
  if (discriminator !== undefined && isAlone((other) => other.discriminator === discriminator)) return discriminator
  const alike = namesakes.filter((other) => (other.party ?? null) === party)
  return `${party ?? ''} ${alike.indexOf(choice) + 1}`
}
