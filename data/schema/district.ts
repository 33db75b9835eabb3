import { z } from 'zod'
import { reportUrl } from './correction.ts'
import { electionSummary } from './election.ts'
import { officeholder } from './officeholder.ts'
import { overlayMembers } from './overlay.ts'
import { date, districtType, level, match, ocdId, recordId, stateCode } from './scalar.ts'
import { BOUNDARY_PRECISIONS, DISTRICT_BOUNDARIES } from './vocabulary.ts'

const boundaryPrecision = z.enum(BOUNDARY_PRECISIONS).meta({
  id: 'BoundaryPrecision',
  description:
    'exact: full detail; of a city also within 8 m of it. simplified: some vertices were removed; a city is `possible` within 100 m of such lines. generalised: drawn for small maps; if a point is nearer to a border than the error of these lines, the districts on both sides are `possible`, and a school district is `possible` everywhere.',
})

export const districtSummary = z
  .object({
    id: recordId,
    name: z.string().meta({ description: 'Name of the district.', examples: ['Congressional District 2'] }),
    level,
    ocd_id: ocdId,
    state: stateCode,
    type: districtType.meta({ description: 'Kind of district.' }),
    lines_precision: boundaryPrecision
      .nullable()
      .meta({ description: 'How exact its boundary is; null if we have none.' }),
    ...overlayMembers,
  })
  .meta({ id: 'DistrictSummary', description: 'A district as it appears in other records.' })
export type DistrictSummary = z.infer<typeof districtSummary>

/** A district in a ballot response. */
export const placeDistrict = z
  .object({
    ...districtSummary.shape,
    lines: z.enum(DISTRICT_BOUNDARIES).meta({
      id: 'DistrictBoundaries',
      description:
        'next_ballot: its lines apply on the day of the earliest election in the response, or today if it has none. current_seat: the present seat, vacant or not, has these lines, and the next ballot has other lines or is not known.',
    }),
    match: match.meta({
      description:
        'certain: the whole place lies in the district. possible: part of an area does, or the place is nearer to a generalized border than its error; then the districts on both sides are listed.',
    }),
    valid_from: date.nullable().meta({ description: 'First day on which its plan elects; null if unknown.' }),
    valid_to: date.nullable().meta({ description: 'Last day on which its plan elects; null while it is in force.' }),
    share: z
      .number()
      .nullable()
      .meta({
        description:
          'Share of the area of a ZIP code, city, county or state that lies in the district: more than 0 and at most 1; exactly 1 if the district covers all of it. Null for an address or a point, and if the lines of the place or the district are not held. Two sources draw the same border some meters apart: a district that reaches into the place only by such a sliver is left out, however long the sliver. One that reaches further is listed, however small its share.',
        examples: [0.3127],
      }),
  })
  .meta({ id: 'PlaceDistrict', description: 'A district at a place.' })
export type PlaceDistrict = z.infer<typeof placeDistrict>

export const district = z
  .object({
    ...districtSummary.shape,
    ocd_id_minted: z
      .boolean()
      .meta({ description: 'True if the OCD project publishes no id for it: this service made the id in OCD format.' }),
    census_geoid: z
      .string()
      .nullable()
      .meta({
        description: 'Census GEOID of the district; null if the Census has none. Unique only within its layer.',
        examples: ['3702'],
      }),
    census_geoids: z.array(z.string()).meta({
      description:
        'GEOIDs of the areas whose lines the district follows, if it has no lines of its own. Of a city outside all counties, such as Richmond, VA: its GEOID as a county.',
      examples: [['37183']],
    }),
    has_boundary: z.boolean().meta({ description: 'Whether boundary=true returns a boundary.' }),
    retired: z.boolean().meta({
      description:
        'Whether another plan of its chamber, or other lines of its division, are in force on the day of the service.',
    }),
    valid_from: date.nullable().meta({ description: 'First day on which its plan elects; null if unknown.' }),
    valid_to: date.nullable().meta({ description: 'Last day on which its plan elects; null while it is in force.' }),
    website_url: z
      .url()
      .nullable()
      .meta({
        description: 'Website of the government of a city, town or township; null if none is known.',
        examples: ['https://www.example.org/'],
      }),
    report_url: reportUrl,
  })
  .meta({ id: 'District', description: 'An area that elects. Its boundary applies between two election days.' })
export type District = z.infer<typeof district>

export const boundary = z
  .object({
    type: z.literal('MultiPolygon').meta({ description: 'Type of the GeoJSON geometry.' }),
    coordinates: z.array(z.array(z.array(z.array(z.number()).length(2)))).meta({
      description: 'Polygons, each a list of rings; a ring is a closed list of [longitude, latitude].',
      examples: [
        [
          [
            [
              [-78.65, 35.78],
              [-78.63, 35.78],
              [-78.63, 35.79],
              [-78.65, 35.78],
            ],
          ],
        ],
      ],
    }),
  })
  .meta({ id: 'Boundary', description: 'GeoJSON MultiPolygon, degrees, longitude first.' })

/** `/v1/districts/{id}`. */
export const districtRecord = z
  .object({
    ...district.shape,
    officeholders: z.array(officeholder).meta({ description: "Holders of the district's seats." }),
    elections: z.array(electionSummary).meta({ description: 'Upcoming elections with contests in the district.' }),
    boundary: boundary
      .nullable()
      .meta({ description: 'Null unless requested with boundary=true, and if we have no boundary.' }),
  })
  .meta({ id: 'DistrictRecord', description: 'A district with its officeholders and upcoming elections.' })
export type DistrictRecord = z.infer<typeof districtRecord>
