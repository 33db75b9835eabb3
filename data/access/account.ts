// Accounts and their keys: their closed lists and numbers, and what may be written of them (names, contacts, labels: one line each,
// shown as it is in tables and pages).

import { z } from 'zod'
import { folded } from '../schema/folded-name.ts'
import { mayHoldKey } from './key.ts'

/** Who changes something from a shell, in the audit; no account is called so, nor like it. */
export const COMMAND_LINE = 'command line'
/** Who ends a sign-up that nobody has decided about. */
export const EXPIRY = 'expiry'

/** How the audit calls an account whose name is erased. */
export function erasedName(id: number): string {
  return `erased account ${id}`
}

/**
 * Characters that look alike are one character (NFKC), and letters are of one script, so that no name can be read as another's or as
 * the audit's own words.
 */
export const accountName = line(100, 'NFKC')
  .refine((name) => !/\s\s/u.test(name), 'expected single spaces')
  .refine(
    isOfOneScript,
    'expected letters of one script, and not only such Cyrillic or Greek ones as look like Latin: another name could be read for it',
  )
  .refine((name) => !isReserved(name), 'expected another name: the audit uses this one for itself')

/** How the operator reaches who signed up; as they wrote it. */
export const contact = line(200)

/** What its owner calls a key. */
export const keyLabel = line(100)

/**
 * No control, format or line-separating character: what is shown is what was written, in the order that it was written in. A key that
 * was pasted here would be kept as it is: nothing that may be one is taken.
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

/** Whether the audit uses the name for something else. */
export function isReserved(name: string): boolean {
  const plain = folded(name)
  return plain === COMMAND_LINE || plain === EXPIRY || /^erased account \d+$/.test(plain)
}

/** Scripts in use today (Unicode Standard Annex 31, table 5), and two of North America; those of one line are written together. */
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

/** As audits and lists show it: of a name that no account may have today, every character that is not ASCII by its number. */
export function showName(name: string): string {
  if (/^[ -~]*$/.test(name) || accountName.safeParse(name).data === name) return name
  return [...name].map((one) => (/^[ -~]$/.test(one) ? one : `\\u{${one.codePointAt(0)?.toString(16)}}`)).join('')
}

export const ACCOUNT_STATUSES = ['pending', 'approved', 'suspended'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

const ACCOUNT_ROLES = ['member', 'operator'] as const
export type AccountRole = (typeof ACCOUNT_ROLES)[number]

/** What the audit table tells of. */
const AUDIT_ACTIONS = [
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
  'key.created',
  'key.changed',
  'key.revoked',
  'plan.set',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]
