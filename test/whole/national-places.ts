// Places whose districts are known, where geometry is awkward or the answer is told elsewhere.

import type { Point } from '../build/cells-brute.ts'
import type { Find } from '../build/cells-proof.ts'
import type { ServedLines } from './served-lines.ts'

const TYPES = [
  'state',
  'congressional',
  'county',
  'place',
  'school',
  'state_upper',
  'state_lower',
  'ward',
  'anc',
  'smd',
  'council',
  'county_council',
]

// The Census Bureau's GEOIDs, and names where the files have none, in the order of the types; both Congresses agree everywhere here.
const TABLE = `
Across the antimeridian
Attu                        | 52.93 172.9       | 02 0200 02016 - - 0200S 02037
Amchitka                    | 51.53 179         | 02 0200 02016 - - 0200S 02037
Semisopochnoi               | 51.95 179.6       | 02 0200 02016 - - 0200S 02037
Adak                        | 51.88 -176.65     | 02 0200 02016 0200065 - 0200S 02037

Islands
Saint Matthew, of Bethel    | 60.4 -172.7       | 02 0200 02050 - - 0200S 02038
Hilo, Hawaii                | 19.72 -155.09     | 15 1502 15001 1514650 - 15001 15002
Makawao, Maui               | 20.857 -156.313   | 15 1502 15009 1548050 - 15007 15012
Lanai City, of Maui         | 20.83 -156.92     | 15 1502 15009 1543700 - 15007 15013
Kaunakakai, of Maui         | 21.09 -157.02     | 15 1502 15009 1531100 - 15007 15013
Kalaupapa, of Kalawao       | 21.19 -156.98     | 15 1502 15005 - - 15007 15013
Honolulu, Oahu              | 21.307 -157.858   | 15 1501 15003 1571550 - 15013 15025
Lihue, Kauai                | 21.98 -159.37     | 15 1502 15007 1545200 - 15008 15016
Niihau, of Kauai            | 21.9 -160.15      | 15 1502 15007 - - 15008 15017
Nantucket                   | 41.28 -70.1       | 25 2509 25019 2543755 - 25D40 25006
Block Island                | 41.17 -71.56      | 44 4402 44009 - - 44036 44036
Key West                    | 24.5551 -81.78    | 12 1228 12087 1236550 - 12040 12120
Friday Harbor               | 48.535 -123.013   | 53 5302 53055 5325615 - 53040 53040
Mackinac Island             | 45.8492 -84.6189  | 26 2601 26097 2650280 Mackinac_Island_Public_Schools 26037 26107
San Juan, Puerto Rico       | 18.4655 -66.1057  | 72 7298 72127 - - - -
Hagatna, Guam               | 13.4745 144.7504  | 66 6698 - 6634750 - - -

Holes and exclaves
Detroit                     | 42.3314 -83.0458  | 26 2613 26163 2622000 Detroit_City_School_District 26001 26009
Highland Park, inside it    | 42.4056 -83.0969  | 26 2613 26163 2638180 Highland_Park_City_Schools 26003 26007
Hamtramck, inside it        | 42.3978 -83.0576  | 26 2613 26163 2636280 Hamtramck_Public_Schools 26003 26007
Detroit, north of both      | 42.43 -83.08      | 26 2613 26163 2622000 Detroit_City_School_District 26003 26011
Northwest Angle             | 49.35 -95.07      | 27 2708 27077 2701558 Warroad_Public_School_District 27002 2702A
Kentucky Bend               | 36.53 -89.49      | 21 2101 21075 - - 21001 21001
Carter Lake, Iowa           | 41.2906 -95.9181  | 19 1904 19155 1911215 - 19010 19020
Liberty Island, of New York | 40.6892 -74.0445  | 36 3610 36061 3651000 - 36026 36061 - - - New_York_City_Council_District_1

Water that no district has
Lake Michigan, of Illinois  | 42.2 -87.5        | 17 - - - - - -
Off Portsmouth              | 42.95 -70.72      | 33 - 33015 - - - -

No state
Toronto                     | 43.65 -79.38      | - - - - - - -
The Atlantic                | 35 -60            | - - - - - - -

Told by the rules of the data
North Carolina's Capitol    | 35.7804 -78.6391  | 37 3702 37183 3755000 Wake_County_Schools 37014 37038 - - - - Wake_County_Commission_District_5
New York City Hall          | 40.7127 -74.0059  | 36 3610 36061 3651000 - 36027 36066 - - - New_York_City_Council_District_1
The Wilson Building         | 38.8951 -77.0314  | 11 1198 - 1150000 District_of_Columbia_Public_Schools - - Ward_2 ANC_2C SMD_2C03
`

export interface KnownPlace {
  name: string
  point: Point
  /** By type of district. */
  districts: Record<string, string>
}

export const KNOWN_PLACES: readonly KnownPlace[] = TABLE.split('\n')
  .map((line) => line.split('|').map((column) => column.trim()))
  .filter((columns) => columns.length === 3)
  .map(([name = '', at = '', ids = '']) => {
    const [lat = 0, lng = 0] = at.split(' ').map((degrees) => Math.round(Number(degrees) * 1e6))
    const held = ids.split(' ').map((id, i): [string, string] => [TYPES[i] ?? '', id.replaceAll('_', ' ')])
    return { name, point: [lng, lat], districts: Object.fromEntries(held.filter(([, id]) => id !== '-')) }
  })

/** By type; of several plans or districts of a type all that are not the same. */
export function districtsAt({ layers }: ServedLines, find: Find, point: Point): Record<string, string> {
  const all = layers.flatMap(({ type, districts }) => districts.map((district) => ({ type, district })))
  const found = new Map<string, Set<string>>()
  for (const ordinal of find(point)) {
    const { type = '', district = '' } = all[ordinal - 1] ?? {}
    found.set(type, (found.get(type) ?? new Set()).add(district))
  }
  return Object.fromEntries([...found].map(([type, districts]) => [type, [...districts].join()]))
}
