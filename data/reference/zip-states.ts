// The state of a ZIP code, by its first three digits. Source: the U.S. Postal Service's labeling lists (L002), compared with GeoNames and with
// the Census Bureau's counties of each ZIP area of 2020.

import type { StateCode } from '../schema/vocabulary.ts'

/** First and last prefix of each state. A state may have several ranges. */
const RANGES: readonly (readonly [first: string, last: string, state: StateCode])[] = [
  ['005', '005', 'NY'],
  ['006', '007', 'PR'],
  ['008', '008', 'VI'],
  ['009', '009', 'PR'],
  ['010', '027', 'MA'],
  ['028', '029', 'RI'],
  ['030', '038', 'NH'],
  ['039', '049', 'ME'],
  ['050', '054', 'VT'],
  ['055', '055', 'MA'],
  ['056', '059', 'VT'],
  ['060', '069', 'CT'],
  ['070', '089', 'NJ'],
  ['100', '149', 'NY'],
  ['150', '196', 'PA'],
  ['197', '199', 'DE'],
  ['200', '200', 'DC'],
  ['201', '201', 'VA'],
  ['202', '205', 'DC'],
  ['206', '219', 'MD'],
  ['220', '246', 'VA'],
  ['247', '268', 'WV'],
  ['270', '289', 'NC'],
  ['290', '299', 'SC'],
  ['300', '319', 'GA'],
  ['320', '349', 'FL'],
  ['350', '369', 'AL'],
  ['370', '385', 'TN'],
  ['386', '397', 'MS'],
  ['398', '399', 'GA'],
  ['400', '427', 'KY'],
  ['430', '459', 'OH'],
  ['460', '479', 'IN'],
  ['480', '499', 'MI'],
  ['500', '528', 'IA'],
  ['530', '549', 'WI'],
  ['550', '567', 'MN'],
  ['569', '569', 'DC'],
  ['570', '577', 'SD'],
  ['580', '588', 'ND'],
  ['590', '599', 'MT'],
  ['600', '629', 'IL'],
  ['630', '658', 'MO'],
  ['660', '679', 'KS'],
  ['680', '693', 'NE'],
  ['700', '714', 'LA'],
  ['716', '729', 'AR'],
  ['730', '731', 'OK'],
  ['733', '733', 'TX'],
  ['734', '749', 'OK'],
  ['750', '799', 'TX'],
  ['800', '816', 'CO'],
  ['820', '831', 'WY'],
  ['832', '838', 'ID'],
  ['840', '847', 'UT'],
  ['850', '865', 'AZ'],
  ['870', '884', 'NM'],
  ['885', '885', 'TX'],
  ['889', '898', 'NV'],
  ['900', '961', 'CA'],
  ['967', '968', 'HI'],
  ['969', '969', 'GU'],
  ['970', '979', 'OR'],
  ['980', '994', 'WA'],
  ['995', '999', 'AK'],
]

/** ZIP codes of another state than the others with their prefix. */
const EXCEPTIONS: readonly (readonly [first: string, last: string, state: StateCode])[] = [
  ['06390', '06390', 'NY'],
  ['20588', '20588', 'MD'],
  ['20598', '20598', 'VA'],
  ['72643', '72643', 'MO'],
  ['73960', '73960', 'TX'],
  ['83414', '83414', 'WY'],
  ['96799', '96799', 'AS'],
  ['96950', '96952', 'MP'],
]

/** Undefined for the armed forces and the freely associated states. @param zip five digits */
export function findZipState(zip: string): StateCode | undefined {
  const within = (of: string, [first, last]: readonly [string, string, StateCode]): boolean => first <= of && of <= last
  const own = EXCEPTIONS.find((range) => within(zip, range))
  if (own) return own[2]
  const isFreelyAssociated = within(zip, ['96939', '96970', 'GU'])
  return isFreelyAssociated ? undefined : RANGES.find((range) => within(zip.slice(0, 3), range))?.[2]
}
