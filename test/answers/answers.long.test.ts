// The answers of the server are those of an earlier commit, byte by byte: the proof for a change that must not change any.
// `make answers SINCE=<commit>` runs it. Without ANSWERS_OF it is skipped, because most changes are meant to change an answer.

import { expect, test } from 'vitest'
import { type Comparison, compareServers } from './compare.ts'
import { askLive, askRaw } from './live.ts'
import { askMemberPages, askOpenPages } from './pages.ts'
import { askErrors, askReads, loadApi } from './reads.ts'
import { findObstacle, openServers } from './servers.ts'

const COMMIT = process.env.ANSWERS_OF
const OBSTACLE = COMMIT ? findObstacle(COMMIT) : 'ANSWERS_OF names no commit'

/** Least requests, and statuses among their answers. Without them, a family no longer asks what it is made for. */
const EXPECTED: Readonly<Record<string, readonly [number, ...number[]]>> = {
  reads: [1800, 200, 304, 400, 404],
  errors: [1800, 200, 400, 401, 403, 404, 405, 429],
  live: [900, 200, 201, 204, 206, 304, 400, 401, 403, 404, 409, 413, 415, 416],
  pages: [900, 200, 303, 400, 403, 404, 405],
  members: [700, 200, 303, 400, 403, 404, 405, 409],
  raw: [120, 200, 400, 404, 405, 413, 414],
}

test.skipIf(OBSTACLE !== undefined)(
  `every answer is that of ${COMMIT}${OBSTACLE ? ` (${OBSTACLE})` : ''}`,
  async () => {
    const { old, present, keys, close } = await openServers(COMMIT ?? '')
    const compared = compareServers(old, present)
    try {
      const api = await loadApi(compared.asking('reads'), keys.all)
      await askReads(compared.asking('reads'), api, keys.all)
      await askErrors(compared.asking('errors'), api, keys)
      await askLive(compared.asking('live'), api.records, keys)
      // Before the members: the operator suspends the reader.
      await askRaw(compared.asking('raw'), keys.all, 160)
      await askOpenPages(compared.asking('pages'))
      const contests = (api.records.get('/v1/contests') ?? []).map(({ id }) => String(id))
      await askMemberPages(compared.asking('members'), contests.slice(0, 8))
    } finally {
      await close()
      report(compared)
    }
    expect(Object.fromEntries(compared.differing)).toEqual({})
    for (const [family, [requests, ...statuses]] of Object.entries(EXPECTED)) {
      const found = compared.counts.get(family) ?? new Map<number, number>()
      expect(sum(found), family).toBeGreaterThanOrEqual(requests)
      expect([...found.keys()], family).toEqual(expect.arrayContaining(statuses))
    }
  },
)

function report({ counts, differences, differing }: Comparison): void {
  for (const [family, found] of counts) {
    const statuses = Array.from(found, ([status, count]) => `${status}: ${count}`).sort()
    console.log(`${family}: ${sum(found)} requests, ${differing.get(family) ?? 0} differ (${statuses.join(', ')})`)
  }
  if (differences.length > 0) console.error(`The first differences of each family:\n${differences.join('\n')}`)
}

function sum(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0)
}
