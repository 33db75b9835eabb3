import type { Level, Match } from '../schema/vocabulary.ts'

/** The contests of one level, in their order: those of every voter here before those of only some. */
export function certainFirst<Contest extends { match: Match }>(contests: readonly Contest[]): Contest[] {
  const isCertain = ({ match }: Contest): boolean => match === 'certain'
  return [...contests.filter(isCertain), ...contests.filter((contest) => !isCertain(contest))]
}

/** The contests of a ballot, with `certainFirst` within each level of each election. */
export function certainFirstInLevels<Contest extends { match: Match; level: Level; election: { slug: string } }>(
  contests: readonly Contest[],
): Contest[] {
  const groups = new Map<string, Contest[]>()
  for (const contest of contests) {
    const key = `${contest.election.slug} ${contest.level}`
    const group = groups.get(key)
    if (group) group.push(contest)
    else groups.set(key, [contest])
  }
  return [...groups.values()].flatMap(certainFirst)
}
