// Keeps a configured ballot to the elections that its entry names.

import type { BallotFeed, Sink } from '../read/source.ts'

/** The beginning of every key of a ballot: `nc-2026-11-03-general/…`. */
const ELECTION = /^[a-z]{2}-(\d{4}-\d{2}-\d{2})-[a-z-]+/

/** @param days of the elections, YYYY-MM-DD; undefined permits all. Rows of others are left out, with one issue for each election. */
export function onlyElections(source: BallotFeed, days: readonly string[] | undefined): BallotFeed {
  if (!days) return source
  const among = (sink: Sink): Sink => {
    const told = new Set<string>()
    return {
      ...sink,
      row(table, row, at) {
        const [election, day] = ELECTION.exec(keyOf(row)) ?? []
        if (election === undefined || day === undefined || days.includes(day)) sink.row(table, row, at)
        else if (!told.has(election)) {
          told.add(election)
          const message = `got the election ${election}, expected one of ${days.join(', ')}, which its entry in sources.yaml names`
          sink.issue({ ...at, field: null, code: 'foreign-election', value: election, message, severity: 'refused' })
        }
      },
      ...(sink.records && { records: (file, count) => sink.records?.(file, count) }),
      issue: (issue) => sink.issue(issue),
    }
  }
  const { read } = source
  return { ...source, read: (files, context, sink) => read(files, context, among(sink)) }
}

function keyOf(row: object): string {
  for (const key of ['election_key', 'contest_key', 'choice_key']) {
    const value: unknown = Reflect.get(row, key)
    if (typeof value === 'string') return value
  }
  return ''
}
