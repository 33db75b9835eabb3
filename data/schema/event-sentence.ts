// A change of the feed in words, for a terminal and for feed readers.

import type { Event } from './event.ts'

const VERBS: Readonly<Record<Event['type'], string>> = {
  'endorsement.created': 'endorses',
  'endorsement.updated': 'changed its endorsement of',
  'endorsement.deleted': 'withdrew its endorsement of',
}

/** `Oak Party (Political parties) withdrew its endorsement of Ada Alder: County Commissioner, General Election, 2024-11-05` */
export function describeEvent({ type, endorsement, endorser, contest, election, choice }: Event): string {
  const rank = endorsement.rank === null ? '' : `, rank ${endorsement.rank}`
  const gone = choice.withdrawn ? ' (has withdrawn as a candidate)' : ''
  return `${endorser.name} (${endorser.category.name}) ${VERBS[type]} ${choice.label}${gone}${rank}: ${contest.title}, ${election.name}, ${election.date}`
}

/** Its other facts, a line each: the endorser's words, their source, and the values before the change. */
export function listFacts({ endorsement, previous }: Event): string[] {
  const changed = Object.entries(previous ?? {}).map(
    ([name, value]) => `${name.replaceAll('_', ' ')} was: ${value ?? 'none'}`,
  )
  return [endorsement.statement, endorsement.source_url, ...changed]
    .filter((fact) => fact !== null)
    .filter((fact) => fact !== '')
}
