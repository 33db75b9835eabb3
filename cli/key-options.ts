// What a key may be restricted by, as options of the commands that make and change one.

import { type Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { keyLabel } from '../data/schema/account.ts'
import { addressRanges } from '../data/schema/address.ts'
import { findNearest } from '../data/schema/nearest.ts'
import { SCOPES, type Scope } from '../data/schema/vocabulary.ts'
import { parserOf, toSentence, wholeNumber } from './argument.ts'
import { CommandError, EXIT } from './exit.ts'
import { parseLastDay } from './options.ts'

const ANY = 'any'
const NEVER = 'never'
const ID = 'expected a whole number, as in `hustings keys list`'

export const parseId = parserOf(wholeNumber.pipe(z.int(ID).min(1, ID)))
const parseLabel = parserOf(keyLabel)

/** Null: none, or never. */
export interface Restrictions {
  label?: string | null
  scopes?: Scope[]
  addresses?: string[]
  expires?: string | null
}

export function withRestrictions(command: Command, scopes: Option): Command {
  return command
    .addOption(
      new Option('--label <text>', 'what to call it; "" for nothing').argParser((text) =>
        text === '' ? null : parseLabel(text),
      ),
    )
    .addOption(scopes)
    .addOption(
      new Option('--addresses <list>', `IP addresses and CIDR ranges, comma-separated, or ${ANY}`).argParser(
        parseAddresses,
      ),
    )
    .addOption(
      new Option('--expires <date>', `its last day, UTC, or ${NEVER}`).argParser((text) =>
        text === NEVER ? null : parseLastDay(text),
      ),
    )
}

export function scopesOption(): Option {
  return new Option('--scopes <scopes>', `comma-separated, of ${SCOPES.join(', ')}`).argParser(parseScopes)
}

/** Undefined where none was given. */
export function findExpiry({ expires }: Restrictions, now: string, command: string): string | null | undefined {
  if (typeof expires === 'string' && expires < now)
    throw new CommandError(
      `--expires is ${expires.slice(0, 10)}, which is over; expected today or later.`,
      `hustings keys ${command} --help`,
      EXIT.usage,
    )
  return expires
}

function parseScopes(text: string): Scope[] {
  const scopes = text.split(',').map((part) => {
    const scope = SCOPES.find((known) => known === part.trim())
    if (scope) return scope
    const nearest = findNearest(part, SCOPES)
    throw new InvalidArgumentError(
      `Got "${part}", expected ${SCOPES.join(', ')}.${nearest ? ` Did you mean ${nearest}?` : ''}`,
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
