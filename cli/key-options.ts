// What a key may be restricted by, as options of the commands that make and change one.

import { type Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { keyLabel } from '../data/schema/account.ts'
import { addressRanges } from '../data/schema/address.ts'
import { findSimilar } from '../data/schema/edit-distance.ts'
import { wholeNumber } from '../data/schema/scalar.ts'
import { SCOPES, type Scope } from '../data/schema/vocabulary.ts'
import type { Key } from '../data/store/state/state.ts'
import { parserOf, toSentence } from './argument.ts'
import { CommandError, EXIT } from './exit.ts'
import { parseLastDay } from './options.ts'

const ANY = 'any'
const NEVER = 'never'
const ID = 'expected a whole number, as in `hustings keys list`'

export const parseId = parserOf(wholeNumber.pipe(z.int(ID).min(1, ID)))
const parseLabel = parserOf(keyLabel)

type KeyChange = Partial<Pick<Key, 'label' | 'scopes' | 'addresses' | 'expires_at'>>

/** As commander hands them over, to which null is no value. */
export interface KeyOptions {
  /** Empty: none. */
  label?: string
  scopes?: Scope[]
  addresses?: string[]
  /** An instant, or `never`. */
  expires?: string
}

export function withRestrictions(command: Command): Command {
  return command
    .addOption(
      new Option('--label <text>', 'what to call it; "" for nothing').argParser((text) =>
        text === '' ? text : parseLabel(text),
      ),
    )
    .addOption(
      new Option(
        '--scopes <scopes>',
        `comma-separated, of ${SCOPES.join(', ')}; a new key without it has all`,
      ).argParser(parseScopes),
    )
    .addOption(
      new Option('--addresses <list>', `IP addresses and CIDR ranges, comma-separated, or ${ANY}`).argParser(
        parseAddresses,
      ),
    )
    .addOption(
      new Option('--expires <date>', `its last day, UTC, or ${NEVER}`).argParser((text) =>
        text === NEVER ? text : parseLastDay(text),
      ),
    )
}

/** What is to be set of a key, and nothing of what was not given. Throws CommandError for a day that is over. */
export function toRestrictions({ label, scopes, addresses, expires }: KeyOptions, now: string): KeyChange {
  if (expires !== undefined && expires !== NEVER && expires < now)
    throw new CommandError(
      `--expires is ${expires.slice(0, 10)}, which is over; expected today or later.`,
      'hustings keys --help',
      EXIT.usage,
    )
  return {
    ...(label !== undefined && { label: label || null }),
    ...(scopes !== undefined && { scopes }),
    ...(addresses !== undefined && { addresses }),
    ...(expires !== undefined && { expires_at: expires === NEVER ? null : expires }),
  }
}

function parseScopes(text: string): Scope[] {
  const scopes = text.split(',').map((part) => {
    const scope = SCOPES.find((known) => known === part.trim())
    if (scope) return scope
    const similar = findSimilar(part, SCOPES)
    throw new InvalidArgumentError(
      `Got "${part}", expected ${SCOPES.join(', ')}.${similar ? ` Did you mean ${similar}?` : ''}`,
    )
  })
  return SCOPES.filter((scope) => scopes.includes(scope))
}

function parseAddresses(text: string): string[] {
  return text === ANY ? [] : parseRanges(text.split(',').map((part) => part.trim()))
}

function parseRanges(parts: string[]): string[] {
  const { data, error } = addressRanges.safeParse(parts)
  if (error === undefined) return data
  const [issue] = error.issues
  const got = parts[Number(issue?.path[0])]
  throw new InvalidArgumentError(
    got === undefined ? toSentence(issue?.message ?? '') : `Got "${got}", ${issue?.message}.`,
  )
}
