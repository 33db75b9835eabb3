// Names as the Census Bureau, the OCD project and the post office have them, for ./location-strings.test.ts.

import { table } from '../table.ts'

/** @param text a state and several records a line */
function byState(text: string): [state: string, record: string][] {
  return table<[string, string]>(text).flatMap(([state, records]) =>
    records.split('; ').map((record): [string, string] => [state, record]),
  )
}

/** State, name as published, GEOID. */
export const COUNTIES = byState(`
  NC|Wake County 37183; Durham County 37063; Buncombe County 37021
  IL|Cook County 17031; DeKalb County 17037; Sangamon County 17167; DuPage County 17043
  GA|Cook County 13075; Clarke County 13059; Richmond County 13245
  KY|Jefferson County 21111; Fayette County 21067
  TN|Davidson County 47037
  IN|Marion County 18097
  MT|Silver Bow County 30093
  MO|St. Louis County 29189; St. Louis city 29510; Ste. Genevieve County 29186; Jackson County 29095
  MO|Clay County 29047; Platte County 29165; Cass County 29037; Vernon County 29217
  MD|Baltimore County 24005; Baltimore city 24510; Prince George's County 24033
  VA|Richmond County 51159; Richmond city 51760; Charles City County 51036; Arlington County 51013
  NV|Carson City 32510
  AK|Anchorage Municipality 02020; Juneau City and Borough 02110; Denali Borough 02068; Bethel Census Area 02050
  AK|Kusilvak 02158
  LA|Orleans Parish 22071; Acadia Parish 22001
  PR|San Juan Municipio 72127; Mayagüez Municipio 72097
  CT|Capitol Planning Region 09110
  NY|New York County 36061; Kings County 36047; Queens County 36081; Bronx County 36005; Richmond County 36085
  NY|Monroe County 36055; Ulster County 36111
  CA|Los Angeles County 06037; San Francisco County 06075
  CO|Denver County 08031; Boulder County 08013
  HI|Honolulu County 15003
  NM|Doña Ana County 35013
  OH|Delaware County 39041
  PA|Adams County 42001; York County 42133; Greene County 42059; Venango County 42121; Cambria County 42021
  PA|Washington County 42125; Butler County 42019; Montgomery County 42091
  KS|Wyandotte County 20209
  OK|Oklahoma County 40109; Canadian County 40017; Cleveland County 40027
  MA|Hampden County 25013
  NH|Grafton County 33009
  NJ|Middlesex County 34023; Mercer County 34021; Atlantic County 34001
`).map(([state, county]) => [state, county.slice(0, -6), county.slice(-5)] as const)

/** State, name, GEOID, CLASSFP, and the OCD id's last part where it is not the name. */
export const PLACES = table<[state: string, name: string, geoid: string, classfp: string, ocd: string]>(`
  NC|Raleigh|3755000|C1|
  NC|Durham|3719000|C1|
  NC|Apex|3701520|C1|
  NC|Winston-Salem|3775000|C1|
  NC|Fuquay-Varina|3725300|C1|
  NC|Cajah's Mountain|3709480|C1|
  NC|Pinehurst|3752220|C1|
  NC|Washington|3771220|C1|
  NC|Mar-Mac|3741300|U1|
  DC|Washington|1150000|C7|
  MN|St. Paul|2758000|C1|
  MN|Virginia|2767288|C1|
  MI|Wyoming|2688940|C1|
  MI|East Lansing|2624120|C1|
  KY|Louisville/Jefferson County metro government (balance)|2148006|C8|
  KY|Lexington-Fayette|2146027|C1|
  KY|Mount Vernon|2154084|C1|
  CT|Milford city (balance)|0947500|C8|
  HI|Urban Honolulu|1571550|U1|
  HI|Lanai City|1542650|U1|
  NV|Carson City|3209700|C7|
  NV|Boulder City|3206500|C1|
  NV|North Las Vegas|3251800|C1|
  NH|Hanover|3333780|U1|
  PA|California|4210464|C5|
  PA|Washington|4281328|C5|
  // Invented, in one county.
  PA|Newvale|4200001|U1|
  PA|Newvale|4200002|C5|
  PA|Franklin|4227360|C5|franklin_borough
  PA|Franklin|4227456|C5|franklin_city
  PA|Jefferson|4237880|C5|jefferson_borough_~greene_county~
  PA|Jefferson|4237944|C5|jefferson_borough_~york_county~
`)

/** Of places, with the counties that they meet. */
export const OVERLAPS = table<[place: string, county: string]>(`
  3755000|37183
  3755000|37063
  3719000|37063
  3701520|37183
  4200001|42001
  4200002|42001
  4227360|42021
  4227456|42121
  4237880|42059
  4237944|42133
`)

/** As the Census of Governments files them: state, name, word, GEOID, county. Lines of none are held, but for those of PLACES. */
export const GOVERNMENTS = table<[state: string, name: string, word: string, geoid: string, county: string]>(`
  NC|Raleigh|city|3755000|37183
  CA|Los Angeles|city|0644000|06037
  IL|Chicago|city|1714000|17031
  IL|Springfield|city|1772000|17167
  MA|Springfield|city|2567000|25013
  MO|Kansas City|city|2938000|29095
  OK|Oklahoma City|city|4055000|40109
  OH|Delaware|city|3921434|39041
  NH|Hanover|town|3333860|33009
  NY|Rochester|city|3663000|36055
  NY|Rochester|town|3663011|36111
  NJ|Edison|township|3420230|34023
  NJ|Hamilton|township|3429310|34021
  NJ|Hamilton|township|3429280|34001
  PA|Lower Merion|township|4244976|42091
  PA|Adams|township|4200268|42019
`)

/** As the OCD project names them; their lines are not held, but for those of PLACES. */
export const MUNICIPALITIES = byState(`
  NC|Raleigh city
  MS|Raleigh town
  TX|Fort Worth city
  MO|Kansas City city; Nevada city; St. Louis city
  KS|Kansas City city
  OK|Oklahoma City city
  IA|Iowa City city
  OH|Delaware city
  CA|Los Angeles city; Twentynine Palms city
  CO|Boulder city; Denver city
  AK|Bethel city; Juneau city and borough
  IN|Indianapolis city (balance)
  MT|Butte-Silver Bow (balance)
  PA|Franklin township; Adams township (Butler County); Lower Merion township
  NH|Hanover town
  OR|Oregon City city
  VA|Charles City (CDP)
`)

/** ZIP code, state, the post office's name of it, and its county, if known. */
export const ZIPS = table<[zip: string, state: string, place: string, county: string]>(`
  27601|NC|Raleigh|37183
  63101|MO|Saint Louis|29510
  64101|MO|Kansas City|29095
  66101|KS|Kansas City|20209
  62701|IL|Springfield|17167
  14604|NY|Rochester|36055
  08817|NJ|Edison|34023
  20619|MD|California|
  00921|PR|San Juan|72127
  10001|NY|New York|36061
  00501|NY|Holtsville|
`)

/** ZIP codes that only a list of counties has, with the counties. */
export const ZIP_COUNTIES = table<[zip: string, state: string, county: string]>(`
  00602|PR|72097
  63101|MO|29189
`)
