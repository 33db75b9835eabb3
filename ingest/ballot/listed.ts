// An election as a ballot source gives it, in this service's vocabulary; write.ts makes its rows. Absent values are null or false.

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
import type { ContestDivision } from './contest-division.ts'

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
