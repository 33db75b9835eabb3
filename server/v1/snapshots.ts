import { liveOperations } from '../../data/schema/operations.ts'
import { liveRoute } from '../route/live-route.ts'

export const snapshots = liveRoute({
  ...liveOperations.listSnapshots,
  id: 'listSnapshots',
  summary: 'The published bundles that this server still has, newest first, with their exported files',
  scopes: ['data:read'],
  answer: async ({ snapshots }) => ({
    status: 200,
    headers: ['Cache-Control', 'no-store'],
    body: await snapshots.list(),
  }),
})
