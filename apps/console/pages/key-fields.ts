// Form fields for creating and changing a key.

import { ADDRESSES_PER_KEY_MAX } from '../../../data/access/constants.ts'
import { SCOPES, type Scope } from '../../../data/schema/vocabulary.ts'
import { checkboxes, field, textArea } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { type Html, html } from '../../web/html.ts'
import { fill } from '../../web/sentence.ts'
import type { Words } from '../words/words.ts'

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
