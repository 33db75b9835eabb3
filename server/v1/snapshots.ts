import { z } from 'zod'
import { PUBLICATIONS_LISTED_MAX } from '../../data/schema/constants.ts'
import { list } from '../../data/schema/page.ts'
import { type Snapshot, snapshot } from '../../data/schema/snapshot.ts'
import { listExports, loadExport } from '../../data/store/exports.ts'
import { toRecord } from '../http/exchange.ts'
import { liveRoute } from '../route/live-route.ts'

export const snapshots = liveRoute({
  path: '/v1/snapshots',
  method: 'GET',
  id: 'listSnapshots',
  summary: 'The published bundles that this server still has, newest first, with their exported files',
  scopes: ['data:read'],
  query: z.object({}),
  params: z.object({}),
  response: list(snapshot),
  async answer({ state, bundles, exports }) {
    const current = (await state.head())?.bundle
    const kept = new Set([...bundles.kept(), ...listExports(exports)])
    const latest = new Map<string, Snapshot>()
    for (const { bundle: id, publication, published_at } of await state.publications(PUBLICATIONS_LISTED_MAX))
      if (kept.has(id) && !latest.has(id))
        latest.set(id, { id, publication, published_at, current: id === current, exports: exportsOf(exports, id) })
    return toRecord(200, [...latest.values()])
  },
})

function exportsOf(folder: string, bundle: string): Snapshot['exports'] {
  return loadExport(folder, bundle).map(({ name, bytes, sha256 }) => ({
    ...{ name, bytes, sha256 },
    url: `/downloads/${bundle}/${name}`,
  }))
}
