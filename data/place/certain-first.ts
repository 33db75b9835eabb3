import type { Match } from '../schema/vocabulary.ts'

/** The contests of one level, in their order: those of every voter here before those of only some. */
export function certainFirst<Contest extends { match: Match }>(contests: readonly Contest[]): Contest[] {
  const isCertain = ({ match }: Contest): boolean => match === 'certain'
  return [...contests.filter(isCertain), ...contests.filter((contest) => !isCertain(contest))]
}
