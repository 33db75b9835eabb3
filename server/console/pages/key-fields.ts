// Form fields for creating and changing a key.

import { ADDRESSES_PER_KEY_MAX } from '../../../data/access/constants.ts'
import { SCOPES, type Scope } from '../../../data/schema/vocabulary.ts'
import { checkboxes, field, textArea } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { type Html, html } from '../../web/html.ts'

/** As typed. */
export interface KeyTyped {
  label: string
  scopes: readonly string[]
  /** One per line. */
  addresses: string
  /** The last day, YYYY-MM-DD. */
  expires: string
}

const COVERS: Record<Scope, string> = {
  'data:read': 'the data endpoints',
  'stream:read': 'the feed of changes',
  'subscriptions:write': 'making and changing subscriptions',
}

/** @param earliest last day that may be chosen */
export function keyFields(typed: KeyTyped, earliest: string, problems: Problems): Html {
  const scopes = SCOPES.map((scope) => ({ value: scope, label: COVERS[scope], checked: typed.scopes.includes(scope) }))
  return html`${field({ name: 'label', label: 'Label (optional)', value: typed.label, autocomplete: 'off', hint: 'A name for the key, such as the program that uses it.' }, problems)}
${checkboxes({ name: 'scopes', legend: 'Scopes', hint: 'The permissions of the key. Choose only those that its program needs.' }, scopes, problems)}
${textArea({ name: 'addresses', label: 'Addresses (optional)', value: typed.addresses, rows: 3, hint: `The key works only from these IP addresses or CIDR ranges, such as 203.0.113.7 or 2001:db8::/32. One per line, at most ${ADDRESSES_PER_KEY_MAX}. Empty: from anywhere.` }, problems)}
${field({ name: 'expires', label: 'Last day (optional)', value: typed.expires, type: 'date', min: earliest, hint: 'In UTC. Empty: the key does not expire.' }, problems)}`
}
