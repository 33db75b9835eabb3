// The form fields of a key, new or changed: read from a form, and as HTML.

import { z } from 'zod'
import { keyLabel } from '../../data/access/account.ts'
import { ADDRESSES_PER_KEY_MAX, addressRanges } from '../../data/access/ip-range.ts'
import { endOfDay } from '../../data/schema/scalar.ts'
import { SCOPES, type Scope } from '../../data/schema/vocabulary.ts'
import type { Key } from '../../data/store/state/keys.ts'
import { checkboxes, field, textArea } from '../web/field.ts'
import { type Form, type Problems, parseField } from '../web/form.ts'
import { type Html, html } from '../web/html.ts'
import { fill } from '../web/sentence.ts'
import { type ConsoleView, inEnglish, saying } from './page.ts'
import type { Words } from './words/words.ts'

type Restrictions = Pick<Key, 'label' | 'scopes' | 'addresses' | 'expires_at'>

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
  view: ConsoleView,
  typed: KeyTyped,
  { today, kept }: { today: string; kept: string | null },
  problems: Problems,
): Restrictions | undefined {
  const { words } = view
  const read = {
    label: parseField(label, typed.label, { problems, field: 'label', ...saying(view, 'Label', words.labelExpected) }),
    scopes: parseField(scopes, typed.scopes, {
      problems,
      field: 'scopes',
      ...saying(view, 'Scopes', words.scopesExpected),
    }),
    addresses: readAddresses(view, typed.addresses, problems),
    lastDay: parseField(expires, typed.expires, {
      problems,
      field: 'expires',
      ...saying(view, 'Last day', words.lastDayExpected),
    }),
  }
  if (read.lastDay && read.lastDay < today && read.lastDay !== kept)
    problems.expires = fill(words.lastDayPast, { today })
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
function readAddresses(view: ConsoleView, text: string, problems: Problems): string[] | undefined {
  const read = addressRanges.safeParse(text.split(/[\s,]+/).filter(Boolean))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const at = issue?.path[0]
  const sentence = `${typeof at === 'number' ? `Address ${at + 1}` : 'Addresses'}: ${issue?.message}.`
  problems.addresses = inEnglish(view, sentence, fill(view.words.addressesExpected, { count: ADDRESSES_PER_KEY_MAX }))
  return undefined
}

// The HTML.

/** As typed. */
export interface KeyTyped {
  label: string
  scopes: readonly string[]
  /** One per line. */
  addresses: string
  /** The last day, YYYY-MM-DD. */
  expires: string
}

const COVERS = {
  'data:read': 'scope_data',
  'stream:read': 'scope_stream',
  'subscriptions:write': 'scope_subscriptions',
} as const satisfies Record<Scope, keyof Words>

/** @param earliest last day that may be chosen */
export function keyFields(words: Words, typed: KeyTyped, earliest: string, problems: Problems): Html {
  const scopes = SCOPES.map((scope) => ({
    value: scope,
    label: words[COVERS[scope]],
    checked: typed.scopes.includes(scope),
  }))
  return html`${field({ name: 'label', label: words.labelOptional, value: typed.label, autocomplete: 'off', hint: words.labelHint }, problems)}
${checkboxes({ name: 'scopes', legend: words.scopes, hint: words.scopesHint }, scopes, problems)}
${textArea({ name: 'addresses', label: words.addressesOptional, value: typed.addresses, rows: 3, hint: fill(words.addressesHint, { count: ADDRESSES_PER_KEY_MAX }) }, problems)}
${field({ name: 'expires', label: words.lastDayOptional, value: typed.expires, type: 'date', min: earliest, hint: words.lastDayHint }, problems)}`
}
