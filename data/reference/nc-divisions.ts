// Where North Carolina's contest titles and the Open Civic Data divisions name one thing in two ways.

/** School districts by the words of a title, and by those of the division. Words that all share are left out of both. */
export const NC_SCHOOL_NAMES: Readonly<Record<string, string>> = {
  nash: 'nash rocky mount',
  'row sal': 'rowan salisbury',
}

/** Municipalities by the words of a title, and by those of the division. */
export const NC_PLACE_NAMES: Readonly<Record<string, string>> = {
  'mt pleasant': 'mount pleasant',
}

/**
 * Parts of a board that a title names without a word such as "district". Buncombe's are its high schools' districts;
 * Pasquotank's lie inside or outside Elizabeth City's corporate limits, and its commission's also north or south.
 */
export const NC_NAMED_PARTS: Readonly<Record<string, string>> = {
  ENKA: 'Enka District',
  ERWIN: 'Erwin District',
  'INSIDE CORPORATE LIMIT': 'Inside Corporate Limit',
  INSIDE: 'Inside Corporate Limit',
  'NORTH BUNCOMBE': 'North Buncombe District',
  'NORTHERN INSIDE': 'Northern Inside',
  'NORTHERN OUTSIDE': 'Northern Outside',
  'OUTSIDE CORPORATE LIMIT': 'Outside Corporate Limit',
  OUTSIDE: 'Outside Corporate Limit',
  OWEN: 'Owen District',
  REYNOLDS: 'Reynolds District',
  ROBERSON: 'Roberson District',
  'SOUTHERN INSIDE': 'Southern Inside',
  'SOUTHERN OUTSIDE': 'Southern Outside',
}

/** Last segments of published division ids that the words of a title do not give; the key is what they do give. */
export const NC_DIVISION_SPELLINGS: Readonly<Record<string, string>> = {
  'county:columbus/sanitation:reigelwood': 'sanitation:riegelwood',
  'county:gaston/school_board_district:crowders_mountain_township': 'school_board_district:crowders_moutain_township',
  'county:pasquotank/council_district:northern_inside': 'council_district:cdni',
  'county:pasquotank/council_district:southern_outside': 'council_district:cdso',
  'county:pasquotank/school_board_district:inside_corporate_limit': 'school_board_district:icl',
  'county:pasquotank/school_board_district:outside_corporate_limit': 'school_board_district:ocl',
}
