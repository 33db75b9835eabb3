// Accounts and their keys: closed lists, numbers, and the rules for names, contacts and labels (one line each, shown verbatim in tables
// and pages).

import { z } from 'zod'
import { folded } from '../schema/folded-name.ts'
import { mayHoldKey } from './key.ts'

/** @setting Accounts that may wait for approval; at this number, sign-up in the console is closed. */
export const PENDING_ACCOUNTS_MAX = 500
/** @setting Days after which an undecided sign-up is deleted. */
export const PENDING_DAYS = 14

/** The audit's name for changes from a shell. No account may have this or a similar name. */
export const COMMAND_LINE = 'command line'
/** The audit's name for the deletion of an expired sign-up. */
export const EXPIRY = 'expiry'

/** The audit's name for an account whose name is erased. */
export function erasedName(id: number): string {
  return `erased account ${id}`
}

/**
 * Compatible characters are unified (NFKC) and all letters belong to one script, so that nobody can mistake a name for another
 * account's or for the audit's own words.
 */
export const accountName = line(100, 'NFKC')
  .refine((name) => !/\s\s/u.test(name), 'expected single spaces')
  .refine(
    isOfOneScript,
    'expected letters of one script, and not only Cyrillic or Greek letters that look like Latin ones: the name could be mistaken for another',
  )
  .refine((name) => !isReserved(name), 'expected another name: the audit uses this one for itself')

/** Contact details for the operator, as the account's owner wrote them. */
export const contact = line(200)

/** The owner's name for a key. */
export const keyLabel = line(100)

/**
 * No control, format or line-separating character, so that the text appears as written and in its order. A pasted key would be stored
 * in plain text, so any text that may contain a key is refused.
 */
function line(longest: number, form: 'NFC' | 'NFKC' = 'NFC'): z.ZodString {
  const shape = new RegExp(`^[^\\p{C}\\p{Zl}\\p{Zp}]{1,${longest}}$`, 'u')
  return z
    .string()
    .normalize(form)
    .refine(
      (text) => shape.test(text) && text.trim() === text,
      `expected 1 to ${longest} characters, no control characters, no space at either end`,
    )
    .refine((text) => !mayHoldKey(text), 'expected no API key, nor 30 letters and digits in a row, which may be one')
}

/** Whether the audit itself uses the name. */
export function isReserved(name: string): boolean {
  const plain = folded(name)
  return plain === COMMAND_LINE || plain === EXPIRY || /^erased account \d+$/.test(plain)
}

/** Scripts in use today (Unicode Standard Annex 31, table 5), and two of North America. Scripts on one line are used together. */
const SCRIPTS = [
  'Latin',
  ...[
    'Arabic',
    'Armenian',
    'Bengali',
    'Canadian_Aboriginal',
    'Cherokee',
    'Cyrillic',
    'Devanagari',
    'Ethiopic',
    'Georgian',
  ],
  ...['Greek', 'Gujarati', 'Gurmukhi', 'Hebrew', 'Kannada', 'Khmer', 'Lao', 'Malayalam', 'Myanmar', 'Oriya', 'Sinhala'],
  ...['Tamil', 'Telugu', 'Thaana', 'Thai', 'Tibetan'],
  ...['Han Hiragana Katakana', 'Han Bopomofo', 'Han Hangul'],
].map((together) => {
  const scripts = ['Common', 'Inherited', ...together.split(' ')].map((name) => `\\p{Script_Extensions=${name}}`)
  return new RegExp(`^[${scripts.join('')}]*$`, 'u')
})
/** Letters that look like Latin ones (Unicode Technical Standard 39, confusables). */
const LIKE_LATIN = /^[\P{L}аеорсухѕіјԁԛԝһӏАВЕКМНОРСТУХЅІЈԌΑΒΕΖΗΙΚΜΝΟΡΤΥΧονικρυχαγ]+$/u

function isOfOneScript(name: string): boolean {
  const letters = /\p{L}/u.test(name)
  const latin = SCRIPTS[0]?.test(name) === true
  return SCRIPTS.some((script) => script.test(name)) && (latin || !letters || !LIKE_LATIN.test(name))
}

/** A name for audits and lists. If no account may have the name today, each non-ASCII character is shown by its number. */
export function showName(name: string): string {
  if (/^[ -~]*$/.test(name) || accountName.safeParse(name).data === name) return name
  return [...name].map((one) => (/^[ -~]$/.test(one) ? one : `\\u{${one.codePointAt(0)?.toString(16)}}`)).join('')
}

export const ACCOUNT_STATUSES = ['pending', 'approved', 'suspended'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

/** An `endorser` may speak for at least one endorser at the publishing desk. An operator may too, and stays an operator. */
const ACCOUNT_ROLES = ['member', 'endorser', 'operator'] as const
export type AccountRole = (typeof ACCOUNT_ROLES)[number]

/** The actions in the audit table. */
export const AUDIT_ACTIONS = [
  'account.created',
  'account.approved',
  'account.suspended',
  'account.resumed',
  'account.plan_set',
  'account.role_set',
  'account.password_set',
  'account.rejected',
  'account.expired',
  'account.erased',
  'account.second_factor_set',
  'account.second_factor_removed',
  'account.second_factor_locked',
  'account.recovery_codes_made',
  'account.recovery_code_used',
  'account.endorser_granted',
  'account.endorser_withdrawn',
  'account.invited',
  'account.invitation_used',
  'key.created',
  'key.changed',
  'key.revoked',
  'feed_token.created',
  'feed_token.revoked',
  'plan.set',
  'desk.opened',
  'desk.closed',
  'desk.changed',
  'desk.published',
  'desk.scheduled',
  'desk.unscheduled',
  'desk.withdrawn',
  'desk.imported',
  'desk.restored',
  'correction.released',
  'correction.rejected',
  'correction.fixed',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]
