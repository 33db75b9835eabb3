// The statements of a ballot, of the parts in statements.sql.

import { readProjectFile } from '../../../data/store/paths.ts'

const [, ...written] = String(readProjectFile('test', 'bench', 'peers', 'statements.sql')).split('-- part: ')
const parts = new Map(written.map((one) => [/^[a-z ]+/.exec(one)?.[0], one.slice(one.indexOf('\n') + 1).trimEnd()]))

function part(name: string): string {
  const text = parts.get(name)
  if (text === undefined) throw new Error(`statements.sql has no part "${name}"`)
  return text
}

const ballot = (areas: string, end: string): string => `${part('found').replace('{areas}', areas)}\n${part(end)}`

export const FROM_ROWS = ballot(part('at a point'), 'from rows')

export const PREPARED = ballot(part('at a point'), 'prepared')

/** The areas at a point alone. */
export const AREAS = part('areas')

/** The ballot of areas: $3. */
export const OF_AREAS = ballot('SELECT unnest($3::int[]) AS id', 'prepared')
