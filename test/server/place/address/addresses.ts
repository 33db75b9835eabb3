// One street of the fixture's map whose house numbers occur nowhere else.

import type { PartWriter } from '../../../../data/store/part.ts'
import { encodeRange } from '../../../../data/street/house-number.ts'

const [LOW, HIGH] = [70_000_000, 79_999_999]

/** Oak Ave in Ráleigh, 27601, from west to east. */
export function fillAddresses({ insert }: PartWriter): void {
  insert('street_name', ['name_id', 'name'], [[1, 'oak']])
  insert(
    'street',
    ['street_id', 'name_id', 'state', 'zip', 'city', 'prefix', 'suffix', 'postfix'],
    [[1, 1, 'NC', '27601', 'raleigh', '', 'ave', '']],
  )
  const line = [-78_520_000, 35_500_000, -78_510_000, 35_500_000]
  const range = encodeRange({ from: LOW, to: HIGH, parity: 'both', side: 'left', line })
  insert('address_range', ['street_id', 'lead', 'low', 'high', 'range'], [[1, '', LOW, HIGH, range]])
  insert('address_state', ['state'], [['NC']])
}
