// The answers of the server are those of an earlier commit, byte by byte: the proof for a change that must not change any.
// `make answers SINCE=<commit>` runs it; without ANSWERS_OF it is skipped, because most changes are meant to change an answer.

import { expect, test } from 'vitest'
import { type Comparison, compareServers } from './compare.ts'
import { askMemberPages, askOpenPages, askRaw } from './pages.ts'
import { askErrors, askLive, askReads, loadApi } from './reads.ts'
import { findObstacle, openServers } from './servers.ts'

const COMMIT = process.env.ANSWERS_OF
const OBSTACLE = COMMIT === undefined ? 'ANSWERS_OF names no commit' : findObstacle(COMMIT)

/** Fewer requests or statuses mean that a family no longer asks what it is made for. */
const EXPECTED = {
  reads: { requests: 1500, statuses: [200, 304, 400, 404] },
  errors: { requests: 1500, statuses: [200, 400, 401, 403, 404, 405, 429] },
  live: { requests: 800, statuses: [200, 201, 204, 206, 304, 400, 401, 403, 404, 409, 413, 415, 416] },
  pages: { requests: 800, statuses: [200, 303, 400, 403, 404, 405] },
  members: { requests: 500, statuses: [200, 303, 400, 403, 404, 405, 409] },
  raw: { requests: 80, statuses: [200, 400, 405, 413, 414, 431] },
}

test.skipIf(OBSTACLE !== undefined)(
  `every answer is that of ${COMMIT}${OBSTACLE ? ` (skipped: ${OBSTACLE})` : ''}`,
  async () => {
    const { old, present, keys, close } = await openServers(COMMIT ?? '')
    const compared = compareServers(old, present)
    try {
      const reads = compared.asking('reads')
      const api = await loadApi(reads, keys.all)
      await askReads(reads, api, keys.all)
      await askErrors(compared.asking('errors'), api, keys)
      await askLive(compared.asking('live'), api, keys)
      await askOpenPages(compared.asking('pages'))
      const contests = (api.records.get('/v1/contests') ?? []).slice(0, 10).map(({ id }) => String(id))
      await askMemberPages(compared.asking('members'), contests)
      await askRaw(compared.asking('raw'), keys.all)
    } finally {
      await close()
      console.log(`requests by family, and by status: ${sayCounts(compared)}`)
      if (compared.differing > 0)
        console.error(
          [`${compared.differing} answers differ from ${COMMIT}; the first:`, ...compared.differences].join('\n'),
        )
    }
    expect(compared.differing).toBe(0)
    for (const [name, { requests, statuses }] of Object.entries(EXPECTED)) {
      const family = compared.families.get(name)
      expect(family?.requests, name).toBeGreaterThanOrEqual(requests)
      expect([...(family?.statuses.keys() ?? [])], name).toEqual(expect.arrayContaining(statuses))
    }
  },
)

function sayCounts({ families }: Comparison): string {
  const counts = Array.from(families, ([name, { requests, statuses }]) => [
    name,
    { requests, ...Object.fromEntries(statuses) },
  ])
  return JSON.stringify(Object.fromEntries(counts), null, 1)
}
