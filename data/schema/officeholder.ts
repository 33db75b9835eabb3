import { z } from 'zod'
import { reportUrl } from './correction.ts'
import { location } from './location.ts'
import { overlayMembers } from './overlay.ts'
import { date, instant, match, ocdId, recordId, stateCode } from './scalar.ts'
import { OFFICEHOLDER_LEVELS, OFFICES } from './vocabulary.ts'

export const personId = z.uuid().meta({
  id: 'PersonId',
  description: 'Stable across terms and offices.',
  examples: ['3ad2df38-e817-50b9-924d-9dbd4bba94a8'],
})

export const officeKind = z
  .enum(OFFICES)
  .meta({ id: 'OfficeKind', description: 'The office, in one vocabulary for all states.' })
export const officeholderLevel = z
  .enum(OFFICEHOLDER_LEVELS)
  .meta({ id: 'OfficeholderLevel', description: 'Level of the office.' })

/** A seat and its holder's term in it. */
const seat = {
  office: officeKind,
  office_title: z
    .string()
    .meta({ description: "The state's own title for the office.", examples: ['Assembly Member'] }),
  level: officeholderLevel,
  state: stateCode,
  term: z
    .object({
      start: date
        .nullable()
        .meta({ description: 'First day of the term; null if the source gives none.', examples: ['2025-01-03'] }),
      end: date
        .nullable()
        .meta({ description: 'Last day of the term; null if the source gives none.', examples: ['2027-01-03'] }),
    })
    .meta({ id: 'Term', description: 'The present term of the holder in this seat.' }),
  district: z
    .string()
    .nullable()
    .meta({
      description: 'District as the legislature names it; null for a whole state.',
      examples: ['12', '21st Middlesex'],
    }),
  district_id: recordId.nullable().meta({
    description: 'The district with the boundaries in which the holder was elected; null if we do not have it.',
    examples: [4503599627370497],
  }),
  district_ocd_id: ocdId,
  census_geoid: z
    .string()
    .nullable()
    .meta({ description: "Census GEOID of the seat's district; null if the Census has none.", examples: ['3702'] }),
}

const office = z
  .object({
    classification: z.string().meta({ description: 'Kind of office.', examples: ['capitol', 'district'] }),
    address: z
      .string()
      .nullable()
      .meta({ description: 'Postal address of the office.', examples: ['16 W. Jones St., Raleigh, NC 27601'] }),
    phone: z
      .string()
      .nullable()
      .meta({ description: 'Telephone of the office.', examples: ['919-555-0100'] }),
    fax: z
      .string()
      .nullable()
      .meta({ description: 'Fax number of the office.', examples: ['919-555-0101'] }),
  })
  .meta({ id: 'Office', description: 'An office where the holder can be reached.' })

/** The holder of a seat. */
export const officeholder = z
  .object({
    person_id: personId,
    name: z.string().meta({ description: 'Full name of the holder.', examples: ['Avery Sample'] }),
    given_name: z
      .string()
      .nullable()
      .meta({ description: 'Given name; null if the source gives none.', examples: ['Avery'] }),
    family_name: z
      .string()
      .nullable()
      .meta({ description: 'Family name; null if the source gives none.', examples: ['Sample'] }),
    ...seat,
    party: z
      .string()
      .nullable()
      .meta({ description: 'Party of the holder; null for a nonpartisan seat.', examples: ['Democratic'] }),
    phone: z
      .string()
      .nullable()
      .meta({
        description: 'Telephone of the capitol office, otherwise of another office.',
        examples: ['919-555-0100'],
      }),
    email: z
      .string()
      .nullable()
      .meta({ description: 'Public e-mail address of the office.', examples: ['avery.sample@example.org'] }),
    website: z
      .url()
      .nullable()
      .meta({ description: 'Web page of the holder.', examples: ['https://example.org/sample/avery'] }),
    photo: z
      .url()
      .nullable()
      .meta({ description: 'Picture of the holder.', examples: ['https://example.org/sample/avery.jpg'] }),
    offices: z.array(office).meta({ description: 'Offices with their addresses and telephones.' }),
    social: z
      .record(z.string(), z.string().meta({ id: 'SocialName' }))
      .meta({ id: 'SocialNames', description: 'User names by network.', examples: [{ mastodon: 'avery' }] }),
    source_urls: z
      .array(z.url())
      .meta({ description: 'Pages that the source read.', examples: [['https://example.org/sample/members']] }),
    updated_at: instant.meta({ description: "The source's date. The holders are those of that day." }),
    ...overlayMembers,
    report_url: reportUrl,
  })
  .meta({ id: 'Officeholder', description: 'The holder of a seat.' })
export type Officeholder = z.infer<typeof officeholder>

/** `/v1/officeholders/{person_id}`. */
export const officeholderRecord = z
  .object({
    ...officeholder.shape,
    seats: z
      .array(z.object(seat).meta({ id: 'Seat', description: "A seat and its holder's term in it." }))
      .meta({ description: 'Every seat held, federal first; the first is that of the record itself.' }),
  })
  .meta({ id: 'OfficeholderRecord', description: 'An officeholder with every seat held.' })
export type OfficeholderRecord = z.infer<typeof officeholderRecord>

/** An officeholder in a response about a place. */
export const placeOfficeholder = z
  .object({
    ...officeholder.shape,
    match: match.meta({
      description:
        'certain: the whole place lies in the district of the seat. possible: part of an area does, or the place is nearer to a generalized border than its error; then the holders on both sides are listed.',
      examples: ['certain'],
    }),
  })
  .meta({ id: 'PlaceOfficeholder', description: 'An officeholder in a response about a place.' })
export type PlaceOfficeholder = z.infer<typeof placeOfficeholder>

export const representatives = z
  .object({
    location,
    officeholders: z.array(placeOfficeholder).meta({ description: 'Officeholders, federal first.' }),
  })
  .meta({ id: 'Representatives', description: 'The officeholders who represent a place.' })
export type Representatives = z.infer<typeof representatives>
