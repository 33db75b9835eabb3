// Normalised rows of officeholders: one row per person and seat.

import type { Office, OfficeholderLevel, StateCode } from '../schema/vocabulary.ts'

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
