// Normalised rows of the holders of seats: one row a person and seat.

import type { Office, OfficeholderLevel, StateCode } from '../schema/vocabulary.ts'

export interface OfficeholderRow {
  /** person/office/ocd_id */
  officeholder_key: string
  /** The source's UUID, or the UUIDv5 of its own id. */
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
  /** The capitol office's first. */
  phone: string | null
  email: string | null
  website: string | null
  photo: string | null
  /** The division of the seat's district. */
  ocd_id: string
  /** As the legislature names it: `12`, `21st Middlesex`; null for a whole state. */
  district: string | null
  /** The latest election at which the seat was filled; its plan's lines are the seat's. Null: not known. */
  elected_on: string | null
  /** JSON: a list of {classification, address, phone, fax}. */
  offices: string
  /** JSON: an object of user names by network. */
  social: string
  /** JSON: a list of URLs. */
  source_urls: string
}
