// The officeholders of the invented region of ./geography.ts, all of them fictional.

import { toReportUrl } from '../../data/schema/correction.ts'
import { folded } from '../../data/schema/folded-name.ts'
import type { Officeholder } from '../../data/schema/officeholder.ts'
import { OFFICEHOLDER_LEVELS, OFFICES, type Office, type StateCode } from '../../data/schema/vocabulary.ts'
import type { PartWriter } from '../../data/store/part.ts'
import { toBuiltJson } from './built.ts'
import { DISTRICTS, type DistrictName, districtId, idOf } from './geography.ts'
import { insertRows } from './rows.ts'

const DC_WARD = 'ocd-division/country:us/district:dc/ward:9'

/** Name, office, the seat's district, and how the legislature names it. Nobody has drawn the ward. */
const HOLDERS: readonly (readonly [
  name: string,
  office: Office,
  seat: DistrictName | 'ward',
  district: string | null,
])[] = [
  ['Zoë Zander', 'us_senator', 'nc', null],
  ['Áda Ångström', 'us_senator', 'nc', null],
  ['Bo Birch', 'us_representative', 'cd1', '1'],
  ['Cy Cedar', 'us_representative', 'cd2', '2'],
  ['Di Dogwood', 'governor', 'nc', null],
  ['Ed Elm', 'lieutenant_governor', 'nc', null],
  ['Fay Fir', 'state_representative', 'old', '1'],
  // Two seats of one person.
  ['Ed Elm', 'state_senator', 'nc', 'At-Large'],
  ['Gil Ginkgo', 'us_representative', 'dc', 'At-Large'],
  ['Hal Holly', 'city_council', 'dc', 'Chairman'],
  ['Ida Ivy', 'city_council', 'ward', 'Ward 9'],
]

export function personOf(name: string): string {
  const hex = idOf('person', name).toString(16).padStart(14, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4000-8000-0000000000${hex.slice(12)}`
}

/** In the order of the API. */
export function officeholders(): Officeholder[] {
  const order = (holder: Officeholder): string =>
    [
      ...[OFFICEHOLDER_LEVELS.indexOf(holder.level), holder.state],
      ...[String(OFFICES.indexOf(holder.office)).padStart(2, '0'), folded(holder.name), holder.person_id],
    ].join('\t')
  return HOLDERS.map(toHolder).sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

function toHolder([name, office, seat, district]: (typeof HOLDERS)[number]): Officeholder {
  const [given_name = '', family_name = ''] = name.split(' ')
  const state: StateCode = seat === 'ward' ? 'DC' : DISTRICTS[seat].state
  return {
    ...{ person_id: personOf(name), name, given_name, family_name, office, office_title: `The ${office}` },
    level: office.startsWith('us_') ? 'federal' : office === 'city_council' ? 'city' : 'state',
    ...{ state, party: null, term: { start: '2023-01-03', end: null } },
    ...{ phone: '555-0100', email: 'nobody@example.org', website: 'https://example.org/', photo: null },
    ...{ district, district_id: seat === 'ward' ? null : districtId(seat), census_geoid: null },
    district_ocd_id: seat === 'ward' ? DC_WARD : DISTRICTS[seat].ocd_id,
    offices: [{ classification: 'capitol', address: '1 Example Square', phone: '555-0100', fax: null }],
    ...{ social: { mastodon: '@nobody@example.org' }, source_urls: ['https://example.org/holders'] },
    updated_at: '2024-10-01T00:00:00.000Z',
    report_url: toReportUrl('officeholder', personOf(name)),
  }
}

export function fillOfficeholders(writer: PartWriter): void {
  insertRows(
    writer,
    'officeholder',
    'id person_id office office_rank level level_rank state name name_folded district_id district_ocd_id lines_held body',
    officeholders().map((holder) => [
      idOf('officeholder', `${holder.person_id}/${holder.office}/${holder.district_ocd_id}`),
      ...[holder.person_id, holder.office, OFFICES.indexOf(holder.office) + 1],
      ...[holder.level, OFFICEHOLDER_LEVELS.indexOf(holder.level) + 1, holder.state, holder.name],
      folded(holder.name),
      ...[holder.district_id, holder.district_ocd_id, holder.district_id === null ? 0 : 1, toBuiltJson(holder)],
    ]),
  )
}
