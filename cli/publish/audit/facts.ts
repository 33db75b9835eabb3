// Facts that do not come from a source of ballots: data/reference/ names the authority of each.

import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { STATE_CODES, type StateCode } from '../../../data/schema/vocabulary.ts'
import { projectFile } from '../../../data/store/paths.ts'

const state = z.enum(STATE_CODES)
const whole = z.string().regex(/^\d+$/).transform(Number)
const orNull = z.union([z.literal('').transform(() => null), whole])

const chamber = z.object({
  state,
  type: z.enum(['state_upper', 'state_lower']),
  /** Members with a vote. */
  seats: whole,
  /** Null if the number changes with the plan. */
  districts: orNull,
  /** Districts of the present plan, where their number changes with the plan. */
  drawn: orNull,
  /** Contests of one district in a general election: seats of their own, such as positions 1 and 2. */
  contests: whole,
  /** Districts of one place: more than one where a district lies over others. */
  overlap: whole,
})
export type ChamberFact = z.output<typeof chamber>

const houseSeats = z.object({
  state,
  first_general: whole,
  /** Null while it applies. */
  last_general: orNull,
  seats: whole,
  voting: z.enum(['yes', 'no']).transform((text) => text === 'yes'),
})

const senateClass = z.object({
  state,
  class: whole,
  /** Of a regular election; the others follow in steps of six years. */
  year: whole,
})

const governor = z.object({
  state,
  /** Of a regular election. */
  year: whole,
  /** Years between regular elections. */
  every: whole,
})

const words = z.string().transform((text) => text.split(' ').filter((word) => word !== ''))

const rankedChoice = z.object({
  state,
  /** OCD id: its own offices and those of its parts. */
  within: z.string(),
  /** Empty: all. */
  offices: words,
  types: words,
  first_election: z.iso.date(),
  last_election: z.union([z.literal('').transform(() => null), z.iso.date()]),
  /** With fewer of them, a count by rank is no other. */
  candidates: whole,
})

const votingRule = z.object({
  state,
  rule: z.string(),
  types: words,
  offices: words,
  first_election: z.iso.date(),
  runoff_date: z.string(),
})
export type RankedChoiceFact = z.output<typeof rankedChoice>

const gap = z.object({
  question: z.string().min(1),
  /** The `what` of a failure. An asterisk stands for any text, and {a,b} for one of the texts. */
  what: z.string().min(1),
  reason: z.string().min(1),
})
export type Gap = z.output<typeof gap>

export interface Facts {
  chambers: readonly ChamberFact[]
  senateClasses: readonly z.output<typeof senateClass>[]
  governors: readonly z.output<typeof governor>[]
  rankedChoice: readonly RankedChoiceFact[]
  /** Offices that need more than half of the votes in the election of that day, and the day of the runoff. */
  runoffs: readonly z.output<typeof votingRule>[]
  /** The seats of a state in the House that is elected in `year`; a delegate's seat has no vote. */
  houseSeats(state: StateCode, year: number): { seats: number; voting: boolean } | undefined
}

let loaded: Facts | undefined

export function loadFacts(): Facts {
  loaded ??= readFacts()
  return loaded
}

function readFacts(): Facts {
  const seats = readTable('house-seats.csv', houseSeats)
  return {
    chambers: readTable('chambers.csv', chamber),
    senateClasses: readTable('senate-classes.csv', senateClass),
    governors: readTable('governors.csv', governor),
    rankedChoice: readTable('audit-ranked-choice.csv', rankedChoice),
    runoffs: readTable('voting-rules.csv', votingRule).filter(
      ({ rule, offices }) => rule === 'runoff' && offices.length > 0,
    ),
    houseSeats: (of, year) =>
      seats.find(
        ({ state, first_general, last_general }) =>
          state === of && first_general <= year && year <= (last_general ?? year),
      ),
  }
}

/** One for each text of a list in braces. */
export function loadGaps(): Gap[] {
  return readTable('audit-gaps.csv', gap).flatMap((one) => expand(one.what).map((what) => ({ ...one, what })))
}

export function expand(what: string): string[] {
  const [, before, list, after] = /^([^{]*)\{([^}]*)\}(.*)$/s.exec(what) ?? []
  if (before === undefined || list === undefined || after === undefined) return [what]
  return list.split(',').flatMap((one) => expand(`${before}${one}${after}`))
}

/** Throws an Error with file and line for a row that is not as the schema says. */
function readTable<Row extends z.ZodType>(file: string, row: Row): z.output<Row>[] {
  const records: unknown[] = parse(readFileSync(projectFile('data', 'reference', file), 'utf8'), { columns: true })
  return records.map((record, at) => {
    const read = row.safeParse(record)
    if (read.success) return read.data
    const [issue] = read.error.issues
    throw new Error(`data/reference/${file}, row ${at + 1}: ${issue?.path.join('.')}: ${issue?.message}`)
  })
}
