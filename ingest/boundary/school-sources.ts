import type { StateCode } from '../../data/schema/vocabulary.ts'
import type { Source } from '../source.ts'
import { CENSUS, rawUrl } from './publisher.ts'
import { readSchools } from './school.ts'
import type { Plan } from './shape.ts'

const OF_2012: Plan = {
  layer: 'school',
  vintage: '2012',
  valid_from: null,
  valid_to: null,
  lines_precision: 'exact',
  // North Carolina has surveyed county lines since: of the vertices within 400 m of a county line of 2017, 92 % lie within 50 m of it
  // and 98 % within 150 m.
  error_m: 150,
}

export const schoolSources: readonly Source[] = (['NC', 'DC', 'PA', 'MN', 'KY', 'NV', 'MI'] as const).map(toSchools2012)

function toSchools2012(code: StateCode): Source {
  const repository = 'CenterForAssessment/SGPspatialData'
  const commit = '90ff4378e539c6a9cfdf64999cb6384222f03fdb'
  const name = `${code}_Districts_100_Percent.topojson`
  return {
    ...CENSUS,
    id: `school-districts-${code.toLowerCase()}`,
    vintage: OF_2012.vintage,
    published_on: '2021-07-20',
    states: [code],
    files: [
      {
        url: rawUrl(repository, commit, `Shape_Files/Topojson_2012/${name}`),
        mirror: `boundaries/school_districts/2012_${name}.gz`,
      },
    ],
    read: readSchools(OF_2012),
  }
}
