import { describe, expect, it } from 'vitest'
import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { table } from '../../../table.ts'
import { openOffices } from '../published.ts'

/** Published ids and names of each state. */
const PUBLISHED = table<[state: StateCode, id: string, name: string]>(`
  AL | county:geneva | Geneva County
  AL | county:geneva/school_district:geneva_city | geneva city
  AL | county:geneva/school_district:geneva_county | geneva county
  AZ | county:maricopa | Maricopa County
  AZ | county:maricopa/school_district:tempe_school_district | tempe school district
  AZ | county:maricopa/school_district:tempe_union_high_school_district | tempe union high school district
  IA | county:henry | Henry County
  IA | county:jefferson | Jefferson County
  IA | county:jefferson/school_district:fairfield_comm_school_district | fairfield comm school district
  IN | county:clay | Clay County
  IN | county:clay/school_district:clay_community_schools | clay community schools
  IN | county:elkhart | Elkhart County
  IN | county:elkhart/school_district:concord_community_schools | concord community schools
  IN | county:marion | Marion County
  IN | county:marion/school_district:m_s_d_pike_township | m s d pike township
  IN | county:noble | Noble County
  IN | county:noble/school_district:east_noble_school_corp | east noble school corp
  IN | county:parke | Parke County
  IN | county:sullivan | Sullivan County
  IN | county:sullivan/school_district:southwest_school_corp | southwest school corp
  KY | county:boone | Boone County
  KY | county:boyd | Boyd County
  KY | county:boyd/school_district:ashland_ind | ashland ind
  KY | county:kenton | Kenton County
  KY | county:kenton/school_board_district:1 | Kenton County school board district 1
  KY | county:kenton/school_district:kenton_county | kenton county
  MS | county:alcorn | Alcorn County
  MS | county:alcorn/school_district:alcorn_school_dist | alcorn school dist
  MS | county:jasper | Jasper County
  MS | county:jasper/school_district:east_jasper_consolidated_sch_dist | east jasper consolidated sch dist
  MS | county:pontotoc | Pontotoc County
  MS | county:pontotoc/school_district:pontotoc_city_schools | pontotoc city schools
  MS | county:pontotoc/school_district:pontotoc_co_school_dist | pontotoc co school dist
  NJ | county:bergen | Bergen County
  NJ | county:bergen/school_district:wyckoff_township | wyckoff township
  NJ | county:monmouth | Monmouth County
  NJ | county:monmouth/place:freehold | Freehold township
  NJ | county:monmouth/school_district:bradley_beach | bradley beach
  NJ | county:monmouth/school_district:freehold_borough | freehold borough
  NJ | county:monmouth/school_district:freehold_regional_high_sc | freehold regional high sc
  NJ | county:monmouth/school_district:freehold_township | freehold township
  NJ | county:ocean | Ocean County
  NJ | county:ocean/school_district:little_egg_harbor_townshi | little egg harbor townshi
  NJ | county:sussex | Sussex County
  NJ | county:sussex/school_district:boonton_town | boonton town
  NJ | county:sussex/school_district:boonton_township | boonton township
  SC | county:abbeville | Abbeville County
  SC | county:abbeville/school_district:abbeville_60 | abbeville 60
  SC | county:anderson | Anderson County
  SC | county:anderson/school_district:anderson_01 | anderson 01
  SC | county:anderson/school_district:anderson_02 | anderson 02
  SC | county:anderson/school_district:anderson_80 | anderson 80
  SC | county:greenville | Greenville County
  SC | county:greenville/school_district:greenville_01 | greenville 01
  SC | county:lexington | Lexington County
  SC | county:lexington/school_district:lexington_01 | lexington 01
  SC | county:richland | Richland County
  SC | county:richland/school_district:lexington_05 | lexington 05
  SC | county:york | York County
  SC | county:york/school_district:york_01 | york 01
  SC | county:york/school_district:york_03 | york 03
  SC | place:rock_hill | Rock Hill city
  VA | county:king_william | King William County
  VA | county:king_william/school_district:king_william_co_pblc_schs | king william co pblc schs
  VA | county:king_william/school_district:west_point_pblc_schs | west point pblc schs
  VA | place:richmond | Richmond city
  VA | place:richmond/school_district:richmond_city_pblc_schs | richmond city pblc schs
`)

const officesIn = (state: StateCode) =>
  openOffices(
    state,
    PUBLISHED.flatMap(([of, ...pair]) => (of === state ? [pair] : [])),
  )

function read(state: StateCode, county: string, office: string, district = '', measure = false): unknown[] {
  const { read: readOffice, toId } = officesIn(state)
  const reading = readOffice({ office, district, county, measure })
  if (!reading) return []
  const { title, level, seat = '', area } = reading.office
  return [title, level, toId(area), ...(seat === '' && !reading.unexpired ? [] : [seat, reading.unexpired])]
}

describe('The rules for school boards', () => {
  it.each<[StateCode, string, string, string, string, string]>(
    table(`
    // Words of kind do not tell districts apart, nor does the county's name before one.
    IN | ELKHART | ELKHART CONCORD SCHOOL BOARD | 002 | Elkhart Concord School Board, District 2 | county:elkhart/school_district:concord_community_schools/school_board_district:2
    IN | MARION | METROPOLITAN SCHOOL DISTRICT OF PIKE TOWNSHIP SCHOOL BOARD MIDTERM CYCLE |  | Metropolitan School District of Pike Township School Board | county:marion/school_district:m_s_d_pike_township
    NJ | OCEAN | BOARD OF EDUCATION TOWNSHIP OF LITTLE EGG HARBOR |  | Board of Education Township of Little Egg Harbor | county:ocean/school_district:little_egg_harbor_townshi
    NJ | SUSSEX | BOARD OF EDUCATION - TOWN OF BOONTON |  | Board of Education - Town of Boonton | county:sussex/school_district:boonton_town
    VA | RICHMOND CITY | SCHOOL BOARD MEMBER | 1 | City of Richmond School Board Member, District 1 | place:richmond/school_district:richmond_city_pblc_schs/school_board_district:1
    // A city's and a county's district of one name are two; nor is another county's taken for a word of its name.
    AL | GENEVA | MEMBER, GENEVA COUNTY BOARD OF EDUCATION | 003 | Member, Geneva County Board of Education, District 3 | county:geneva/school_board_district:3
    AL | GENEVA | MEMBER, GENEVA BOARD OF EDUCATION |  | Member, Geneva Board of Education | county:geneva/school_district:geneva
    MS | PONTOTOC | PONTOTOC COUNTY SCHOOL BOARD | 003 | Pontotoc County School Board, District 3 | county:pontotoc/school_board_district:3
    IN | PARKE | PARKE SOUTHWEST SCHOOL BOARD |  | Parke Southwest School Board | county:parke/school_district:parke_southwest
    NJ | BERGEN | WYCKOFF REGIONAL BOE |  | Wyckoff Regional Board of Education | county:bergen/school_district:wyckoff_regional
    // The county's own.
    MS | ALCORN | ALCORN SCHOOL BOARD | 003 | Alcorn School Board, District 3 | county:alcorn/school_board_district:3
    SC | ABBEVILLE | ABBEVILLE SCHOOL BOARD | 002 | Abbeville School Board, District 2 | county:abbeville/school_board_district:2
    SC | ANDERSON | GREENVILLE COUNTY SCHOOL BOARD |  | Greenville County School Board | county:greenville/school_district:greenville_01
    SC | ANDERSON | ANDERSON GREENVILLE COUNTY SCHOOL BOARD | 027 | Greenville County School Board, District 27 | county:greenville/school_board_district:27
    KY | BOONE | MEMBER BOARD OF EDUCATION | 1ST EDUCATIONAL DISTRICT KENTON COUNTY | Kenton County Member Board of Education, 1st Educational District | county:kenton/school_board_district:1
    // The column.
    SC | ANDERSON | ANDERSON SCHOOL TRUSTEE | DISTRICT 1 AREA 2 | Anderson School Trustee, District 1, Area 2 | county:anderson/school_district:anderson_01/school_board_district:2
    SC | YORK | YORK ROCK HILL SCHOOL DISTRICT TRUSTEE |  | Rock Hill School District Trustee | county:york/school_district:york_03
    SC | LEXINGTON | LEXINGTON SCHOOL TRUSTEE | 001 | Lexington School Trustee, District 1 | county:lexington/school_district:lexington_01
    SC | LEXINGTON | LEXINGTON SCHOOL TRUSTEE | 005 | Lexington School Trustee, District 5 | county:richland/school_district:lexington_05
    MS | JASPER | JASPER SCHOOL BOARD | 004 EAST | Jasper School Board, 4 East | county:jasper/school_district:east_jasper_consolidated_sch_dist/school_board_district:4
    VA | KING WILLIAM | SCHOOL BOARD MEMBER | WEST POINT | West Point School Board Member | county:king_william/school_district:west_point_pblc_schs
    KY | BOYD | MEMBER BOARD OF EDUCATION | ASHLAND INDEPENDENT SCHOOL DISTRICT | Ashland Independent School District Member Board of Education | county:boyd/school_district:ashland_ind
    IN | PARKE | CLAY COMMUNITY SCHOOL BOARD | 1 (CLAY, PARKE) | Clay Community School Board, District 1 | county:clay/school_district:clay_community_schools/school_board_district:1
    IN | CLAY | CLAY COMMUNITY SCHOOL | 1, LEWIS TOWNSHIP | Clay Community School Board, District 1 (Lewis Township) | county:clay/school_district:clay_community_schools/school_board_district:1
    IN | CLAY | CLAY COMMUNITY SCHOOL BOARD | CLAY, PARKE | Clay Community School Board | county:clay/school_district:clay_community_schools
    // Member towns.
    NJ | MONMOUTH | FREEHOLD REG HS DIST BOE (REP FREEHOLD BORO) |  | Freehold Regional High School District Board of Education (Rep Freehold Borough) | county:monmouth/school_district:freehold_regional_high_sc/school_board_district:freehold_borough
    IN | NOBLE | EAST NOBLE SCHOOL BOARD SWAN TOWNSHIP |  | East Noble School Board, Swan Township | county:noble/school_district:east_noble_school_corp/school_board_district:swan_township
    IN | NOBLE | SCHOOL BOARD |  | School Board (Noble County) | county:noble/special:school_board
  `),
  )('%s, %s: %s %s', (state, county, office, district, title, division) => {
    expect(read(state, county, office, district)).toEqual([title, 'school', division])
  })

  it('read terms, however the file writes them', () => {
    const beach = 'county:monmouth/school_district:bradley_beach'
    expect(read('NJ', 'MONMOUTH', 'BRADLEY BEACH BOE (FULL TERM)')).toEqual([
      'Bradley Beach Board of Education',
      'school',
      beach,
    ])
    expect(read('NJ', 'MONMOUTH', 'BOARD OF EDUCATION2YUXP - BRADLEY BEACH')).toEqual([
      'Board of Education - Bradley Beach, 2-Year Term',
      'school',
      beach,
      '2-Year Term',
      true,
    ])
  })

  it.each<[StateCode, string, string, string, string]>(
    table(`
    AZ | MARICOPA | TEMPE UHSD #213-QUESTION 1 | Tempe Union High School District #213 Question 1 | county:maricopa/school_district:tempe_union_high_school_district
    AZ | MARICOPA | TEMPE ESD #3-QUESTION | Tempe Elementary School District #3 Question | county:maricopa/school_district:tempe_school_district
    IA | HENRY | FAIRFIELD SCHOOL - PUBLIC MEASURE LR | Fairfield School - Public Measure LR | county:jefferson/school_district:fairfield_comm_school_district
    IA | HENRY | CAM SCHOOL - PUBLIC MEASURE B | Henry County: Cam School - Public Measure B | county:henry/school_district:cam
    AL | GENEVA | GENEVA COUNTY BOARD OF EDUCATION LEVY | Geneva County Board of Education Levy | county:geneva/school_district:geneva_county
  `),
  )('find the district of a question: %s, %s: %s', (state, county, office, title, division) => {
    expect(read(state, county, office, '', true)).toEqual([title, 'school', division])
  })
})
