// The addresses of the results of Pennsylvania's counties.

import type { Source } from '../../read/source.ts'
import { readPaMunicipal } from './pa-municipal.ts'

const FOLDER = 'https://raw.githubusercontent.com/openelections/openelections-data-pa/90ff99b/2025'

const COUNTIES =
  `adams allegheny armstrong beaver bedford berks blair bradford bucks butler cambria cameron carbon centre chester clarion
  clearfield clinton columbia crawford cumberland dauphin delaware elk erie fayette forest franklin fulton greene huntingdon indiana
  jefferson juniata lackawanna lancaster lawrence lebanon lehigh luzerne lycoming mckean mercer mifflin monroe montgomery montour
  northampton northumberland perry philadelphia pike potter schuylkill snyder somerset sullivan susquehanna tioga union venango warren
  washington wayne westmoreland wyoming york`
    .trim()
    .split(/\s+/)

export const paMunicipalSources: readonly Source[] = [
  {
    id: 'pa-municipal-2025',
    publisher: "OpenElections, from Pennsylvania's counties",
    url: 'https://github.com/openelections/openelections-data-pa',
    licence: 'Public record',
    vintage: '2025',
    published_on: '2026-07-19',
    states: ['PA'],
    files: COUNTIES.map((county) => {
      const name = `20251104__pa__general__${county}__county.csv`
      return { url: `${FOLDER}/${name}`, mirror: `ballots/pa_openelections_2025/${name}.gz` }
    }),
    personal: [],
    family: 'public',
    lists: { basis: 'returns', kinds: ['candidate', 'measure', 'retention'], whole_in: [] },
    needs: ['divisions'],
    read: readPaMunicipal,
  },
]
