// Accounts and their keys: their closed lists and numbers, and what may be written of them (names, contacts, labels: one line each,
// shown as it is in tables and pages).

import { z } from 'zod'
import { mayHoldKey } from './key.ts'

/** Who changes something from a shell, in the audit; no account is called so: the state refuses it. */
export const COMMAND_LINE = 'command line'

export const accountName = line(100)

/** How the operator reaches who signed up; as they wrote it. */
export const contact = line(200)

/** What its owner calls a key. */
export const keyLabel = line(100)

/**
 * No control, format or line-separating character: what is shown is what was written, in the order that it was written in. A key that
 * was pasted here would be kept as it is: nothing that may be one is taken.
 */
function line(longest: number): z.ZodType<string> {
  const shape = new RegExp(`^[^\\p{C}\\p{Zl}\\p{Zp}]{1,${longest}}$`, 'u')
  return z
    .string()
    .normalize('NFC')
    .refine(
      (text) => shape.test(text) && text.trim() === text,
      `expected 1 to ${longest} characters, no control characters, no space at either end`,
    )
    .refine((text) => !mayHoldKey(text), 'expected no API key, nor 30 letters and digits in a row, which may be one')
}

export const ACCOUNT_STATUSES = ['pending', 'approved', 'suspended'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

export const ACCOUNT_ROLES = ['member', 'operator'] as const
export type AccountRole = (typeof ACCOUNT_ROLES)[number]

/** What the audit table tells of. */
export const AUDIT_ACTIONS = [
  'account.created',
  'account.approved',
  'account.suspended',
  'account.resumed',
  'account.plan_set',
  'account.role_set',
  'account.password_set',
  'key.created',
  'key.changed',
  'key.revoked',
  'plan.set',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** In force at once. */
export const KEYS_PER_ACCOUNT_MAX = 100
/** Made by an account itself within 24 hours: each that was ever made is known for good. */
export const KEYS_PER_DAY_MAX = 100
export const ADDRESSES_PER_KEY_MAX = 100
export const PASSWORD_LENGTH_MIN = 12
export const PASSWORD_LENGTH_MAX = 200
/** A session of the console ends after so long. */
export const SESSION_HOURS = 12
/** Where one more begins, the oldest ends. */
export const SESSIONS_PER_ACCOUNT_MAX = 20
/** Passwords, right or wrong, that one network may try in a UTC minute; who signs up tries one too. */
export const SIGN_INS_PER_MINUTE = 10
/** Passwords that may be tried on one account in a UTC minute, by everybody together: more, so that no single network locks its owner out. */
export const ACCOUNT_SIGN_INS_PER_MINUTE = 60
/** Accounts that wait for the operator; beyond it nobody signs up in the console. */
export const PENDING_ACCOUNTS_MAX = 500
/** Minutes of usage that are kept. */
export const USAGE_MINUTES_KEPT = 1440
/** Days of usage that are kept. */
export const USAGE_DAYS_KEPT = 400

/** Requests a minute from one address without a valid key, and those of them that may carry a wrong one. */
export const KEYLESS_REQUESTS_PER_MINUTE = 120
export const WRONG_KEYS_PER_MINUTE = 20
