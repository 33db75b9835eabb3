import { z } from 'zod'
import { location } from './location.ts'
import { date, instant, ocdId, recordId, stateCode } from './scalar.ts'
import { OFFICEHOLDER_LEVELS, OFFICES } from './vocabulary.ts'

export const personId = z
  .uuid()
  .meta({ description: 'Stable across terms and offices.', examples: ['3ad2df38-e817-50b9-924d-9dbd4bba94a8'] })

/** A seat and its holder's term in it. */
const seat = {
  office: z.enum(OFFICES),
  office_title: z.string().meta({ description: "The state's own title for the office." }),
  level: z.enum(OFFICEHOLDER_LEVELS),
  state: stateCode,
  term: z.object({ start: date.nullable(), end: date.nullable() }),
  district: z
    .string()
    .nullable()
    .meta({ description: 'As the legislature names it; null for a whole state.', examples: ['12', '21st Middlesex'] }),
  district_id: recordId.nullable().meta({
    description: 'The district in the lines that the holder was elected in; null where it is not held here.',
  }),
  district_ocd_id: ocdId,
  census_geoid: z.string().nullable(),
}

const office = z
  .object({
    classification: z.string().meta({ examples: ['capitol', 'district'] }),
    address: z.string().nullable(),
    phone: z.string().nullable(),
    fax: z.string().nullable(),
  })
  .meta({ id: 'Office' })

/** The holder of a seat. */
export const officeholder = z
  .object({
    person_id: personId,
    name: z.string(),
    given_name: z.string().nullable(),
    family_name: z.string().nullable(),
    ...seat,
    party: z.string().nullable(),
    phone: z.string().nullable().meta({ description: "The capitol office's first." }),
    email: z.string().nullable(),
    website: z.url().nullable(),
    photo: z.url().nullable(),
    offices: z.array(office),
    social: z.record(z.string(), z.string()).meta({ description: 'User names by network.' }),
    source_urls: z.array(z.url()),
    updated_at: instant.meta({ description: "The source's date: holders are those of that day." }),
  })
  .meta({ id: 'Officeholder' })
export type Officeholder = z.infer<typeof officeholder>

/** `/v1/officeholders/{person_id}`. */
export const officeholderRecord = z
  .object({
    ...officeholder.shape,
    seats: z
      .array(z.object(seat).meta({ id: 'Seat' }))
      .meta({ description: 'Every seat held, federal first; the first is that of the record itself.' }),
  })
  .meta({ id: 'OfficeholderRecord' })
export type OfficeholderRecord = z.infer<typeof officeholderRecord>

export const representatives = z
  .object({ location, officeholders: z.array(officeholder) })
  .meta({ id: 'Representatives' })
export type Representatives = z.infer<typeof representatives>
