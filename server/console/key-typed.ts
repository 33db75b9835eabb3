// Parses the form fields of a key.

import { z } from 'zod'
import { keyLabel } from '../../data/access/account.ts'
import { addressRanges } from '../../data/access/ip-range.ts'
import { endOfDay } from '../../data/schema/scalar.ts'
import { SCOPES } from '../../data/schema/vocabulary.ts'
import type { Key } from '../../data/store/state/accounts.ts'
import { type Form, type Problems, parseField } from '../web/form.ts'
import type { KeyTyped } from './pages/key-fields.ts'

export type Restrictions = Pick<Key, 'label' | 'scopes' | 'addresses' | 'expires_at'>

const label = z.union([z.literal('').transform(() => null), keyLabel])
const scopes = z
  .array(z.enum(SCOPES, 'expected scopes from the list'))
  .min(1, 'expected at least one scope')
  .transform((chosen) => SCOPES.filter((scope) => chosen.includes(scope)))
const DAY = 'expected a day such as 2028-11-07, or an empty field'
const expires = z.union([z.literal('').transform(() => null), z.iso.date(DAY)])

export function toTyped(form: Form): KeyTyped {
  return {
    label: form.text('label'),
    scopes: form.all('scopes'),
    addresses: form.text('addresses'),
    expires: form.text('expires'),
  }
}

export function typedOf({ label, scopes, addresses, expires_at }: Key): KeyTyped {
  return { label: label ?? '', scopes, addresses: addresses.join('\n'), expires: expires_at?.slice(0, 10) ?? '' }
}

/** @param kept the key's current last day, which may be in the past. Returns undefined if there is a problem. */
export function readTyped(
  typed: KeyTyped,
  { today, kept }: { today: string; kept: string | null },
  problems: Problems,
): Restrictions | undefined {
  const read = {
    label: parseField(label, typed.label, { problems, field: 'label', label: 'Label' }),
    scopes: parseField(scopes, typed.scopes, { problems, field: 'scopes', label: 'Scopes' }),
    addresses: readAddresses(typed.addresses, problems),
    lastDay: parseField(expires, typed.expires, { problems, field: 'expires', label: 'Last day' }),
  }
  if (read.lastDay && read.lastDay < today && read.lastDay !== kept)
    problems.expires = `The last day is in the past: expected ${today} or later.`
  if (Object.keys(problems).length > 0) return undefined
  const { lastDay } = read
  return {
    label: read.label ?? null,
    scopes: read.scopes ?? [],
    addresses: read.addresses ?? [],
    expires_at: lastDay ? endOfDay(lastDay) : null,
  }
}

/** The error message gives the number of the invalid entry, and does not repeat its text. */
function readAddresses(text: string, problems: Problems): string[] | undefined {
  const read = addressRanges.safeParse(text.split(/[\s,]+/).filter(Boolean))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const at = issue?.path[0]
  problems.addresses = `${typeof at === 'number' ? `Address ${at + 1}` : 'Addresses'}: ${issue?.message}.`
  return undefined
}
