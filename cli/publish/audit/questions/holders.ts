// Questions about officeholders: the seats of each chamber and who fills them.

import { STATES } from '../../../../data/schema/states.ts'
import type { Office, StateCode } from '../../../../data/schema/vocabulary.ts'
import { loadFacts } from '../facts.ts'
import { type HolderRecord, type Nation, toTarget } from '../nation.ts'
import { Tally } from '../question.ts'

/** @setting Share of a chamber's seats that may be vacant. */
const AUDIT_VACANT_SHARE_MAX = 0.05

const DISTRICT_OFFICES: Readonly<Record<'state_upper' | 'state_lower', readonly Office[]>> = {
  state_upper: ['state_senator', 'state_legislator'],
  state_lower: ['state_representative'],
}

function at(states: StateCode, offices: string): string {
  return toTarget('', '/v1/officeholders', { states, offices })
}

export async function houseSeats(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  const holders = await holdersOf(nation, ['us_representative'])
  for (const { code } of STATES) {
    const fact = loadFacts().houseSeats(code, lastGeneralBefore(nation.year))
    if (!fact || !isAsked(nation, code)) continue
    const own = holders.get(code) ?? []
    const districts = new Set(own.map(({ district }) => district))
    tally.expect(`${code} members`, own.length, fact.seats, at(code, 'us_representative'))
    tally.expect(`${code} districts`, districts.size, own.length, at(code, 'us_representative'))
  }
  return tally
}

/** A House elected in November sits from January. */
function lastGeneralBefore(year: number): number {
  return year % 2 === 0 ? year - 2 : year - 1
}

export async function senateSeats(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  const holders = await holdersOf(nation, ['us_senator'])
  for (const { code } of STATES) {
    const classes = loadFacts().senateClasses.filter(({ state }) => state === code)
    if (classes.length === 0 || !isAsked(nation, code)) continue
    const own = holders.get(code) ?? []
    // The terms of a class end in the January after its election: 2027, 2033, … for class 2. An appointed senator's ends at a special election.
    const ends = own.flatMap(({ term }) => (term.end?.slice(5, 7) === '01' ? [Number(term.end.slice(0, 4)) % 6] : []))
    const wanted = classes.map(({ year }) => (year + 1) % 6)
    const isOfClasses = new Set(ends).size === ends.length && ends.every((end) => wanted.includes(end))
    tally.judge(own.length === 2 && isOfClasses, () => ({
      what: `${code}`,
      got: own.map(({ name, term }) => `${name} until ${term.end}`).join(', ') || 'nobody',
      expected: `two senators, of classes ${classes.map((one) => one.class).join(' and ')}`,
      at: at(code, 'us_senator'),
    }))
  }
  return tally
}

export async function governors(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  const holders = await holdersOf(nation, ['governor'])
  for (const { state } of loadFacts().governors)
    if (isAsked(nation, state)) tally.expect(state, holders.get(state)?.length ?? 0, 1, at(state, 'governor'))
  return tally
}

/** A chamber may have vacant seats, but only few. */
export async function chambers(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  for (const { state, type, seats } of loadFacts().chambers) {
    if (!isAsked(nation, state)) continue
    const offices = DISTRICT_OFFICES[type]
    const own = (await holdersOf(nation, offices)).get(state)?.length ?? 0
    const least = seats - Math.max(1, Math.floor(seats * AUDIT_VACANT_SHARE_MAX))
    tally.judge(own <= seats && own >= least, () => ({
      what: `${state} ${type}`,
      got: `${own} members`,
      expected: `${least} to ${seats}`,
      at: at(state, offices.join(',')),
    }))
  }
  return tally
}

async function holdersOf(nation: Nation, offices: readonly Office[]): Promise<ReadonlyMap<StateCode, HolderRecord[]>> {
  const found = new Map<StateCode, HolderRecord[]>()
  for (const holder of await nation.holders())
    if (offices.includes(holder.office)) found.set(holder.state, [...(found.get(holder.state) ?? []), holder])
  return found
}

export function isAsked(nation: Pick<Nation, 'states'>, state: StateCode): boolean {
  return nation.states === null || nation.states.has(state)
}
