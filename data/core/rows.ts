// The types of the normalized rows that ingest writes and build reads; columns.ts gives their DuckDB tables. Keys are natural (see
// ingest/read/identity.ts); build makes integer ids from them. Every row names its source, file and line.

import type {
  BoundaryPrecision,
  ChoiceOption,
  ContestKind,
  DistrictType,
  ElectionType,
  Level,
  MeasureAnswer,
  Office,
  OfficeholderLevel,
  PrimarySystem,
  Stance,
  StateCode,
  VoteMethod,
} from '../schema/vocabulary.ts'
import type { AddressPointRow, StreetRangeRow } from './address.ts'

/** An OCD division as its project publishes it. Absent dates are null. */
export interface DivisionRow {
  ocd_id: string
  name: string
  /** Prefixed with its layer as published, e.g. `place-3755000`. */
  census_geoid: string | null
  /** The canonical id of which this one is an alias. */
  same_as: string | null
  /** A year or a date, as published. */
  valid_through: string | null
}

/** Drawn boundaries of one district (or ZIP area) in one vintage. */
export interface ShapeRow {
  layer: DistrictType | 'zcta'
  state: StateCode
  /** Null if the file names none; build finds or creates it. */
  ocd_id: string | null
  /** Unique only within its layer. */
  census_geoid: string | null
  name: string
  /** Census CLASSFP; `C…` is an incorporated place. */
  class: string | null
  /** The plan these boundaries are of, e.g. `cd118`, `sld2024`, `2022`; `current` without plans. */
  vintage: string
  /** First and last day of the elections for which these boundaries are known to apply; null is open. */
  valid_from: string | null
  valid_to: string | null
  lines_precision: BoundaryPrecision
  /** How far, in meters, these boundaries may lie from the true ones. */
  error_m: number
  /** data/geometry/polygon.ts, repaired and in microdegrees. */
  rings: Uint8Array
  repaired: boolean
}

/** A ZIP code's place and point. */
interface ZipRow {
  zip: string
  state: StateCode
  place_name: string
  /** Five digits. */
  county_geoid: string | null
  lat: number
  lng: number
}

/** A county that a ZIP code lies in. */
interface ZipCountyRow {
  zip: string
  /** The county's. */
  state: StateCode
  /** Five digits. */
  county_geoid: string
  /** Number of the county's address ranges with this ZIP code; null if the boundaries of the ZIP area decide instead. */
  range_count: number | null
}

/** A city, town, village, borough or township, and its county in the source. */
interface MunicipalityRow {
  state: StateCode
  name: string
  /** city, town, village, borough, township, plantation */
  class: string
  /** GEOID of the place or county subdivision: seven digits. */
  census_geoid: string
  /** Five digits. */
  county_geoid: string
  /** http or https. */
  website_url: string | null
}

export interface ElectionRow {
  /** `<state>-<date>-<type>`, lower case. */
  election_key: string
  state: StateCode
  date: string
  type: ElectionType
  name: string
  name_es: string | null
  short_name: string
  primary_system: PrimarySystem | null
  info_url: string | null
  /** A JSON object: all_mail, ranked_choice, fusion_voting, runoff_date if they apply. */
  details: string
}

export interface ContestRow {
  /** election/ocd_id/office-or-measure[/seat][/party][/unexpired] */
  contest_key: string
  election_key: string
  title: string
  title_es: string | null
  short_title: string
  short_title_es: string | null
  kind: ContestKind
  vote_method: VoteMethod
  votes_allowed: number
  ranks_allowed: number | null
  measure_code: string | null
  /** A measure's text or question. */
  description: string | null
  description_es: string | null
  /** Level of its office. */
  level: Level
  /** A party primary's party. */
  party: string | null
  ballot_order: number
  source_url: string | null
  /** A JSON object with the keys of docs/rules.md#details. */
  details: string
  /** The division that the title names; never a fallback. */
  ocd_id: string
  district_type: DistrictType
  district_level: Level
  district_name: string
  state: StateCode
  /** For a part of a division (a ward, a board's district): the OCD id of the enclosing place, school district or county. */
  within_ocd_id: string | null
}

/** A county that a contest's listing names. */
interface ContestCountyRow {
  contest_key: string
  county_ocd_id: string
}

export interface ChoiceRow {
  /** contest/name-slug, or contest/yes, contest/no, contest/none-of-these */
  choice_key: string
  contest_key: string
  label: string
  label_es: string | null
  measure_answer: MeasureAnswer | null
  /** Null for a measure's answer and for none of these. */
  candidate_name: string | null
  party: string | null
  party_label: string | null
  option: ChoiceOption | null
  withdrawn: boolean
  ballot_designation: string | null
  /** A JSON object with the keys of docs/rules.md#details-of-a-choice that a source can tell: name_incomplete, running_mate. */
  details: string
  ballot_order: number
}

export interface CoreRows {
  division: DivisionRow
  shape: ShapeRow
  zip: ZipRow
  zip_county: ZipCountyRow
  municipality: MunicipalityRow
  address_point: AddressPointRow
  street_range: StreetRangeRow
  election: ElectionRow
  contest: ContestRow
  contest_county: ContestCountyRow
  choice: ChoiceRow
  endorser: EndorserRow
  endorsement: EndorsementRow
  stance: StanceRow
  evidence: EvidenceRow
  officeholder: OfficeholderRow
}
export type CoreTable = keyof CoreRows

// Normalized rows of endorsers, endorsements and their evidence.

export interface EndorserRow {
  /** The endorser's key. */
  endorser_slug: string
  name: string
  /** Slug from data/reference/endorsers.ts. */
  category: string
  state: StateCode | 'national'
  description: string | null
  website_url: string | null
}

/** One endorser's pick of one choice. */
export interface EndorsementRow {
  /** endorser/choice */
  endorsement_key: string
  endorser_slug: string
  contest_key: string
  choice_key: string
  /** 1, 2, 3, … for a ranked choice; otherwise null. */
  rank: number | null
  statement: string | null
  statement_es: string | null
  source_url: string | null
  published_on: string | null
  /** The revision of the page that it was read from, if its source has revisions. */
  evidence_url: string | null
}

/** Why an endorser has no position in a contest. */
export interface StanceRow {
  /** endorser/contest */
  stance_key: string
  endorser_slug: string
  contest_key: string
  stance: Stance
  source_url: string | null
  published_on: string | null
}

/** The captured text of the announced page of an endorsement. At most one row per endorsement. */
interface EvidenceRow {
  endorsement_key: string
  /** The captured page. The evidence counts only while the endorsement names it. */
  source_url: string
  /** Of the kept bytes. */
  sha256: string
  /** An instant. */
  retrieved_at: string
  quote: string | null
  quote_found: boolean
  /** The instant of the first check at which the page no longer stated the endorsement. */
  missing_since: string | null
}

// Normalized rows of officeholders: one row per person and seat.

export interface OfficeholderRow {
  /** person/office/ocd_id */
  officeholder_key: string
  /** The source's UUID, or a UUIDv5 of the source's own id. */
  person_id: string
  name: string
  given_name: string | null
  family_name: string | null
  office: Office
  /** The state's own title for the office. */
  office_title: string
  level: OfficeholderLevel
  state: StateCode
  party: string | null
  term_start: string | null
  term_end: string | null
  /** Telephone of the capitol office if it has one, otherwise of another office. */
  phone: string | null
  email: string | null
  website: string | null
  photo: string | null
  /** The division of the seat's district. */
  ocd_id: string
  /** As the legislature names it: `12`, `21st Middlesex`; null for a whole state. */
  district: string | null
  /** The latest election that filled the seat; the seat has the boundaries of that election's plan. Null if not known. */
  elected_on: string | null
  /** JSON: a list of {classification, address, phone, fax}. */
  offices: string
  /** JSON: an object of user names by network. */
  social: string
  /** JSON: a list of URLs. */
  source_urls: string
}
