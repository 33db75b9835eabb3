// Finds the columns that locate a row, and checks that the new ones have names of their own.

import { CommandError, EXIT } from '../../exit.ts'
import { toCsvField } from '../../output.ts'
import type { LocatedBy } from './chunk.ts'

export interface NamedColumns {
  lat?: string
  lng?: string
  address?: string
}

/** The command that lists the options. */
const NEXT = 'hustings match --help'

/** @throws CommandError unless `named` has an address, or latitude and longitude, and the file has these columns once */
export function findColumns(file: string, columns: readonly string[], { lat, lng, address }: NamedColumns): LocatedBy {
  const find = (name: string): number => {
    const found = columns.flatMap((column, at) => (column === name ? [at] : []))
    const [at] = found
    if (at !== undefined && found.length === 1) return at
    throw new CommandError(
      found.length > 1
        ? `${file} has ${found.length} columns named "${name}", expected one.`
        : `${file} has no column "${name}". Its columns: ${columns.map(toCsvField).join(', ')}.`,
      NEXT,
      EXIT.usage,
    )
  }
  if (address !== undefined) return { address: find(address) }
  if (lat !== undefined && lng !== undefined) return { lat: find(lat), lng: find(lng) }
  throw new CommandError('Expected --lat and --lng, or --address, with names of columns.', NEXT, EXIT.usage)
}

/** @throws CommandError if the file already has a column of these names */
export function checkAdded(file: string, columns: readonly string[], added: readonly string[]): void {
  const taken = added.filter((name) => columns.includes(name))
  if (taken.length > 0)
    throw new CommandError(
      `${file} already has the columns that match adds: ${taken.join(', ')}.`,
      'hustings match   # after renaming these columns, or with other --layers',
      EXIT.usage,
    )
}
