// What a ballot source says of an election, in this service's words; write.ts makes rows of it. What is left out is null, or no.

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
import type { ContestDivision } from './part-division.ts'

/** Where it stands: every row and issue says so. */
export interface At {
  file: string
  line: number | null
}

export interface ListedElection {
  state: StateCode
  /** YYYY-MM-DD */
  date: string
  type: ElectionType
  /** Without place and date, e.g. `General Election`. */
  words: string
  words_es?: string
  /** Of an election that is not the whole state's: `Los Angeles County`. Default: the state's name. */
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
  /** Segments of the contest's key (identity.ts): the office, or the measure's code or title. */
  subject: string
  seat?: string | null
  /** A party primary's. */
  party?: string | null
  unexpired?: boolean
  level: Level
  /** The publisher's own number, where it has one; default: its place in the list. */
  ballot_order?: number
  division: ContestDivision
  /** OCD ids of the counties that its listing names. */
  counties?: readonly string[]
  /** Where each of them is listed first, by its id; default: the contest's own line. */
  county_at?: ReadonlyMap<string, At>
  /** Default 1. */
  votes_allowed?: number
  /** Given where voters rank. */
  ranks_allowed?: number | null
  /** Whether voters approve of any number, up to votes_allowed. */
  approval?: boolean
  measure_code?: string | null
  description?: string | null
  description_es?: string | null
  source_url?: string | null
  /** False where the source names some of the candidates alone: it then says nothing of who is unopposed. Default true. */
  complete?: boolean
  /** Beside those that follow from the rest: uncontested, short_term, none_of_these, write_in_only, choices_incomplete. */
  details?: ContestDetails
  /** In ballot order. */
  choices: readonly ListedChoice[]
}

export interface ListedChoice {
  at: At
  /** As the ballot prints it. */
  label: string
  label_es?: string | null
  /** Of a measure, or of a retention. */
  answer?: MeasureAnswer
  option?: ChoiceOption
  /** False for a line that stands for no candidate, and is no closed option either: `No Preference`. Default true. */
  person?: boolean
  party?: string | null
  party_label?: string | null
  withdrawn?: boolean
  ballot_designation?: string | null
  /** Tells namesakes of one party apart, e.g. the publisher's id; default: their order. */
  discriminator?: string
}
