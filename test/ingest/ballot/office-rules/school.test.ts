import { describe, expect, it } from 'vitest'
import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { table } from '../../../table.ts'
import { openOffices, publishedOf } from '../published.ts'

const publishedIn = publishedOf(`
  AL | county:geneva; county:geneva/school_district:geneva_city; county:geneva/school_district:geneva_county
  AZ | county:maricopa; county:maricopa/school_district:tempe_school_district; county:maricopa/school_district:tempe_union_high_school_district
  IA | county:henry
  IA | county:jefferson; county:jefferson/school_district:fairfield_comm_school_district
  IN | county:clay; county:clay/school_district:clay_community_schools
  IN | county:elkhart; county:elkhart/school_district:concord_community_schools
  IN | county:marion; county:marion/school_district:m_s_d_pike_township
  IN | county:noble; county:noble/school_district:east_noble_school_corp
  IN | county:parke
  IN | county:sullivan; county:sullivan/school_district:southwest_school_corp
  KY | county:boone
  KY | county:boyd; county:boyd/school_district:ashland_ind
  KY | county:kenton; county:kenton/school_board_district:1; county:kenton/school_district:kenton_county
  MS | county:alcorn; county:alcorn/school_district:alcorn_school_dist
  MS | county:jasper; county:jasper/school_district:east_jasper_consolidated_sch_dist
  MS | county:pontotoc; county:pontotoc/school_district:pontotoc_city_schools; county:pontotoc/school_district:pontotoc_co_school_dist
  NJ | county:bergen; county:bergen/school_district:wyckoff_township
  NJ | county:monmouth; county:monmouth/place:freehold township; county:monmouth/school_district:bradley_beach; county:monmouth/school_district:freehold_borough; county:monmouth/school_district:freehold_regional_high_sc; county:monmouth/school_district:freehold_township
  NJ | county:ocean; county:ocean/school_district:little_egg_harbor_townshi
  NJ | county:sussex; county:sussex/school_district:boonton_town; county:sussex/school_district:boonton_township
  SC | county:abbeville; county:abbeville/school_district:abbeville_60
  SC | county:anderson; county:anderson/school_district:anderson_01; county:anderson/school_district:anderson_02; county:anderson/school_district:anderson_80
  SC | county:greenville; county:greenville/school_district:greenville_01
  SC | county:lexington; county:lexington/school_district:lexington_01
  SC | county:richland; county:richland/school_district:lexington_05
  SC | county:york; county:york/school_district:york_01; county:york/school_district:york_03
  SC | place:rock_hill city
  VA | county:king_william; county:king_william/school_district:king_william_co_pblc_schs; county:king_william/school_district:west_point_pblc_schs
  VA | place:richmond city; place:richmond/school_district:richmond_city_pblc_schs
`)

function read(state: StateCode, county: string, office: string, district = '', measure = false): unknown[] {
  const { read: readOffice, toId } = openOffices(state, publishedIn(state))
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

  // biome-ignore format: a case a line
  it.each([
    ['BRADLEY BEACH BOE (FULL TERM)', 'Bradley Beach Board of Education', []],
    ['BOARD OF EDUCATION2YUXP - BRADLEY BEACH', 'Board of Education - Bradley Beach, 2-Year Term', ['2-Year Term', true]],
  ])('read terms, however the file writes them: %s', (office, title, term) => {
    const beach = 'county:monmouth/school_district:bradley_beach'
    expect(read('NJ', 'MONMOUTH', office)).toEqual([title, 'school', beach, ...term])
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
